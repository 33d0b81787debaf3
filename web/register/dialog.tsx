import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { t } from '../shared/words.ts';

/** Asks something over the screen; on a phone it takes all of it. */
export function Dialog({ children, ...props }: Omit<ModalProps, 'opened'>) {
  const phone = useMediaQuery('(max-width: 780px)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      {...props}
      opened
      centered
      lockScroll={false}
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': t('Close'), size: 44 }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  );
}

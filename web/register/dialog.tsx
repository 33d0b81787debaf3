import { Modal, type ModalProps } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { t } from '../shared/words.ts';
import { usePhone } from './phone.ts';

/** Asks something over the screen; on a phone it takes all of it. */
export function Dialog({ children, ...props }: Omit<ModalProps, 'opened'>) {
  const phone = usePhone();
  useFocusBack();
  return (
    <Modal
      {...props}
      {...closedByEscape(props.onClose)}
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

/** Escape closes the dialog that has the focus, and none that it stands on. */
export function closedByEscape(close: () => void) {
  return {
    closeOnEscape: false,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { key, target } = event;
      const isComposing = 'isComposing' in event && event.isComposing === true;
      // A list that is open keeps its own: Escape closes that first.
      const isLists = target instanceof Element && target.matches('[data-mantine-stop-propagation=true]');
      if (key === 'Escape' && !isComposing && !isLists) close();
    },
  };
}

/** Gives the focus back to what had it before, where that is still there. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}

import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Printer } from 'lucide-react';
import { t } from '../../shared/words.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { LateDialog } from '../later.tsx';
import { lateText, reasonText, useLateJobs } from './late-jobs.ts';

/** Says on every screen that something does not come out of a printer. */
export function LateBar() {
  const jobs = useLateJobs(useRegister());
  const { menu } = useRegisterState();
  const [isOpen, { open, close }] = useDisclosure();
  const [first] = jobs;
  return (
    <div role="alert" className="register-alert">
      {first !== undefined && (
        <UnstyledButton onClick={open}>
          <Printer size={18} aria-hidden />
          <span className="register-alert-text">
            <b>{lateText(jobs, menu?.site.timezone ?? 'UTC')}</b> {reasonText(first)}
          </span>
          <span className="register-alert-more">{t('Details')}</span>
        </UnstyledButton>
      )}
      {isOpen && <LateDialog jobs={jobs} close={close} />}
    </div>
  );
}

// A manager's PIN, where somebody else does what they may not.

import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Right } from '#src/company/rules/rights.ts';
import { isolated } from '#src/kernel/text.ts';
import { isOffline } from '../shared/client.ts';
import { inLine } from '../shared/format.ts';
import { RIGHT_NAMES } from '../shared/right-names.ts';
import { RefusalAlert } from '../shared/ui/refusal.tsx';
import { sentenceOf } from '../shared/ui/states.tsx';
import { type Message, message, t, translated } from '../shared/words.ts';
import { useRegister } from './context.tsx';
import { Dialog } from './dialog.tsx';
import { PinPad } from './pin-pad.tsx';
import { ReasonField } from './reason-field.tsx';
import { mayDo } from './rights.ts';
import { NotApproved } from './send-writes.ts';
import { staffName } from './staff-session.ts';
import { CASH, CHEAPER, TAKEN_BACK } from './usual-reasons.ts';

const MISTAKE = [message('Mistake')];

/** The reasons that something usually is approved for; a report or a payment needs none. */
const REASONS: Readonly<Partial<Record<Right, readonly Message[]>>> = {
  MakeDiscount: CHEAPER,
  ApplyComp: CHEAPER,
  ChangePrice: CHEAPER,
  Void: TAKEN_BACK,
  DeleteHeldOrder: TAKEN_BACK,
  Refund: TAKEN_BACK,
  RefundWithoutReceipt: TAKEN_BACK,
  ModifySales: MISTAKE,
  CashIn: CASH,
  CashOut: CASH,
  OpenCashDrawer: CASH,
};

/** Most staff members that are named. */
const MAX_NAMED = 5;
/** Longest reason of an approval; of what is approved some are longer. */
const MAX_REASON = 255;

const reasonsOf = (rights: readonly Right[]) => [...new Set(rights.flatMap((right) => REASONS[right] ?? []))];

/** An act that waits for an approval. */
interface Asked {
  readonly rights: readonly Right[];
  /** The order's id; undefined for one that the service does not know yet, and for what is no order. */
  readonly order: string | undefined;
  /** Why, as far as it was said already. */
  readonly reason: string | undefined;
  readonly give: (approvals: readonly string[]) => void;
  readonly refuse: (error: Error) => void;
}

/** Asks for a manager's PIN over everything else, whenever the register needs one. */
export function Approvals() {
  const { core } = useRegister();
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      core.askApprovals(
        (rights, order, reason) =>
          new Promise((give, refuse) => setAsked({ rights, order, reason, give, refuse })),
      ),
    [core],
  );
  if (asked === undefined) return null;
  return <ApprovalDialog asked={asked} done={() => setAsked(undefined)} />;
}

/** The names of staff members who may approve all of it at this site: some of them, where they are many. */
function useApprovers(rights: readonly Right[]): readonly string[] {
  const { passbell, place } = useRegister();
  const { data } = useQuery({
    queryKey: ['approvers', place.register, ...rights],
    queryFn: () =>
      passbell.call('listApprovers', { register_id: place.register, rights: [...rights], limit: MAX_NAMED }),
  });
  return (data ?? []).map(staffName);
}

function ApprovalDialog({ asked, done }: { asked: Asked; done: () => void }) {
  const { core, place } = useRegister();
  const [pin, setPin] = useState('');
  const [reason, setReason] = useState(asked.reason?.slice(0, MAX_REASON) ?? '');
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const approvers = useApprovers(asked.rights);
  const enter = useCallback(async () => {
    setBusy(true);
    setTrouble(undefined);
    try {
      const approvals: string[] = [];
      for (const right of asked.rights) {
        const body = {
          ...{ pin, right, reason: reason.trim() === '' ? null : reason.trim() },
          ...(asked.order === undefined ? {} : { order_id: asked.order }),
        };
        approvals.push((await core.acting.call('approve', { register_id: place.register, body })).id_str);
      }
      asked.give(approvals);
      done();
    } catch (error) {
      setTrouble(isOffline(error) ? t('Approving needs a connection.') : sentenceOf(error));
      setPin('');
    } finally {
      setBusy(false);
    }
  }, [asked, core, place.register, pin, reason, done]);
  return (
    <Dialog
      title={t('Approval needed')}
      zIndex={400}
      onClose={() => {
        asked.refuse(new NotApproved());
        done();
      }}
    >
      <Stack gap="md" maw={420} mx="auto">
        <Text>
          {t('Needed: {permissions}. Somebody who may enters their PIN.', {
            permissions: inLine(
              asked.rights.map((right) => translated(RIGHT_NAMES[right])),
              ', ',
            ),
          })}
        </Text>
        {approvers.length > 0 && (
          <Text>{t('Who may: {names}', { names: inLine(approvers.map(isolated), ', ') })}</Text>
        )}
        <RefusalAlert>{trouble}</RefusalAlert>
        <ReasonField
          usual={reasonsOf(asked.rights)}
          value={reason}
          change={setReason}
          maxLength={MAX_REASON}
        />
        <PinPad pin={pin} busy={busy} label={t('Approve')} onChange={setPin} onDone={() => void enter()} />
      </Stack>
    </Dialog>
  );
}

/** The mark of a button for what needs an approval; nothing where the staff member may. */
export function useLocks(): (right: Right) => { readonly leftSection?: ReactNode } {
  const { staffMember } = useRegister();
  return (right) =>
    mayDo(staffMember.rights, right)
      ? {}
      : { leftSection: <Lock size={16} aria-label={t('Needs an approval')} /> };
}

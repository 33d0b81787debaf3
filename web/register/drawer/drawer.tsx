import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CashupWithReport, Shift } from '#clients/typescript/index.ts';
import { formatDecimal } from '#src/kernel/money.ts';
import { decimalOf, formatMoney, formatWhen } from '../../shared/format.ts';
import { exactNumber } from '../../shared/refunds.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Known, toast } from '../../shared/ui/states.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useLocks } from '../approval.tsx';
import { useRegister } from '../context.tsx';
import { Dialog } from '../dialog.tsx';
import { useDirectRequest } from '../direct-request.tsx';
import { typedMoney } from '../money.ts';
import { SAID_OFFLINE } from '../orders.ts';
import { ReasonField } from '../reason-field.tsx';
import { mayDo } from '../rights.ts';
import { CASH } from '../usual-reasons.ts';
import { Count } from './count.tsx';
import { useMoney } from './money.ts';
import { Report } from './report.tsx';

/** The drawer of the register: opened with a float, cash in and out, counted and closed. */
export function DrawerDialog({ close }: { close: () => void }) {
  const { core, place } = useRegister();
  const client = useQueryClient();
  const [closed, setClosed] = useState<CashupWithReport>();
  const key = ['shifts', place.register];
  const open = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const input = { register_id: place.register, state: 'open' } as const;
      const [shift = null] = (
        await core.acting.send(core.acting.prepare('listRegisterShifts', input), { signal })
      ).body;
      return shift;
    },
    // It is asked for whenever the dialog is opened.
    staleTime: 0,
    ...SAID_OFFLINE,
  });
  const again = () => client.invalidateQueries({ queryKey: key });
  return (
    <Dialog onClose={close} title={t('Drawer')} size="lg">
      {closed !== undefined ? (
        <Stack gap="md">
          <Report report={closed.report} />
          <Button size="lg" onClick={close}>
            {t('Done')}
          </Button>
        </Stack>
      ) : (
        <Known query={open}>
          {(shift) =>
            shift === null ? (
              <OpenForm done={again} />
            ) : (
              <OpenDrawer
                shift={shift}
                done={again}
                closed={(cashup) => {
                  setClosed(cashup);
                  void again();
                }}
              />
            )
          }
        </Known>
      )}
    </Dialog>
  );
}

/** An amount as it is typed. */
function useAmount() {
  const { units } = useMoney();
  const [text, setText] = useState('');
  const amount = typedMoney(text, units);
  const field = {
    ...({ size: 'md', inputMode: 'decimal', value: text, autoComplete: 'off' } as const),
    error: text !== '' && (amount === undefined || amount < 0n) ? t('Enter an amount') : undefined,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setText(currentTarget.value),
  };
  return { amount: amount !== undefined && amount >= 0n ? amount : undefined, field };
}

function OpenForm({ done }: { done: () => unknown }) {
  const { core, place } = useRegister();
  const { amount, field } = useAmount();
  const text = formatDecimal(amount ?? 0n);
  const opening = useDirectRequest({
    label: t('Open drawer'),
    request: () => ['openShift', place.register, text],
    work: (idempotencyKey) =>
      core.acting.call(
        'openShift',
        { body: { register_id: place.register, float: exactNumber(text) } },
        { idempotencyKey },
      ),
    done,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        opening.send();
      }}
    >
      <Stack gap="md">
        <Text size="sm">{t('The drawer is closed. Count the float to open it.')}</Text>
        <TextInput label={t('Float')} data-autofocus {...field} />
        {opening.refused}
        <Button type="submit" size="lg" loading={opening.busy} disabled={amount === undefined}>
          {t('Open drawer')}
        </Button>
      </Stack>
    </form>
  );
}

type Kind = 'in' | 'out' | 'no_sale';
const KINDS: Readonly<Record<Kind, Message>> = {
  in: message('Cash in'),
  out: message('Cash out'),
  no_sale: message('No sale'),
};
const KIND_RIGHTS = { in: 'CashIn', out: 'CashOut', no_sale: 'OpenCashDrawer' } as const;

interface OpenProps {
  readonly shift: Shift;
  readonly done: () => unknown;
  readonly closed: (cashup: CashupWithReport) => void;
}

function OpenDrawer({ shift, done, closed }: OpenProps) {
  const { zone } = useMoney();
  const [step, setStep] = useState<'in' | 'out' | 'report' | 'count'>();
  const noSale = useMovement('no_sale', shift, { amount: 0n, reason: null }, done);
  const lockOf = useLocks();
  const back = () => setStep(undefined);
  if (step === 'in' || step === 'out') return <Move kind={step} shift={shift} done={back} />;
  if (step === 'report') return <Running shift={shift} back={back} />;
  if (step === 'count') return <Count shift={shift} closed={closed} back={back} />;
  return (
    <Stack gap="md">
      <Hint>{t('Open since {when}', { when: formatWhen(shift.opened_at, zone, new Date()) })}</Hint>
      <Group grow gap="sm">
        {(['in', 'out'] as const).map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="lg"
            {...lockOf(KIND_RIGHTS[kind])}
            onClick={() => setStep(kind)}
          >
            {translated(KINDS[kind])}
          </Button>
        ))}
      </Group>
      <Group grow gap="sm">
        <Button
          variant="default"
          size="lg"
          {...lockOf('OpenCashDrawer')}
          loading={noSale.busy}
          onClick={noSale.send}
        >
          {translated(KINDS.no_sale)}
        </Button>
        <Button variant="default" size="lg" {...lockOf('XReport')} onClick={() => setStep('report')}>
          {t('X report')}
        </Button>
      </Group>
      {noSale.refused}
      <Button size="lg" {...lockOf('ZReport')} onClick={() => setStep('count')}>
        {t('Count and close')}
      </Button>
    </Stack>
  );
}

/** The amount that is moved, and the reason. */
interface Moved {
  readonly amount: bigint;
  readonly reason: string | null;
}

/** Sends a movement of cash, and says that it is there. */
function useMovement(kind: Kind, shift: Shift, { amount, reason }: Moved, done: () => unknown) {
  const { core } = useRegister();
  const text = formatDecimal(amount);
  return useDirectRequest({
    label: translated(KINDS[kind]),
    request: () => ['createShiftMovement', shift.id_str, kind, text, reason],
    work: async (idempotencyKey) =>
      core.acting.call(
        'createShiftMovement',
        { shift_id: shift.id, body: { kind, amount: exactNumber(text), reason } },
        {
          idempotencyKey,
          approvals: await core.approvals([KIND_RIGHTS[kind]], { reason: reason ?? undefined }),
        },
      ),
    done: () => {
      toast(t('{movement} noted', { movement: translated(KINDS[kind]) }));
      return done();
    },
  });
}

interface MoveProps {
  readonly kind: 'in' | 'out';
  readonly shift: Shift;
  readonly done: () => void;
}

/** The cash that should be in the drawer, for staff who may know that; undefined for others, and until it is read. */
function useExpected(shift: Shift, isWanted: boolean): bigint | undefined {
  const { core, staffMember } = useRegister();
  const isTold = isWanted && mayDo(staffMember.rights, 'XReport');
  const { data } = useQuery({
    queryKey: ['shifts', shift.id, 'expected'],
    queryFn: () => core.acting.call('getShiftReport', { shift_id: shift.id }),
    enabled: isTold,
    staleTime: 0,
    gcTime: 0,
    ...SAID_OFFLINE,
  });
  return isTold && data !== undefined ? decimalOf(data.cash.expected) : undefined;
}

/** Cash in or out: how much, and why. */
function Move({ kind, shift, done }: MoveProps) {
  const { currency } = useMoney();
  const { amount, field } = useAmount();
  const [reason, setReason] = useState('');
  const moved = { amount: amount ?? 0n, reason: reason.trim() };
  const expected = useExpected(shift, kind === 'out');
  const isBeyond = expected !== undefined && moved.amount > expected;
  const moving = useMovement(kind, shift, moved, done);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        moving.send();
      }}
    >
      <Stack gap="md">
        <TextInput label={translated(KINDS[kind])} data-autofocus {...field} />
        {isBeyond && (
          <Alert color="brass" role="alert">
            {t('That is more than the drawer should hold: {amount}.', {
              amount: formatMoney(expected, currency),
            })}
          </Alert>
        )}
        <ReasonField usual={CASH} value={reason} change={setReason} maxLength={255} />
        {moving.refused}
        <Group grow gap="sm">
          <Button variant="default" size="lg" onClick={done}>
            {t('Back')}
          </Button>
          <Button
            type="submit"
            size="lg"
            loading={moving.busy}
            disabled={moved.amount === 0n || moved.reason === ''}
          >
            {isBeyond ? t('Take out anyway') : translated(KINDS[kind])}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The sums of the shift so far. */
function Running({ shift, back }: { shift: Shift; back: () => void }) {
  const { core } = useRegister();
  const report = useQuery({
    queryKey: ['shifts', shift.id, 'report'],
    queryFn: async () =>
      core.acting.call(
        'getShiftReport',
        { shift_id: shift.id },
        { approvals: await core.approvals(['XReport']) },
      ),
    // It may take a PIN: asked for when it is opened, and not again behind its reader's back.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  return (
    <Stack gap="md">
      <Known query={report}>{(data) => <Report report={data} />}</Known>
      <Button variant="default" size="lg" onClick={back}>
        {t('Back')}
      </Button>
    </Stack>
  );
}

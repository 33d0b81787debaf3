import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CashupWithReport, Shift } from '#clients/typescript/index.ts';
import { formatDecimal } from '#src/kernel/money.ts';
import { formatMoney } from '../../shared/format.ts';
import { exactNumber } from '../../shared/refunds.ts';
import { t } from '../../shared/words.ts';
import { useRegister } from '../context.tsx';
import { useDirectRequest } from '../direct-request.tsx';
import { denominations, typedMoney } from '../money.ts';
import { useMoney } from './money.ts';

type Pieces = Readonly<Record<string, string>>;

const PIECES = /^\d{0,6}$/;

/** The sum of typed numbers of coins and notes; undefined while there is none, or one of them is no number. */
function sumOf(pieces: Pieces, values: readonly bigint[]): bigint | undefined {
  if (Object.values(pieces).every((text) => text.trim() === '')) return undefined;
  let sum = 0n;
  for (const value of values) {
    const text = (pieces[formatDecimal(value)] ?? '').trim();
    if (!PIECES.test(text)) return undefined;
    sum += value * BigInt(text === '' ? 0 : text);
  }
  return sum;
}

const isRight = (pieces: Pieces) => Object.values(pieces).every((text) => PIECES.test(text.trim()));

/** The numbers of coins and notes as the API takes them: those that there are. */
function countsOf(pieces: Pieces): Record<string, number> {
  const typed = Object.entries(pieces).filter(([, text]) => Number(text) > 0);
  return Object.fromEntries(typed.map(([value, text]) => [value, Number(text)]));
}

interface Props {
  readonly shift: Shift;
  readonly closed: (cashup: CashupWithReport) => void;
  readonly back: () => void;
}

/** Counts the drawer, by coins and notes or at once, and closes it. What is expected in it is shown afterwards. */
export function Count({ shift, closed, back }: Props) {
  const { core } = useRegister();
  const { currency, units } = useMoney();
  const [isByPiece, setByPiece] = useState(true);
  const [pieces, setPieces] = useState<Pieces>({});
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const values = denominations(currency, units);
  const typed = typedMoney(text, units);
  const whole = isByPiece ? sumOf(pieces, values) : typed !== undefined && typed >= 0n ? typed : undefined;
  const body = () => ({
    counted: isByPiece ? countsOf(pieces) : exactNumber(formatDecimal(whole ?? 0n)),
    note: note.trim() === '' ? null : note.trim(),
  });
  const closing = useDirectRequest({
    label: t('Count and close'),
    request: () => ['closeShift', shift.id_str, body()],
    work: async (idempotencyKey) => {
      const approvals = await core.approvals(['ZReport']);
      return core.acting.call(
        'closeShift',
        { shift_id: shift.id, body: body() },
        { idempotencyKey, approvals },
      );
    },
    done: closed,
  });
  return (
    <form
      onSubmit={(event) => {
        // Enter in a field would close the drawer in the middle of the count.
        event.preventDefault();
      }}
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('How it is counted')}
          size="md"
          data={[
            { value: 'pieces', label: t('Coins and notes') },
            { value: 'total', label: t('Total') },
          ]}
          value={isByPiece ? 'pieces' : 'total'}
          onChange={(value) => setByPiece(value === 'pieces')}
        />
        {isByPiece ? (
          <PieceFields pieces={pieces} values={values} currency={currency} change={setPieces} />
        ) : (
          <TextInput
            label={t('Total')}
            size="md"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={text !== '' && whole === undefined ? t('Enter an amount') : undefined}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <Group justify="space-between">
          <Text fw={600}>{t('Counted')}</Text>
          {whole === undefined ? (
            <Text size="sm" role="status">
              {isByPiece && !isRight(pieces)
                ? t('One of the numbers is no whole number.')
                : t('Enter what is in the drawer.')}
            </Text>
          ) : (
            <Text fw={650} size="lg" className="figures">
              {formatMoney(whole, currency)}
            </Text>
          )}
        </Group>
        <TextInput
          label={t('Note')}
          size="md"
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {closing.refused}
        <Group grow gap="sm">
          <Button variant="default" size="lg" onClick={back}>
            {t('Back')}
          </Button>
          <Button size="lg" loading={closing.busy} disabled={whole === undefined} onClick={closing.send}>
            {t('Close drawer')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PieceFieldsProps {
  readonly pieces: Pieces;
  readonly values: readonly bigint[];
  readonly currency: string;
  readonly change: (pieces: Pieces) => void;
}

/** How many there are of each coin and note. */
function PieceFields({ pieces, values, currency, change }: PieceFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
      {values.map((value) => {
        const name = formatDecimal(value);
        const typedPieces = pieces[name] ?? '';
        return (
          <TextInput
            key={name}
            label={formatMoney(value, currency)}
            size="md"
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            value={typedPieces}
            error={PIECES.test(typedPieces.trim()) ? undefined : t('This must be a whole number.')}
            onChange={({ currentTarget }) => change({ ...pieces, [name]: currentTarget.value })}
          />
        );
      })}
    </SimpleGrid>
  );
}

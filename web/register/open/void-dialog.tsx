import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { OrderLine } from '#clients/typescript/index.ts';
import { type Decimal, formatDecimal, ONE } from '#src/kernel/money.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import { decimalOf, formatQuantity } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import { useLocks } from '../approval.tsx';
import { useRegister, useRegisterState } from '../context.tsx';
import { Dialog } from '../dialog.tsx';
import type { RegisterOrder } from '../orders.ts';
import { ReasonField } from '../reason-field.tsx';
import { keepRefusal } from '../send-writes.ts';
import { TAKEN_BACK } from '../usual-reasons.ts';
import { restoreBody, voidWrite, withVoid } from '../voids.ts';

interface Props {
  readonly order: RegisterOrder;
  readonly line: OrderLine;
  readonly close: () => void;
}

/** Asks how many of a line are voided, and why. */
export function VoidDialog({ order, line, close }: Props) {
  const { core, staffMember } = useRegister();
  const lockOf = useLocks();
  const { menu } = useRegisterState();
  const most = decimalOf(line.quantity);
  const [quantity, setQuantity] = useState(most);
  const [reason, setReason] = useState('');
  const drop = async () => {
    const write = voidWrite(order.id_str, line, quantity, reason.trim());
    close();
    try {
      await core.send([write]);
    } catch (error) {
      return void keepRefusal(core, write.label, error);
    }
    core.setVoids(
      withVoid(core.state.voids, {
        ...{ id: crypto.randomUUID(), order: order.id_str, line: line.line_id },
        ...{ name: lineName(line), reason: reason.trim(), by: staffMember.name, at: Date.now() },
        quantity: formatDecimal(quantity),
        restore: restoreBody(order, line, quantity, menu),
      }),
    );
  };
  return (
    <Dialog onClose={close} title={t('Void {product}', { product: lineName(line) })}>
      <Stack gap="md">
        {most > ONE && <Quantity quantity={quantity} most={most} change={setQuantity} />}
        <ReasonField usual={TAKEN_BACK} value={reason} change={setReason} maxLength={200} />
        <Button
          size="lg"
          color="red.9"
          disabled={reason.trim() === ''}
          {...lockOf('Void')}
          onClick={() => void drop()}
        >
          {most > ONE ? t('Void {quantity}', { quantity: formatQuantity(quantity) }) : t('Void')}
        </Button>
      </Stack>
    </Dialog>
  );
}

interface QuantityProps {
  readonly quantity: Decimal;
  readonly most: Decimal;
  readonly change: (quantity: Decimal) => void;
}

/** From one to all of them. */
function Quantity({ quantity, most, change }: QuantityProps) {
  return (
    <Group gap="md" role="group" aria-label={t('Quantity')}>
      <ActionIcon
        variant="default"
        size={50}
        aria-label={t('Fewer')}
        disabled={quantity <= ONE}
        onClick={() => change(quantity < 2n * ONE ? ONE : quantity - ONE)}
      >
        <Minus aria-hidden />
      </ActionIcon>
      <Text fz="xl" fw={650} className="figures" role="status">
        {t('{quantity} of {all}', { quantity: formatQuantity(quantity), all: formatQuantity(most) })}
      </Text>
      <ActionIcon
        variant="default"
        size={50}
        aria-label={t('More')}
        disabled={quantity >= most}
        onClick={() => change(quantity + ONE < most ? quantity + ONE : most)}
      >
        <Plus aria-hidden />
      </ActionIcon>
    </Group>
  );
}

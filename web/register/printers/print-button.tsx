import { Button } from '@mantine/core';
import { Printer } from 'lucide-react';
import { Hint } from '../../shared/ui/hint.tsx';
import { toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { useDirectRequest } from '../direct-request.tsx';
import { numberOf } from '../open/title.ts';
import type { RegisterOrder } from '../orders.ts';

interface Props {
  readonly order: string;
  /** The text of the button. */
  readonly text: string;
  /** The heading of its refusal. */
  readonly label: string;
  /** The text once it is with the printer. */
  readonly sent: string;
  /** Why it cannot be printed just now. */
  readonly not?: string | undefined;
}

/** Prints what is to be paid of an open order: without what the service does not know yet it would be too little, or too much. */
export function BillButton({ order }: { order: RegisterOrder }) {
  const { queue } = useRegisterState();
  const isUnsent = queue.entries.some(({ subject }) => subject === order.id_str);
  return (
    <PrintButton
      order={order.id_str}
      text={t('Print bill')}
      label={t('Printing the bill of {order}', { order: numberOf(order) })}
      sent={t('Bill sent to the printer')}
      not={isUnsent ? t('The bill can be printed once the changes of this order are sent.') : undefined}
    />
  );
}

/** Prints what guests get of an order at this register: its bill while it is open, else its receipt. */
export function PrintButton({ order, text, label, sent, not }: Props) {
  const { core, place } = useRegister();
  const print = useDirectRequest({
    label,
    request: () => ['printOrderReceipt', order],
    work: (idempotencyKey) =>
      core.acting.call(
        'printOrderReceipt',
        { order_id: order, body: { register_id: place.register } },
        { idempotencyKey },
      ),
    done: () => toast(sent),
  });
  return (
    <>
      <Button
        size="lg"
        variant="default"
        leftSection={<Printer size={20} aria-hidden />}
        loading={print.busy}
        disabled={not !== undefined}
        onClick={print.send}
      >
        {text}
      </Button>
      {print.refused}
      {not !== undefined && <Hint w="100%">{not}</Hint>}
    </>
  );
}

import { Button } from '@mantine/core';
import { Printer } from 'lucide-react';
import { toast } from '../../shared/ui/states.tsx';
import { useRegister } from '../context.tsx';
import { useDirectRequest } from '../direct-request.tsx';

interface Props {
  readonly order: string;
  /** What the button says. */
  readonly text: string;
  /** What a refusal of it is headed by. */
  readonly label: string;
  /** What is said once it is with the printer. */
  readonly sent: string;
}

/** Prints what guests get of an order at this register: its bill while it is open, else its receipt. */
export function PrintButton({ order, text, label, sent }: Props) {
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
        onClick={print.send}
      >
        {text}
      </Button>
      {print.refused}
    </>
  );
}

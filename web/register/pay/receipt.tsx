import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileText, Printer } from 'lucide-react';
import type { Order } from '../../shared/records.ts';
import { toast } from '../../shared/ui/states.tsx';
import { postJson } from '../api.ts';
import { useRegister } from '../context.tsx';
import { useDirectRequest } from '../direct-request.tsx';

/** Longest life of a PDF's address in the browser, in ms. */
const ADDRESS_MS = 60_000;
/** How often an order that is not complete yet is looked at, in ms. */
const LOOK_MS = 1_000;

/** The receipt of a sale: as a PDF that is opened beside, and printed at this register. */
export function ReceiptButtons({ order, saleid }: { order: string; saleid: string }) {
  const { api, core, place } = useRegister();
  const pdf = useDirectRequest({
    label: `PDF receipt of ${saleid}`,
    work: () => api.blob(`orders/${order}/pdf`, 'application/pdf'),
    done: (blob) => {
      const address = URL.createObjectURL(blob);
      window.open(address, '_blank', 'noopener');
      setTimeout(() => URL.revokeObjectURL(address), ADDRESS_MS);
    },
  });
  const print = useDirectRequest({
    label: `Printing the receipt of ${saleid}`,
    work: () => postJson(core.acting, `orders/${order}/receipt`, { register_id: place.register }),
    done: () => toast('The receipt is being printed'),
  });
  return (
    <>
      <Button
        size="lg"
        variant="default"
        leftSection={<FileText size={20} aria-hidden />}
        loading={pdf.busy}
        onClick={pdf.send}
      >
        Receipt as PDF
      </Button>
      <Button
        size="lg"
        variant="default"
        leftSection={<Printer size={20} aria-hidden />}
        loading={print.busy}
        onClick={print.send}
      >
        Print
      </Button>
      {pdf.refused}
      {print.refused}
    </>
  );
}

/** After the last payment: the receipt, and on to the next. */
export function Receipt({ order, close }: { order: string | undefined; close: () => void }) {
  const { api } = useRegister();
  const shown = useQuery({
    queryKey: ['orders', 'paid', order],
    queryFn: () => api.get<Order>(`orders/${order}`),
    enabled: order !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'COMPLETE' ? false : LOOK_MS),
  });
  const complete = shown.data?.status === 'COMPLETE';
  return (
    <>
      <Text mb="md" role="status">
        {order === undefined
          ? 'Kept at this till. It is sent as soon as there is a network.'
          : complete
            ? `Sale ${shown.data?.saleid}`
            : 'Being sent…'}
      </Text>
      <Group>
        <Button size="lg" onClick={close} data-autofocus>
          Next sale
        </Button>
        {order !== undefined && complete && (
          <ReceiptButtons order={order} saleid={shown.data?.saleid ?? ''} />
        )}
      </Group>
    </>
  );
}

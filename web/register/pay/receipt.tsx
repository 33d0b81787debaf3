import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileText, Printer } from 'lucide-react';
import type { Order } from '../../shared/records.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { postJson } from '../api.ts';
import { useTill } from '../context.tsx';

/** Longest life of a PDF's address in the browser, in ms. */
const ADDRESS_MS = 60_000;
/** How often an order that is not complete yet is looked at, in ms. */
const LOOK_MS = 1_000;

/** The PDF of an order, opened beside. */
export function PdfButton({ order }: { order: string }) {
  const { api } = useTill();
  const pdf = useMutation({
    mutationFn: () => api.blob(`orders/${order}/pdf`, 'application/pdf'),
    onSuccess: (blob) => {
      const address = URL.createObjectURL(blob);
      window.open(address, '_blank', 'noopener');
      setTimeout(() => URL.revokeObjectURL(address), ADDRESS_MS);
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <Button
      size="lg"
      variant="default"
      leftSection={<FileText size={20} aria-hidden />}
      loading={pdf.isPending}
      onClick={() => pdf.mutate()}
    >
      Receipt as PDF
    </Button>
  );
}

/** Prints the receipt at this register. */
export function PrintButton({ order }: { order: string }) {
  const { core, place } = useTill();
  const print = useMutation({
    mutationFn: () => postJson(core.acting, `orders/${order}/receipt`, { register_id: place.register }),
    onSuccess: () => toast('The receipt is being printed'),
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <Button
      size="lg"
      variant="default"
      leftSection={<Printer size={20} aria-hidden />}
      loading={print.isPending}
      onClick={() => print.mutate()}
    >
      Print
    </Button>
  );
}

/** After the last payment: the receipt, and on to the next. */
export function Receipt({ order, close }: { order: string | undefined; close: () => void }) {
  const { api } = useTill();
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
        {order !== undefined && complete && <PdfButton order={order} />}
        {order !== undefined && complete && <PrintButton order={order} />}
      </Group>
    </>
  );
}

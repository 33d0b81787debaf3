import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { Later, Part } from '../../shared/ui/later.tsx';
import { t } from '../../shared/words.ts';
import { useRegister } from '../context.tsx';
import { useDirectRequest } from '../direct-request.tsx';
import { numberOf } from '../open/title.ts';
import { PrintButton } from '../printers/print-button.tsx';
import type { GuestReceipt as GuestReceiptPart } from './mail-receipt.tsx';

const guestReceipt = new Later(async () => (await import('./mail-receipt.tsx')).GuestReceipt);
const GuestReceipt = (props: ComponentProps<typeof GuestReceiptPart>) => (
  <Part part={guestReceipt} props={props} />
);

/** Longest life of a PDF's address in the browser, in ms. */
const ADDRESS_MS = 60_000;
/** How often an order that is not complete yet is looked at, in ms. */
const LOOK_MS = 1_000;

/** The receipt of a sale: as a PDF that is opened beside, and printed at this register. */
export function ReceiptButtons({ order, saleid }: { order: string; saleid: string }) {
  const { passbell } = useRegister();
  const pdf = useDirectRequest({
    label: t('PDF receipt of {sale}', { sale: saleid }),
    request: () => ['getOrderPdf', order],
    work: () => passbell.call('getOrderPdf', { order_id: order }),
    done: (pdf) => {
      const address = URL.createObjectURL(new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }));
      window.open(address, '_blank', 'noopener');
      setTimeout(() => URL.revokeObjectURL(address), ADDRESS_MS);
    },
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
        {t('PDF receipt')}
      </Button>
      <PrintButton
        order={order}
        text={t('Print')}
        label={t('Printing the receipt of {sale}', { sale: saleid })}
        sent={t('Receipt sent to the printer')}
      />
      {pdf.refused}
    </>
  );
}

/** After the last payment: the receipt, and on to the next. */
export function Receipt({ order, close }: { order: string | undefined; close: () => void }) {
  const { passbell } = useRegister();
  const shown = useQuery({
    queryKey: ['orders', 'paid', order],
    queryFn: () => passbell.call('getOrder', { order_id: order ?? '' }),
    enabled: order !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'COMPLETE' ? false : LOOK_MS),
  });
  const paid = shown.data?.status === 'COMPLETE' ? shown.data : undefined;
  // Enter begins the next sale: what was pressed for the payment is gone by now.
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);

  return (
    <>
      <Text mb="md" role="status">
        {order === undefined
          ? t('Saved on this register. It is sent when the connection is back.')
          : paid !== undefined
            ? t('Sale {sale}', { sale: numberOf(paid) })
            : t('Sending…')}
      </Text>
      <Group>
        <Button ref={next} size="xl" onClick={close} data-autofocus>
          {t('New sale')}
        </Button>
        {order !== undefined && paid !== undefined && <ReceiptButtons order={order} saleid={paid.saleid} />}
      </Group>
      {order !== undefined && paid !== undefined && (
        <GuestReceipt order={order} saleid={paid.saleid} email={paid.customer?.email ?? null} />
      )}
    </>
  );
}

// The customer's receipt: as it would print, and at which register.

import { Box, Divider, Group, Text } from '@mantine/core';
import type { Order, ReceiptDocument, ReceiptFigure } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatQuantity } from '../../shared/format.ts';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';
import { useRead } from '../read.ts';
import { CompanyText, ReceiptHead } from '../receipt-parts.tsx';

interface Props {
  readonly order: Order;
  readonly close: () => void;
}

export function ReceiptPreview({ order, close }: Props) {
  const receipt = useRead('orders', 'getOrderReceipt', { order_id: order.id_str });
  return (
    <Dialog title={t('Receipt of {saleid}', { saleid: order.saleid })} opened close={close}>
      {receipt.data !== undefined ? (
        <Paper receipt={receipt.data} />
      ) : receipt.isError ? (
        <Trouble error={receipt.error} again={() => void receipt.refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

function Paper({ receipt }: { receipt: ReceiptDocument }) {
  const { when } = useCompany();
  const { legal_name: legal, tax_number: tax } = receipt;
  const head = [legal, receipt.site_name, ...receipt.address, receipt.phone, receipt.business_number, tax];
  return (
    <Box className="card figures" p="md" maw={380} mx="auto" style={{ overflowWrap: 'anywhere' }}>
      <ReceiptHead company={receipt.company_name} lines={head} text={receipt.header} />
      <Divider my="sm" variant="dashed" />
      <Row label={receipt.title} amount={receipt.saleid} strong />
      {receipt.order_number !== null && <Row label={t('Order number')} amount={receipt.order_number} />}
      {receipt.invoice_number !== null && <Row label={t('Invoice number')} amount={receipt.invoice_number} />}
      {receipt.subject !== null ? (
        <Text size="sm">{receipt.subject}</Text>
      ) : (
        receipt.refund_of !== null && <Row label={t('Refund of')} amount={receipt.refund_of} />
      )}
      <Row label={t('Placed')} amount={when(receipt.placed_at)} />
      {receipt.customer_name !== null && <Row label={t('Customer')} amount={receipt.customer_name} />}
      <Divider my="sm" variant="dashed" />
      {receipt.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of a receipt is known by its place alone
        <Box key={at} ps={line.level * 14}>
          <Row label={`${formatQuantity(line.quantity)} ${isolated(line.name)}`} amount={line.total} />
          {line.details.map((detail, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: so are its details
            <Text key={place} size="xs" c="dimmed" ps="sm">
              {detail}
            </Text>
          ))}
        </Box>
      ))}
      {receipt.notes.map((note) => (
        <Hint key={note} size="xs">
          {note}
        </Hint>
      ))}
      <Divider my="sm" variant="dashed" />
      <Row label={t('Total')} amount={receipt.total} strong />
      <Figures figures={receipt.taxes} />
      <Figures figures={receipt.payments} />
      <Figures figures={receipt.extras} />
      {receipt.due !== '' && <Row label={t('Amount due')} amount={receipt.due} strong />}
      <CompanyText text={receipt.footer} />
    </Box>
  );
}

function Figures({ figures }: { figures: readonly ReceiptFigure[] }) {
  return figures.map(({ label, amount }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two payments may say the same
    <Row key={at} label={label} amount={amount} />
  ));
}

function Row({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  return (
    <Group justify="space-between" wrap="nowrap" align="baseline" gap="sm">
      <Text size="sm" fw={strong ? 650 : 400}>
        {label}
      </Text>
      <Text size="sm" fw={strong ? 650 : 400} ta="end">
        {amount}
      </Text>
    </Group>
  );
}

export function PrintReceipt({ order, close }: Props) {
  const { passbell, registers } = useCompany();
  const here = registers.filter((register) => register.site_id === order.site_id);
  const form = useRecordForm({
    initial: { register_id: order.register_id ?? here[0]?.id_str ?? null },
    send: (body) => passbell.call('printOrderReceipt', { order_id: order.id_str, body }),
    done: close,
    stale: ['print_jobs'],
    said: t('The receipt was sent to the printer.'),
  });
  return (
    <Dialog title={t('Print the receipt of {saleid}', { saleid: order.saleid })} opened close={close}>
      <Form form={form} submit={t('Print')} cancel={close}>
        <ChoiceField
          label={t('Register')}
          description={t('Its print agent prints the receipt.')}
          data={choices(here)}
          {...form.choice('register_id')}
          data-autofocus
        />
      </Form>
    </Dialog>
  );
}

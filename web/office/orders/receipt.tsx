// The customer's receipt: as it would print, and at which register.

import { Box, Button, Divider, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isolated } from '#src/kernel/text.ts';
import type { Receipt, ReceiptFigure } from '#src/printing/shape.ts';
import { formatNumber } from '../../shared/format.ts';
import type { Id } from '../../shared/json.ts';
import type { Order } from '../../shared/records.ts';
import { Refused } from '../../shared/ui/ask.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useApiForm } from '../../shared/ui/form.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';

interface Props {
  readonly order: Order;
  readonly opened: boolean;
  readonly close: () => void;
}

export function ReceiptPreview({ order, opened, close }: Props) {
  const { api } = useCompany();
  const receipt = useQuery({
    queryKey: ['orders', api.company, order.id_str, 'receipt'],
    queryFn: ({ signal }) => api.get<Receipt>(`orders/${order.id_str}/receipt`, { signal }),
    enabled: opened,
  });
  return (
    <Dialog title={`Receipt of ${order.saleid}`} opened={opened} close={close}>
      {receipt.data === undefined ? (
        receipt.isError ? (
          <Trouble error={receipt.error} again={() => void receipt.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <Paper receipt={receipt.data} />
      )}
    </Dialog>
  );
}

function Paper({ receipt }: { receipt: Receipt }) {
  const { when } = useCompany();
  const head = [receipt.site_name, ...receipt.address, receipt.phone, receipt.business_number];
  return (
    <Box className="card figures" p="md" maw={380} mx="auto" style={{ overflowWrap: 'anywhere' }}>
      <Text ta="center" fw={650}>
        {receipt.company_name}
      </Text>
      {head.filter(Boolean).map((line) => (
        <Text key={line} size="sm" ta="center">
          {line}
        </Text>
      ))}
      <Divider my="sm" variant="dashed" />
      <Row label={receipt.title} amount={receipt.saleid} strong />
      {receipt.refund_of !== null && <Row label="Refund of" amount={receipt.refund_of} />}
      <Row label="Placed" amount={when(receipt.placed_at)} />
      {receipt.customer_name !== null && <Row label="Customer" amount={receipt.customer_name} />}
      <Divider my="sm" variant="dashed" />
      {receipt.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of a receipt is known by its place alone
        <Box key={at} pl={line.level * 14}>
          <Row label={`${formatNumber(line.quantity)} ${isolated(line.name)}`} amount={line.total} />
          {line.details.map((detail, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: so are its details
            <Text key={place} size="xs" c="dimmed" pl="sm">
              {detail}
            </Text>
          ))}
        </Box>
      ))}
      {receipt.notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
      <Divider my="sm" variant="dashed" />
      <Row label="Total" amount={receipt.total} strong />
      <Figures figures={receipt.taxes} />
      <Figures figures={receipt.payments} />
      <Figures figures={receipt.extras} />
      {receipt.due !== '' && <Row label="Amount due" amount={receipt.due} strong />}
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
      <Text size="sm" fw={strong ? 650 : 400} ta="right">
        {amount}
      </Text>
    </Group>
  );
}

export function PrintReceipt({ order, opened, close }: Props) {
  const { api, registers } = useCompany();
  const here = registers.filter((register) => register.site_id === order.site_id);
  const [chosen, setChosen] = useState<Id | null>(null);
  const register = chosen ?? order.register_id ?? here[0]?.id_str ?? null;
  const form = useApiForm({
    fields: ['register_id'],
    send: () => api.post(`orders/${order.id_str}/receipt`, { register_id: register }),
    done: close,
    said: 'The receipt is sent to the printer.',
  });
  return (
    <Dialog title={`Print the receipt of ${order.saleid}`} opened={opened} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          form.send(undefined);
        }}
      >
        <Stack gap="md">
          <Select
            label="Register"
            description="Its print agent prints the receipt."
            data={choices(here)}
            value={register}
            onChange={setChosen}
            allowDeselect={false}
            error={form.errorOf('register_id')}
            data-autofocus
          />
          {form.otherError !== undefined && <Refused>{form.otherError}</Refused>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={form.busy} disabled={register === null}>
              Print
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

// What can be done with an order: the ways of its status, its papers, a refund, and that it goes.

import { Box, Button, Group, Menu, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, FileText, Printer, ReceiptText, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type OrderStatus, TRANSITIONS } from '#src/orders/rules/status.ts';
import type { Order } from '../../shared/records.ts';
import { Ask, Refused } from '../../shared/ui/ask.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useApiForm } from '../../shared/ui/form.tsx';
import { sentenceOf } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { useDownload } from '../download.ts';
import { PrintReceipt, ReceiptPreview } from './receipt.tsx';
import { RefundSheet } from './refund.tsx';

/** The label of the button that leads to each status. */
const STATUS_ACTIONS: Readonly<Record<OrderStatus, string>> = {
  SUBMITTED: 'Back to submitted',
  ON_HOLD: 'Put on hold',
  ACCEPTED: 'Accept',
  PENDING: 'Set to pending',
  REJECTED: 'Reject',
  COMPLETE: 'Complete',
};

/** The most likely next status, a button of its own. */
const NEXT_STATUS: Partial<Record<OrderStatus, OrderStatus>> = {
  SUBMITTED: 'ACCEPTED',
  ON_HOLD: 'ACCEPTED',
  ACCEPTED: 'PENDING',
  PENDING: 'COMPLETE',
};

type OpenDialog = 'reject' | 'complete' | 'delete' | 'print' | 'receipt' | 'refund';

export function OrderActions({ order }: { order: Order }) {
  const { api, money } = useCompany();
  const client = useQueryClient();
  const [opened, setOpened] = useState<OpenDialog>();
  const close = () => setOpened(undefined);
  const path = `orders/${order.id_str}`;
  const stale = () => void client.invalidateQueries({ queryKey: ['orders'] });
  const setStatus = (status: OrderStatus) => api.put<Order>(path, { status });
  const isDue = Number(order.due) !== 0;
  return (
    <>
      <StatusButtons order={order} setStatus={setStatus} done={stale} open={setOpened} />
      {order.status === 'COMPLETE' && !order.is_refund && !order.deleted && (
        <Button
          variant="default"
          leftSection={<Undo2 size={16} aria-hidden />}
          onClick={() => setOpened('refund')}
        >
          Refund
        </Button>
      )}
      {order.status === 'COMPLETE' && <Invoice order={order} />}
      <MoreActions order={order} open={setOpened} />
      <Reject order={order} opened={opened === 'reject'} close={close} done={stale} />
      <Ask
        title={`Complete order ${order.saleid}?`}
        opened={opened === 'complete'}
        close={close}
        confirm="Complete"
        color="tide"
        act={() => setStatus('COMPLETE')}
        done={stale}
        said="The order is complete."
      >
        {isDue && `${money(order.due, order.site_id)} is still due. `}A complete order cannot be changed any
        more; it can be refunded.
      </Ask>
      <Ask
        title={`Delete order ${order.saleid}?`}
        opened={opened === 'delete'}
        close={close}
        confirm="Delete"
        act={() => api.delete(path)}
        done={stale}
        said="The order is deleted."
      >
        It is kept, marked as deleted, and found by the filter “Deleted”. Stock that it holds is given back.
        This cannot be undone.
      </Ask>
      <ReceiptPreview order={order} opened={opened === 'receipt'} close={close} />
      <PrintReceipt order={order} opened={opened === 'print'} close={close} />
      {opened === 'refund' && <RefundSheet order={order} close={close} />}
    </>
  );
}

interface StatusButtonsProps {
  readonly order: Order;
  readonly setStatus: (status: OrderStatus) => Promise<unknown>;
  readonly done: () => void;
  readonly open: (opened: OpenDialog) => void;
}

/** The statuses an order may go to; some ask first. */
function StatusButtons({ order, setStatus, done, open }: StatusButtonsProps) {
  const move = useMutation({ mutationFn: setStatus, onSuccess: done });
  const ways = order.deleted ? [] : TRANSITIONS[order.status];
  const next = NEXT_STATUS[order.status];
  const go = (status: OrderStatus) => {
    if (status === 'REJECTED') open('reject');
    else if (status === 'COMPLETE') open('complete');
    else move.mutate(status);
  };
  return (
    <>
      {move.isError && (
        <Box flex="1 1 100%">
          <Refused>{`${STATUS_ACTIONS[move.variables]}: ${sentenceOf(move.error)}`}</Refused>
        </Box>
      )}
      {next !== undefined && ways.includes(next) && (
        <Button onClick={() => go(next)} loading={move.isPending && move.variables === next}>
          {STATUS_ACTIONS[next]}
        </Button>
      )}
      {ways.length > 0 && (
        <DropDown label="Status">
          {ways.map((status) => (
            <Menu.Item
              key={status}
              {...(status === 'REJECTED' ? { color: 'red' } : {})}
              onClick={() => go(status)}
            >
              {STATUS_ACTIONS[status]}
            </Menu.Item>
          ))}
        </DropDown>
      )}
    </>
  );
}

function DropDown({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function Invoice({ order }: { order: Order }) {
  const download = useDownload();
  return (
    <Button
      variant="default"
      leftSection={<FileText size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() =>
        download.mutate({
          path: `orders/${order.id_str}/pdf`,
          type: 'application/pdf',
          name: `${order.saleid}.pdf`,
        })
      }
    >
      {order.is_refund ? 'Refund as PDF' : 'Invoice as PDF'}
    </Button>
  );
}

/** Its receipt, and that it goes. */
function MoreActions({ order, open }: Pick<StatusButtonsProps, 'order' | 'open'>) {
  return (
    <DropDown label="More">
      <Menu.Item leftSection={<ReceiptText size={16} aria-hidden />} onClick={() => open('receipt')}>
        Show the receipt
      </Menu.Item>
      {!order.deleted && (
        <Menu.Item leftSection={<Printer size={16} aria-hidden />} onClick={() => open('print')}>
          Print the receipt
        </Menu.Item>
      )}
      {order.status !== 'COMPLETE' && !order.deleted && (
        <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={() => open('delete')}>
          Delete
        </Menu.Item>
      )}
    </DropDown>
  );
}

interface RejectProps {
  readonly order: Order;
  readonly opened: boolean;
  readonly close: () => void;
  readonly done: () => void;
}

function Reject({ order, opened, close, done }: RejectProps) {
  const { api } = useCompany();
  const [name, setName] = useState('');
  const [notes, setNotes] = useState('');
  const form = useApiForm({
    fields: ['reject_reason.name', 'reject_reason.notes', 'reject_reason'],
    send: () =>
      api.put<Order>(`orders/${order.id_str}`, {
        status: 'REJECTED',
        ...(name.trim() === '' && notes.trim() === ''
          ? {}
          : { reject_reason: { name: name.trim() || null, notes: notes.trim() || null } }),
      }),
    done: () => {
      done();
      close();
    },
    said: 'The order is rejected.',
  });
  return (
    <Dialog title={`Reject order ${order.saleid}?`} opened={opened} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          form.send(undefined);
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Reason"
            description="The add-on that made the order is told."
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
            error={form.errorOf('reject_reason.name', 'reject_reason')}
            data-autofocus
          />
          <Textarea
            label="Notes"
            autosize
            minRows={2}
            value={notes}
            onChange={({ currentTarget: { value } }) => setNotes(value)}
            error={form.errorOf('reject_reason.notes')}
          />
          {form.otherError !== undefined && <Refused>{form.otherError}</Refused>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={form.busy}>
              Reject
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

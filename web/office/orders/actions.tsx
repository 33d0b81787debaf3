// What can be done with an order: the ways of its status, its papers, a refund, and that it goes.

import { Box, Button, Menu, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, FileText, Mail, Printer, ReceiptText, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Order } from '#clients/typescript/index.ts';
import { TRANSITIONS } from '#src/orders/rules/status.ts';
import { textOrNull } from '../../shared/changes.ts';
import type { OrderStatus } from '../../shared/order-words.ts';
import { Ask, Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { sentenceOf } from '../../shared/ui/states.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useDownload } from '../download.ts';
import { useNeeds } from '../rights.ts';
import { MailReceipt } from './mail.tsx';
import { PrintReceipt, ReceiptPreview } from './receipt.tsx';
import { RefundSheet } from './refund.tsx';

/** The label of the button that leads to each status. */
const STATUS_ACTIONS: Readonly<Record<OrderStatus, Message>> = {
  SUBMITTED: message('Back to submitted'),
  ON_HOLD: message('Put on hold'),
  ACCEPTED: message('Accept'),
  PENDING: message('Set to pending'),
  REJECTED: message('Reject'),
  COMPLETE: message('Complete order'),
};

/** The most likely next status, a button of its own. */
const NEXT_STATUS: Partial<Record<OrderStatus, OrderStatus>> = {
  SUBMITTED: 'ACCEPTED',
  ON_HOLD: 'ACCEPTED',
  ACCEPTED: 'PENDING',
  PENDING: 'COMPLETE',
};

type OpenDialog = 'reject' | 'complete' | 'delete' | 'print' | 'receipt' | 'mail' | 'refund';

export function OrderActions({ order }: { order: Order }) {
  const { passbell, money } = useCompany();
  const client = useQueryClient();
  const [opened, setOpened] = useState<OpenDialog>();
  const close = () => setOpened(undefined);
  const { id_str: order_id, saleid } = order;
  const stale = () => void client.invalidateQueries({ queryKey: ['orders'] });
  const setStatus = (status: OrderStatus) => passbell.call('updateOrder', { order_id, body: { status } });
  const isDue = Number(order.due) !== 0;
  const needs = useNeeds();
  return (
    <>
      <StatusButtons order={order} setStatus={setStatus} done={stale} open={setOpened} />
      {order.status === 'COMPLETE' && !order.is_refund && !order.deleted && (
        <Button
          variant="default"
          leftSection={<Undo2 size={16} aria-hidden />}
          {...needs('Refund')}
          onClick={() => setOpened('refund')}
        >
          {t('Refund')}
        </Button>
      )}
      {order.status === 'COMPLETE' && <Invoice order={order} />}
      <MoreActions order={order} open={setOpened} />
      {opened === 'reject' && <Reject order={order} close={close} done={stale} />}
      <Ask
        title={t('Complete order {saleid}?', { saleid })}
        opened={opened === 'complete'}
        close={close}
        confirm={t('Complete order')}
        color="tide"
        act={() => setStatus('COMPLETE')}
        done={stale}
        said={t('Order completed.')}
      >
        {isDue && (
          <Text size="sm" fw={600}>
            {t('{amount} is still due.', { amount: money(order.due, order.site_id) })}
          </Text>
        )}
        {t('A complete order can no longer be changed, only refunded.')}
      </Ask>
      <Ask
        title={t('Delete order {saleid}?', { saleid })}
        opened={opened === 'delete'}
        close={close}
        confirm={t('Delete')}
        act={() => passbell.call('deleteOrder', { order_id })}
        done={stale}
        said={t('Order deleted.')}
      >
        {t(
          'It is kept, marked as deleted: the filter “Deleted” finds it. Stock held by it is released. This cannot be undone.',
        )}
      </Ask>
      {opened === 'receipt' && <ReceiptPreview order={order} close={close} />}
      {opened === 'mail' && <MailReceipt order={order} close={close} />}
      {opened === 'print' && <PrintReceipt order={order} close={close} />}
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
  const needs = useNeeds();
  // What was not accepted yet was never held.
  const toReject = order.status === 'SUBMITTED' ? {} : needs('DeleteHeldOrder');
  const go = (status: OrderStatus) => {
    if (status === 'REJECTED') open('reject');
    else if (status === 'COMPLETE') open('complete');
    else move.mutate(status);
  };
  return (
    <>
      {move.isError && (
        <Box flex="1 1 100%">
          <RefusalAlert>
            {t('{action}: {reason}', {
              action: translated(STATUS_ACTIONS[move.variables]),
              reason: sentenceOf(move.error),
            })}
          </RefusalAlert>
        </Box>
      )}
      {next !== undefined && ways.includes(next) && (
        <Button onClick={() => go(next)} loading={move.isPending && move.variables === next}>
          {translated(STATUS_ACTIONS[next])}
        </Button>
      )}
      {ways.length > 0 && (
        <DropDown label={t('Status')}>
          {ways.map((status) => (
            <Menu.Item
              key={status}
              {...(status === 'REJECTED' ? { color: 'red', ...toReject } : {})}
              onClick={() => go(status)}
            >
              {translated(STATUS_ACTIONS[status])}
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
  const download = useDownload('getOrderPdf');
  return (
    <Button
      variant="default"
      leftSection={<FileText size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate({ input: { order_id: order.id_str }, name: `${order.saleid}.pdf` })}
    >
      {order.is_refund ? t('Refund as PDF') : t('Invoice as PDF')}
    </Button>
  );
}

/** Its receipt, and that it goes. */
function MoreActions({ order, open }: Pick<StatusButtonsProps, 'order' | 'open'>) {
  const needs = useNeeds();
  return (
    <DropDown label={t('More')}>
      <Menu.Item leftSection={<ReceiptText size={16} aria-hidden />} onClick={() => open('receipt')}>
        {t('Show the receipt')}
      </Menu.Item>
      {!order.deleted && (
        <Menu.Item leftSection={<Printer size={16} aria-hidden />} onClick={() => open('print')}>
          {t('Print the receipt')}
        </Menu.Item>
      )}
      {order.status === 'COMPLETE' && !order.deleted && (
        <Menu.Item leftSection={<Mail size={16} aria-hidden />} onClick={() => open('mail')}>
          {t('E-mail the receipt')}
        </Menu.Item>
      )}
      {order.status !== 'COMPLETE' && !order.deleted && (
        <Menu.Item
          color="red"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={() => open('delete')}
          {...needs('DeleteHeldOrder')}
        >
          {t('Delete')}
        </Menu.Item>
      )}
    </DropDown>
  );
}

interface RejectProps {
  readonly order: Order;
  readonly close: () => void;
  readonly done: () => void;
}

function Reject({ order, close, done }: RejectProps) {
  const { passbell } = useCompany();
  const form = useRecordForm({
    initial: { name: '', notes: '' },
    send: ({ name, notes }) => {
      const reason = { name: textOrNull(name), notes: textOrNull(notes) };
      const isGiven = reason.name !== null || reason.notes !== null;
      return passbell.call('updateOrder', {
        order_id: order.id_str,
        body: { status: 'REJECTED', ...(isGiven ? { reject_reason: reason } : {}) },
      });
    },
    done: () => {
      done();
      close();
    },
    said: t('Order rejected.'),
  });
  return (
    <Dialog title={t('Reject order {saleid}?', { saleid: order.saleid })} opened close={close}>
      <Form form={form} submit={t('Reject')} cancel={close}>
        <TextInput
          label={t('Reason')}
          description={t('Sent to the add-on that placed the order.')}
          {...form.text('name', 'reject_reason.name')}
          data-autofocus
        />
        <Textarea label={t('Notes')} autosize minRows={2} {...form.text('notes', 'reject_reason.notes')} />
      </Form>
    </Dialog>
  );
}

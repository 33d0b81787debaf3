// The list of orders, with the filters of the API.

import { Button, Group, MultiSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ReceiptText, Search, X } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { ApiError, type ListedOrder } from '#clients/typescript/index.ts';
import { type Decimal, formatDecimal } from '#src/kernel/money.ts';
import { ORDER_STATUSES } from '#src/orders/rules/status.ts';
import { decimalOf } from '../../shared/format.ts';
import { orderTypeName, statusName } from '../../shared/order-words.ts';
import { owed } from '../../shared/owed.ts';
import { OptionalChoice } from '../../shared/ui/choice.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { NumberField } from '../../shared/ui/number-field.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { sentenceOf } from '../../shared/ui/states.tsx';
import { StatusBadge } from '../../shared/ui/status.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { choices, FilterSelect } from '../parts.tsx';
import { usePages, useRead } from '../read.ts';
import { listOf, type OrderFilter, readFilter, writeFilter } from './filter.ts';
import { useStaffNames } from './names.ts';
import { customerName } from './words.ts';

export default function Orders() {
  const company = useCompany();
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const { input, at } = listOf(filter);
  const list = usePages('orders', 'listOrders', input, { everyMs: usePolling(), at });
  const staff = useStaffNames();
  const change = (part: Partial<OrderFilter>) =>
    setQuery(writeFilter({ ...filter, ...part }), { replace: true });

  const columns: Column<ListedOrder>[] = [
    { head: t('Order'), cell: (order) => order.saleid, opens: true },
    { head: t('Number'), cell: (order) => order.order_number ?? '', wide: true },
    { head: t('Status'), cell: (order) => <Statuses order={order} /> },
    { head: t('Placed'), cell: (order) => company.when(order.placed_at, order.site_id), wide: true },
    ...(company.sites.length > 1
      ? [{ head: t('Site'), cell: (order: ListedOrder) => company.siteName(order.site_id), wide: true }]
      : []),
    { head: t('Customer'), cell: (order) => customerName(order.customer), wide: true },
    {
      head: t('Staff'),
      cell: (order) => (order.staff_member_id === null ? '' : staff.of(order.staff_member_id)),
      wide: true,
    },
    { head: t('Type'), cell: (order) => orderTypeName(order.order_type), wide: true },
    { head: t('Due'), cell: (order) => company.money(owed(order), order.site_id), figure: true, wide: true },
    { head: t('Total'), cell: (order) => company.money(order.total, order.site_id), figure: true },
  ];
  const narrowed = [...writeFilter(filter)].length > 0;
  return (
    <ScreenPage title={t('Orders')} actions={<LookUp />}>
      <Filters filter={filter} change={change} />
      <ListCard
        list={list}
        columns={columns}
        label={t('Orders')}
        to={(order) => `/orders/${order.id_str}`}
        empty={
          narrowed
            ? {
                title: t('No orders match these filters'),
                icon: ReceiptText,
                act: { label: t('Clear filters'), onClick: () => setQuery('') },
              }
            : {
                title: t('No orders yet'),
                icon: ReceiptText,
                text: t('Orders from registers and add-ons appear here as they come in.'),
              }
        }
      />
    </ScreenPage>
  );
}

function Statuses({ order }: { order: ListedOrder }) {
  return (
    <Group gap={4} wrap="nowrap">
      <StatusBadge status={order.status} />
      {order.is_refund && (
        <Tag color="gray" variant="outline">
          {t('Refund')}
        </Tag>
      )}
      {order.deleted && (
        <Tag color="red" variant="outline">
          {t('Deleted')}
        </Tag>
      )}
    </Group>
  );
}

interface FilterProps {
  readonly filter: OrderFilter;
  readonly change: (part: Partial<OrderFilter>) => void;
}

function Filters({ filter, change }: FilterProps) {
  const company = useCompany();
  const [open, setOpen] = useState(() => hasMore(filter));
  const registers = company.registers.filter(
    (register) => filter.site === null || register.site_id === filter.site,
  );
  return (
    <Stack gap="sm" role="search" aria-label={t('Filters')}>
      <Group gap="sm" align="end">
        <MultiSelect
          label={t('Status')}
          placeholder={filter.statuses.length === 0 ? t('Any') : ''}
          data={ORDER_STATUSES.map((status) => ({ value: status, label: statusName(status) }))}
          value={[...filter.statuses]}
          onChange={(value) => change({ statuses: ORDER_STATUSES.filter((each) => value.includes(each)) })}
          clearable
          miw={220}
          flex={{ base: '1 1 100%', sm: '0 1 auto' }}
        />
        {company.sites.length > 1 && (
          <FilterSelect
            label={t('Site')}
            data={choices(company.sites)}
            value={filter.site}
            onChange={(site) => change({ site, register: null })}
            searchable
          />
        )}
        <FilterSelect
          label={t('Register')}
          data={choices(registers)}
          value={filter.register}
          onChange={(register) => change({ register })}
          searchable
        />
        {filter.customer !== null && <OneCustomer id={filter.customer} change={change} />}
        <Button variant="subtle" px="xs" onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? t('Fewer filters') : t('More filters')}
        </Button>
      </Group>
      {open && <MoreFilters filter={filter} change={change} />}
    </Stack>
  );
}

/** Filters that are wanted less often. */
function MoreFilters({ filter, change }: FilterProps) {
  const staff = useStaffNames();
  const day = (name: 'createdFrom' | 'createdTo') => ({
    value: filter[name] ?? '',
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => change({ [name]: value }),
  });
  const amount = (name: 'valueFrom' | 'valueTo') => ({
    value: filter[name] === null ? undefined : decimalOf(filter[name]),
    change: (value: Decimal | undefined) =>
      change({ [name]: value === undefined ? null : formatDecimal(value) }),
    w: 120,
  });
  const flag = (name: 'linked' | 'discounted' | 'deleted') => ({
    checked: filter[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change({ [name]: currentTarget.checked }),
    mb: 8,
  });
  return (
    <Group gap="sm" align="end">
      <TextInput type="date" label={t('Created from')} {...day('createdFrom')} />
      <TextInput type="date" label={t('Created to')} {...day('createdTo')} />
      <NumberField label={t('Total from')} {...amount('valueFrom')} />
      <NumberField label={t('Total to')} {...amount('valueTo')} />
      <OptionalChoice
        label={t('Staff')}
        placeholder={t('Anyone')}
        data={staff.all.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.staff}
        onChange={(id) => change({ staff: id })}
        clearable
        searchable
        w={180}
      />
      <Switch label={t('Has a customer')} {...flag('linked')} />
      <Switch label={t('Discounted')} {...flag('discounted')} />
      <Switch label={t('Deleted')} {...flag('deleted')} />
    </Group>
  );
}

/** Says that the orders are those of one customer, and ends it. */
function OneCustomer({ id, change }: { id: string; change: FilterProps['change'] }) {
  const customer = useRead('customers', 'getCustomer', { customer_id: id });
  const name = customerName(customer.data) || t('Customer {id}', { id });
  return (
    <Button
      variant="light"
      rightSection={<X size={16} aria-hidden />}
      onClick={() => change({ customer: null })}
      aria-label={t('Only orders of {name}: show all', { name })}
    >
      {name}
    </Button>
  );
}

/** True when one of the filters counts that are shown on demand. */
function hasMore({ createdFrom, createdTo, valueFrom, valueTo, ...filter }: OrderFilter): boolean {
  const some = [createdFrom, createdTo, valueFrom, valueTo, filter.staff].some((value) => value !== null);
  return some || filter.discounted || filter.linked || filter.deleted;
}

/** Opens the order with a saleid, as it stands on a receipt. */
function LookUp() {
  const { passbell } = useCompany();
  const [, go] = useLocation();
  const [text, setText] = useState('');
  const look = useMutation({
    mutationFn: (saleid: string) => passbell.call('getOrderBySaleId', { saleid }),
    onSuccess: (order) => go(`/orders/${order.id_str}`),
  });
  const missing = look.error instanceof ApiError && look.error.status === 404;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') look.mutate(text.trim());
      }}
    >
      <TextInput
        aria-label={t('Find an order by its sale ID')}
        placeholder={t('Sale ID')}
        leftSection={<Search size={16} aria-hidden />}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          look.reset();
        }}
        error={
          look.error === null ? undefined : (
            <Text span size="xs">
              {missing ? t('No order has this sale ID.') : sentenceOf(look.error)}
            </Text>
          )
        }
      />
    </form>
  );
}

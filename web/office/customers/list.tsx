// The company's customers, and the ways the API finds one.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Search, UsersRound, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { ApiError, type Customer, type Input } from '#clients/typescript/index.ts';
import { formatNumber } from '../../shared/format.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Wrong } from '../../shared/ui/refusal.tsx';
import { sentenceOf } from '../../shared/ui/states.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { customerName } from '../orders/words.ts';
import { usePages } from '../read.ts';
import { CustomerSheet } from './form.tsx';

/** Tags that are shown in the list. */
const MAX_TAGS = 3;

export default function Customers() {
  const company = useCompany();
  const [, go] = useLocation();
  const [query, setQuery] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const reference = query.get('reference') ?? '';
  const list = usePages('customers', 'listCustomers', reference === '' ? {} : { reference_id: reference }, {
    everyMs: usePolling(),
  });
  const columns: Column<Customer>[] = [
    { head: t('Name'), cell: (customer) => customerName(customer), opens: true },
    { head: t('E-mail'), cell: ({ email }) => <Wrapped>{email}</Wrapped>, wide: true },
    { head: t('Phone'), cell: ({ phone, mobile }) => <Wrapped>{phone ?? mobile}</Wrapped> },
    { head: t('Tags'), cell: ({ tags }) => <Tags tags={tags} />, wide: true },
    { head: t('Created'), cell: ({ created_at }) => company.when(created_at), wide: true },
  ];
  return (
    <ScreenPage
      title={t('Customers')}
      actions={<AddButton onClick={() => setAdding(true)}>{t('New customer')}</AddButton>}
    >
      <FindCustomer
        reference={reference}
        setReference={(text) =>
          setQuery(text === '' ? '' : new URLSearchParams({ reference: text }), { replace: true })
        }
      />
      <ListCard
        list={list}
        columns={columns}
        label={t('Customers')}
        to={(customer) => `/customers/${customer.id_str}`}
        empty={
          reference === ''
            ? {
                title: t('No customers yet'),
                icon: UsersRound,
                text: t('Add one here. Customers named in orders are added on their own.'),
              }
            : {
                title: t('No customer has this reference'),
                icon: UsersRound,
                text: t(
                  'Every add-on has references of its own. Only those given in the back office are searched.',
                ),
                act: { label: t('Show all customers'), onClick: () => setQuery('') },
              }
        }
      />
      {adding && (
        <CustomerSheet
          close={() => setAdding(false)}
          done={(customer) => {
            setAdding(false);
            go(`/customers/${customer.id_str}`);
          }}
        />
      )}
    </ScreenPage>
  );
}

function Wrapped({ children }: { children: ReactNode }) {
  return (
    <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <Group gap={4}>
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <Tag key={tag} color="gray" maw={160}>
          {tag}
        </Tag>
      ))}
      {tags.length > MAX_TAGS && <Hint size="xs">{`+${formatNumber(tags.length - MAX_TAGS)}`}</Hint>}
    </Group>
  );
}

const SEARCH_KINDS = {
  email: message('E-mail'),
  phone: message('Name and phone'),
  reference: message('Reference'),
};

const EMPTY_SEARCH = { email: '', first_name: '', last_name: '', phone: '', reference: '' };
type CustomerSearch = typeof EMPTY_SEARCH;

/** The query for a customer; undefined while a required part is missing. */
function queryOf(way: string, wanted: CustomerSearch): Input<'findCustomer'> | undefined {
  const text = (name: keyof CustomerSearch) => wanted[name].trim();
  const [email, first_name, last_name, phone] = [
    text('email'),
    text('first_name'),
    text('last_name'),
    text('phone'),
  ];
  if (way === 'email') return email === '' ? undefined : { email };
  if (first_name === '' || phone === '') return undefined;
  return { first_name, ...(last_name === '' ? {} : { last_name }), phone };
}

interface FindProps {
  readonly reference: string;
  readonly setReference: (text: string) => void;
}

/** Finds a customer as the API does: exactly, by e-mail, by name and phone together, or by reference. */
function FindCustomer({ reference, setReference }: FindProps) {
  const { passbell } = useCompany();
  const [, go] = useLocation();
  const [way, setWay] = useState(reference === '' ? 'email' : 'reference');
  const [values, setValues] = useState<CustomerSearch>({ ...EMPTY_SEARCH, reference });
  const look = useMutation({
    mutationFn: (query: Input<'findCustomer'>) => passbell.call('findCustomer', query),
    onSuccess: (customer) => go(`/customers/${customer.id_str}`),
  });
  const failure = look.error instanceof ApiError ? look.error : undefined;
  const missing = failure?.status === 404 ? t('No customer found.') : undefined;
  const other = look.error !== null && (failure?.fields.length ?? 0) === 0 && missing === undefined;
  const input = (name: keyof CustomerSearch, label: string) => (
    <TextInput
      key={name}
      label={label}
      value={values[name]}
      onChange={({ currentTarget: { value } }) => {
        setValues({ ...values, [name]: value });
        look.reset();
      }}
      error={failure?.of(name) ?? (name === 'email' || name === 'phone' ? missing : undefined)}
      flex={{ base: '1 1 100%', sm: '0 1 200px' }}
    />
  );
  const query = queryOf(way, values);
  const submit = () => {
    if (way === 'reference') setReference(values.reference.trim());
    else if (query !== undefined) look.mutate(query);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="xs" role="search" aria-label={t('Find a customer')}>
        <Group gap="sm" align="flex-start">
          <ChoiceField
            label={t('Find by')}
            data={Object.entries(SEARCH_KINDS).map(([value, label]) => ({ value, label: translated(label) }))}
            value={way}
            onChange={(value) => {
              setWay(value ?? 'email');
              look.reset();
            }}
            flex={{ base: '1 1 100%', sm: '0 1 170px' }}
          />
          {way === 'email' && input('email', t('E-mail'))}
          {way === 'phone' && [
            input('first_name', t('First name')),
            input('last_name', t('Last name (optional)')),
            input('phone', t('Phone')),
          ]}
          {way === 'reference' && input('reference', t('Reference'))}
          <Button
            type="submit"
            variant="default"
            mt={{ base: 0, sm: 25 }}
            leftSection={<Search size={16} aria-hidden />}
            loading={look.isPending}
            disabled={way !== 'reference' && query === undefined}
          >
            {t('Find')}
          </Button>
          {reference !== '' && (
            <Button
              variant="subtle"
              mt={{ base: 0, sm: 25 }}
              leftSection={<X size={16} aria-hidden />}
              onClick={() => {
                setValues({ ...values, reference: '' });
                setReference('');
              }}
            >
              {t('Show all')}
            </Button>
          )}
        </Group>
        {other && <Wrong>{sentenceOf(look.error)}</Wrong>}
      </Stack>
    </form>
  );
}

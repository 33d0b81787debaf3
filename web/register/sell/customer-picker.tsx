import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '#clients/typescript/index.ts';
import { isolated, withoutAccents } from '#src/kernel/text.ts';
import { inLine } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import type { BasketCustomer } from '../basket.ts';
import { useRegister } from '../context.tsx';
import { useDirectRequest } from '../direct-request.tsx';

/** Companies with fewer customers have them searched here, without accents and between connections; others by the service. */
const FEW = 500;
const MAX_SHOWN = 8;
/** How long nothing is typed before the service is asked, in ms. */
const PAUSE_MS = 250;

const nameOf = (customer: Customer) =>
  [customer.first_name, customer.last_name].filter((part) => part !== null && part !== '').join(' ');

interface Props {
  readonly customer: BasketCustomer | null;
  readonly change: (customer: BasketCustomer | null) => void;
}

/** The customer: found by name, e-mail or phone, or made with the order. Without a search those who are checked in are shown. */
export function CustomerPicker({ customer, change }: Props) {
  const { passbell, core, place } = useRegister();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [making, setMaking] = useState(false);
  const { customers, isSearched, isAway } = useFound(text.trim());
  const checkins = useQuery({
    queryKey: ['checkins', place.site],
    queryFn: () => passbell.all('listCheckins', 5_000, { site_id: place.site, limit: 500 }),
  });
  const checkIn = useDirectRequest({
    label: t('Check-in of {customer}', { customer: isolated(customer?.name ?? '') }),
    request: () => ['createCheckin', place.site, customer?.id?.toString()],
    work: () =>
      core.acting.call('createCheckin', {
        site_id: place.site,
        body: { customer_id: customer?.id ?? '' },
      }),
    done: () => client.invalidateQueries({ queryKey: ['checkins'] }),
  });
  const here = new Set(checkins.data?.map((each) => each.customer_id));
  const shown = customers.slice(0, MAX_SHOWN);
  if (customer !== null) {
    const { id } = customer;
    return (
      <div>
        <Text fw={500}>{t('Customer')}</Text>
        <Group gap="xs">
          <Text>
            <bdi>{customer.name}</bdi>
          </Text>
          {id !== null && !here.has(String(id)) && (
            <Button variant="default" h={44} loading={checkIn.busy} onClick={checkIn.send}>
              {t('Check in')}
            </Button>
          )}
          {id !== null && here.has(String(id)) && <Text c="dimmed">{t('Checked in')}</Text>}
          <Button variant="subtle" h={44} onClick={() => change(null)}>
            {t('Remove')}
          </Button>
        </Group>
        {checkIn.refused}
      </div>
    );
  }
  if (making) return <NewCustomer name={text} cancel={() => setMaking(false)} done={change} />;
  return (
    <Stack gap="xs">
      <TextInput
        label={t('Customer')}
        placeholder={t('Name, email or phone')}
        size="md"
        type="search"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {isAway && <Text size="sm">{t('Searching customers needs a connection.')}</Text>}
      {isSearched && customers.length === 0 && (
        <Text size="sm" role="status">
          {t('No customer found.')}
        </Text>
      )}
      <Group gap="xs">
        <Found customers={shown} here={here} choose={change} />
        <Button variant="default" h={44} onClick={() => setMaking(true)}>
          {t('New customer')}
        </Button>
      </Group>
      {customers.length > MAX_SHOWN && (
        <Text size="sm" c="dimmed">
          {t('Only the first {count} are shown: type more.', { count: MAX_SHOWN })}
        </Text>
      )}
    </Stack>
  );
}

interface Search {
  /** Those who were found, one more than are shown where there are more; without a text some of those who are checked in. */
  readonly customers: readonly Customer[];
  /** Whether they are what was found of the text as it is. */
  readonly isSearched: boolean;
  /** Whether there is no connection to find them by. */
  readonly isAway: boolean;
}

/** Finds customers by a text: of a few in this browser, of many by the service. */
function useFound(text: string): Search {
  const { passbell, place } = useRegister();
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const limit = MAX_SHOWN + 1;
  const first = useQuery({
    queryKey: ['customers', 'register'],
    queryFn: () => passbell.call('listCustomers', { limit: FEW }),
  });
  const isMany = first.data !== undefined && first.data.length >= FEW;
  const found = useQuery({
    queryKey: ['customers', 'register', asked],
    queryFn: () => passbell.call('listCustomers', { q: asked, limit }),
    enabled: isMany && asked !== '',
    placeholderData: keepPreviousData,
  });
  const here = useQuery({
    queryKey: ['checkins', place.site, 'customers'],
    queryFn: () => passbell.call('listCheckins', { site_id: place.site, expand: ['customer'], limit }),
  });
  if (text === '') {
    const customers = (here.data ?? []).flatMap((each) => each.customer ?? []);
    return { customers, isSearched: false, isAway: here.isError };
  }
  if (isMany) {
    const customers = asked === '' ? [] : (found.data ?? []);
    const isSearched = found.isSuccess && !found.isPlaceholderData && asked === text;
    return { customers, isSearched, isAway: found.isError };
  }
  const wanted = withoutAccents(text);
  const customers = (first.data ?? []).filter((each) =>
    withoutAccents([nameOf(each), each.email ?? '', each.phone ?? ''].join(' ')).includes(wanted),
  );
  return { customers, isSearched: first.isSuccess, isAway: first.isError };
}

interface FoundProps {
  readonly customers: readonly Customer[];
  /** The ids of customers who are checked in. */
  readonly here: ReadonlySet<string>;
  readonly choose: Props['change'];
}

/** The customers who were found; those of one name with what else is known of them. */
function Found({ customers, here, choose }: FoundProps) {
  const hasNamesake = (one: Customer) =>
    customers.some((other) => other !== one && nameOf(other) === nameOf(one));
  return customers.map((each) => (
    <button
      key={each.id_str}
      type="button"
      className="chip"
      onClick={() => choose({ id: BigInt(each.id_str), name: nameOf(each), tax_exempt: each.tax_exempt })}
    >
      <bdi>
        {inLine([
          nameOf(each),
          hasNamesake(each) ? isolated(each.phone ?? each.email ?? '') : null,
          here.has(each.id_str) ? t('Checked in') : null,
        ])}
      </bdi>
    </button>
  ));
}

function NewCustomer({
  name,
  cancel,
  done,
}: {
  name: string;
  cancel: () => void;
  done: (customer: BasketCustomer) => void;
}) {
  const [first, setFirst] = useState(name);
  const [last, setLast] = useState('');
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const complete = first.trim() !== '' && (email.trim() !== '' || phone.trim() !== '');
  return (
    <Stack gap="xs" role="group" aria-label={t('New customer')}>
      <Group grow>
        <TextInput
          label={t('First name')}
          size="md"
          value={first}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        <TextInput
          label={t('Last name')}
          size="md"
          value={last}
          onChange={(event) => setLast(event.currentTarget.value)}
        />
      </Group>
      <Group grow>
        <TextInput
          label={t('Email')}
          type="email"
          size="md"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextInput
          label={t('Phone')}
          type="tel"
          size="md"
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
      </Group>
      <Group>
        <Button
          h={44}
          disabled={!complete}
          onClick={() => {
            const fields = {
              first_name: first.trim(),
              ...(last.trim() === '' ? {} : { last_name: last.trim() }),
              ...(email.trim() === '' ? {} : { email: email.trim() }),
              ...(phone.trim() === '' ? {} : { phone: phone.trim() }),
            };
            done({ id: null, name: `${first.trim()} ${last.trim()}`.trim(), fields });
          }}
        >
          {t('Add to sale')}
        </Button>
        <Button h={44} variant="subtle" onClick={cancel}>
          {t('Back')}
        </Button>
      </Group>
    </Stack>
  );
}

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isolated } from '#src/kernel/text.ts';
import type { Customer, Entity } from '../../shared/records.ts';
import { postJson } from '../api.ts';
import type { BasketCustomer } from '../basket.ts';
import { useRegister } from '../context.tsx';
import { useDirectRequest } from '../direct-request.tsx';
import { fold } from '../find.ts';

type CustomerRecord = Customer & Entity;
interface Checkin {
  readonly customer_id: string;
}

/** Most customers that are searched through. */
const MAX_CUSTOMERS = 20_000;
const MAX_SHOWN = 8;

const nameOf = (customer: Customer) =>
  [customer.first_name, customer.last_name].filter((part) => part !== null && part !== '').join(' ');

interface Props {
  readonly customer: BasketCustomer | null;
  readonly change: (customer: BasketCustomer | null) => void;
}

/** Who buys: found by name, e-mail or phone, or made with the order. Those who are checked in stand first. */
export function CustomerPicker({ customer, change }: Props) {
  const { api, core, place } = useRegister();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [making, setMaking] = useState(false);
  const all = useQuery({
    queryKey: ['customers', 'register'],
    queryFn: () => api.all<CustomerRecord>('customers?limit=5000', MAX_CUSTOMERS),
  });
  const checkins = useQuery({
    queryKey: ['checkins', place.site],
    queryFn: () => api.all<Checkin>(`sites/${place.site}/checkins?limit=500`, 5_000),
  });
  const checkIn = useDirectRequest({
    label: `Check-in of ${isolated(customer?.name ?? '')}`,
    work: () =>
      postJson(core.acting, `sites/${place.site}/checkins`, { customer_id: String(customer?.id ?? '') }),
    done: () => client.invalidateQueries({ queryKey: ['checkins'] }),
  });
  const here = new Set(checkins.data?.map((each) => each.customer_id));
  const wanted = fold(text.trim());
  const found = (all.data ?? []).filter((each) =>
    wanted === ''
      ? here.has(each.id_str)
      : fold([nameOf(each), each.email ?? '', each.phone ?? ''].join(' ')).includes(wanted),
  );
  if (customer !== null) {
    const { id } = customer;
    return (
      <div>
        <Text size="sm" fw={500}>
          Customer
        </Text>
        <Group gap="xs">
          <Text>
            <bdi>{customer.name}</bdi>
          </Text>
          {id !== null && !here.has(String(id)) && (
            <Button variant="default" h={44} loading={checkIn.busy} onClick={checkIn.send}>
              Check in
            </Button>
          )}
          {id !== null && here.has(String(id)) && <Text c="dimmed">checked in</Text>}
          <Button variant="subtle" h={44} onClick={() => change(null)}>
            Remove
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
        label="Customer"
        placeholder="Name, e-mail address or phone"
        size="md"
        type="search"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {all.isError && <Text size="sm">Customers cannot be searched without a network.</Text>}
      <Group gap="xs">
        {found.slice(0, MAX_SHOWN).map((each) => (
          <button
            key={each.id_str}
            type="button"
            className="chip"
            onClick={() => change({ id: BigInt(each.id_str), name: nameOf(each) })}
          >
            <bdi>{nameOf(each)}</bdi>
            {here.has(each.id_str) ? ' · checked in' : ''}
          </button>
        ))}
        <Button variant="default" h={44} onClick={() => setMaking(true)}>
          New customer
        </Button>
      </Group>
    </Stack>
  );
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
    <Stack gap="xs" role="group" aria-label="New customer">
      <Group grow>
        <TextInput
          label="First name"
          size="md"
          value={first}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        <TextInput
          label="Last name"
          size="md"
          value={last}
          onChange={(event) => setLast(event.currentTarget.value)}
        />
      </Group>
      <Group grow>
        <TextInput
          label="E-mail address"
          type="email"
          size="md"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextInput
          label="Phone"
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
          Take for this order
        </Button>
        <Button h={44} variant="subtle" onClick={cancel}>
          Back
        </Button>
      </Group>
    </Stack>
  );
}

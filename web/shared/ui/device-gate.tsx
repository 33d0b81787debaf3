// Before a register or a kitchen screen: the signed-in user chooses the register that this device is.

import { Button, Center, Loader, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Api } from '../api.ts';
import { BASE, signInAddress } from '../base.ts';
import {
  type Device,
  type DeviceKind,
  deviceTokens,
  forgetDevice,
  loadDevice,
  makeDevice,
} from '../device.ts';
import type { Register } from '../records.ts';
import { loadSession, type SessionInfo, SessionTokens } from '../session.ts';
import { sentenceOf, Trouble } from './states.tsx';

const MAX_REGISTERS = 5_000;

interface Props {
  readonly kind: DeviceKind;
  /** What the device becomes, in words: `Register`. */
  readonly title: string;
  readonly children: (device: Device, api: Api) => ReactNode;
}

/** Shows its children to a device, and makes this browser one before. */
export function DeviceGate({ kind, title, children }: Props) {
  const [device, setDevice] = useState(() => loadDevice(kind));
  const api = useMemo(() => {
    if (device === undefined) return undefined;
    const refused = () => {
      forgetDevice(kind);
      setDevice(undefined);
    };
    return new Api({ base: BASE, company: device.company_id, tokens: deviceTokens(BASE, kind, refused) });
  }, [device, kind]);
  if (device === undefined || api === undefined) {
    return <SetUp kind={kind} title={title} done={setDevice} />;
  }
  return children(device, api);
}

function SetUp({ kind, title, done }: Omit<Props, 'children'> & { done: (device: Device) => void }) {
  const session = useQuery({ queryKey: ['session'], queryFn: async () => (await loadSession(BASE)) ?? null });
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack w="100%" maw={380} gap="md" className="card" p="lg">
        <Title order={1} size="h3">
          {title}
        </Title>
        {session.isError && <Trouble error={session.error} again={() => void session.refetch()} />}
        {session.isPending && <Loader aria-label="Loading" />}
        {session.data === null && (
          <>
            <Text size="sm">An owner or manager signs in once to set this device up.</Text>
            <Button component="a" href={signInAddress()}>
              Sign in
            </Button>
          </>
        )}
        {session.data != null && <Choose kind={kind} session={session.data} done={done} />}
      </Stack>
    </Center>
  );
}

function Choose({
  kind,
  session,
  done,
}: {
  kind: DeviceKind;
  session: SessionInfo;
  done: (device: Device) => void;
}) {
  const [company, setCompany] = useState(session.companies[0]?.id_str ?? null);
  const [register, setRegister] = useState<string | null>(null);
  const [name, setName] = useState('');
  const api = useMemo(
    () =>
      company === null
        ? undefined
        : new Api({
            base: BASE,
            company,
            tokens: new SessionTokens(BASE, company, () => location.assign(signInAddress())),
          }),
    [company],
  );
  const registers = useQuery({
    queryKey: ['registers', company, 'all'],
    queryFn: () => api?.all<Register>('registers', MAX_REGISTERS) ?? [],
  });
  const make = useMutation({
    mutationFn: ({ company_id, register_id }: { company_id: string; register_id: string }) =>
      makeDevice(BASE, kind, {
        company_id,
        register_id,
        name: name.trim() || registers.data?.find((each) => each.id_str === register_id)?.name || kind,
        company_name: session.companies.find((each) => each.id_str === company_id)?.name ?? '',
      }),
    onSuccess: done,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (company !== null && register !== null)
          make.mutate({ company_id: company, register_id: register });
      }}
    >
      <Stack gap="md">
        {session.companies.length > 1 && (
          <Select
            label="Company"
            data={session.companies.map(({ id_str, name: label }) => ({ value: id_str, label }))}
            value={company}
            onChange={(value) => {
              setCompany(value);
              setRegister(null);
            }}
            allowDeselect={false}
          />
        )}
        <Select
          label="Register"
          placeholder="Which one is this?"
          data={registers.data?.map(({ id_str, name: label }) => ({ value: id_str, label })) ?? []}
          value={register}
          onChange={setRegister}
          allowDeselect={false}
        />
        <TextInput
          label="Name of this device"
          description="So that it can be told apart from others, and disconnected."
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
        />
        {make.isError && (
          <Text size="sm" c="red" role="alert">
            {sentenceOf(make.error)}
          </Text>
        )}
        <Button type="submit" loading={make.isPending} disabled={register === null}>
          Set up this device
        </Button>
      </Stack>
    </form>
  );
}

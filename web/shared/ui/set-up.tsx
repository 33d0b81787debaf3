// Before a browser is a register or a kitchen screen.

import { Button, Center, Loader, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { BASE, signInAddress } from '../base.ts';
import { connect } from '../client.ts';
import { type Device, type DeviceKind, makeDevice } from '../device.ts';
import { loadSession, type SessionInfo, SessionTokens } from '../session.ts';
import { markShown } from '../shown.ts';
import { t } from '../words.ts';
import { ChoiceField } from './choice.tsx';
import { Wrong } from './refusal.tsx';
import { sentenceOf, Trouble } from './states.tsx';

const MAX_REGISTERS = 5_000;

interface Props {
  readonly kind: DeviceKind;
  /** The kind of device, in words: `Register`. */
  readonly title: string;
  readonly done: (device: Device) => void;
}

/** Makes this browser a device: the signed-in user chooses the register that it is. */
export function SetUp({ kind, title, done }: Props) {
  useEffect(markShown, []);
  const session = useQuery({ queryKey: ['session'], queryFn: async () => (await loadSession(BASE)) ?? null });
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack w="100%" maw={380} gap="md" className="card" p="lg">
        <Title order={1} size="h3">
          {title}
        </Title>
        {session.isError && <Trouble error={session.error} again={() => void session.refetch()} />}
        {session.isPending && <Loader role="progressbar" aria-label={t('Loading')} />}
        {session.data === null && (
          <>
            <Text size="sm">{t('An owner or manager signs in once to set up this device.')}</Text>
            <Button component="a" href={signInAddress()}>
              {t('Sign in')}
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
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const passbell = useMemo(() => {
    if (company === null) return undefined;
    return connect(company, new SessionTokens(BASE, company, () => location.assign(signInAddress())));
  }, [company]);
  const registers = useQuery({
    queryKey: ['registers', company, 'all'],
    queryFn: async ({ signal }) =>
      (await passbell?.all('listRegisters', MAX_REGISTERS, {}, { signal })) ?? [],
  });
  // Where there is one alone, there is nothing to choose.
  const register = chosen ?? (registers.data?.length === 1 ? registers.data[0]?.id_str : null) ?? null;
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
          <ChoiceField
            label={t('Company')}
            data={session.companies.map(({ id_str, name: label }) => ({ value: id_str, label }))}
            value={company}
            onChange={(value) => {
              setCompany(value);
              setChosen(null);
            }}
          />
        )}
        <ChoiceField
          label={t('Register')}
          placeholder={t('Which one is this?')}
          data={registers.data?.map(({ id_str, name: label }) => ({ value: id_str, label })) ?? []}
          value={register}
          onChange={setChosen}
        />
        <TextInput
          label={t('Device name')}
          description={t('To tell it apart from others, and to revoke it.')}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
        />
        {make.isError && <Wrong>{sentenceOf(make.error)}</Wrong>}
        <Button type="submit" loading={make.isPending} disabled={register === null}>
          {t('Set up this device')}
        </Button>
      </Stack>
    </form>
  );
}

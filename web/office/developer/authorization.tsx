// A walk through the authorization flow: this page takes the part of an add-on, with itself as the redirect address.

import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type Addon, getToken } from '#clients/typescript/index.ts';
import { BASE } from '../../shared/base.ts';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Block, CopyControl, Facts } from '../../shared/ui/facts.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { Empty, Loading, Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { choices, SubNav } from '../parts.tsx';
import { useAll } from '../read.ts';
import { commandOf, curlOf } from './curl.ts';
import {
  authorizeAddress,
  challengeOf,
  exchangeCommand,
  type Flow,
  keepFlow,
  keptFlow,
  newFlow,
  type Returned,
  refreshCommand,
  returnedBy,
} from './flow.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { DEVELOPER } from './words.ts';

const PATH = '/developer/authorization';
const SERVICE = location.origin + BASE;
const REDIRECT_URI = SERVICE + PATH;

export default function Authorization() {
  const addons = useAll('addons', 'listAddons', {});
  return (
    <ScreenPage title={t('Authorization')}>
      <SubNav label={t('Developer')} leaves={DEVELOPER} />
      <Hint>
        {t(
          'Walk through the authorization code flow with PKCE: this page is the add-on, and its own redirect URI.',
        )}
      </Hint>
      {addons.data === undefined &&
        (addons.isError ? <Trouble error={addons.error} again={() => void addons.refetch()} /> : <Loading />)}
      {addons.data?.length === 0 && (
        <div className="card">
          <Empty title={t('No own add-ons yet')}>{t('Create an add-on first.')}</Empty>
        </div>
      )}
      {addons.data !== undefined && addons.data.length > 0 && <Walk addons={addons.data} />}
    </ScreenPage>
  );
}

/** The steps, as far as the person has come. */
function Walk({ addons }: { addons: readonly Addon[] }) {
  const [, go] = useLocation();
  const returned = returnedBy(useSearch());
  const [kept, setKept] = useState(() => (returned === undefined ? undefined : keptFlow()));
  const back = addons.find(({ id }) => id === kept?.addon);
  if (returned === undefined || kept === undefined || back === undefined) return <Begin addons={addons} />;
  const over = () => {
    keepFlow(undefined);
    setKept(undefined);
    go(PATH, { replace: true });
  };
  const isOwn = returned.state === kept.state;
  return (
    <>
      <Section
        title={t('2. Passbell sends the person back')}
        actions={
          <Button variant="default" size="xs" onClick={over}>
            {t('Start over')}
          </Button>
        }
      >
        <Stack gap="sm">
          <Facts
            facts={[
              ['code', returned.code],
              ['error', returned.error],
              ['error_description', returned.description],
              ['state', returned.state],
              ['iss', returned.iss],
            ]}
          />
          <Alert color={isOwn ? 'tide' : 'red'} variant="light">
            {isOwn
              ? t('The state is the one that was sent.')
              : t('The state is not the one that was sent: an add-on must stop here.')}
          </Alert>
        </Stack>
      </Section>
      {isOwn && returned.code !== null && <Exchange addon={back} flow={kept} returned={returned} />}
    </>
  );
}

/** The first step: what the add-on asks for, and the link. */
function Begin({ addons }: { addons: readonly Addon[] }) {
  const [flow, setFlow] = useState(() => addons.slice(0, 1).map(newFlow)[0]);
  const addon = addons.find(({ id }) => id === flow?.addon);
  if (flow === undefined || addon === undefined) return null;
  return (
    <Section title={t('1. Send the person to Passbell')}>
      <Stack gap="md">
        <ChoiceField
          label={t('Add-on')}
          data={choices(addons)}
          value={addon.id}
          onChange={(id) => {
            const chosen = addons.find((each) => each.id === id);
            if (chosen !== undefined) setFlow(newFlow(chosen));
          }}
          maw={360}
        />
        <ScopeChoice
          value={flow.scopes}
          onChange={(scopes) => setFlow({ ...flow, scopes })}
          error={undefined}
          among={addon.scopes}
        />
        {addon.redirect_uris.includes(REDIRECT_URI) ? (
          <Link addon={addon} flow={flow} />
        ) : (
          <Register addon={addon} />
        )}
      </Stack>
    </Section>
  );
}

/** Adds this page to the redirect URIs of an add-on. */
function Register({ addon }: { addon: Addon }) {
  const { passbell } = useCompany();
  const stale = useStale();
  const add = useMutation({
    mutationFn: () =>
      passbell.call('updateAddon', {
        addon_id: addon.id,
        body: { redirect_uris: [...addon.redirect_uris, REDIRECT_URI] },
      }),
    onSuccess: () => stale('addons', 'audit'),
  });
  return (
    <Alert color="brass" variant="light">
      <Stack gap="sm" align="flex-start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('This page is not a redirect URI of the add-on yet: {address}', { address: REDIRECT_URI })}
        </Text>
        {add.isError && <Trouble error={add.error} />}
        <Button size="xs" loading={add.isPending} onClick={() => add.mutate()}>
          {t('Add redirect URI')}
        </Button>
      </Stack>
    </Alert>
  );
}

function Link({ addon, flow }: { addon: Addon; flow: Flow }) {
  const challenge = useQuery({
    queryKey: ['challenge', flow.verifier],
    queryFn: () => challengeOf(flow.verifier),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (challenge.data === undefined) return <Loading rows={3} />;
  const address = authorizeAddress(SERVICE, addon, flow, challenge.data, REDIRECT_URI);
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          ['state', flow.state],
          ['code_verifier', flow.verifier],
          ['code_challenge', challenge.data],
        ]}
      />
      <Shown label={t('Link')} text={address} />
      <Shown label={t('Command')} text={commandOf({ method: 'GET', address })} />
      <Group>
        <Button
          disabled={flow.scopes.length === 0}
          onClick={() => {
            keepFlow(flow);
            location.assign(address);
          }}
        >
          {t('Connect {name}', { name: addon.name })}
        </Button>
      </Group>
    </Stack>
  );
}

/** The steps after the consent: the code for tokens, and a call with them. */
function Exchange({ addon, flow, returned }: { addon: Addon; flow: Flow; returned: Returned }) {
  const [secret, setSecret] = useState('');
  const grant = {
    grant_type: 'authorization_code',
    code: returned.code ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: flow.verifier,
  };
  const exchange = useMutation({
    mutationFn: () => {
      const client = { baseUrl: SERVICE, clientId: addon.client_id };
      return getToken(addon.is_public ? client : { ...client, clientSecret: secret }, grant);
    },
  });
  return (
    <>
      <Section title={t('3. Exchange the code for tokens')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!exchange.isPending) exchange.mutate();
          }}
        >
          <Stack gap="sm">
            {!addon.is_public && (
              <PasswordInput
                label={t('Client secret')}
                description={t('Not kept here. The command reads it from PASSBELL_CLIENT_SECRET.')}
                autoComplete="off"
                value={secret}
                onChange={({ currentTarget }) => setSecret(currentTarget.value)}
              />
            )}
            <Shown label={t('Command')} text={exchangeCommand(SERVICE, addon, grant)} />
            {exchange.isError && <Trouble error={exchange.error} />}
            <Group>
              <Button type="submit" loading={exchange.isPending} disabled={exchange.isSuccess}>
                {t('Exchange the code')}
              </Button>
            </Group>
            {exchange.isSuccess && (
              <Shown label={t('Answer')} text={JSON.stringify(exchange.data, undefined, 2)} />
            )}
          </Stack>
        </form>
      </Section>
      {exchange.isSuccess && (
        <Section title={t('4. Call the API')}>
          <Stack gap="sm">
            <Shown
              label={t('With the access token in PASSBELL_TOKEN')}
              text={curlOf({ method: 'GET', address: `${SERVICE}/v1/companies/me` })}
            />
            <Shown
              label={t('The next access token, with the refresh token in PASSBELL_REFRESH_TOKEN')}
              text={refreshCommand(SERVICE, addon)}
            />
          </Stack>
        </Section>
      )}
    </>
  );
}

/** A text to be read and copied. */
function Shown({ label, text }: { label: string; text: string }) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="flex-end">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyControl value={text} label={label} />
      </Group>
      <Block label={label}>{text}</Block>
    </Stack>
  );
}

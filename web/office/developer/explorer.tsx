// The way to the API: its description, and commands that ask it.

import { Anchor, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { BASE } from '../../shared/base.ts';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Block, CopyControl } from '../../shared/ui/facts.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { type Message, message, rich, t, translated } from '../../shared/words.ts';
import { SubNav } from '../parts.tsx';
import { curlOf } from './curl.ts';
import { DEVELOPER } from './words.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const WEBHOOK = JSON.stringify(
  { topic: 'orders/completed', address: 'https://example.com/hook' },
  undefined,
  2,
);
const EXAMPLES: readonly { label: Message; method: string; path: string; body: string }[] = [
  { label: message('List orders'), method: 'GET', path: 'orders', body: '' },
  { label: message('Create a webhook'), method: 'POST', path: 'webhooks', body: WEBHOOK },
  { label: message('Read the event log'), method: 'GET', path: 'events?after=0', body: '' },
];

export default function Explorer() {
  const [method, setMethod] = useState('GET');
  const [path, setPath] = useState('orders');
  const [body, setBody] = useState('');
  const [caFile, setCaFile] = useState('');
  const address = `${location.origin}${BASE}/v1/companies/me/${path.replace(/^\/+/, '')}`;
  const command = curlOf({ method, address, body, caFile });
  const sends = method === 'POST' || method === 'PUT';
  return (
    <ScreenPage title={t('API')}>
      <SubNav label={t('Developer')} leaves={DEVELOPER} />
      <Section title={t('API reference')}>
        <Text size="sm" mb="sm">
          {rich(
            'Every path with its fields, answers and errors, to try out with your token. For programs: <link>{address}</link>.',
            {
              address: '/openapi.json',
              link: (parts) => (
                <Anchor href={`${BASE}/openapi.json`} size="sm" underline="always">
                  {parts}
                </Anchor>
              ),
            },
          )}
        </Text>
        <Button
          component="a"
          href={`${BASE}/docs`}
          variant="default"
          leftSection={<BookOpen size={16} aria-hidden />}
        >
          {t('Open the reference')}
        </Button>
      </Section>
      <Section title={t('Command line')}>
        <Stack gap="sm">
          <Group gap="xs">
            {EXAMPLES.map((example) => (
              <Button
                key={example.label}
                size="compact-sm"
                variant="default"
                onClick={() => {
                  setMethod(example.method);
                  setPath(example.path);
                  setBody(example.body);
                }}
              >
                {translated(example.label)}
              </Button>
            ))}
          </Group>
          <Group gap="sm" align="flex-end">
            <ChoiceField
              label={t('Method')}
              data={METHODS}
              value={method}
              onChange={(value) => setMethod(value ?? 'GET')}
              w={120}
            />
            <TextInput
              label={t('Path below the company')}
              value={path}
              onChange={({ currentTarget }) => setPath(currentTarget.value)}
              flex="1 1 220px"
            />
          </Group>
          {sends && (
            <Textarea
              label={t('Body')}
              value={body}
              onChange={({ currentTarget }) => setBody(currentTarget.value)}
              autosize
              minRows={3}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            />
          )}
          <TextInput
            label={t('CA file')}
            description={t('For a service with its own certificate: tls/ca.pem in its data folder.')}
            value={caFile}
            onChange={({ currentTarget }) => setCaFile(currentTarget.value)}
          />
          <Group justify="space-between" align="flex-end">
            <Hint>
              {t(
                'The token is read from the environment variable PASSBELL_TOKEN; create one on an add-on’s page.',
              )}
            </Hint>
            <CopyControl value={command} label={t('Command')} />
          </Group>
          <Block label={t('Command')}>{command}</Block>
        </Stack>
      </Section>
    </ScreenPage>
  );
}

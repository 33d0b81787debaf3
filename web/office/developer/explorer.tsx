// The way to the API: its description, and commands that ask it.

import { Anchor, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { BASE } from '../../shared/base.ts';
import { Block, CopyControl } from '../../shared/ui/facts.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { SubNav } from '../parts.tsx';
import { curlOf } from './curl.ts';
import { DEVELOPER } from './words.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const WEBHOOK = JSON.stringify(
  { topic: 'orders/completed', address: 'https://example.com/hook' },
  undefined,
  2,
);
const EXAMPLES = [
  { label: 'List orders', method: 'GET', path: 'orders', body: '' },
  { label: 'Make a webhook', method: 'POST', path: 'webhooks', body: WEBHOOK },
  { label: 'Read the event log', method: 'GET', path: 'events?after=0', body: '' },
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
    <ScreenPage title="API">
      <SubNav label="Developer" leaves={DEVELOPER} />
      <Section title="The description of the API">
        <Text size="sm" mb="sm">
          Every path with its fields, answers and errors, and a way to try them out with a token of yours. The
          same for programs is at{' '}
          <Anchor href={`${BASE}/openapi.json`} size="sm" underline="always">
            /openapi.json
          </Anchor>
          .
        </Text>
        <Button
          component="a"
          href={`${BASE}/docs`}
          variant="default"
          leftSection={<BookOpen size={16} aria-hidden />}
        >
          Open the description
        </Button>
      </Section>
      <Section title="Ask by a command">
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
                {example.label}
              </Button>
            ))}
          </Group>
          <Group gap="sm" align="flex-end">
            <Select
              label="Method"
              data={METHODS}
              value={method}
              onChange={(value) => setMethod(value ?? 'GET')}
              allowDeselect={false}
              w={120}
            />
            <TextInput
              label="Path below the company"
              value={path}
              onChange={({ currentTarget }) => setPath(currentTarget.value)}
              flex="1 1 220px"
            />
          </Group>
          {sends && (
            <Textarea
              label="Body"
              value={body}
              onChange={({ currentTarget }) => setBody(currentTarget.value)}
              autosize
              minRows={3}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            />
          )}
          <TextInput
            label="CA file"
            description="For a service with a certificate of its own: tls/ca.pem of its data folder."
            value={caFile}
            onChange={({ currentTarget }) => setCaFile(currentTarget.value)}
          />
          <Group justify="space-between" align="flex-end">
            <Text size="sm" c="dimmed">
              The token is read from the environment variable PASSBELL_TOKEN; make one on an add-on’s page.
            </Text>
            <CopyControl value={command} label="The command" />
          </Group>
          <Block label="The command">{command}</Block>
        </Stack>
      </Section>
    </ScreenPage>
  );
}

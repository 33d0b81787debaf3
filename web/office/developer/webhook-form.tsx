// The form of a webhook: topic, address, format, headers of its own, and filter.

import { Button, Group, MultiSelect, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { TOPICS } from '#src/kernel/event.ts';
import { ApiFailure } from '../../shared/api.ts';
import { changesOf, Form, useRecordForm } from '../../shared/ui/form.tsx';
import { useCompany } from '../company.tsx';
import { choices, useStale } from '../parts.tsx';
import type { Webhook } from '../records.ts';

/** Most headers of one webhook. */
const MAX_HEADERS = 20;

interface Header {
  readonly name: string;
  readonly value: string;
}

function valuesOf(hook: Webhook | undefined) {
  return {
    topic: (hook?.topic ?? 'orders/completed') as string | null,
    address: hook?.address ?? '',
    format: (hook?.format ?? 'json') as string | null,
    headers: Object.entries(hook?.headers ?? {}).map(([name, value]) => ({
      name,
      value,
    })) as readonly Header[],
    sites: hook?.filter.site_ids?.map(String) ?? [],
    attributes: hook?.filter.attributes ?? [],
  };
}

function bodyOf({ headers, sites, attributes, ...values }: ReturnType<typeof valuesOf>) {
  return {
    ...values,
    headers: Object.fromEntries(
      headers
        .filter(({ name, value }) => name !== '' || value !== '')
        .map(({ name, value }) => [name, value]),
    ),
    filter: {
      ...(sites.length === 0 ? {} : { site_ids: sites }),
      ...(attributes.length === 0 ? {} : { attributes }),
    },
  };
}

/** A name that is there twice would be lost on the way: refused as the API would. */
function refuseTwice(headers: readonly Header[]): void {
  const twice = headers.find(({ name }, at) => headers.slice(0, at).some((each) => each.name === name));
  if (twice === undefined) return;
  throw new ApiFailure(400, 'invalid_request', `${twice.name} is there twice.`, [
    { field: `headers.${twice.name}`, error_description: 'is there twice.' },
  ]);
}

interface Props {
  readonly addon: string;
  readonly hook?: Webhook;
  readonly close?: () => void;
  readonly done?: (hook: Webhook) => void;
}

export function WebhookForm({ addon, hook, close, done }: Props) {
  const { api, sites } = useCompany();
  const stale = useStale();
  const [initial, setInitial] = useState(() => valuesOf(hook));
  const path = `addons/${addon}/webhooks`;
  const form = useRecordForm({
    initial,
    send: async (values) => {
      refuseTwice(values.headers);
      return hook === undefined
        ? api.post<Webhook>(path, bodyOf(values))
        : api.put<Webhook>(`${path}/${hook.id_str}`, changesOf(bodyOf(initial), bodyOf(values)));
    },
    done: (made) => {
      setInitial(valuesOf(made));
      form.set(valuesOf(made));
      stale('webhooks', 'addons', 'audit');
      done?.(made);
    },
    said: hook === undefined ? 'The webhook has been made.' : 'The webhook has been saved.',
  });
  return (
    <Form
      form={form}
      submit={hook === undefined ? 'Make the webhook' : 'Save the webhook'}
      {...(close === undefined ? {} : { cancel: close })}
    >
      <Group gap="sm" align="flex-start">
        <Select
          label="Topic"
          data={[...TOPICS]}
          searchable
          allowDeselect={false}
          flex="2 1 220px"
          {...form.choice('topic')}
        />
        <Select
          label="Format"
          data={[
            { value: 'json', label: 'JSON' },
            { value: 'xml', label: 'XML' },
          ]}
          allowDeselect={false}
          flex="1 1 100px"
          {...form.choice('format')}
        />
      </Group>
      <TextInput
        label="Address"
        required
        type="url"
        placeholder="https://example.com/hook"
        description="https, and reachable from the internet; the sandbox may also use http://localhost."
        {...form.text('address')}
      />
      <MultiSelect
        label="Only for sites"
        description="Without any: for every site. Some topics are not a matter of sites; availability needs them."
        data={choices(sites)}
        searchable
        clearable
        {...form.list('sites', 'filter.site_ids')}
      />
      <TagsInput
        label="Only for changes of"
        description="Names of fields, for topics that end in /updated: name, show_online. orders/completed knows customer."
        {...form.list('attributes', 'filter.attributes')}
      />
      <HeaderFields
        headers={form.values.headers}
        change={(headers) => form.set({ headers })}
        errorOf={form.errorOf}
      />
    </Form>
  );
}

interface HeaderProps {
  readonly headers: readonly Header[];
  readonly change: (headers: readonly Header[]) => void;
  readonly errorOf: (field: string) => string | undefined;
}

/** Headers that go with each message. */
function HeaderFields({ headers, change, errorOf }: HeaderProps) {
  const put = (at: number, part: Partial<Header>) =>
    change(headers.map((each, here) => (here === at ? { ...each, ...part } : each)));
  return (
    <Stack gap="xs" role="group" aria-label="Headers">
      <div>
        <Text size="sm" fw={500}>
          Headers of your own
        </Text>
        <Text size="xs" c="dimmed">
          Authorization or X-…; a value may be @TimeInMillis, @TimeInSeconds or @HMAC.
        </Text>
      </div>
      {headers.map((header, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header that is being typed has nothing else
        <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label={`Name of header ${at + 1}`}
            placeholder="X-Name"
            value={header.name}
            onChange={({ currentTarget }) => put(at, { name: currentTarget.value })}
            flex={1}
          />
          <TextInput
            aria-label={`Value of header ${at + 1}`}
            placeholder="Value"
            value={header.value}
            onChange={({ currentTarget }) => put(at, { value: currentTarget.value })}
            error={errorOf(`headers.${header.name}`)}
            flex={2}
          />
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            aria-label={`Remove header ${at + 1}`}
            onClick={() => change(headers.filter((_, here) => here !== at))}
          >
            <X size={16} aria-hidden />
          </Button>
        </Group>
      ))}
      <div>
        <Button
          variant="subtle"
          size="xs"
          px="xs"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={headers.length >= MAX_HEADERS}
          onClick={() => change([...headers, { name: '', value: '' }])}
        >
          Add a header
        </Button>
      </div>
    </Stack>
  );
}

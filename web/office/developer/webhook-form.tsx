// The form of a webhook: topic, address, format, headers of its own, and filter.

import { Button, Group, MultiSelect, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { ApiError, type Webhook } from '#clients/typescript/index.ts';
import { TOPICS } from '#src/kernel/event.ts';
import { changesOf } from '../../shared/changes.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';

/** Most headers of one webhook. */
const MAX_HEADERS = 20;

const EXAMPLE_ADDRESS = 'https://example.com/hook';
const EXAMPLE_HEADER = 'X-Name';

interface Header {
  readonly name: string;
  readonly value: string;
}

function valuesOf(hook: Webhook | undefined) {
  return {
    topic: hook?.topic ?? ('orders/completed' as const),
    address: hook?.address ?? '',
    format: hook?.format ?? ('json' as const),
    headers: Object.entries(hook?.headers ?? {}).map(([name, value]) => ({
      name,
      value,
    })) as readonly Header[],
    sites: hook?.filter.site_ids ?? [],
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
  const errors = [{ field: `headers.${twice.name}`, error_description: t('is there twice.') }];
  throw new ApiError('createWebhook', 400, { error: 'invalid_request', errors }, new Headers());
}

interface Props {
  readonly addon: string;
  readonly hook?: Webhook;
  readonly close?: () => void;
  readonly done?: (hook: Webhook) => void;
}

export function WebhookForm({ addon, hook, close, done }: Props) {
  const { passbell, sites } = useCompany();
  const form = useRecordForm({
    initial: valuesOf(hook),
    send: async (values, base) => {
      refuseTwice(values.headers);
      return hook === undefined
        ? passbell.call('createAddonWebhook', { addon_id: addon, body: bodyOf(values) })
        : passbell.call('updateAddonWebhook', {
            addon_id: addon,
            webhook_id: hook.id,
            body: changesOf(bodyOf(base), bodyOf(values)),
          });
    },
    stale: ['webhooks', 'addons', 'audit'],
    done: (made) => {
      form.reset(valuesOf(made));
      done?.(made);
    },
    said: hook === undefined ? t('Webhook created') : t('Webhook saved'),
  });
  return (
    <Form
      form={form}
      submit={hook === undefined ? t('Create webhook') : t('Save')}
      {...(close === undefined ? {} : { cancel: close })}
    >
      <Group gap="sm" align="flex-start">
        <ChoiceField
          label={t('Topic')}
          data={[...TOPICS]}
          searchable
          flex="2 1 220px"
          {...form.choice('topic')}
        />
        <ChoiceField
          label={t('Format')}
          data={[
            { value: 'json', label: 'JSON' },
            { value: 'xml', label: 'XML' },
          ]}
          flex="1 1 100px"
          {...form.choice('format')}
        />
      </Group>
      <TextInput
        label={t('Address')}
        required
        type="url"
        placeholder={EXAMPLE_ADDRESS}
        description={t(
          'https, and reachable from the internet; the sandbox can use http://localhost as well.',
        )}
        {...form.text('address')}
      />
      <MultiSelect
        label={t('Only these sites')}
        description={t('Empty: all sites. Some topics have no site; availability needs one.')}
        data={choices(sites)}
        searchable
        clearable
        {...form.list('sites', 'filter.site_ids')}
      />
      <TagsInput
        label={t('Only changes of')}
        description={t(
          'Field names, for topics that end in /updated, such as name or show_online; for orders/completed customer.',
        )}
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
    <Stack gap="xs" role="group" aria-label={t('Headers')}>
      <div>
        <Text size="sm" fw={500}>
          {t('Own headers')}
        </Text>
        <Hint size="xs">
          {t('Authorization or X-…; a value can be @TimeInMillis, @TimeInSeconds or @HMAC.')}
        </Hint>
      </div>
      {headers.map((header, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header that is being typed has nothing else
        <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label={t('Name of header {number}', { number: at + 1 })}
            placeholder={EXAMPLE_HEADER}
            value={header.name}
            onChange={({ currentTarget }) => put(at, { name: currentTarget.value })}
            flex={1}
          />
          <TextInput
            aria-label={t('Value of header {number}', { number: at + 1 })}
            placeholder={t('Value')}
            value={header.value}
            onChange={({ currentTarget }) => put(at, { value: currentTarget.value })}
            error={errorOf(`headers.${header.name}`)}
            flex={2}
          />
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            aria-label={t('Remove header {number}', { number: at + 1 })}
            onClick={() => change(headers.filter((_, here) => here !== at))}
          >
            <X size={16} aria-hidden />
          </Button>
        </Group>
      ))}
      <div>
        <AddButton
          variant="subtle"
          size="xs"
          px="xs"
          disabled={headers.length >= MAX_HEADERS}
          onClick={() => change([...headers, { name: '', value: '' }])}
        >
          {t('Add header')}
        </AddButton>
      </div>
    </Stack>
  );
}

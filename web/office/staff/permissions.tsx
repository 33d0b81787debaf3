// What a staff member may do: the permissions that bind at registers, and others that add-ons have.

import { Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import type { StaffMember } from '#clients/typescript/index.ts';
import { isRight, RIGHTS, type Right } from '#src/company/rules/rights.ts';
import { RIGHT_NAMES } from '../../shared/right-names.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import type { RecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';

type Permission = NonNullable<StaffMember['permissions']>[number];

/** Most permissions of one staff member. */
const MAX_PERMISSIONS = 200;

const PARTS = {
  code: { head: message('Code'), label: message('Code of permission {number}') },
  name: { head: message('Name'), label: message('Name of permission {number}') },
  domain: { head: message('Domain'), label: message('Domain of permission {number}') },
} as const;

/** Usual permissions by job. */
const JOBS: readonly (readonly [name: Message, rights: readonly Right[]])[] = [
  [message('Cashier'), ['FinishSale']],
  [
    message('Shift lead'),
    [
      ...(['FinishSale', 'MakeDiscount', 'Void', 'DeleteHeldOrder', 'ModifySales', 'Refund'] as const),
      ...(['CashIn', 'CashOut', 'OpenCashDrawer', 'XReport'] as const),
    ],
  ],
  [message('Manager'), RIGHTS],
];

interface Values {
  readonly permissions: readonly Permission[];
}

interface Props<V extends Values> {
  readonly form: RecordForm<V>;
  readonly permissions: readonly Permission[];
  readonly change: (permissions: readonly Permission[]) => void;
}

/** A permission as it is stored: its name in English, whatever the language of the screen. */
const permissionOf = (right: Right): Permission => ({
  code: right,
  name: RIGHT_NAMES[right],
  domain: 'Register',
});

/** The permissions of a staff member. */
export function Permissions<V extends Values>({ form, permissions, change }: Props<V>) {
  const has = (right: Right) => permissions.some(({ code }) => code === right);
  const others = permissions.filter(({ code }) => !isRight(code));
  const give = (rights: readonly Right[]) =>
    change([
      ...RIGHTS.filter((right) => rights.includes(right)).map(
        (right) => permissions.find(({ code }) => code === right) ?? permissionOf(right),
      ),
      ...others,
    ]);
  return (
    <Stack gap="xs" role="group" aria-label={t('Permissions')}>
      <Text size="sm" fw={500}>
        {t('Permissions')}
      </Text>
      <Group gap="xs">
        {JOBS.map(([name, rights]) => (
          <Button key={name} variant="default" size="xs" onClick={() => give(rights)}>
            {translated(name)}
          </Button>
        ))}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {RIGHTS.map((right) => (
          <Checkbox
            key={right}
            label={translated(RIGHT_NAMES[right])}
            checked={has(right)}
            onChange={({ currentTarget: { checked } }) =>
              give(RIGHTS.filter((each) => (each === right ? checked : has(each))))
            }
          />
        ))}
      </SimpleGrid>
      <Hint size="xs">{t('What is not checked takes the PIN of somebody who may.')}</Hint>
      <Others form={form} permissions={permissions} change={change} />
    </Stack>
  );
}

/** Permissions that mean something to add-ons alone. */
function Others<V extends Values>({ form, permissions, change }: Props<V>) {
  const changeOne = (at: number, part: Partial<Permission>) =>
    change(permissions.map((each, here) => (here === at ? { ...each, ...part } : each)));
  const others = permissions.flatMap(({ code }, at) => (isRight(code) ? [] : [at]));
  return (
    <>
      {others.map((at, place) => (
        <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
          {(['code', 'name', 'domain'] as const).map((part) => (
            <TextInput
              key={part}
              aria-label={translated(PARTS[part].label, { number: place + 1 })}
              placeholder={translated(PARTS[part].head)}
              value={permissions[at]?.[part] ?? ''}
              onChange={({ currentTarget }) => changeOne(at, { [part]: currentTarget.value })}
              error={form.errorOf(`permissions[${at}].${part}`)}
              flex={1}
            />
          ))}
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            aria-label={t('Remove permission {number}', { number: place + 1 })}
            onClick={() => change(permissions.filter((_, here) => here !== at))}
          >
            <X size={16} aria-hidden />
          </Button>
        </Group>
      ))}
      {form.errorOf('permissions') !== undefined && others.length === 0 && (
        <RefusalAlert>{form.errorOf('permissions')}</RefusalAlert>
      )}
      <div>
        <AddButton
          variant="subtle"
          size="xs"
          px="xs"
          disabled={permissions.length >= MAX_PERMISSIONS}
          onClick={() => change([...permissions, { code: '', name: '', domain: '' }])}
        >
          {t('Add permission of an add-on')}
        </AddButton>
      </div>
    </>
  );
}

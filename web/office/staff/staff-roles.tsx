// The roles of a staff member: each everywhere, or at one site.

import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { X } from 'lucide-react';
import type { StaffMember } from '#clients/typescript/index.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import type { RecordForm } from '../../shared/ui/form.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';
import { useAll } from '../read.ts';

/** A role as the form has it; none is chosen yet with an empty id. */
export type GivenRole = StaffMember['roles'][number];

const MAX_ROLES = 100;

interface Props<V extends { roles: readonly GivenRole[] }> {
  readonly form: RecordForm<V>;
  readonly roles: readonly GivenRole[];
  readonly change: (roles: readonly GivenRole[]) => void;
}

/** Gives and takes roles. Nothing is shown where the company has none. */
export function StaffRoles<V extends { roles: readonly GivenRole[] }>({ form, roles, change }: Props<V>) {
  const company = useCompany();
  const known = useAll('roles', 'listRoles', {});
  if (known.data === undefined || known.data.length === 0) return null;
  const set = (at: number, part: Partial<GivenRole>) =>
    change(roles.map((each, here) => (here === at ? { ...each, ...part } : each)));
  const first = known.data[0]?.id_str;
  return (
    <Stack gap="xs" role="group" aria-label={t('Roles')}>
      <Text size="sm" fw={500}>
        {t('Roles')}
      </Text>
      {roles.map((role, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The same role may stand there twice, at two sites.
        <Group key={at} gap="xs" wrap="nowrap" align="flex-start">
          <ChoiceField
            aria-label={t('Role {number}', { number: at + 1 })}
            data={choices(known.data)}
            value={role.role_id}
            onChange={(value) => value !== null && set(at, { role_id: value })}
            error={form.errorOf(`roles[${at}].role_id`)}
            flex={1}
          />
          <Select
            aria-label={t('Site of role {number}', { number: at + 1 })}
            data={choices(company.sites)}
            value={role.site_id}
            placeholder={t('Everywhere')}
            clearable
            onChange={(value) => set(at, { site_id: value })}
            error={form.errorOf(`roles[${at}].site_id`)}
            flex={1}
          />
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            aria-label={t('Remove role {number}', { number: at + 1 })}
            onClick={() => change(roles.filter((_, here) => here !== at))}
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
          disabled={roles.length >= MAX_ROLES || first === undefined}
          onClick={() => first !== undefined && change([...roles, { role_id: first, site_id: null }])}
        >
          {t('Add role')}
        </AddButton>
      </div>
    </Stack>
  );
}

// Who runs the company here: members with their roles, and invitations.

import { Alert, Badge, Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '#src/edge/scopes.ts';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { SecretsDialog } from '../../shared/ui/facts.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty, sentenceOf, toast } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { useCompany } from '../company.tsx';
import { SubNav, useMe, useStale } from '../parts.tsx';
import type { Invitation, Member } from '../records.ts';
import { Removal } from './removal.tsx';

export const PEOPLE = [
  { path: '/people', label: 'People' },
  { path: '/people/audit', label: 'Audit log' },
];

const ROLES: Readonly<Record<Role, string>> = { owner: 'Owner', manager: 'Manager', staff: 'Staff' };
const CHOICES = Object.entries(ROLES).map(([value, label]) => ({ value, label }));
const ROLE_WORDS =
  'Owners may do everything. Managers run the daily business, but change nobody’s role. Staff take orders.';

export default function People() {
  const { role } = useCompany();
  const [inviting, { open, close }] = useDisclosure();
  const [link, setLink] = useState<string>();
  return (
    <ScreenPage
      title="People"
      actions={
        <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={open}>
          Invite somebody
        </Button>
      }
    >
      <SubNav label="People" leaves={PEOPLE} />
      <Text size="sm" c="dimmed">
        {ROLE_WORDS}
        {role !== 'owner' && ' Only an owner can change a role or remove somebody.'}
      </Text>
      <Section title="Members" flush>
        <Members />
      </Section>
      <Section title="Open invitations" flush>
        <Invitations />
      </Section>
      <Dialog title="Invite somebody" opened={inviting} close={close}>
        <Invite
          close={close}
          made={(made) => {
            close();
            setLink(made);
          }}
        />
      </Dialog>
      <SecretsDialog
        title="The invitation’s link"
        shown={
          link === undefined
            ? undefined
            : [
                {
                  label: 'Link',
                  description: 'Send it to whom you have invited: Passbell sends no mail.',
                  value: link,
                },
              ]
        }
        close={() => setLink(undefined)}
      >
        Whoever opens it first joins the company. When it is lost, take the invitation back and make another
        one.
      </SecretsDialog>
    </ScreenPage>
  );
}

function Members() {
  const { api, role, when } = useCompany();
  const me = useMe();
  const stale = useStale();
  const list = useList<Member>({ key: ['members'], api, path: 'members' });
  const columns: Column<Member>[] = [
    {
      head: 'Name',
      cell: (member) => (
        <>
          <Text size="sm" fw={600}>
            {member.name}
            {member.id_str === me?.id_str && (
              <Badge color="gray" variant="light" tt="none" ml={6}>
                You
              </Badge>
            )}
          </Text>
          <Text size="xs" c="dimmed">
            {member.email}
          </Text>
        </>
      ),
    },
    { head: 'Role', cell: (member) => <RoleOf member={member} />, width: 150 },
    { head: 'Since', cell: (member) => when(member.created_at), wide: true },
    {
      head: 'Leave',
      figure: true,
      cell: (member) => {
        const own = member.id_str === me?.id_str;
        if (role !== 'owner' && !own) return null;
        return (
          <Removal
            member={member}
            own={own}
            done={() => {
              if (own) location.reload();
              else stale('members', 'audit', 'devices', 'grants', 'invitations');
            }}
          />
        );
      },
    },
  ];
  return (
    <ListTable
      list={list}
      columns={columns}
      idOf={(member) => member.id_str}
      label="Members"
      empty={<Empty title="Nobody is in this company" />}
    />
  );
}

/** The role, for an owner to change. */
function RoleOf({ member }: { member: Member }) {
  const { api, role } = useCompany();
  const me = useMe();
  const stale = useStale();
  const change = useMutation({
    mutationFn: (to: string) => api.put<Member>(`members/${member.id_str}`, { role: to }),
    onSuccess: ({ name, role: now }) => {
      toast(`${name} is ${now === 'owner' ? 'an owner' : now === 'manager' ? 'a manager' : 'staff'} now.`);
      // The user's own role is read when the page is opened.
      if (member.id_str === me?.id_str) location.reload();
      else stale('members', 'audit');
    },
  });
  if (role !== 'owner') return ROLES[member.role];
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      size="xs"
      data={CHOICES}
      value={change.isPending ? (change.variables ?? member.role) : member.role}
      onChange={(to) => {
        if (to !== null && to !== member.role) change.mutate(to);
      }}
      allowDeselect={false}
      disabled={change.isPending}
      error={change.isError ? sentenceOf(change.error) : undefined}
    />
  );
}

function Invitations() {
  const { api, when } = useCompany();
  const stale = useStale();
  const list = useList<Invitation>({ key: ['invitations'], api, path: 'invitations' });
  const columns: Column<Invitation>[] = [
    { head: 'E-mail address', cell: (invitation) => invitation.email },
    { head: 'As', cell: (invitation) => ROLES[invitation.role] },
    { head: 'Made', cell: (invitation) => when(invitation.created_at), wide: true },
    { head: 'Good until', cell: (invitation) => when(invitation.expires_at), wide: true },
    {
      head: 'Take back',
      figure: true,
      cell: (invitation) => (
        <ConfirmButton
          label="Take back"
          about={`Take back the invitation of ${invitation.email}`}
          title="Take the invitation back?"
          confirm="Take it back"
          act={() => api.delete(`invitations/${invitation.id_str}`)}
          done={() => stale('invitations', 'audit')}
          said="The invitation has been taken back."
        >
          The link for {invitation.email} is of no use any more.
        </ConfirmButton>
      ),
    },
  ];
  return (
    <ListTable
      list={list}
      columns={columns}
      idOf={(invitation) => invitation.id_str}
      label="Open invitations"
      empty={
        <Text size="sm" c="dimmed" px="md" pb="md">
          Nobody is invited just now.
        </Text>
      }
    />
  );
}

function Invite({ close, made }: { close: () => void; made: (link: string) => void }) {
  const { api, role } = useCompany();
  const stale = useStale();
  const form = useRecordForm({
    initial: { email: '', role: 'manager' as string | null },
    send: (values) => api.post<Invitation & { link: string }>('invitations', values),
    done: ({ link }) => {
      stale('invitations', 'audit');
      made(link);
    },
  });
  const isOwner = role === 'owner';
  return (
    <Stack gap="md">
      <Form form={form} submit="Make the invitation" cancel={close}>
        <TextInput label="E-mail address" type="email" required {...form.text('email')} />
        <Select
          label="Role"
          data={CHOICES.map((choice) => ({ ...choice, disabled: !isOwner && choice.value === 'owner' }))}
          description={isOwner ? undefined : 'Only an owner can invite another owner.'}
          allowDeselect={false}
          {...form.choice('role')}
        />
      </Form>
      <Alert color="gray" variant="light">
        {ROLE_WORDS}
      </Alert>
    </Stack>
  );
}

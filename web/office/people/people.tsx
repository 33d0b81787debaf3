// Who runs the company here: members with their roles, and invitations.

import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Invitation, Member, NewInvitation } from '#clients/typescript/index.ts';
import type { Role } from '../../shared/session.ts';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { SecretsDialog } from '../../shared/ui/facts.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { type Column, ListTable } from '../../shared/ui/table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { isOption, optionsOf, SubNav, useMe } from '../parts.tsx';
import { usePages } from '../read.ts';
import { Demotion, Removal } from './removal.tsx';
import { SecondFactor } from './second-factor.tsx';

export const PEOPLE = [
  { path: '/people', label: message('People') },
  { path: '/people/audit', label: message('Audit log') },
];

const ROLES: Readonly<Record<Role, Message>> = {
  owner: message('Owner'),
  manager: message('Manager'),
  staff: message('Staff'),
};
const ROLE_WORDS = message(
  'Owners can do everything. Managers run the business day to day, but cannot change roles. Staff take orders.',
);

export default function People() {
  const { role } = useCompany();
  const [inviting, { open, close }] = useDisclosure();
  const [link, setLink] = useState<NewInvitation>();
  return (
    <ScreenPage
      title={t('People')}
      actions={
        <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={open}>
          {t('Invite')}
        </Button>
      }
    >
      <SubNav label={t('People')} leaves={PEOPLE} />
      <Hint>{translated(ROLE_WORDS)}</Hint>
      {role !== 'owner' && <Hint>{t('Only an owner can change a role or remove somebody.')}</Hint>}
      <Section title={t('Members')} flush>
        <Members />
      </Section>
      <Section title={t('Open invitations')} flush>
        <Invitations />
      </Section>
      <SecondFactor />
      <Dialog title={t('Invite')} opened={inviting} close={close}>
        <Invite
          close={close}
          made={(made) => {
            close();
            setLink(made);
          }}
        />
      </Dialog>
      <SecretsDialog
        title={t('Invitation link')}
        shown={
          link === undefined
            ? undefined
            : [
                {
                  label: t('Link'),
                  description: link.mailed
                    ? t('It was sent by e-mail. You can also hand it out yourself.')
                    : t('Send it to the person yourself: Passbell sends no e-mail.'),
                  value: link.link,
                },
              ]
        }
        close={() => setLink(undefined)}
      >
        {t(
          'Whoever opens it first joins the company. If it is lost, revoke the invitation and make another.',
        )}
      </SecretsDialog>
    </ScreenPage>
  );
}

function Members() {
  const { role, when } = useCompany();
  const me = useMe();
  const stale = useStale();
  const list = usePages('members', 'listMembers', {});
  const columns: Column<Member>[] = [
    {
      head: t('Name'),
      cell: (member) => (
        <>
          <Text size="sm" fw={600}>
            {member.name}
            {member.id_str === me?.id_str && (
              <Tag color="gray" ms={6}>
                {t('You')}
              </Tag>
            )}
            {member.has_second_factor && (
              <Tag color="tide" ms={6}>
                {t('Two-step sign-in')}
              </Tag>
            )}
          </Text>
          <Hint size="xs">{member.email}</Hint>
        </>
      ),
    },
    { head: t('Role'), cell: (member) => <RoleOf member={member} />, width: 150 },
    { head: t('Since'), cell: (member) => when(member.created_at), wide: true },
    {
      head: t('Actions'),
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
  return <ListTable list={list} columns={columns} label={t('Members')} empty={{ title: t('No members') }} />;
}

/** The role, for an owner to change. */
function RoleOf({ member }: { member: Member }) {
  const { passbell, role } = useCompany();
  const me = useMe();
  const stale = useStale();
  const [asking, { open, close }] = useDisclosure();
  const own = member.id_str === me?.id_str;
  const changed = (now: Role) => {
    toast(t('{name} is now: {role}', { name: member.name, role: translated(ROLES[now]) }));
    // The user's own role is read when the page is opened.
    if (own) location.reload();
    else stale('members', 'audit', 'devices', 'grants', 'invitations');
  };
  const change = useMutation({
    mutationFn: (to: Role) => passbell.call('updateMember', { user_id: member.id, body: { role: to } }),
    onSuccess: ({ role: now }) => changed(now),
  });
  if (role !== 'owner') return translated(ROLES[member.role]);
  return (
    <>
      <ChoiceField
        aria-label={t('Role of {name}', { name: member.name })}
        size="xs"
        data={optionsOf(ROLES)}
        value={change.isPending ? (change.variables ?? member.role) : member.role}
        onChange={(to) => {
          if (!isOption(ROLES, to) || to === member.role) return;
          if (to === 'staff') open();
          else change.mutate(to);
        }}
        disabled={change.isPending}
        error={change.isError ? sentenceOf(change.error) : undefined}
      />
      <Demotion member={member} own={own} opened={asking} close={close} done={() => changed('staff')} />
    </>
  );
}

function Invitations() {
  const { passbell, when } = useCompany();
  const list = usePages('invitations', 'listInvitations', {});
  const columns: Column<Invitation>[] = [
    { head: t('E-mail address'), cell: (invitation) => invitation.email },
    { head: t('Role'), cell: (invitation) => translated(ROLES[invitation.role]) },
    { head: t('Invited'), cell: (invitation) => when(invitation.created_at), wide: true },
    { head: t('Valid until'), cell: (invitation) => when(invitation.expires_at), wide: true },
    {
      head: t('Actions'),
      figure: true,
      cell: (invitation) => (
        <ConfirmButton
          label={t('Revoke')}
          about={t('Revoke the invitation of {email}', { email: invitation.email })}
          title={t('Revoke the invitation?')}
          confirm={t('Revoke invitation')}
          act={() => passbell.call('withdrawInvitation', { invitation_id: invitation.id })}
          stale={['invitations', 'audit']}
          said={t('Invitation revoked')}
        >
          {t('The link for {email} stops working.', { email: invitation.email })}
        </ConfirmButton>
      ),
    },
  ];
  return (
    <ListTable
      list={list}
      columns={columns}
      label={t('Open invitations')}
      empty={{ title: t('No open invitations'), isBrief: true }}
    />
  );
}

function Invite({ close, made }: { close: () => void; made: (invitation: NewInvitation) => void }) {
  const { passbell, role } = useCompany();
  const form = useRecordForm({
    initial: { email: '', role: 'manager' as Role },
    send: (values) => passbell.call('invite', { body: values }),
    stale: ['invitations', 'audit', 'mails'],
    done: made,
  });
  const isOwner = role === 'owner';
  return (
    <Stack gap="md">
      <Form form={form} submit={t('Create invitation')} cancel={close}>
        <TextInput label={t('E-mail address')} type="email" required {...form.text('email')} />
        <ChoiceField
          label={t('Role')}
          data={optionsOf(ROLES).map((choice) => ({
            ...choice,
            disabled: !isOwner && choice.value === 'owner',
          }))}
          description={isOwner ? undefined : t('Only an owner can invite another owner.')}
          {...form.choice('role')}
        />
      </Form>
      <Alert color="gray" variant="light">
        {translated(ROLE_WORDS)}
      </Alert>
    </Stack>
  );
}

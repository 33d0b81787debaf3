// The menus of the header: the company, the signed-in user.

import { Box, Button, Menu, Text, UnstyledButton } from '@mantine/core';
import { Building2, Check, ChevronsUpDown, LogOut, UserRound } from 'lucide-react';
import { Link } from 'wouter';
import type { Language } from '#src/kernel/words.ts';
import { BASE } from '../shared/base.ts';
import { adoptLanguage } from '../shared/language.ts';
import { type SessionInfo, setOwnLanguage } from '../shared/session.ts';
import { Hint } from '../shared/ui/hint.tsx';
import { LanguageSelect } from '../shared/ui/language.tsx';
import { SchemeSwitch } from '../shared/ui/scheme.tsx';
import { sentenceOf, toast } from '../shared/ui/states.tsx';
import { t } from '../shared/words.ts';
import { AccountSign, CompanyName, type HeaderProps } from './header.tsx';

/** The menus of the header. */
export function HeaderMenus(props: HeaderProps) {
  return (
    <>
      <CompanyMenu {...props} />
      <UserMenu session={props.session} />
    </>
  );
}

function CompanyMenu({ session, member, choose }: HeaderProps) {
  const { companies } = session;
  if (companies.length < 2) {
    return <CompanyName member={member} />;
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<Building2 size={16} aria-hidden />}
          rightSection={<ChevronsUpDown size={14} aria-hidden />}
          aria-label={t('Company: {name}', { name: member.name })}
        >
          <Text size="sm" truncate maw={{ base: 90, sm: 220 }}>
            {member.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {companies.map(({ id_str, name }) => (
          <Menu.Item
            key={id_str}
            leftSection={<Check size={16} aria-hidden opacity={id_str === member.id_str ? 1 : 0} />}
            onClick={() => choose(id_str)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Keeps the user's language with the service, and shows the page in it. */
function chooseOwn(language: Language | undefined): void {
  setOwnLanguage(BASE, language).then(
    () => adoptLanguage({ language: language ?? null }),
    (error: unknown) => toast(sentenceOf(error), 'failed'),
  );
}

function UserMenu({ session: { user } }: { session: SessionInfo }) {
  return (
    <Menu position="bottom-end" width={250} withinPortal>
      <Menu.Target>
        <UnstyledButton aria-label={t('Account of {name}', { name: user.name })}>
          <AccountSign />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Box px="sm" py={6}>
          <Text size="sm" fw={600}>
            {user.name}
          </Text>
          <Hint size="xs" truncate>
            {user.email}
          </Hint>
        </Box>
        <Box px="sm" pb="xs">
          <SchemeSwitch />
        </Box>
        <Box px="sm" pb="xs">
          <LanguageSelect chosen={user.language ?? undefined} choose={chooseOwn} />
        </Box>
        <Menu.Divider />
        <Menu.Item component={Link} href="/your-account" leftSection={<UserRound size={16} aria-hidden />}>
          {t('Your account')}
        </Menu.Item>
        <Menu.Item component="a" href={`${BASE}/signout`} leftSection={<LogOut size={16} aria-hidden />}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

// The frame around every screen of the back office: the menu, the company, the signed-in user.

import {
  AppShell,
  Avatar,
  Box,
  Burger,
  Button,
  Group,
  Indicator,
  Menu,
  NavLink,
  ScrollArea,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Building2, Check, ChevronsUpDown, Lock, LogOut, UserRound } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import bell from '#src/description/viewer/bell.svg';
import type { Language } from '#src/kernel/words.ts';
import { BASE } from '../shared/base.ts';
import { adoptLanguage } from '../shared/language.ts';
import { type Membership, type SessionInfo, setOwnLanguage } from '../shared/session.ts';
import { LanguageSelect } from '../shared/ui/language.tsx';
import { useLiveState } from '../shared/ui/live.tsx';
import { ScreenPage } from '../shared/ui/page.tsx';
import { SchemeSwitch } from '../shared/ui/scheme.tsx';
import { Boundary, Empty, Loading, sentenceOf, Trouble, toast } from '../shared/ui/states.tsx';
import { type Message, t, translated } from '../shared/words.ts';
import { useCompany } from './company.tsx';
import { SCREENS } from './screens.tsx';

const MENU_WIDTH = 232;
const HEADER_HEIGHT = 56;

const PAGES: readonly { path: string; managed: boolean; Page: ComponentType }[] = SCREENS.map(
  ({ path, managed = false, load }) => ({ path, managed, Page: lazy(load) }),
);

/** True for those who run the company. */
function runs({ role }: Membership): boolean {
  return role !== 'staff';
}

interface Props {
  readonly session: SessionInfo;
  readonly member: Membership;
  readonly choose: (id: string) => void;
}

export function Shell({ session, member, choose }: Props) {
  const [opened, { toggle, close }] = useDisclosure();
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a phone closes when it has led somewhere
  useEffect(close, [location]);
  return (
    <>
      <a className="skip" href="#main">
        {t('Skip to content')}
      </a>
      <AppShell
        header={{ height: HEADER_HEIGHT }}
        navbar={{ width: MENU_WIDTH, breakpoint: 'sm', collapsed: { mobile: !opened } }}
        padding="md"
        transitionDuration={0}
      >
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger
                opened={opened}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={opened ? t('Close the menu') : t('Open the menu')}
                aria-expanded={opened}
              />
              <UnstyledButton component={Link} href="/" aria-label={t('Passbell, today')}>
                <Group gap={8} wrap="nowrap">
                  <img src={bell} alt="" width={28} height={28} />
                  <Text fw={700} size="lg" visibleFrom="xs">
                    Passbell
                  </Text>
                </Group>
              </UnstyledButton>
            </Group>
            <Group gap="xs" wrap="nowrap">
              <LiveSign />
              <CompanyMenu session={session} member={member} choose={choose} />
              <UserMenu session={session} />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm" aria-label={t('Screens')}>
          <ScrollArea viewportProps={{ tabIndex: -1 }}>
            <Navigation location={location} member={member} />
          </ScrollArea>
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <Boundary at={location}>
            <CompanyKnown>
              <Suspense fallback={<Loading />}>
                <Switch>
                  {PAGES.map(({ path, managed, Page }) => (
                    <Route key={path} path={path}>
                      {managed && !runs(member) ? <NotYours /> : <Page />}
                    </Route>
                  ))}
                  <Route>
                    <NotFound />
                  </Route>
                </Switch>
              </Suspense>
            </CompanyKnown>
          </Boundary>
        </AppShell.Main>
      </AppShell>
    </>
  );
}

/** Screens begin when the company is known: a form never starts without its sites, its currency and its zone. */
function CompanyKnown({ children }: { children: ReactNode }) {
  const { known } = useCompany();
  if (known.isKnown) return children;
  return known.error === null ? <Loading /> : <Trouble error={known.error} again={known.again} />;
}

function NotFound() {
  return (
    <ScreenPage title={t('Page not found')}>
      <Empty
        title={t('This page does not exist')}
        action={
          <Button component={Link} href="/" variant="default">
            {t('Go to Today')}
          </Button>
        }
      >
        {t('The address may be mistyped, or the record has been deleted.')}
      </Empty>
    </ScreenPage>
  );
}

function NotYours() {
  return (
    <ScreenPage title={t('For owners and managers')}>
      <Empty title={t('Only owners and managers can open this')} icon={Lock}>
        {t('You are signed in as staff. Ask an owner or manager to look it up, or to change your role.')}
      </Empty>
    </ScreenPage>
  );
}

function Navigation({ location, member }: { location: string; member: Membership }) {
  const groups = new Map<Message, typeof SCREENS>();
  for (const screen of SCREENS) {
    const group = screen.menu?.group;
    if (screen.managed === true && !runs(member)) continue;
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), screen]);
  }
  // The menu may be longer than the window: where we are is in sight.
  const here = useCallback((entry: HTMLElement | null) => {
    entry?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={here}>
      {[...groups].map(([group, screens]) => (
        <Box key={group} mb="sm">
          <Text size="xs" fw={600} c="dimmed" px="sm" mb={4}>
            {translated(group)}
          </Text>
          {screens.map(({ path, menu }) => {
            if (menu === undefined) return null;
            const { label, icon: Icon } = menu;
            const active =
              path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
            return (
              <NavLink
                key={path}
                component={Link}
                href={path}
                label={translated(label)}
                leftSection={<Icon size={18} aria-hidden />}
                active={active}
                aria-current={active ? 'page' : undefined}
                bdrs="md"
                py={7}
                mb={1}
              />
            );
          })}
        </Box>
      ))}
    </div>
  );
}

/** Announces that the page may be out of date. */
function LiveSign() {
  const state = useLiveState();
  const [colour, words] =
    state === 'live'
      ? ['tide', t('Live')]
      : state === 'connecting'
        ? ['brass', t('Connecting')]
        : ['red', t('Not connected')];
  return (
    <Group gap={14} wrap="nowrap" role="status" me="xs" ms="sm" title={words}>
      <Indicator inline color={colour} size={9} processing={state === 'connecting'} />
      <Text size="xs" c="dimmed" visibleFrom="md">
        {words}
      </Text>
    </Group>
  );
}

function CompanyMenu({ session, member, choose }: Props) {
  const { companies } = session;
  if (companies.length < 2) {
    return (
      <Text size="sm" fw={600} truncate maw={220} visibleFrom="xs">
        {member.name}
      </Text>
    );
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
          <Avatar color="tide" radius="xl" size={36} aria-hidden>
            <UserRound size={20} />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Box px="sm" py={6}>
          <Text size="sm" fw={600}>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
        </Box>
        <Box px="sm" pb="xs">
          <SchemeSwitch />
        </Box>
        <Box px="sm" pb="xs">
          <LanguageSelect chosen={user.language ?? undefined} choose={chooseOwn} />
        </Box>
        <Menu.Divider />
        <Menu.Item component="a" href={`${BASE}/account`} leftSection={<UserRound size={16} aria-hidden />}>
          {t('Your account')}
        </Menu.Item>
        <Menu.Item component="a" href={`${BASE}/signout`} leftSection={<LogOut size={16} aria-hidden />}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

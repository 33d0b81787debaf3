// The frame around every screen of the back office: the menu, the company, the signed-in user.

import { Burger, Button, Group, Indicator, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Lock } from 'lucide-react';
import { type ReactNode, useCallback, useEffect } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { Hint } from '../shared/ui/hint.tsx';
import './frame.css';
import bell from '#src/description/viewer/bell.svg';
import type { Membership } from '../shared/session.ts';
import { shown } from '../shared/shown.ts';
import { Later, Part } from '../shared/ui/later.tsx';
import { useLiveState } from '../shared/ui/live.tsx';
import { ScreenPage } from '../shared/ui/page.tsx';
import { Boundary, Empty, Loading, Trouble } from '../shared/ui/states.tsx';
import { type Message, t, translated } from '../shared/words.ts';
import { useCompany } from './company.tsx';
import { AccountSign, CompanyName, type HeaderProps } from './header.tsx';
import { SCREENS, type Screen } from './screens.tsx';

/** The class of parts that a dialog which holds the page still leaves where they are (react-remove-scroll). */
const KEEPS_ITS_PLACE = 'right-scroll-bar-position';

// What opens on a press is not in the way of the first screen.
const MENUS = new Later(async () => {
  await shown;
  return (await import('./header-menus.tsx')).HeaderMenus;
});

/** True for those who run the company. */
function runs({ role }: Membership): boolean {
  return role !== 'staff';
}

export function Shell({ session, member, choose }: HeaderProps) {
  const [opened, { toggle, close }] = useDisclosure();
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a phone closes when it has led somewhere
  useEffect(close, [location]);
  return (
    <>
      <a className="skip" href="#main">
        {t('Skip to content')}
      </a>
      <div className="frame">
        <header className={`frame-head ${KEEPS_ITS_PLACE}`}>
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
              <Part
                part={MENUS}
                props={{ session, member, choose }}
                meanwhile={
                  <>
                    <CompanyName member={member} />
                    <UnstyledButton disabled aria-label={t('Account of {name}', { name: session.user.name })}>
                      <AccountSign />
                    </UnstyledButton>
                  </>
                }
              />
            </Group>
          </Group>
        </header>
        <nav className="frame-menu" aria-label={t('Screens')} data-opened={opened || undefined}>
          <Navigation location={location} member={member} />
        </nav>
        <main className="frame-main" id="main" tabIndex={-1}>
          <Boundary at={location}>
            <CompanyKnown>
              <Switch>
                {SCREENS.map(({ path, managed = false, page }) => (
                  <Route key={path} path={path}>
                    {managed && !runs(member) ? (
                      <NotYours />
                    ) : (
                      <Part part={page} props={{}} meanwhile={<Loading />} />
                    )}
                  </Route>
                ))}
                <Route>
                  <NotFound />
                </Route>
              </Switch>
            </CompanyKnown>
          </Boundary>
        </main>
      </div>
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
  // The menu may be longer than the window: where we are is in sight, once the screen is.
  const here = useCallback((entry: HTMLElement | null) => {
    requestAnimationFrame(() =>
      entry?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' }),
    );
  }, []);
  return (
    <div ref={here}>
      {[...groups].map(([group, screens]) => (
        <div key={group} className="frame-group">
          <div className="frame-group-name">{translated(group)}</div>
          {screens.map(({ path, menu }) => menu && <Entry key={path} path={path} {...menu} at={location} />)}
        </div>
      ))}
    </div>
  );
}

/** Leads to a screen. Plain elements: there are many of these before anything else is shown. */
function Entry({ path, label, icon: Icon, at }: NonNullable<Screen['menu']> & { path: string; at: string }) {
  const isHere = path === '/' ? at === '/' : at === path || at.startsWith(`${path}/`);
  return (
    <Link className="frame-entry" href={path} aria-current={isHere ? 'page' : undefined}>
      <Icon size={18} aria-hidden />
      <span>{translated(label)}</span>
    </Link>
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
      <Hint size="xs" visibleFrom="md">
        {words}
      </Hint>
    </Group>
  );
}

import { ActionIcon, Badge, Menu as DropDown, Group, Text, UnstyledButton } from '@mantine/core';
import { BellRing, ClipboardList, CloudOff, History, Lock, ShoppingBasket, UserRound } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import { Link, Redirect, Route, Switch, useRoute } from 'wouter';
import { SchemeSwitch } from '../shared/ui/scheme.tsx';
import { Boundary } from '../shared/ui/states.tsx';
import { useAway } from './away.ts';
import { useRegister, useRegisterState } from './context.tsx';
import { Incoming } from './incoming/incoming.tsx';
import { useIncoming } from './incoming/use-incoming.ts';
import { OpenOrders } from './open/open-orders.tsx';
import { Past } from './past/past.tsx';
import { PayScreen } from './pay/pay-screen.tsx';
import { RefusedBar, refusedWrites } from './refused.tsx';
import { Sell } from './sell/sell.tsx';
import { Unsent } from './unsent/unsent.tsx';

/** The screens for a signed-in staff member: navigation at the side, or below on a phone. */
export function Screens() {
  const { paying } = useRegister();
  const { queue, refusals } = useRegisterState();
  const incoming = useIncoming();
  useEffect(() => {
    document.title = `${incoming.length > 0 ? `(${incoming.length}) ` : ''}Register · Passbell`;
  }, [incoming.length]);
  const refused = refusedWrites(queue).length + refusals.length;
  return (
    <div className="register">
      <TopBar />
      <nav className="register-nav" aria-label="Screens">
        <Tab to="/" icon={ShoppingBasket} label="Sell" />
        <Tab to="/incoming" icon={BellRing} label="Incoming" count={incoming.length} urgent />
        <Tab to="/orders" icon={ClipboardList} label="Orders" />
        <Tab to="/past" icon={History} label="Past" />
        <Tab
          to="/unsent"
          icon={CloudOff}
          label="Unsent"
          count={queue.writes.length + refusals.length}
          urgent={refused > 0}
        />
      </nav>
      <RefusedBar />
      <main className="register-main">
        <Boundary>
          <Switch>
            <Route path="/incoming">
              <Incoming orders={incoming} />
            </Route>
            <Route path="/orders/:id?">{({ id }) => <OpenOrders chosen={id} />}</Route>
            <Route path="/past/:id?">{({ id }) => <Past chosen={id} />}</Route>
            <Route path="/unsent">
              <Unsent />
            </Route>
            <Route path="/">
              <Sell />
            </Route>
            <Route>
              <Redirect to="/" />
            </Route>
          </Switch>
        </Boundary>
      </main>
      {paying !== undefined && <PayScreen paying={paying} />}
    </div>
  );
}

interface TabProps {
  readonly to: string;
  readonly icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  readonly label: string;
  readonly count?: number;
  readonly urgent?: boolean;
}

function Tab({ to, icon: Icon, label, count = 0, urgent = false }: TabProps) {
  const [here] = useRoute(to === '/' ? '/' : `${to}/:rest*?`);
  return (
    <Link href={to} className="register-tab" aria-current={here ? 'page' : undefined}>
      <span className="register-tab-icon">
        <Icon size={22} aria-hidden />
        {count > 0 && (
          <span className="register-tab-count" data-urgent={urgent}>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      {label}
    </Link>
  );
}

function TopBar() {
  const { place, staffMember, lock } = useRegister();
  return (
    <header className="register-top">
      <Text fw={650} truncate>
        {place.name}
      </Text>
      <LineBanner />
      <Group gap="xs" wrap="nowrap">
        <DropDown position="bottom-end" withinPortal>
          <DropDown.Target>
            <UnstyledButton className="register-who" aria-label={`Signed in: ${staffMember.name}`}>
              <UserRound size={20} aria-hidden />
              <span className="register-who-name">{staffMember.name}</span>
            </UnstyledButton>
          </DropDown.Target>
          <DropDown.Dropdown>
            <DropDown.Label>Colours</DropDown.Label>
            <div className="register-scheme">
              <SchemeSwitch />
            </div>
          </DropDown.Dropdown>
        </DropDown>
        <ActionIcon variant="default" size={44} aria-label="Lock the till" onClick={lock}>
          <Lock size={20} aria-hidden />
        </ActionIcon>
      </Group>
    </header>
  );
}

/** Says when the service cannot be reached: selling goes on. */
function LineBanner() {
  const { queue } = useRegisterState();
  const away = useAway();
  const count = queue.writes.length;
  return (
    <div role="status" className="register-line">
      {away && (
        <Badge
          color="brass"
          variant="filled"
          size="lg"
          tt="none"
          leftSection={<CloudOff size={14} aria-hidden />}
        >
          {count === 0 ? 'No network' : `No network · ${count} to send`}
        </Badge>
      )}
    </div>
  );
}

import { ActionIcon, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  Armchair,
  BellRing,
  ClipboardList,
  CloudOff,
  History,
  Lock,
  ShoppingBasket,
  Wallet,
} from 'lucide-react';
import { type ComponentType, useEffect, useRef } from 'react';
import { Link, Redirect, Route, Switch, useRoute } from 'wouter';
import { Boundary } from '../shared/ui/states.tsx';
import { Tag } from '../shared/ui/tag.tsx';
import { t } from '../shared/words.ts';
import { Approvals } from './approval.tsx';
import { useAway } from './away.ts';
import { ClockBar } from './clock-bar.tsx';
import { useRegister, useRegisterState } from './context.tsx';
import { useFocusKept } from './focus.ts';
import { Silenced } from './incoming/silenced.tsx';
import { useIncoming } from './incoming/use-incoming.ts';
import { DrawerDialog, Incoming, OpenOrders, Past, PayScreen, Tables, Unsent, WhoMenu } from './later.tsx';
import { LateBar } from './printers/late-bar.tsx';
import { RefusedBar, refusedWrites } from './refused.tsx';
import { Sell } from './sell/sell.tsx';

/** The screens for a signed-in staff member: navigation at the side, or below on a phone. */
export function Screens() {
  const register = useRegister();
  const { paying } = register;
  const { queue, refusals } = useRegisterState();
  const { orders: incoming, isSilenced } = useIncoming(register);
  const main = useRef<HTMLElement>(null);
  useFocusKept(main);
  useEffect(() => {
    document.title =
      incoming.length > 0
        ? t('({count}) Register · Passbell', { count: String(incoming.length) })
        : t('Register · Passbell');
  }, [incoming.length]);
  const refused = refusedWrites(queue).length + refusals.length;
  return (
    <div className="register">
      <TopBar />
      <nav className="register-nav" aria-label={t('Screens')}>
        <Tab to="/" icon={ShoppingBasket} label={t('Sell')} />
        <Tab to="/tables" icon={Armchair} label={t('Tables')} />
        <Tab to="/incoming" icon={BellRing} label={t('Incoming')} count={incoming.length} urgent />
        <Tab to="/orders" icon={ClipboardList} label={t('Orders')} />
        <Tab to="/past" icon={History} label={t('Sales')} />
        <Tab
          to="/unsent"
          icon={CloudOff}
          label={t('Offline queue')}
          count={queue.entries.length + refusals.length}
          urgent={refused > 0}
        />
      </nav>
      <div className="register-alerts">
        <RefusedBar />
        <LateBar />
        <ClockBar />
        <div role="status">{isSilenced && <Silenced />}</div>
      </div>
      <Approvals />
      <main ref={main} className="register-main" tabIndex={-1}>
        <Boundary>
          <Switch>
            <Route path="/incoming">
              <Incoming orders={incoming} />
            </Route>
            <Route path="/tables/:table?/:order?">
              {({ table, order }) => <Tables chosen={table} order={order} />}
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
  const [here] = useRoute(to === '/' ? '/' : `${to}/*?`);
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
  const [drawer, { open, close }] = useDisclosure();
  return (
    <header className="register-top">
      <Text fw={650} truncate>
        {place.name}
      </Text>
      <LineBanner />
      <Group gap="xs" wrap="nowrap">
        <ActionIcon variant="default" size={44} aria-label={t('Drawer')} onClick={open}>
          <Wallet size={20} aria-hidden />
        </ActionIcon>
        <WhoMenu name={staffMember.name} />
        <ActionIcon variant="default" size={44} aria-label={t('Lock register')} onClick={lock}>
          <Lock size={20} aria-hidden />
        </ActionIcon>
      </Group>
      {drawer && <DrawerDialog close={close} />}
    </header>
  );
}

/** Says when the service cannot be reached: selling goes on. */
function LineBanner() {
  const { queue } = useRegisterState();
  const away = useAway();
  const count = queue.entries.length;
  return (
    <div role="status" className="register-line">
      {away && (
        <Tag color="brass" variant="filled" size="lg" leftSection={<CloudOff size={14} aria-hidden />}>
          {t('{count, plural, =0 {Offline} other {Offline · # to send}}', { count })}
        </Tag>
      )}
    </div>
  );
}

import '../parts.css';
import './tables.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { Armchair, ChevronLeft, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Table } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { Empty, Loading, Trouble } from '../../shared/ui/states.tsx';
import { message, t } from '../../shared/words.ts';
import { useAway } from '../away.ts';
import { seated } from '../basket.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { OrderPanel } from '../open/order-panel.tsx';
import { useOpen } from '../orders.ts';
import { unlisted } from '../pending.ts';
import { BillRows } from './bills.tsx';
import { FloorPlan } from './floor.tsx';
import { type Room, useLocalsAt, useRoom } from './room.ts';

/** How often ages are looked at, in ms. */
const TICK_MS = 15_000;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  const { start, stop } = useInterval(() => setNow(Date.now()), TICK_MS);
  useEffect(() => {
    start();
    return stop;
  }, [start, stop]);
  return now;
}

/** Begins an order at a table; what is in the basket already goes there. */
function useBegin() {
  const { core, setTarget } = useRegister();
  const [, go] = useLocation();
  return (table: Table) => {
    setTarget(undefined);
    const at = { table: { id: BigInt(table.id_str), name: table.name } };
    core.setBasket(seated(core.state.basket, at));
    go('/');
  };
}

/** The floors of the site: who sits where, since when, and what is due. */
export function Tables({ chosen, order }: { chosen: string | undefined; order: string | undefined }) {
  const { room, error, again } = useRoom();
  const [floor, setFloor] = useState<string>();
  if (room === undefined) {
    return (
      <div className="register-pad">
        {error === null ? <Loading /> : <Trouble error={error} again={again} />}
      </div>
    );
  }
  const table = room.tables.find(({ id_str }) => id_str === chosen);
  return (
    <div className="split tables-split">
      <section className="split-list register-pad" aria-label={t('Tables')}>
        <Floors room={room} floor={floor ?? table?.floor_id} setFloor={setFloor} chosen={chosen} />
      </section>
      {table !== undefined && (
        <section className="split-detail register-pad" aria-label={t('Table {table}', { table: table.name })}>
          <TablePanel key={table.id_str} table={table} order={order} />
        </section>
      )}
    </div>
  );
}

interface FloorsProps {
  readonly room: Room;
  readonly floor: string | undefined;
  readonly setFloor: (floor: string) => void;
  readonly chosen: string | undefined;
}

function Floors({ room, floor: wanted, setFloor, chosen }: FloorsProps) {
  const { menu } = useRegisterState();
  const begin = useBegin();
  const now = useNow();
  const away = useAway();
  const localsAt = useLocalsAt();
  const floor = room.floors.find(({ id_str }) => id_str === wanted) ?? room.floors[0];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {t('Tables')}
        </Title>
        {away && <Text c="dimmed">{t('As last known: offline.')}</Text>}
      </Group>
      {floor === undefined || room.tables.length === 0 ? (
        <Empty title={t('No tables yet')} icon={Armchair}>
          {t('Floors and tables are drawn in the back office.')}
        </Empty>
      ) : (
        <>
          {room.floors.length > 1 && (
            <Group gap="xs" mb="sm" role="group" aria-label={t('Floors')}>
              {room.floors.map((each) => (
                <button
                  key={each.id_str}
                  type="button"
                  className="chip"
                  aria-pressed={each === floor}
                  onClick={() => setFloor(each.id_str)}
                >
                  {each.name}
                </button>
              ))}
            </Group>
          )}
          <FloorPlan
            floor={floor}
            tables={room.tables.filter(({ floor_id: on }) => on === floor.id)}
            localsAt={localsAt}
            chosen={chosen}
            now={now}
            currency={menu?.site.currency ?? 'USD'}
            begin={begin}
          />
        </>
      )}
    </>
  );
}

/** A table with its orders; where there is one, that order. */
function TablePanel({ table, order }: { table: Table; order: string | undefined }) {
  const { queue } = useRegisterState();
  const open = useOpen();
  const begin = useBegin();
  const localsAt = useLocalsAt();
  const orders = (open.data ?? []).filter(({ table_id: at }) => at === table.id);
  const locals = unlisted(localsAt(table), queue, orders);
  const only = orders.length + locals.length === 1 ? orders[0] : undefined;
  const shown = order ?? only?.id_str;
  const path = `/tables/${table.id_str}`;
  const another = (
    <Button
      mt="md"
      variant="default"
      h={48}
      leftSection={<Plus size={18} aria-hidden />}
      onClick={() => begin(table)}
    >
      {t('New order at this table')}
    </Button>
  );
  if (shown !== undefined) {
    const from =
      order === undefined || only !== undefined
        ? { path: '/tables', label: message('All tables') }
        : { path, label: message('All bills of the table') };
    return (
      <>
        <OrderPanel
          key={shown}
          id={shown}
          known={orders.find(({ id_str }) => id_str === shown)}
          from={{ ...from, orders: path }}
        />
        {another}
      </>
    );
  }
  return (
    <>
      <Link href="/tables" className="back-link">
        <ChevronLeft size={18} className="flip" aria-hidden /> {t('All tables')}
      </Link>
      <Title order={2} size="h4" mb="sm">
        {t('Table {table}', { table: isolated(table.name) })}
      </Title>
      {orders.length + locals.length === 0 && <Text c="dimmed">{t('Nobody sits here.')}</Text>}
      <BillRows orders={orders} path={path} />
      {locals.map((local) => (
        <Link key={local.name} href={`/orders/${local.name}`} className="order-row">
          {t('Not sent yet')} · {local.sale_number}
        </Link>
      ))}
      {another}
    </>
  );
}

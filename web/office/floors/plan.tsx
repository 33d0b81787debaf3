// A floor as it is drawn: tables are dragged to their places, or moved by the arrow keys.

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Floor, Table } from '#clients/typescript/index.ts';
import { t } from '../../shared/words.ts';
import { moved, type Place, resized } from './placing.ts';
import './floors.css';

/** A table that is on its way to another place. */
interface Moving {
  readonly id: string;
  readonly place: Place;
}

interface Drag {
  readonly table: Table;
  readonly isSize: boolean;
  readonly x: number;
  readonly y: number;
  /** How many pixels a grid unit has. */
  readonly unit: number;
}

interface Props {
  readonly floor: Floor;
  readonly tables: readonly Table[];
  /** Places that are being saved, by the table's id. */
  readonly pending: ReadonlyMap<string, Place>;
  readonly open: (table: Table) => void;
  readonly save: (table: Table, place: Place) => void;
}

const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const placeOf = ({ x, y, width, height }: Place): Place => ({ x, y, width, height });

/** Where something of the grid lies, in percent of the floor. */
export function styleOf({ x, y, width, height }: Place, floor: Floor) {
  const part = (value: number, of: number) => `${(value / of) * 100}%`;
  return {
    left: part(x, floor.width),
    top: part(y, floor.height),
    width: part(width, floor.width),
    height: part(height, floor.height),
  };
}

/** Where tables are while they are dragged, or moved by keys. */
function useDrags({ floor, pending, save }: Pick<Props, 'floor' | 'pending' | 'save'>) {
  const plan = useRef<HTMLUListElement>(null);
  const [moving, setMoving] = useState<Moving>();
  const drag = useRef<Drag>(undefined);
  /** A drag ends with a click, which opens nothing. */
  const dragged = useRef(false);
  const at = (table: Table): Place =>
    moving?.id === table.id_str ? moving.place : (pending.get(table.id_str) ?? placeOf(table));
  const begin = (event: PointerEvent<HTMLElement>, table: Table, isSize: boolean) => {
    const width = plan.current?.getBoundingClientRect().width ?? 0;
    if (event.button !== 0 || width === 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = false;
    drag.current = { table, isSize, x: event.clientX, y: event.clientY, unit: width / floor.width };
  };
  const follow = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current;
    if (now === undefined) return;
    const dx = Math.round((event.clientX - now.x) / now.unit);
    const dy = Math.round((event.clientY - now.y) / now.unit);
    if (moving === undefined && dx === 0 && dy === 0) return;
    dragged.current = true;
    const base = pending.get(now.table.id_str) ?? placeOf(now.table);
    const place = now.isSize ? resized(base, dx, dy, floor) : moved(base, dx, dy, floor);
    setMoving({ id: now.table.id_str, place });
  };
  const end = () => {
    const now = drag.current;
    drag.current = undefined;
    if (now === undefined || moving === undefined) return;
    save(now.table, moving.place);
    setMoving(undefined);
  };
  const press = (event: KeyboardEvent, table: Table) => {
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    if (dx === 0 && dy === 0) return;
    event.preventDefault();
    const place = event.shiftKey ? resized(at(table), dx, dy, floor) : moved(at(table), dx, dy, floor);
    setMoving({ id: table.id_str, place });
  };
  const drop = () => {
    drag.current = undefined;
    setMoving(undefined);
  };
  const lift = (key: string, table: Table) => {
    if (!(key in ARROWS) || moving === undefined) return;
    save(table, moving.place);
    setMoving(undefined);
  };
  /** Whether a click follows a drag. */
  const wasDragged = () => {
    const was = dragged.current;
    dragged.current = false;
    return was;
  };
  const isMoving = (table: Table) => moving?.id === table.id_str;
  return { plan, at, begin, follow, end, drop, press, lift, wasDragged, isMoving };
}

/** The floor with its tables. */
export function Plan({ floor, tables, pending, open, save }: Props) {
  const drags = useDrags({ floor, pending, save });
  const { plan, at, begin, follow, end, drop, press, lift } = drags;
  return (
    <div className="floor-scroll">
      <ul
        ref={plan}
        className="floor-plan"
        aria-label={t('Tables on {floor}', { floor: floor.name })}
        style={{
          aspectRatio: `${floor.width} / ${floor.height}`,
          minWidth: floor.width * 22,
          backgroundSize: `${100 / floor.width}% ${100 / floor.height}%`,
        }}
      >
        {tables.map((table) => {
          const place = at(table);
          return (
            <li key={table.id_str} style={styleOf(place, floor)} data-moving={drags.isMoving(table)}>
              <button
                type="button"
                className="floor-table"
                data-shape={table.shape}
                data-seats={table.seats}
                aria-label={t(
                  'Table {table}, {seats, plural, one {# seat} other {# seats}}, {x} across, {y} down',
                  {
                    ...{ table: table.name, seats: table.seats, x: String(place.x), y: String(place.y) },
                  },
                )}
                aria-describedby="floor-keys"
                onPointerDown={(event) => begin(event, table, false)}
                onPointerMove={follow}
                onPointerUp={end}
                onPointerCancel={drop}
                onKeyDown={(event) => press(event, table)}
                onKeyUp={({ key }) => lift(key, table)}
                onClick={() => drags.wasDragged() || open(table)}
              >
                <bdi className="floor-table-name">{table.name}</bdi>
              </button>
              <span
                className="floor-table-size"
                aria-hidden
                onPointerDown={(event) => begin(event, table, true)}
                onPointerMove={follow}
                onPointerUp={end}
                onPointerCancel={drop}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

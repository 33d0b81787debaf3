// Runs a list's own handler over a filled database and keeps the statements it asks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Call } from '#src/edge/call.ts';
import { makeCursor } from '#src/edge/page.ts';
import type { Principal } from '#src/edge/principal.ts';
import { ResponseBudget, ResponseReservation } from '#src/edge/response-budget.ts';
import type { ReadHandler } from '#src/edge/route.ts';
import { Keyring } from '#src/edge/secrets.ts';
import { ENGLISH } from '#src/kernel/words.ts';
import type { Reader } from '#src/storage/port.ts';
import type { Sql } from '#src/storage/sql.ts';
import type { Filled } from './fill.ts';

/** The queries of a list, and the place its cursors are bound to. */
export interface Probed {
  readonly place: string;
  readonly seen: readonly Sql[];
}

/** Asks lists as an add-on of the filled company would. */
export interface Probe {
  run(tx: Reader, path: string, limit: number, params: Record<string, string>): Promise<Probed>;
  /** A cursor behind a position. */
  cursor(place: string, position: readonly bigint[]): string;
}

/** Makes a probe of a handler. */
export function probeOf({ dataDir, world }: Filled, handler: ReadHandler): Probe {
  const keyring = new Keyring(
    Buffer.from(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim(), 'base64'),
  );
  const company = BigInt(world.company);
  const principal: Principal = { company, addon: 1n, scopes: new Set(), via: 'bearer' };
  return {
    run: async (tx, path, limit, params) => {
      const [name = '', query = ''] = path.split('?');
      const seen: Sql[] = [];
      const note = (statement: Sql) => {
        seen.push(statement);
        return statement;
      };
      const noting: Reader = {
        get: <T>(statement: Sql) => tx.get<T>(note(statement)),
        all: <T>(statement: Sql) => tx.all<T>(note(statement)),
      };
      const call = new Call({
        principal,
        params,
        query: query === '' ? `limit=${limit}` : `${query}&limit=${limit}`,
        path: `/v1/companies/${world.company}/${name}`,
        body: undefined,
        ifMatch: undefined,
        isStrict: false,
        uses: [],
        now: 0n,
        random: { bytes: (count) => Buffer.alloc(count) },
        origin: () => '',
        address: () => '',
        keyring,
        words: () => ENGLISH,
        refuseAddress: () => undefined,
        reserve: () => new ResponseReservation(new ResponseBudget(), company, false),
      });
      await handler(noting, call);
      return { place: call.place, seen };
    },
    cursor: (place, position) => makeCursor(keyring.cursors, place, position),
  };
}

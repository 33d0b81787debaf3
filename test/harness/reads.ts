// Runs a handler that reads outside of a request, to see what it asks the database.
import assert from 'node:assert/strict';
import { Call } from '#src/edge/call.ts';
import { ResponseBudget, ResponseReservation } from '#src/edge/response-budget.ts';
import type { ReadHandler } from '#src/edge/route.ts';
import { SCOPES } from '#src/edge/scopes.ts';
import { Keyring } from '#src/edge/secrets.ts';
import { ENGLISH } from '#src/kernel/words.ts';
import { looksUp, plansOf } from './plans.ts';
import type { Service } from './service.ts';

/** A call of an add-on, of a path below its company. */
export interface ReadCall {
  readonly company: string;
  readonly path: string;
  readonly query?: string;
  readonly params?: Readonly<Record<string, string>>;
}

/**
 * How many statements a handler asks for a call. Fails where one is not looked up by an index, or does not name the
 * company.
 */
export async function statementsOf(
  { app, engine, clock }: Service,
  handler: ReadHandler,
  { company, path, query = '', params = {} }: ReadCall,
): Promise<number> {
  const owner = BigInt(company);
  const call = new Call({
    principal: { company: owner, addon: 1n, scopes: new Set(SCOPES), via: 'bearer' },
    params,
    query,
    path: `/v1/companies/${company}/${path}`,
    body: undefined,
    ifMatch: undefined,
    isStrict: false,
    uses: [],
    now: clock.now(),
    random: { bytes: (count) => Buffer.alloc(count) },
    origin: () => '',
    address: () => '',
    keyring: new Keyring(Buffer.alloc(32)),
    words: () => ENGLISH,
    refuseAddress: () => undefined,
    reserve: () => new ResponseReservation(new ResponseBudget(), owner, false),
  });
  return app.storage.read(async (tx) => {
    const plans = await plansOf(tx, engine, (reader) => handler(reader, call));
    looksUp(plans);
    for (const { statement } of plans) assert.match(statement, /company_id/);
    return plans.length;
  });
}

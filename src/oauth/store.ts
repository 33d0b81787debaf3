import type { Scope } from '../edge/scopes.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';

/** An add-on as it is stored: its secret as a hash, its signing secret sealed. */
export interface Addon {
  readonly company_id: Id;
  readonly id: Id;
  readonly name: string;
  readonly client_id: string;
  readonly secret_hash: string;
  readonly scopes: readonly Scope[];
  readonly redirect_uris: readonly string[];
  readonly signing_secret: string;
  readonly created_at: Micros;
}

/** Registers an add-on. */
export async function insertAddon(tx: Writer, addon: Addon): Promise<void> {
  await tx.run(
    sql`insert into addons (company_id, id, name, client_id, secret_hash, scopes, redirect_uris, signing_secret, created_at)
        values (${addon.company_id}, ${addon.id}, ${addon.name}, ${addon.client_id}, ${addon.secret_hash},
          ${JSON.stringify(addon.scopes)}, ${JSON.stringify(addon.redirect_uris)}, ${addon.signing_secret},
          ${addon.created_at})`,
  );
}

/** An access token as it is stored. */
export interface AccessToken {
  readonly company_id: Id;
  readonly addon_id: Id;
  readonly token_hash: string;
  readonly scopes: readonly string[];
  /** Null: it does not expire. */
  readonly expires_at: Micros | null;
  readonly created_at: Micros;
}

/** Stores a token that was given out. */
export async function insertToken(tx: Writer, token: AccessToken): Promise<void> {
  await tx.run(
    sql`insert into access_tokens (company_id, token_hash, addon_id, scopes, expires_at, revoked_at, created_at)
        values (${token.company_id}, ${token.token_hash}, ${token.addon_id}, ${JSON.stringify(token.scopes)},
          ${token.expires_at}, null, ${token.created_at})`,
  );
}

/** Under which key of `meta` the sandbox's company is. */
export const SANDBOX_COMPANY = 'sandbox_company';

/** A setting of the whole installation. */
export async function getMeta(tx: Reader, key: string): Promise<string | undefined> {
  return (await tx.get<{ value: string }>(sql`select value from meta where key = ${key}`))?.value;
}

/** Sets it, unless it is set already. */
export async function setMeta(tx: Writer, key: string, value: string): Promise<void> {
  await tx.run(sql`insert into meta (key, value) values (${key}, ${value}) on conflict (key) do nothing`);
}

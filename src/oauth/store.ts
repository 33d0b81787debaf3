import type { AddonScope } from '../edge/scopes.ts';
import { hashSecret } from '../edge/secrets.ts';
import type { Id } from '../kernel/id.ts';
import { DAY, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';

/** An add-on as it is stored: its secret as a hash, its signing secret sealed. */
interface Addon {
  readonly company_id: Id;
  readonly id: Id;
  readonly name: string;
  readonly client_id: string;
  /** Empty for a public client. */
  readonly secret_hash: string;
  readonly scopes: readonly AddonScope[];
  readonly redirect_uris: readonly string[];
  readonly signing_secret: string;
  readonly created_at: Micros;
  /** A client that cannot keep a secret, such as an app on a phone: it has none, and needs PKCE. */
  readonly is_public?: boolean;
  /** The user who made its secret; undefined for the command line. */
  readonly secret_by?: Id | undefined;
}

/** Registers an add-on. */
export async function insertAddon(tx: Writer, addon: Addon): Promise<void> {
  await tx.run(
    sql`insert into addons (company_id, id, name, client_id, secret_hash, scopes, redirect_uris, signing_secret,
          created_at, is_public, secret_by, secret_at)
        values (${addon.company_id}, ${addon.id}, ${addon.name}, ${addon.client_id}, ${addon.secret_hash},
          ${JSON.stringify(addon.scopes)}, ${JSON.stringify(addon.redirect_uris)}, ${addon.signing_secret},
          ${addon.created_at}, ${addon.is_public ?? false}, ${addon.secret_by ?? null},
          ${addon.is_public === true ? null : addon.created_at})`,
  );
}

/** How long the secret before the last rotation is still taken. */
export const SECRET_OVERLAP: Micros = DAY;

/** Gives an add-on a new secret; the one before is taken for a day more. False when there is no such add-on. */
export async function rotateSecret(
  tx: Writer,
  company: Id,
  addon: Id,
  secret: string,
  by: Id | undefined,
  now: Micros,
): Promise<boolean> {
  return (
    (await tx.run(
      sql`update addons set old_secret_hash = secret_hash, old_secret_until = ${now + SECRET_OVERLAP},
            old_secret_by = secret_by, secret_hash = ${hashSecret(secret)}, secret_by = ${by ?? null},
            secret_at = ${now}
          where company_id = ${company} and id = ${addon} and is_public = 0`,
    )) > 0
  );
}

/** An access token as it is stored. */
interface AccessToken {
  readonly company_id: Id;
  readonly addon_id: Id;
  readonly token_hash: string;
  readonly scopes: readonly string[];
  /** Null: it does not expire. */
  readonly expires_at: Micros | null;
  readonly created_at: Micros;
  /** The grant it was made from; none for one by client credentials. */
  readonly grant_id?: Id;
  /** The user who made it for the add-on's own company. */
  readonly made_by?: Id;
}

/** Stores a token that was given out. */
export async function insertToken(tx: Writer, token: AccessToken): Promise<void> {
  await tx.run(
    sql`insert into access_tokens (company_id, token_hash, addon_id, scopes, expires_at, revoked_at, created_at, grant_id,
          made_by)
        values (${token.company_id}, ${token.token_hash}, ${token.addon_id}, ${JSON.stringify(token.scopes)},
          ${token.expires_at}, null, ${token.created_at}, ${token.grant_id ?? null}, ${token.made_by ?? null})`,
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

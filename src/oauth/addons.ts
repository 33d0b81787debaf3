import type { AddonScope } from '../edge/scopes.ts';
import { hashSecret, type Keyring, newSecret } from '../edge/secrets.ts';
import { invalidFields } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import type { Writer } from '../storage/port.ts';
import { sealSigning } from '../webhooks/secrets.ts';
import { redirectUriProblem } from './request.ts';
import { insertAddon, rotateSecret } from './store.ts';

/** Redirect addresses of one add-on, at most. */
const MAX_REDIRECTS = 20;

/** The dependencies of a new add-on, beside the database. */
export interface AddonParts {
  readonly now: Micros;
  readonly random: Random;
  readonly keyring: Keyring;
  /** The user who makes it; undefined for the command line. */
  readonly by?: Id | undefined;
}

/** The registration of an add-on. */
interface AddonPlan {
  readonly name: string;
  readonly scopes: readonly AddonScope[];
  readonly redirect_uris: readonly string[];
  /** One that cannot keep a secret: it has none, and needs PKCE. */
  readonly is_public?: boolean;
}

/** Everything about a new add-on that can be shown only once. */
interface NewAddon {
  readonly id: Id;
  readonly client_id: string;
  /** Null for a public client. */
  readonly client_secret: string | null;
  readonly signing_secret: string;
}

/** 400 naming every redirect address that cannot be registered (RFC 9700 4.1, RFC 8252 7). */
export function checkRedirectUris(uris: readonly string[]): void {
  const problems = uris.flatMap((uri, at) => {
    const problem =
      at < MAX_REDIRECTS
        ? redirectUriProblem(uri)
        : sentence('must be at most {max}.', { max: MAX_REDIRECTS });
    return problem === undefined ? [] : [{ field: `redirect_uris[${at}]`, sentence: problem }];
  });
  if (problems.length > 0) throw invalidFields(problems);
}

/** Registers an add-on of a company. Its secrets are in the answer and nowhere else in the clear. */
export async function registerAddon(
  tx: Writer,
  company: Id,
  plan: AddonPlan,
  { now, random, keyring, by }: AddonParts,
): Promise<NewAddon> {
  checkRedirectUris(plan.redirect_uris);
  const [id] = await tx.ids('addon', 1);
  if (id === undefined) throw new Error('No id for an add-on.');
  const isPublic = plan.is_public ?? false;
  const client_id = `pb_ci_${random.bytes(16).toString('base64url')}`;
  const client_secret = isPublic ? null : newSecret('pb_cs_', random);
  const signing_secret = newSecret('pb_ss_', random);
  await insertAddon(tx, {
    company_id: company,
    id,
    name: plan.name,
    client_id,
    secret_hash: client_secret === null ? '' : hashSecret(client_secret),
    scopes: plan.scopes,
    redirect_uris: plan.redirect_uris,
    signing_secret: sealSigning(keyring, random, { company_id: company, id }, signing_secret),
    created_at: now,
    is_public: isPublic,
    secret_by: isPublic ? undefined : by,
  });
  return { id, client_id, client_secret, signing_secret };
}

/** A new secret for an add-on, shown only now; undefined for a public one and for an unknown one. */
export async function newClientSecret(
  tx: Writer,
  company: Id,
  addon: Id,
  { now, random, by }: Pick<AddonParts, 'now' | 'random' | 'by'>,
): Promise<string | undefined> {
  const secret = newSecret('pb_cs_', random);
  return (await rotateSecret(tx, company, addon, secret, by, now)) ? secret : undefined;
}

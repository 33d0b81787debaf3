import { hashSecret, newSecret } from '../edge/secrets.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import type { Micros } from '../kernel/time.ts';
import type { Writer } from '../storage/port.ts';
import { audit, findUser, INSTALLATION, insertLink, voidResets } from './store.ts';
import { LINK_LIFETIME, type LinkKind, type Role } from './types.ts';

/** The dependencies of a link, beside the database. */
interface LinkParts {
  readonly now: Micros;
  readonly random: Random;
}

/** The author of a link: a signed-in user, or the command line. */
export interface LinkAuthor {
  readonly user: Id | null;
  readonly actor: string;
  readonly address?: string;
}

/** The command line. Stored audit entries have the actor `operator`, so the text stays. */
export const COMMAND_LINE: LinkAuthor = { user: null, actor: 'operator' };

/** The path of a link's page; the token in it is stored as a hash only. */
function pathOf(kind: LinkKind, token: string): string {
  return `/${kind}?token=${token}`;
}

/** A link that founds the first company of an installation. */
export async function makeSetupLink(tx: Writer, { now, random }: LinkParts): Promise<string> {
  const token = newSecret('pb_ol_', random);
  const link = { kind: 'setup', user_id: null, company_id: null, email: null, role: null } as const;
  await insertLink(tx, hashSecret(token), link, now, now + LINK_LIFETIME.setup);
  return pathOf('setup', token);
}

/** A link that sets a new password; earlier ones are void. Undefined when no user has the e-mail address. */
export async function makeResetLink(
  tx: Writer,
  email: string,
  author: LinkAuthor,
  { now, random }: LinkParts,
  lifetime: Micros = LINK_LIFETIME.reset,
): Promise<string | undefined> {
  const user = await findUser(tx, email);
  if (user === undefined) return undefined;
  await voidResets(tx, user.id, now);
  const token = newSecret('pb_ol_', random);
  const link = { kind: 'reset', user_id: user.id, company_id: null, email: null, role: null } as const;
  await insertLink(tx, hashSecret(token), link, now, now + lifetime);
  await audit(tx, {
    company: INSTALLATION,
    ...author,
    action: 'reset.offered',
    subject: user.email,
    at: now,
  });
  return pathOf('reset', token);
}

/** A link by which the owner of the e-mail address joins a company, and its id. */
export async function newInvitation(
  tx: Writer,
  { company, email, role }: { readonly company: Id; readonly email: string; readonly role: Role },
  author: LinkAuthor,
  { now, random }: LinkParts,
): Promise<{ readonly id: Id; readonly path: string }> {
  const token = newSecret('pb_ol_', random);
  const [id] = await tx.ids('invitation', 1);
  if (id === undefined) throw new Error('No id for an invitation.');
  const link = {
    kind: 'invite',
    user_id: null,
    company_id: company,
    email,
    role,
    id,
    made_by: author.user,
  } as const;
  await insertLink(tx, hashSecret(token), link, now, now + LINK_LIFETIME.invite);
  await audit(tx, { company, ...author, action: 'member.invited', subject: `${email} as ${role}`, at: now });
  return { id, path: pathOf('invite', token) };
}

/** The same, as the path of the link alone. */
export async function makeInvitation(...given: Parameters<typeof newInvitation>): Promise<string> {
  return (await newInvitation(...given)).path;
}

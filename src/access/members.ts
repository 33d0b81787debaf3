import { listOf } from '../edge/listing.ts';
import { asking, noContent, ok, type WriteHandler } from '../edge/route.ts';
import { runsCompany } from '../edge/scopes.ts';
import { ApiError, conflict, invalid, notFound } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import { voidCodes } from '../oauth/grants.store.ts';
import { newInvitation } from '../people/links.ts';
import { queueInvitation } from '../people/mails.ts';
import {
  findUser,
  invitationsOf,
  isLastOwner,
  lockRole,
  memberOf,
  membersOf,
  removeMembership,
  setMembership,
  voidInvitation,
} from '../people/store.ts';
import { mayConnect } from '../people/types.ts';
import { isEmail } from '../people/welcome.ts';
import type { Writer } from '../storage/port.ts';
import { invitationInput, memberInput } from './input.ts';
import { voidOwnerInvitations } from './keys.store.ts';
import { KEPT, revokeKeysOf } from './keys.ts';
import { authorOf, note, personOf, requireOwner } from './note.ts';
import { invitationView, memberView, newInvitationView } from './view.ts';

/** Invitations of a company that may be open at a time. */
const MAX_INVITATIONS = 200;
const LAST_OWNER = sentence('The company would have no owner left: make somebody else an owner first.');

/** GET /members */
export const list = listOf(
  (tx, call, after, limit) => membersOf(tx, call.company, after ?? 0n, limit),
  (row) => row.id,
  memberView,
);

/**
 * PUT /members/<user> {role}: an owner's to do. Tokens of the old role end, and codes and keys that the new one may not
 * give: of who runs the company no more all but those in `keep`, of an owner who becomes a manager the invitations of
 * owners (reference: authentication.36).
 */
export const update = asking(KEPT, async (tx: Writer, call, asked) => {
  const user = call.id('user_id');
  const isLast = await isLastOwner(tx, call.company, user);
  const before = await lockRole(tx, call.company, user);
  const member = await memberOf(tx, call.company, user);
  if (before === undefined || member === undefined) throw notFound();
  requireOwner(call);
  const { role } = call.input(memberInput);
  if (role === before) return ok(memberView(member));
  if (isLast) throw conflict(LAST_OWNER);
  await setMembership(tx, call.company, user, role, call.serverTime);
  if (!mayConnect(role)) await voidCodes(tx, call.company, { user }, call.serverTime);
  const { email } = member;
  const change = { action: 'member.role_changed', subject: `${email} from ${before} to ${role}` } as const;
  if (runsCompany(before) && !runsCompany(role)) {
    await revokeKeysOf(tx, call, { id: user, email, ...change }, asked.keep);
  } else {
    await note(tx, call, change.action, change.subject);
    const voided =
      role === 'owner' ? [] : await voidOwnerInvitations(tx, call.company, user, call.serverTime);
    for (const guest of voided) {
      await note(tx, call, 'member.key_revoked', `invitation of ${guest}, by ${email}`);
    }
  }
  return ok(memberView({ ...member, role }));
});

/**
 * DELETE /members/<user>: for owners, or for oneself. The valid keys that the member made are revoked with it, but
 * for those in `keep`; authorization codes that nobody has used are in no list, and are all void.
 */
export const remove = asking(KEPT, async (tx: Writer, call, asked) => {
  const user = call.id('user_id');
  const isLast = await isLastOwner(tx, call.company, user);
  const member = await memberOf(tx, call.company, user);
  if (member === undefined) throw notFound();
  if (user !== personOf(call).user) requireOwner(call);
  if (isLast) throw conflict(LAST_OWNER);
  if (!(await removeMembership(tx, call.company, user, call.serverTime))) throw notFound();
  await voidCodes(tx, call.company, { user }, call.serverTime);
  const { email } = member;
  await revokeKeysOf(tx, call, { id: user, email, action: 'member.removed', subject: email }, asked.keep);
  return noContent();
});

/** GET /invitations: those that are still open. */
export const listInvitations = listOf(
  (tx, call, after, limit) => invitationsOf(tx, call.company, call.serverTime, after ?? 0n, limit),
  (row) => row.id,
  invitationView,
);

/** POST /invitations {email, role}: answers the link this once, to be handed out. Only owners make owners. */
export const invite: WriteHandler = async (tx, call) => {
  const { email: typed, role } = call.input(invitationInput);
  const email = typed.trim();
  if (!isEmail(email)) throw invalid('email', sentence('must be an e-mail address.'));
  if (role === 'owner' && personOf(call).role !== 'owner') {
    throw new ApiError('access_denied', sentence('Only an owner of the company may invite another one.'));
  }
  const known = await findUser(tx, email);
  if (known !== undefined && (await memberOf(tx, call.company, known.id)) !== undefined) {
    throw conflict(sentence('{email} is a member already. Change the role instead.', { email }));
  }
  const open = await invitationsOf(tx, call.company, call.serverTime, 0n, MAX_INVITATIONS);
  if (open.length >= MAX_INVITATIONS) {
    throw conflict(
      sentence('At most {max} invitations can be open. Take some back.', { max: MAX_INVITATIONS }),
    );
  }
  const { id, path } = await newInvitation(
    tx,
    { company: call.company, email, role },
    await authorOf(tx, call),
    call,
  );
  const [made] = await invitationsOf(tx, call.company, call.serverTime, id - 1n, 1);
  if (made === undefined) throw new Error('The invitation was not saved.');
  const link = `${call.origin}${path}`;
  const mailed = call.sendsMail && (await queueInvitation(tx, call, { email, link }));
  return { status: 201, body: JSON.stringify(newInvitationView(made, link, mailed)) };
};

/** DELETE /invitations/<id>: its link is of no use any more. */
export const withdraw: WriteHandler = async (tx, call) => {
  const email = await voidInvitation(tx, call.company, call.id('invitation_id'), call.serverTime);
  if (email === undefined) throw notFound();
  await note(tx, call, 'member.uninvited', email);
  return noContent();
};

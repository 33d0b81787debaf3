import type { FastifyInstance, FastifyReply } from 'fastify';
import { addressKey } from '../edge/address.ts';
import type { FormFields } from '../edge/form.ts';
import { type Html, html, seeOther, sendPage } from '../edge/html.ts';
import { hashSecret } from '../edge/secrets.ts';
import { ApiError } from '../kernel/errors.ts';
import { minorUnits } from '../kernel/money.ts';
import { isTimeZone } from '../kernel/time.ts';
import { type Sentence, sentence, type Words } from '../kernel/words.ts';
import type { Writer } from '../storage/port.ts';
import { queueNotice } from './mails.ts';
import { alert, fieldsOf, HOME, isText, queryOf } from './page-parts.ts';
import { MAX_PASSWORD, MIN_PASSWORD, passwordProblem } from './password.ts';
import { roleText } from './signin.ts';
import { clearAttempts, forgetBrowsers, pairKey } from './signins.store.ts';
import {
  audit,
  deleteSessionsOf,
  findLink,
  findUser,
  getUser,
  hasUser,
  INSTALLATION,
  insertUser,
  isLastOwner,
  type LinkRow,
  setMembership,
  setPassword,
  useLink,
  voidResets,
  voidSetups,
} from './store.ts';
import type { Foundation, LinkKind, PeopleParts } from './types.ts';
import { pathHere, Visit } from './visit.ts';

// The pages that one-time links lead to: /setup, /reset, /invite.

const TOKEN = /^pb_ol_[\w-]{43}$/;
const MAX_NAME = 255;
const MAX_EMAIL = 254;

/** An e-mail address, by its form alone. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) && isText(text);
}

function gone(): ApiError {
  return new ApiError(
    'not_found',
    sentence('This link was used already, is too old, or was cut. Ask for a new one.'),
  );
}

function newPasswordFields(words: Words): Html {
  return html`<label for="password">${words.say('New password')}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${MIN_PASSWORD}" maxlength="${MAX_PASSWORD}" aria-describedby="rule">
<p class="hint" id="rule">${words.say('At least {min} characters.', { min: String(MIN_PASSWORD) })}</p>
<label for="again">${words.say('Repeat the password')}</label>
<input id="again" name="again" type="password" autocomplete="new-password" required>`;
}

function textField(
  name: string,
  label: string,
  value: string,
  more: { type?: string; auto?: string } = {},
): Html {
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${more.type ?? 'text'}" autocomplete="${more.auto ?? 'off'}" required maxlength="${MAX_NAME}" value="${value}">`;
}

function chosenPassword(fields: FormFields, email: string): Sentence | undefined {
  if (fields.password !== fields.again) return sentence('The two passwords are not the same.');
  return passwordProblem(fields.password ?? '', email);
}

function nameProblem(name: string): Sentence | undefined {
  return isText(name) && name.length <= MAX_NAME ? undefined : sentence('Enter your name.');
}

/** A page behind a link, asked for or sent back with its form. */
interface LinkRequest {
  readonly parts: PeopleParts;
  readonly visit: Visit;
  readonly link: LinkRow;
  readonly token: string;
  readonly fields: FormFields;
  readonly reply: FastifyReply;
}

/** The page behind a link of one kind. */
interface LinkPage {
  readonly kind: LinkKind;
  /** Shows the form, with the problem when it was sent. */
  show(sent: LinkRequest, problem?: Sentence): Promise<FastifyReply>;
  /** Takes the form. */
  take(sent: LinkRequest): Promise<FastifyReply>;
}

/** The pages behind one-time links. */
export function addWelcome(app: FastifyInstance, parts: PeopleParts): void {
  for (const page of PAGES) {
    const { kind } = page;
    app.get(`/${kind}`, async (request, reply) => {
      const token = queryOf(request).get('token') ?? '';
      const link = await linkOf(parts, kind, token);
      return page.show({ parts, visit: await Visit.of(parts, request), link, token, fields: {}, reply });
    });
    app.post(`/${kind}`, async (request, reply) => {
      const visit = await Visit.of(parts, request);
      const fields = fieldsOf(request);
      visit.requireOwn(kind, fields);
      const token = fields.token ?? '';
      return page.take({ parts, visit, link: await linkOf(parts, kind, token), token, fields, reply });
    });
  }
}

/** The link of a page's address or of a form; 404 when it cannot be used. */
async function linkOf({ storage, clock }: PeopleParts, kind: LinkKind, token: string): Promise<LinkRow> {
  const link = TOKEN.test(token)
    ? await storage.read((tx) => findLink(tx, kind, hashSecret(token), clock.now()))
    : undefined;
  if (link === undefined) throw gone();
  return link;
}

/** Uses the link up, or undoes everything. */
async function useUp(tx: Writer, kind: LinkKind, { parts, token }: LinkRequest): Promise<void> {
  if (!(await useLink(tx, kind, hashSecret(token), parts.clock.now()))) throw gone();
}

/** The hash of the password that was chosen. */
function chosenHash({ parts, visit, fields }: LinkRequest): Promise<string> {
  return parts.passwords.hash(fields.password ?? '', addressKey(visit.address));
}

/** A form around its fields, that brings the link's token back. */
function form(
  kind: LinkKind,
  { parts, visit, reply, token }: LinkRequest,
  problem: Sentence | undefined,
  inner: Html,
) {
  return html`${alert(problem && visit.words.tell(problem))}<form method="post" action="${pathHere(parts, `/${kind}`)}">${visit.tokenField(kind, reply)}
<input type="hidden" name="token" value="${token}">${inner}</form>`;
}

function shown(
  { reply, visit: { words } }: LinkRequest,
  title: string,
  body: Html,
  problem: Sentence | undefined,
): FastifyReply {
  return sendPage(reply, { status: problem === undefined ? 200 : 400, title, body, words });
}

async function showReset(sent: LinkRequest, problem?: Sentence): Promise<FastifyReply> {
  const { words } = sent.visit;
  const inner = html`${newPasswordFields(words)}<button class="first">${words.say('Set password')}</button>`;
  return shown(sent, words.say('Set a new password'), form('reset', sent, problem, inner), problem);
}

async function takeReset(sent: LinkRequest): Promise<FastifyReply> {
  const { parts, visit, link, fields, reply } = sent;
  const { storage, clock } = parts;
  const id = link.user_id;
  const user = id === null ? undefined : await storage.read((tx) => getUser(tx, id));
  if (user === undefined) throw gone();
  const problem = chosenPassword(fields, user.email);
  if (problem !== undefined) return showReset(sent, problem);
  const hash = await chosenHash(sent);
  const browser = await storage.write(async (tx) => {
    const now = clock.now();
    await useUp(tx, 'reset', sent);
    await voidResets(tx, user.id, now);
    await setPassword(tx, user.id, hash, now);
    // Sessions begun with the old password end.
    await deleteSessionsOf(tx, user.id, now);
    await forgetBrowsers(tx, user.id);
    await clearAttempts(tx, pairKey(user.email, addressKey(visit.address)));
    const who = { user: user.id, actor: user.email, address: visit.address };
    await audit(tx, { company: INSTALLATION, ...who, action: 'password.reset', at: now });
    await queueNotice(tx, parts, user, visit.words.language);
    // The holder of the link is its user: wrong passwords of strangers do not keep this browser out.
    return visit.rememberBrowser(tx, user.id);
  });
  parts.forgetTokens();
  visit.endSession(reply);
  visit.setBrowser(reply, browser);
  return seeOther(reply, pathHere(parts, '/signin'));
}

async function showSetup(sent: LinkRequest, problem?: Sentence): Promise<FastifyReply> {
  if (await sent.parts.storage.read(hasUser)) throw gone();
  const { fields } = sent;
  const { words } = sent.visit;
  const inner = html`${textField('company', words.say('Company'), fields.company ?? '', { auto: 'organization' })}
${textField('currency', words.say('Currency (such as AUD)'), fields.currency ?? '')}
${textField('timezone', words.say('Time zone (such as Australia/Sydney)'), fields.timezone ?? '')}
${textField('name', words.say('Your name'), fields.name ?? '', { auto: 'name' })}
${textField('email', words.say('Your e-mail address'), fields.email ?? '', { type: 'email', auto: 'username' })}
${newPasswordFields(words)}<button class="first">${words.say('Begin')}</button>`;
  return shown(sent, words.say('Set up Passbell'), form('setup', sent, problem, inner), problem);
}

async function takeSetup(sent: LinkRequest): Promise<FastifyReply> {
  const { parts, visit, fields, reply } = sent;
  const email = (fields.email ?? '').trim();
  const name = (fields.name ?? '').trim();
  const plan = {
    name: (fields.company ?? '').trim(),
    currency: (fields.currency ?? '').trim().toUpperCase(),
    timezone: (fields.timezone ?? '').trim(),
  };
  const problem =
    foundationProblem(plan) ??
    nameProblem(name) ??
    (isEmail(email) ? undefined : sentence('The e-mail address is not valid.')) ??
    chosenPassword(fields, email);
  if (problem !== undefined) return showSetup(sent, problem);
  const password_hash = await chosenHash(sent);
  const session = await parts.storage.write(async (tx) => {
    const now = parts.clock.now();
    await useUp(tx, 'setup', sent);
    // A set-up by another link at the same time waits here, and then finds that it is done.
    await voidSetups(tx, now);
    if (await hasUser(tx)) throw gone();
    const company = await parts.foundCompany(tx, plan);
    const [id = 0n] = await tx.ids('user', 1);
    await insertUser(tx, { id, email, name, password_hash }, now);
    await setMembership(tx, company, id, 'owner', now);
    const who = { user: id, actor: email, address: visit.address };
    await audit(tx, { company, ...who, action: 'company.founded', at: now });
    return visit.signIn(tx, id);
  });
  visit.setSession(reply, session);
  return seeOther(reply, pathHere(parts, HOME));
}

async function showInvite(sent: LinkRequest, problem?: Sentence): Promise<FastifyReply> {
  const { parts, link, visit, token, fields } = sent;
  const email = link.email ?? '';
  const known = await parts.storage.read((tx) => findUser(tx, email));
  if (known !== undefined && visit.signedIn?.user !== known.id) {
    // A person with an account signs in first; the page comes again afterwards.
    return seeOther(
      sent.reply,
      pathHere(parts, `/signin?next=${encodeURIComponent(`/invite?token=${token}`)}`),
    );
  }
  const { words } = visit;
  const inner =
    known === undefined
      ? html`<p>${words.say('Your account will be {email}.', { email })}</p>
${textField('name', words.say('Your name'), fields.name ?? '', { auto: 'name' })}${newPasswordFields(words)}`
      : html`<p>${words.say('You join as {email}.', { email })}</p>`;
  const role = roleText(link.role ?? 'staff', words);
  const body = html`${inner}<button class="first">${words.say('Join as {role}', { role })}</button>`;
  return shown(sent, words.say('Join a company'), form('invite', sent, problem, body), problem);
}

async function takeInvite(sent: LinkRequest): Promise<FastifyReply> {
  const { parts, visit, link, fields, reply } = sent;
  const { storage, clock } = parts;
  const { company_id: company, email, role } = link;
  if (company === null || email === null || role === null) throw gone();
  const known = await storage.read((tx) => findUser(tx, email));
  if (known !== undefined && visit.signedIn?.user !== known.id) return showInvite(sent);
  const name = (fields.name ?? '').trim();
  const problem = known === undefined ? (nameProblem(name) ?? chosenPassword(fields, email)) : undefined;
  if (problem !== undefined) return showInvite(sent, problem);
  const password_hash = known === undefined ? await chosenHash(sent) : '';
  const session = await storage.write(async (tx) => {
    const now = clock.now();
    await useUp(tx, 'invite', sent);
    const [id = 0n] = known === undefined ? await tx.ids('user', 1) : [known.id];
    if (role !== 'owner' && known !== undefined && (await isLastOwner(tx, company, id))) {
      throw new ApiError(
        'conflict',
        sentence('You are the last owner of this company: make somebody else one first.'),
      );
    }
    if (known === undefined) await insertUser(tx, { id, email, name, password_hash }, now);
    await setMembership(tx, company, id, role, now);
    const who = { user: id, actor: email, address: visit.address };
    await audit(tx, { company, ...who, action: 'member.joined', subject: role, at: now });
    return visit.signIn(tx, id, visit.signedIn?.user === id ? visit.signedIn.provedAt : now);
  });
  parts.forgetTokens();
  visit.setSession(reply, session);
  return seeOther(reply, pathHere(parts, HOME));
}

const PAGES: readonly LinkPage[] = [
  { kind: 'reset', show: showReset, take: takeReset },
  { kind: 'setup', show: showSetup, take: takeSetup },
  { kind: 'invite', show: showInvite, take: takeInvite },
];

function foundationProblem({ name, currency, timezone }: Foundation): Sentence | undefined {
  if (!isText(name) || name.length > MAX_NAME) return sentence('Enter the name of the company.');
  if (minorUnits(currency) === undefined)
    return sentence('The currency must be an ISO 4217 code such as AUD.');
  if (!isTimeZone(timezone)) return sentence('The time zone must be a name such as Australia/Sydney.');
  return undefined;
}

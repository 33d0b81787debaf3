import { pinHash } from './company/sessions.ts';
import {
  COMPANY,
  type Company,
  PAYMENT_METHOD,
  type PaymentMethod,
  PRICE_LIST,
  type PriceList,
  REGISTER,
  type Register,
  SITE,
  type Site,
  TAX,
  type Tax,
} from './company/shape.ts';
import { STAFF, type StaffMember } from './company/staff-shape.ts';
import {
  companies,
  paymentMethods,
  priceLists,
  registers,
  sites,
  staffMembers,
  taxes,
} from './company/store.ts';
import { registerView, siteView, taxView } from './company/view.ts';
import { SCOPES } from './edge/scopes.ts';
import { hashSecret, type Keyring, newSecret } from './edge/secrets.ts';
import type { Fact } from './kernel/event.ts';
import type { Id } from './kernel/id.ts';
import { type Decimal, formatDecimal } from './kernel/money.ts';
import type { Random } from './kernel/random.ts';
import type { Micros } from './kernel/time.ts';
import { registerAddon } from './oauth/addons.ts';
import { insertToken } from './oauth/store.ts';
import { append } from './outbox/append.ts';
import { COMMAND_LINE } from './people/links.ts';
import type { Passwords } from './people/password.ts';
import { audit, insertUser, setMembership } from './people/store.ts';
import { initial } from './shape/state.ts';
import type { IdKind, Writer } from './storage/port.ts';

// Founds companies: with what each cannot do without, and with an account and an add-on where that is asked for.

/** The first records of a new company. */
interface BusinessPlan {
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly siteName: string;
  /** Whether the site begins with kitchen tickets. */
  readonly kitchenTickets?: boolean;
  /** Whether it is a company to try things with (reference: sandbox.1). */
  readonly isSandbox?: boolean;
  readonly taxes: readonly { code: string; name: string; rate: Decimal }[];
  readonly methods: readonly Pick<PaymentMethod, 'name' | 'kind' | 'ledger_code'>[];
}

/** The same with its add-on and the owner's account. */
export interface CompanyPlan extends BusinessPlan {
  readonly addonName: string;
  /** Of the owner's account, which is a new one; `owner-<company id>@example.com` when not given. */
  readonly ownerEmail?: string;
}

/** The dependencies of founding a company. */
export interface FoundingParts {
  readonly now: Micros;
  readonly random: Random;
  readonly keyring: Keyring;
}

/** A new company with its secrets, which are shown only once (reference: operations.10). */
interface NewCompany {
  readonly company: Id;
  readonly site: Id;
  readonly baseList: Id;
  readonly taxes: readonly Id[];
  readonly addon: Id;
  readonly card: Record<string, unknown>;
}

async function oneId(tx: Writer, kind: IdKind): Promise<Id> {
  const [id] = await tx.ids(kind, 1);
  if (id === undefined) throw new Error(`No id for a ${kind}.`);
  return id;
}

/** A PIN of six digits, each as likely as another. */
export function newPin(random: Random): string {
  return String(random.bytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** An id as sandbox.json has it: a number with all its digits, also beyond a double's (reference: operations.10). */
export function cardId(id: Id): unknown {
  return JSON.rawJSON(id.toString());
}

/** A new company and its first records. */
interface Business {
  readonly id: Id;
  readonly site: Site;
  readonly register: Register;
  readonly list: PriceList;
  readonly staff: Id;
  readonly taxes: readonly Tax[];
  readonly methods: readonly { readonly id: unknown; readonly name: string }[];
}

/** The fields that every first record has. */
interface RecordBase {
  readonly company_id: Id;
  readonly created_at: Micros;
  readonly updated_at: Micros;
}

async function addCompany(tx: Writer, base: RecordBase, plan: BusinessPlan): Promise<Company> {
  const company = initial(COMPANY, {
    ...base,
    id: base.company_id,
    name: plan.name,
    currency: plan.currency,
    timezone: plan.timezone,
    is_sandbox: plan.isSandbox ?? false,
  });
  await companies.insert(tx, company);
  return company;
}

async function addSite(tx: Writer, base: RecordBase, plan: BusinessPlan, list: PriceList): Promise<Site> {
  const site = initial(SITE, {
    ...base,
    id: await oneId(tx, 'site'),
    name: plan.siteName,
    price_list_id: list.id,
    prep_time_minutes: 15,
    online_products_enabled: true,
    kitchen_tickets: plan.kitchenTickets ?? false,
  });
  await sites.insert(tx, site);
  return site;
}

async function addRegister(tx: Writer, base: RecordBase, site: Site): Promise<Register> {
  const register = initial(REGISTER, {
    ...base,
    id: await oneId(tx, 'register'),
    site_id: site.id,
    name: 'Register 1',
  });
  await registers.insert(tx, register);
  return register;
}

/** Hashes the first staff member's PIN. */
type HashOf = (staff: Pick<StaffMember, 'company_id' | 'id'>) => string;

async function addManager(tx: Writer, base: RecordBase, hashOf: HashOf | undefined): Promise<Id> {
  const id = await oneId(tx, 'staff');
  const pin_hash = hashOf?.({ company_id: base.company_id, id }) ?? null;
  const manager = initial(STAFF, { ...base, id, first_name: 'Manager', is_admin: true, pin_hash });
  await staffMembers.insert(tx, manager);
  return id;
}

async function addTaxes(tx: Writer, base: RecordBase, plan: BusinessPlan): Promise<Tax[]> {
  const made: Tax[] = [];
  for (const tax of plan.taxes) made.push(initial(TAX, { ...base, id: await oneId(tx, 'tax'), ...tax }));
  for (const tax of made) await taxes.insert(tx, tax);
  return made;
}

async function addPaymentMethods(
  tx: Writer,
  base: RecordBase,
  plan: BusinessPlan,
): Promise<Business['methods']> {
  const methods: { id: unknown; name: string }[] = [];
  for (const method of plan.methods) {
    const id = await oneId(tx, 'payment_method');
    await paymentMethods.insert(tx, initial(PAYMENT_METHOD, { ...base, id, ...method }));
    methods.push({ id: cardId(id), name: method.name });
  }
  return methods;
}

/**
 * Makes a company with one site, one register, one staff member, taxes and payment methods. `hashOf` gives what
 * the member's PIN is kept as; without it they have none yet.
 */
export async function createBusiness(
  tx: Writer,
  plan: BusinessPlan,
  now: Micros,
  hashOf?: HashOf,
): Promise<Business> {
  const id = await oneId(tx, 'company');
  const base: RecordBase = { company_id: id, created_at: now, updated_at: now };
  const company = await addCompany(tx, base, plan);
  const list = initial(PRICE_LIST, { ...base, id: await oneId(tx, 'price_list'), name: 'Base' });
  await priceLists.insert(tx, list);
  const site = await addSite(tx, base, plan, list);
  const register = await addRegister(tx, base, site);
  const staff = await addManager(tx, base, hashOf);
  const made = await addTaxes(tx, base, plan);
  const methods = await addPaymentMethods(tx, base, plan);
  // The log has the events of the first records, too (reference: events.6).
  await append(tx, id, now, [
    fact('sites/created', site.id, [site.id], ['name'], siteView(site, company, list, now)),
    fact('registers/created', register.id, [site.id], ['name'], registerView(register, now)),
    ...made.map((tax) => fact('taxes/created', tax.id, [], ['code', 'name', 'rate'], taxView(tax))),
  ]);
  return { id, site, register, list, staff, taxes: made, methods };
}

/**
 * Makes a company with its owner's account, an add-on with every scope and an access token that does not expire.
 * The secrets are in the answer and nowhere else in the clear.
 */
export async function createCompany(
  tx: Writer,
  plan: CompanyPlan,
  { pin, password }: FirstSecrets,
  parts: FoundingParts,
): Promise<NewCompany> {
  const { now } = parts;
  const {
    id,
    site,
    register,
    list,
    staff,
    taxes: made,
    methods,
  } = await createBusiness(tx, plan, now, (staff) => pinHash(parts.keyring, staff, pin));
  const addon = await createAddon(tx, id, plan.addonName, parts);
  const email = plan.ownerEmail ?? `owner-${id}@example.com`;
  const owner = await oneId(tx, 'user');
  await insertUser(tx, { id: owner, email, name: 'Owner', password_hash: password.hash }, now);
  await setMembership(tx, id, owner, 'owner', now);
  await audit(tx, { company: id, ...COMMAND_LINE, action: 'company.created', subject: plan.name, at: now });
  return {
    company: id,
    site: site.id,
    baseList: list.id,
    taxes: made.map((tax) => tax.id),
    addon: addon.id,
    card: {
      company_id: cardId(id),
      sites: [
        {
          id: cardId(site.id),
          name: site.name,
          registers: [{ id: cardId(register.id), name: register.name }],
        },
      ],
      staff: [{ id: cardId(staff), first_name: 'Manager', pin }],
      customers: [],
      payment_methods: methods,
      taxes: made.map((tax) => ({
        id: cardId(tax.id),
        code: tax.code,
        rate: JSON.rawJSON(formatDecimal(tax.rate)),
      })),
      addon: addon.card,
      admin: { email, password: password.text },
    },
  };
}

function fact(
  topic: Fact['topic'],
  resource: Id,
  at: readonly Id[],
  changed: readonly string[],
  view: unknown,
): Fact {
  return { topic, resource, sites: at, changed, payload: JSON.stringify(view) };
}

async function createAddon(tx: Writer, company: Id, name: string, parts: FoundingParts) {
  const redirect_uris = ['https://localhost/callback'];
  const made = await registerAddon(tx, company, { name, scopes: SCOPES, redirect_uris }, parts);
  const { id, client_id, client_secret, signing_secret } = made;
  const access_token = newSecret('pb_at_', parts.random);
  await insertToken(tx, {
    company_id: company,
    addon_id: id,
    token_hash: hashSecret(access_token),
    scopes: SCOPES,
    expires_at: null,
    created_at: parts.now,
  });
  return { id, card: { client_id, client_secret, signing_secret, redirect_uris, access_token } };
}

/** A secret that a person types, with its hash. */
interface Typed {
  readonly text: string;
  readonly hash: string;
}

/** PIN and password of a new company, made before the transaction because hashing takes a while. */
export interface FirstSecrets {
  readonly pin: string;
  readonly password: Typed;
}

/** Bytes of chance in a generated password. */
const PASSWORD_BYTES = 18;

/** Makes the PIN of the first member of the staff and the password of the owner. */
export async function makeSecrets(random: Random, passwords: Passwords): Promise<FirstSecrets> {
  const pin = newPin(random);
  const password = random.bytes(PASSWORD_BYTES).toString('base64url');
  return {
    pin,
    password: { text: password, hash: await passwords.hash(password) },
  };
}

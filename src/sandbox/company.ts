import { pinHash } from '../company/sessions.ts';
import {
  type Company,
  companies,
  type PaymentMethod,
  type PriceList,
  paymentMethods,
  priceLists,
  type Register,
  registers,
  type Site,
  sites,
  staffMembers,
  type Tax,
  taxes,
} from '../company/store.ts';
import { registerView, siteView, taxView } from '../company/view.ts';
import { SCOPES } from '../edge/scopes.ts';
import { hashSecret, type Keyring, newSecret } from '../edge/secrets.ts';
import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import { type Decimal, formatDecimal } from '../kernel/money.ts';
import type { Random } from '../kernel/random.ts';
import type { Micros } from '../kernel/time.ts';
import { insertAddon, insertToken } from '../oauth/store.ts';
import { append } from '../outbox/append.ts';
import type { IdKind, Writer } from '../storage/port.ts';

/** What a new company starts with. */
export interface CompanyPlan {
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly siteName: string;
  readonly addonName: string;
  readonly taxes: readonly { code: string; name: string; rate: Decimal }[];
  readonly methods: readonly Pick<PaymentMethod, 'name' | 'kind' | 'ledger_code'>[];
}

/** What a company is made with besides the database. */
export interface Makers {
  readonly now: Micros;
  readonly random: Random;
  readonly keyring: Keyring;
}

/** Everything about a new company that can be told only once (contract 1, sandbox.json). */
export interface NewCompany {
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
function newPin(random: Random): string {
  return String(random.bytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** An id as sandbox.json has it: a number with all its digits, whatever its size (contract 2). */
export function cardId(id: Id): unknown {
  return JSON.rawJSON(id.toString());
}

/**
 * Makes a company with one site, one register, one staff member, payment methods, an add-on with every scope
 * and an access token that does not expire. The secrets are in the answer and nowhere else in the clear.
 */
export async function createCompany(tx: Writer, plan: CompanyPlan, makers: Makers): Promise<NewCompany> {
  const { now, random, keyring } = makers;
  const id = await oneId(tx, 'company');
  const own = { company_id: id, created_at: now, updated_at: now };
  const company: Company = {
    ...own,
    id,
    name: plan.name,
    business_number: null,
    currency: plan.currency,
    timezone: plan.timezone,
    website: null,
    image: null,
    contact_staff_member: null,
  };
  await companies.insert(tx, company);
  const list: PriceList = { ...own, id: await oneId(tx, 'price_list'), name: 'Base', parent_id: null };
  await priceLists.insert(tx, list);
  const site: Site = {
    ...own,
    id: await oneId(tx, 'site'),
    name: plan.siteName,
    code: null,
    currency: null,
    timezone: null,
    postal_address: null,
    shipping_address: null,
    email: null,
    phone: null,
    latitude: null,
    longitude: null,
    price_list_id: list.id,
    prep_time_minutes: 15,
    online_products_enabled: true,
    default_pass_thru_register_id: null,
  };
  await sites.insert(tx, site);
  const register: Register = {
    ...own,
    id: await oneId(tx, 'register'),
    site_id: site.id,
    code: null,
    name: 'Register 1',
    sale_prefix: null,
    return_prefix: null,
    current_staff_member: null,
    assigned_to_device: false,
    last_seen_at: null,
  };
  await registers.insert(tx, register);
  const member = await oneId(tx, 'staff');
  const pin = newPin(random);
  await staffMembers.insert(tx, {
    ...own,
    id: member,
    first_name: 'Manager',
    last_name: null,
    primary_email_address: null,
    phone: null,
    is_admin: true,
    permissions: [],
    pin_hash: pinHash({ company: id, keyring }, member, pin),
  });
  const made: Tax[] = [];
  for (const tax of plan.taxes) made.push({ ...own, id: await oneId(tx, 'tax'), ...tax });
  for (const tax of made) await taxes.insert(tx, tax);
  const methods: { id: unknown; name: string }[] = [];
  for (const method of plan.methods) {
    const methodId = await oneId(tx, 'payment_method');
    await paymentMethods.insert(tx, { ...own, id: methodId, ...method, addon_id: null, used: false });
    methods.push({ id: cardId(methodId), name: method.name });
  }
  const addon = await createAddon(tx, id, plan.addonName, makers);
  // The log tells of the first records as of those that follow (contract 7).
  await append(tx, id, now, [
    fact('sites/created', site.id, [site.id], ['name'], siteView(site, company, list, now)),
    fact('registers/created', register.id, [site.id], ['name'], registerView(register, now)),
    ...made.map((tax) => fact('taxes/created', tax.id, [], ['code', 'name', 'rate'], taxView(tax))),
  ]);
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
      staff: [{ id: cardId(member), first_name: 'Manager', pin }],
      customers: [],
      payment_methods: methods,
      taxes: made.map((tax) => ({
        id: cardId(tax.id),
        code: tax.code,
        rate: JSON.rawJSON(formatDecimal(tax.rate)),
      })),
      addon: addon.card,
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

async function createAddon(tx: Writer, company: Id, name: string, { now, random, keyring }: Makers) {
  const id = await oneId(tx, 'addon');
  const clientId = `pb_ci_${random.bytes(16).toString('base64url')}`;
  const secret = newSecret('pb_cs_', random);
  const signing = newSecret('pb_ss_', random);
  const token = newSecret('pb_at_', random);
  const redirects = ['https://localhost/callback'];
  await insertAddon(tx, {
    company_id: company,
    id,
    name,
    client_id: clientId,
    secret_hash: hashSecret(secret),
    scopes: SCOPES,
    redirect_uris: redirects,
    signing_secret: keyring.seal(signing, `addon ${company}/${id} signing`, random),
    created_at: now,
  });
  await insertToken(tx, {
    company_id: company,
    addon_id: id,
    token_hash: hashSecret(token),
    scopes: SCOPES,
    expires_at: null,
    created_at: now,
  });
  return {
    id,
    card: {
      client_id: clientId,
      client_secret: secret,
      signing_secret: signing,
      redirect_uris: redirects,
      access_token: token,
    },
  };
}

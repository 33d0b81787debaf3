import { scrypt } from 'node:crypto';
import {
  companies,
  type PaymentMethod,
  paymentMethods,
  priceLists,
  registers,
  sites,
  staffMembers,
  taxes,
} from '../company/store.ts';
import { SCOPES } from '../edge/scopes.ts';
import { hashSecret, type Keyring, newSecret } from '../edge/secrets.ts';
import type { Id } from '../kernel/id.ts';
import { type Decimal, formatDecimal } from '../kernel/money.ts';
import type { Random } from '../kernel/random.ts';
import type { Micros } from '../kernel/time.ts';
import { insertAddon, insertToken } from '../oauth/store.ts';
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

/** The hash of a PIN: scrypt with its own salt, since a PIN has few digits. */
export function hashPin(pin: string, salt: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, 32, { N: 16_384 }, (error, key) => {
      if (error === null) resolve(`scrypt.16384.${salt.toString('base64url')}.${key.toString('base64url')}`);
      else reject(error);
    });
  });
}

/** A PIN of six digits, each as likely as another. */
export function newPin(random: Random): string {
  return String(random.bytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** Ids in this file are text where they could be larger than a double's whole numbers. */
function idOf(id: Id): unknown {
  return id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : JSON.rawJSON(id.toString());
}

/**
 * Makes a company with one site, one register, one staff member, payment methods, an add-on with every scope
 * and an access token that does not expire. The secrets are in the answer and nowhere else in the clear.
 */
export async function createCompany(tx: Writer, plan: CompanyPlan, pin: Pin, makers: Makers): Promise<NewCompany> {
  const { now, random, keyring } = makers;
  const company = await oneId(tx, 'company');
  const stamps = { created_at: now, updated_at: now };
  const own = { company_id: company, ...stamps };
  await companies.insert(tx, {
    ...own,
    id: company,
    name: plan.name,
    business_number: null,
    currency: plan.currency,
    timezone: plan.timezone,
    website: null,
    image: null,
    contact_staff_member: null,
  });
  const baseList = await oneId(tx, 'price_list');
  await priceLists.insert(tx, { ...own, id: baseList, name: 'Base', parent_id: null });
  const site = await oneId(tx, 'site');
  await sites.insert(tx, {
    ...own,
    id: site,
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
    price_list_id: baseList,
    prep_time_minutes: 15,
    online_products_enabled: true,
    default_pass_thru_register_id: null,
  });
  const register = await oneId(tx, 'register');
  await registers.insert(tx, {
    ...own,
    id: register,
    site_id: site,
    code: null,
    name: 'Register 1',
    sale_prefix: null,
    return_prefix: null,
    current_staff_member: null,
    assigned_to_device: false,
    last_seen_at: null,
  });
  const member = await oneId(tx, 'staff');
  await staffMembers.insert(tx, {
    ...own,
    id: member,
    first_name: 'Manager',
    last_name: null,
    primary_email_address: null,
    phone: null,
    is_admin: true,
    permissions: [],
    pin_hash: pin.hash,
  });
  const taxIds: Id[] = [];
  for (const tax of plan.taxes) {
    const id = await oneId(tx, 'tax');
    await taxes.insert(tx, { ...own, id, ...tax });
    taxIds.push(id);
  }
  const methods: { id: unknown; name: string }[] = [];
  for (const method of plan.methods) {
    const id = await oneId(tx, 'payment_method');
    await paymentMethods.insert(tx, { ...own, id, ...method, addon_id: null, used: false });
    methods.push({ id: idOf(id), name: method.name });
  }
  const addon = await createAddon(tx, company, makers);
  return {
    company,
    site,
    baseList,
    taxes: taxIds,
    addon: addon.id,
    card: {
      company_id: idOf(company),
      sites: [{ id: idOf(site), name: plan.siteName, registers: [{ id: idOf(register), name: 'Register 1' }] }],
      staff: [{ id: idOf(member), first_name: 'Manager', pin: pin.text }],
      customers: [],
      payment_methods: methods,
      taxes: plan.taxes.map((tax, at) => ({
        id: idOf(taxIds[at] ?? 0n),
        code: tax.code,
        rate: JSON.rawJSON(formatDecimal(tax.rate)),
      })),
      addon: addon.card,
    },
  };

  async function createAddon(writer: Writer, owner: Id, { now: at }: Makers) {
    const id = await oneId(writer, 'addon');
    const clientId = `pb_ci_${random.bytes(16).toString('base64url')}`;
    const secret = newSecret('pb_cs_', random);
    const signing = newSecret('pb_ss_', random);
    const token = newSecret('pb_at_', random);
    const redirects = ['https://localhost/callback'];
    await insertAddon(writer, {
      company_id: owner,
      id,
      name: plan.addonName,
      client_id: clientId,
      secret_hash: hashSecret(secret),
      scopes: SCOPES,
      redirect_uris: redirects,
      signing_secret: keyring.seal(signing, `addon ${owner}/${id} signing`, random),
      created_at: at,
    });
    await insertToken(writer, {
      company_id: owner,
      addon_id: id,
      token_hash: hashSecret(token),
      scopes: SCOPES,
      expires_at: null,
      created_at: at,
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
}

/** A PIN with its hash, made before the transaction because hashing takes a while. */
export interface Pin {
  readonly text: string;
  readonly hash: string;
}

/** Makes a PIN. */
export async function makePin(random: Random): Promise<Pin> {
  const text = newPin(random);
  return { text, hash: await hashPin(text, random.bytes(16)) };
}

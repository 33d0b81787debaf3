import { readFileSync } from 'node:fs';
import { beginningOf } from '../company/sessions.store.ts';
import { pinHash } from '../company/sessions.ts';
import { getCompany, priceLists, sites, staffMembers } from '../company/store.ts';
import { siteView } from '../company/view.ts';
import {
  type CompanyPlan,
  cardId,
  createBusiness,
  createCompany,
  type FirstSecrets,
  type FoundingParts,
  newPin,
} from '../founding.ts';
import type { Id } from '../kernel/id.ts';
import { parseDecimal } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import { getMeta, setMeta } from '../oauth/store.ts';
import { restartNumbers } from '../orders/row/order-numbers.store.ts';
import { append } from '../outbox/append.ts';
import type { Writer } from '../storage/port.ts';
import { addFloor } from './floor.ts';
import { retakingIds, type TakenIds } from './ids.ts';
import { type ImportedMenu, importMenu } from './menu.ts';
import { addCustomers, addStaff, dayBefore, type PinOf, type Shop, SOLD_DAYS, sellForAWeek } from './week.ts';

/** The choices for a sandbox. */
interface SandboxPlan extends Pick<CompanyPlan, 'name' | 'currency' | 'timezone' | 'addonName'> {
  readonly ownerEmail?: string;
  /** Without staff besides the manager, without sales, and with one customer. */
  readonly isBare: boolean;
}

/** The sandbox of a first start. */
export const FIRST_SANDBOX: Omit<SandboxPlan, 'isBare'> = {
  name: 'Passbell Sandbox',
  currency: 'AUD',
  timezone: 'Australia/Sydney',
  addonName: 'Sandbox add-on',
  ownerEmail: 'owner@example.com',
};

/** Products without variants; they come first, so that a client that takes the first product can order it as it is. */
const DRINKS: ImportedMenu = {
  families: [],
  products: [
    { sku: 'water', name: 'Mineral water', category: 'Drinks', price: '2.50' },
    { sku: 'cola', name: 'Cola', category: 'Drinks', price: '3.20' },
  ],
};

/** The sandbox's menu: real, from a year of a pizza place. */
function readMenu(): ImportedMenu {
  return JSON.parse(readFileSync(new URL('./menu.json', import.meta.url), 'utf8')) as ImportedMenu;
}

function planOf(plan: SandboxPlan): CompanyPlan {
  const { name, currency, timezone, addonName, ownerEmail } = plan;
  return {
    ...{ name, currency, timezone, addonName },
    ...(ownerEmail === undefined ? {} : { ownerEmail }),
    siteName: 'Pizza Place',
    // A kitchen that has been open all week has bumped its tickets: it begins with those of today.
    kitchenTickets: plan.isBare,
    isSandbox: true,
    taxes: [{ code: 'GST', name: 'GST', rate: parseDecimal('0.1') ?? 0n }],
    methods: [
      { name: 'Cash', kind: 'cash', ledger_code: null },
      { name: 'Card', kind: 'card', ledger_code: null },
      { name: 'On account', kind: 'account', ledger_code: null },
    ],
  };
}

/** The choices that a sandbox was made from, so that it can be made again. */
interface Beginning {
  readonly plan: SandboxPlan;
  readonly addon: string;
  readonly ids: TakenIds;
  /** The hashes of its staff members' PINs, by their ids. */
  readonly pins: Readonly<Record<string, string>>;
}

/** Everything of a shop that has its company: menu, and unless it is bare staff, tables, customers and a week of sales. */
async function fill(
  tx: Writer,
  { isBare }: SandboxPlan,
  shop: Shop,
  taxes: readonly Id[],
  pinOf: PinOf,
  parts: FoundingParts,
) {
  const begin = beginOf(parts.now, isBare, shop.timezone);
  const target = { company: shop.company, site: shop.site, taxes };
  await importMenu(tx, target, DRINKS, begin);
  await importMenu(tx, target, readMenu(), begin);
  const customers = await addCustomers(tx, shop, begin, isBare ? 1 : undefined);
  if (isBare) return { customers, staff: [] };
  const staff = await addStaff(tx, shop, begin, pinOf);
  await addFloor(tx, shop, begin);
  const buyers = customers.map(({ id }) => id);
  await sellForAWeek(tx, shop, buyers, parts);
  await openKitchen(tx, shop, parts.now);
  return { customers, staff };
}

/** When a sandbox begins: before what was sold in it. */
function beginOf(now: Micros, isBare: boolean, timezone: string): Micros {
  return isBare ? now : dayBefore(now, timezone, SOLD_DAYS + 1);
}

async function openKitchen(tx: Writer, { company: id, site: at }: Shop, now: Micros): Promise<void> {
  const before = await sites.get(tx, id, at);
  if (before === undefined) throw new Error('The sandbox has no site.');
  const site = { ...before, kitchen_tickets: true, updated_at: now };
  await sites.update(tx, site);
  const list = await priceLists.get(tx, id, site.price_list_id);
  const payload = JSON.stringify(siteView(site, await getCompany(tx, id), list, now));
  const changed = ['kitchen_tickets'];
  await append(tx, id, now, [{ topic: 'sites/updated', resource: at, sites: [at], changed, payload }]);
}

/**
 * Makes a sandbox; answers its company and the content of sandbox.json, without the addresses (reference: operations.9,
 * operations.10).
 */
export async function createSandbox(
  outer: Writer,
  secrets: FirstSecrets,
  parts: FoundingParts,
  plan: SandboxPlan,
): Promise<{ company: Id; card: Record<string, unknown> }> {
  const { tx, taken, numbers } = retakingIds(outer, {});
  const begin = { ...parts, now: beginOf(parts.now, plan.isBare, plan.timezone) };
  const made = await createCompany(tx, planOf(plan), secrets, begin);
  const { company, site, addon } = made;
  const pins: string[] = [];
  const pinOf: PinOf = (staff) => {
    const pin = newPin(parts.random);
    pins.push(pin);
    return pinHash(parts.keyring, staff, pin);
  };
  const shop = { company, site, addon, timezone: plan.timezone };
  const { customers, staff } = await fill(tx, plan, shop, made.taxes, pinOf, parts);
  await restartNumbers(tx, company, numbers());
  const all = await staffMembers.page(tx, company, 0n, 100);
  const beginning: Beginning = {
    plan,
    addon: String(addon),
    ids: taken(),
    pins: Object.fromEntries(all.map((each) => [String(each.id), each.pin_hash ?? ''])),
  };
  await setMeta(tx, beginningOf(company), JSON.stringify(beginning));
  const people = staff.map(({ id, first_name }, at) => ({ id: cardId(id), first_name, pin: pins[at] }));
  const card = {
    ...made.card,
    staff: [...(made.card.staff as unknown[]), ...people],
    customers: customers.map(({ id, email }) => ({ id: cardId(id), email })),
  };
  return { company, card };
}

/** The records that a sandbox begins with, in whose place nothing else comes. */
export interface KeptIds {
  readonly registers: readonly Id[];
  readonly staff: readonly Id[];
}

/** The choices that a sandbox is made again from; undefined for one that was made before they were kept. */
interface Restart {
  readonly kept: KeptIds;
  /** Makes it again, when its records are gone. */
  run(tx: Writer, parts: FoundingParts): Promise<void>;
}

/** Prepares a sandbox to be made again, with the ids that it had (reference: sandbox.5). */
export async function restartOf(outer: Writer, company: Id): Promise<Restart | undefined> {
  const text = await getMeta(outer, beginningOf(company));
  if (text === undefined) return undefined;
  const { plan, addon, ids, pins } = JSON.parse(text) as Beginning;
  const pinOf: PinOf = ({ id }) => pins[String(id)] ?? '';
  return {
    kept: { registers: (ids.register ?? []).map(BigInt), staff: (ids.staff ?? []).map(BigInt) },
    async run(writer, parts) {
      const { tx, numbers } = retakingIds(writer, ids);
      const begin = beginOf(parts.now, plan.isBare, plan.timezone);
      const { site, taxes } = await createBusiness(tx, planOf(plan), begin, pinOf);
      const shop = { company, site: site.id, addon: BigInt(addon), timezone: plan.timezone };
      const taxIds = taxes.map(({ id }) => id);
      await fill(tx, plan, shop, taxIds, pinOf, parts);
      // Last, as orders that come meanwhile wait for their numbers.
      await restartNumbers(tx, company, numbers());
    },
  };
}

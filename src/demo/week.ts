import { STAFF, type StaffMember } from '../company/staff-shape.ts';
import { paymentMethods, registers, staffMembers } from '../company/store.ts';
import { createCustomer } from '../customers/save.ts';
import { Call } from '../edge/call.ts';
import { SCOPES } from '../edge/scopes.ts';
import type { FoundingParts } from '../founding.ts';
import type { Id } from '../kernel/id.ts';
import { parseExact } from '../kernel/json.ts';
import { HOUR, MINUTE, type Micros } from '../kernel/time.ts';
import { ENGLISH } from '../kernel/words.ts';
import { create, price } from '../orders/http/handlers.ts';
import { append } from '../outbox/append.ts';
import { productIdsBySku } from '../products/store.ts';
import { initial } from '../shape/state.ts';
import type { Writer } from '../storage/port.ts';

// A shop as it is after a week: people who work there, customers, and what was sold. The orders are made by the handler
// of POST /orders, each at its own time, so that figures, history and events are those of real ones.

/** How many days of sales there are before today, and orders on each. */
export const SOLD_DAYS = 7;
const ORDERS_A_DAY = [9, 11, 12, 12, 14, 17, 15];
/** When the first order of a day is placed, and how long it is to the next. */
const OPENS: Micros = 11n * HOUR;
const BETWEEN: Micros = 37n * MINUTE;

const STAFF_NAMES = ['Mia', 'Noah', 'Zoe'];
const CUSTOMERS = [
  { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
  { first_name: 'Ben', last_name: 'Example', email: 'ben@example.com', phone: '+61 400 000 002' },
  { first_name: 'Chloe', last_name: 'Example', email: 'chloe@example.com', tags: ['regular'] },
  { first_name: 'Dev', last_name: 'Example', phone: '+61 400 000 004' },
];
const SOLD = [
  'hawaiian_l',
  'bbq_ckn_m',
  'cola',
  'pepperoni_s',
  'water',
  'cali_ckn_l',
  'classic_dlx_m',
  'cola',
];
const TYPES = ['Takeaway', 'Dine in', 'Delivery'];

/** The shop that is filled. */
export interface Shop {
  readonly company: Id;
  readonly site: Id;
  readonly addon: Id;
  readonly timezone: string;
}

/** Makes the hash of a new staff member's PIN. */
export type PinOf = (staff: Pick<StaffMember, 'company_id' | 'id'>) => string;

/** The customers of a sandbox, those that a bare one has or all. */
export async function addCustomers(tx: Writer, shop: Shop, now: Micros, count = CUSTOMERS.length) {
  const made: { id: Id; email: string | null }[] = [];
  for (const input of CUSTOMERS.slice(0, count)) {
    const author = { company: shop.company, addon: shop.addon, now };
    const { customer, facts } = await createCustomer(tx, author, input);
    await append(tx, shop.company, now, facts);
    made.push(customer);
  }
  return made;
}

/** People who work there, with a PIN each; they may sell, and change nothing. */
export async function addStaff(tx: Writer, { company }: Shop, now: Micros, pinOf: PinOf) {
  const made: { id: Id; first_name: string }[] = [];
  for (const first_name of STAFF_NAMES) {
    const [id = 0n] = await tx.ids('staff', 1);
    const base = { company_id: company, id, created_at: now, updated_at: now };
    const pin_hash = pinOf({ company_id: company, id });
    await staffMembers.insert(tx, initial(STAFF, { ...base, first_name, is_admin: false, pin_hash }));
    made.push({ id, first_name });
  }
  return made;
}

/** The start of a day so many days before the one of a moment, by the clocks of a place. */
export function dayBefore(now: Micros, timezone: string, days: number): Micros {
  const today = new Temporal.ZonedDateTime(now * 1000n, timezone).startOfDay();
  return today.subtract({ days }).epochNanoseconds / 1000n;
}

/** Sells for a week, up to yesterday. Answers how many orders there are. */
export async function sellForAWeek(
  tx: Writer,
  shop: Shop,
  customers: readonly Id[],
  { now, random, keyring }: FoundingParts,
): Promise<number> {
  const { company, site, addon } = shop;
  const [register] = await registers.page(tx, company, 0n, 1);
  const staff = await staffMembers.page(tx, company, 0n, 10);
  const methods = await paymentMethods.page(tx, company, 0n, 2);
  const ids = await productIdsBySku(tx, company, [...new Set(SOLD)]);
  const ask = (at: Micros, count: number, body: object): Call =>
    new Call({
      principal: {
        ...{ company, addon, scopes: new Set(SCOPES), via: 'bearer' },
        staffMember: { id: staff[count % staff.length]?.id ?? 0n, register: register?.id ?? 0n },
      },
      params: {},
      query: '',
      path: `/v1/companies/${company}/orders`,
      body: parseExact(JSON.stringify(body)),
      ifMatch: undefined,
      isStrict: true,
      now: at,
      random,
      origin: () => '',
      address: () => '',
      keyring,
      words: () => ENGLISH,
      refuseAddress: () => undefined,
      uses: [],
      reserve: () => {
        throw new Error('An order of the sandbox needs no room for an answer.');
      },
    });
  let count = 0;
  for (const [day, orders] of ORDERS_A_DAY.entries()) {
    const begin = dayBefore(now, shop.timezone, SOLD_DAYS - day) + OPENS;
    for (let each = 0; each < orders; each++, count++) {
      const at = begin + BigInt(each) * BETWEEN;
      const chosen = [SOLD[count % SOLD.length], SOLD[(count * 3 + day) % SOLD.length]];
      const customer = count % 4 === 0 ? customers[(count / 4) % customers.length] : undefined;
      const wanted = {
        site_id: String(site),
        order_type: TYPES[count % TYPES.length],
        ...(customer === undefined ? {} : { customer_id: String(customer) }),
        lines: [...new Set(chosen)].map((sku = '', line) => ({
          product_id: String(ids.get(sku)),
          quantity: 1 + ((count + line) % 3 === 0 ? 1 : 0),
        })),
      };
      const priced = JSON.parse(String((await price(tx, ask(at, count, wanted))).body)) as { total: number };
      const payments = [{ method_id: String(methods[count % 2]?.id), amount: priced.total }];
      await create(tx, ask(at, count, { ...wanted, status: 'PENDING', payments }));
    }
  }
  return count;
}

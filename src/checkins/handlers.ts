import { siteOf } from '../company/site-of.ts';
import { lockExisting } from '../company/store.ts';
import { expandedCustomers } from '../customers/expand.ts';
import { customers } from '../customers/store.ts';
import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import { beside, expanding, requireExpandable } from '../edge/expand.ts';
import { answerPage, listingBy } from '../edge/listing.ts';
import { LIST } from '../edge/query.ts';
import { asking, created, noContent, okText, type WriteHandler } from '../edge/route.ts';
import { ApiError, invalid, notFound } from '../kernel/errors.ts';
import type { Fact } from '../kernel/event.ts';
import { nothingLeft } from '../kernel/given.ts';
import type { Id } from '../kernel/id.ts';
import { formatTime, MINUTE } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import type { Reader } from '../storage/port.ts';
import { checkinInput } from './input.ts';
import type { Checkin } from './shape.ts';
import { activeAt, activeOf, activeOfCustomer, begin, end } from './store.ts';
import { checkinView } from './view.ts';

const NOT_CHECKED_IN = sentence('This customer is not checked in.');

/** 404 with a `message` as well; the same for customers that do not exist (reference: checkins.5). */
function notCheckedIn(): ApiError {
  return new ApiError('not_found', NOT_CHECKED_IN, { extra: { message: NOT_CHECKED_IN } });
}

async function load(tx: Reader, call: Call, site: Id): Promise<Checkin> {
  const checkin = await activeOf(tx, call.company, site, call.id('checkin_id'), call.now);
  if (checkin === undefined) throw notCheckedIn();
  return checkin;
}

function fact(topic: Fact['topic'], checkin: Checkin, changed: readonly string[]): Fact {
  const payload = JSON.stringify(checkinView(checkin));
  return { topic, resource: checkin.customer_id, sites: [checkin.site_id], changed, payload };
}

const EXPANDABLE = { customer: 'customers:read' } as const;
const EXPAND = expanding(EXPANDABLE);

/** The JSON of check-ins, with their customers where those are asked for (reference: conventions.57). */
async function shown(
  tx: Reader,
  call: Call,
  checkins: readonly Checkin[],
  expand: ReadonlySet<keyof typeof EXPANDABLE>,
): Promise<readonly string[]> {
  const texts = checkins.map((checkin) => JSON.stringify(checkinView(checkin)));
  if (!expand.has('customer')) return texts;
  const found = await expandedCustomers(
    tx,
    call,
    checkins.map((checkin) => checkin.customer_id),
  );
  return texts.map((text, at) => beside(text, 'customer', found.get(checkins[at]?.customer_id ?? 0n)));
}

/** GET /sites/<s>/checkins */
export const list = asking({ ...EXPAND, ...LIST }, async (tx: Reader, call, asked) => {
  const site = await siteOf(tx, call);
  requireExpandable(call, EXPANDABLE, asked.expand);
  return answerPage(
    call,
    call.page(asked),
    listingBy(
      (after, limit) => activeAt(tx, call.company, site, call.now, after ?? 0n, limit),
      (row) => row.customer_id,
      (rows) => shown(tx, call, rows, asked.expand),
    ),
  );
});

/** GET /customers/<c>/checkins: where a customer is, ascending by site (reference: checkins.7). */
export const listOfCustomer = asking({ ...EXPAND, ...LIST }, async (tx: Reader, call, asked) => {
  const customer = call.id('customer_id');
  if ((await customers.get(tx, call.company, customer)) === undefined) throw notFound();
  requireExpandable(call, EXPANDABLE, asked.expand);
  return answerPage(
    call,
    call.page(asked),
    listingBy(
      (after, limit) => activeOfCustomer(tx, call.company, customer, call.now, after ?? 0n, limit),
      (row) => row.site_id,
      (rows) => shown(tx, call, rows, asked.expand),
    ),
  );
});

/** GET /sites/<s>/checkins/<customer> */
export const get = asking(EXPAND, async (tx: Reader, call, { expand }) => {
  const site = await siteOf(tx, call);
  requireExpandable(call, EXPANDABLE, expand);
  const [text = ''] = await shown(tx, call, [await load(tx, call, site)], expand);
  return okText(text);
});

/** POST /sites/<s>/checkins: one active per customer and site, however many ask at once (reference: checkins.3). */
export const create: WriteHandler = async (tx, call) => {
  const { company, now } = call;
  const site = call.id('site_id');
  // Neither site nor customer is deleted before this is saved.
  if (!(await lockExisting(tx, 'sites', company, [site])).has(site)) throw notFound();
  const { customer_id: wanted, duration, ...rest } = call.input(checkinInput);
  nothingLeft(rest);
  const customer = await customers.getForUpdate(tx, company, wanted);
  if (customer === undefined || customer.deleted) {
    throw invalid('customer_id', sentence('{id} does not exist.', { id: wanted }));
  }
  const checkin: Checkin = {
    company_id: company,
    site_id: site,
    customer_id: customer.id,
    start_time: now,
    duration,
    expires_at: now + BigInt(duration) * MINUTE,
  };
  if (!(await begin(tx, checkin))) {
    const active = await activeOf(tx, company, site, customer.id, now);
    throw new ApiError(
      'already_checked_in',
      active === undefined
        ? sentence('This customer is checked in at this site.')
        : sentence('This customer is checked in at this site until {until}.', {
            until: formatTime(active.expires_at),
          }),
    );
  }
  await append(tx, company, now, [fact('checkins/created', checkin, ['customer_id', 'duration'])]);
  return created(checkinView(checkin), `/companies/${company}/sites/${site}/checkins/${customer.id}`);
};

/** DELETE /sites/<s>/checkins/<customer>: the check-out. */
export const remove: WriteHandler = async (tx, call) => {
  const site = await siteOf(tx, call);
  if (call.hasIfMatch) call.checkMatch(etagOf(JSON.stringify(checkinView(await load(tx, call, site)))));
  const checkin = await end(tx, call.company, site, call.id('checkin_id'), call.now);
  if (checkin === undefined) throw notCheckedIn();
  await append(tx, call.company, call.now, [fact('checkins/deleted', checkin, [])]);
  return noContent();
};

import { listAddresses } from '../company/addresses.ts';
import { addressList } from '../company/handlers.ts';
import { zoneOf } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import { BY_EXTERNAL_ID, idsNamed } from '../edge/external-id.ts';
import { answerPage } from '../edge/listing.ts';
import { LIST, searchText, text } from '../edge/query.ts';
import { CHANGED, timeBounds } from '../edge/ranges.ts';
import {
  asking,
  created,
  found,
  noContent,
  okText,
  type ReadHandler,
  type WriteHandler,
} from '../edge/route.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import { externalIdsOf, freeExternalIds, withExternalId } from '../storage/external-ids.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { sliceOf } from '../storage/slices.ts';
import { customerCreate, customerInput } from './input.ts';
import { type CustomerFilter, countCustomers, listCustomers } from './lists.store.ts';
import { createCustomer, deleteCustomer, updateCustomer } from './save.ts';
import type { Customer } from './shape.ts';
import { customers, findByEmail, findByName, getCustomer, referencesOf } from './store.ts';
import { customerView } from './view.ts';

/** Customers as JSON, as the caller sees them. */
async function shown(tx: Reader, call: Call, rows: readonly Customer[]): Promise<string[]> {
  const ids = rows.map((row) => row.id);
  const references = await referencesOf(tx, call.company, call.addon, ids);
  const names = await externalIdsOf(tx, call, 'customer', ids);
  return rows.map((row) =>
    withExternalId(JSON.stringify(customerView(row, references.get(row.id) ?? '')), names.get(row.id)),
  );
}

async function showOne(tx: Reader, call: Call, customer: Customer): Promise<string> {
  const [json = ''] = await shown(tx, call, [customer]);
  return json;
}

function redirect(call: Call, customer: Customer | undefined) {
  if (customer === undefined) throw notFound();
  return found(`/companies/${call.company}/customers/${customer.id}`);
}

const CUSTOMERS = {
  reference_id: text('Only customers that your add-on calls so.'),
  ...BY_EXTERNAL_ID,
  email: text('Look one customer up: answers 302 to the record, or 404.'),
  first_name: text('Look one customer up, together with `phone`.'),
  last_name: text('Narrows that.'),
  phone: text('Only customers with this telephone number. Together with `first_name` it looks one up.'),
  q: searchText(
    'Only customers that have each of these words in the name, the e-mail address or a telephone number.',
  ),
  tag: text('Only customers with this tag.'),
  ...CHANGED,
  ...LIST,
};

/** The parameters that a look-up does not look at, which are named as such: one by `email` looks at that alone. */
const besides = (...used: readonly string[]) => Object.keys(CUSTOMERS).filter((name) => !used.includes(name));
const BESIDE_EMAIL = besides('email');
const BESIDE_NAME = besides('first_name', 'last_name', 'phone');

/**
 * GET /customers: a list, those of a reference_id, or a redirect to the one that was looked for (reference:
 * customers.5).
 */
export const list = asking(CUSTOMERS, async (tx: Reader, call, asked) => {
  const { email, first_name: first, last_name: last, phone, reference_id: reference } = asked;
  if (email !== undefined) {
    call.ignoreBeside('email', BESIDE_EMAIL);
    return redirect(call, await findByEmail(tx, call.company, email));
  }
  if (first !== undefined || last !== undefined) {
    // An incomplete look-up is refused: the list of all customers would be a wrong answer to it.
    if (first === undefined)
      throw invalid('first_name', sentence('is required to look a customer up by name and phone.'));
    if (phone === undefined)
      throw invalid('phone', sentence('is required to look a customer up by name and phone.'));
    call.ignoreBeside('first_name', BESIDE_NAME);
    return redirect(call, await findByName(tx, call.company, first, last, phone));
  }
  const { company, addon } = call;
  const updated = await timeBounds(asked, 'updated', () => zoneOf(tx, company));
  const { tag, q } = asked;
  const ids = await idsNamed(tx, call, 'customer', asked);
  const filter: CustomerFilter = { ids, reference, phone, tag, q, updated };
  const position = ({ id, updated_at: at }: Customer) => (updated.length > 0 ? [at, id] : [id]);
  return answerPage(call, call.page(asked), {
    read: async (after, limit) =>
      sliceOf(await listCustomers(tx, company, addon, filter, after, limit + 1), limit),
    position,
    find: async (id) => {
      const customer = await getCustomer(tx, company, id);
      return customer && position(customer);
    },
    render: (rows) => shown(tx, call, rows),
    count: () => countCustomers(tx, company, addon, filter),
  });
});

/** GET /customers/<id>/addresses */
export const listAddressesOf = addressList(async (tx, call) => {
  const customer = await getCustomer(tx, call.company, call.id('customer_id'));
  if (customer === undefined) throw notFound();
  const { id, primary_address: primary, shipping_address: shipping } = customer;
  return listAddresses('customer', id, { primary, shipping });
});

/** GET /customers/<id> */
export const get: ReadHandler = async (tx, call) => {
  const customer = await getCustomer(tx, call.company, call.id('customer_id'));
  if (customer === undefined) throw notFound();
  return okText(await showOne(tx, call, customer));
};

/** POST /customers */
export const create: WriteHandler = async (tx, call) => {
  const { customer, facts } = await createCustomer(tx, call, call.input(customerCreate));
  const json = await showOne(tx, call, customer);
  await append(tx, call.company, call.now, facts);
  return created(json, `/companies/${call.company}/customers/${customer.id}`);
};

async function load(tx: Writer, call: Call): Promise<Customer> {
  const customer = await customers.getForUpdate(tx, call.company, call.id('customer_id'));
  if (customer === undefined || customer.deleted) throw notFound();
  if (call.hasIfMatch) call.checkMatch(etagOf(await showOne(tx, call, customer)));
  return customer;
}

/** PUT /customers/<id> */
export const update: WriteHandler = async (tx, call) => {
  const { customer, facts } = await updateCustomer(tx, call, await load(tx, call), call.input(customerInput));
  const json = await showOne(tx, call, customer);
  await append(tx, call.company, call.now, facts);
  return okText(json);
};

/** DELETE /customers/<id> */
export const remove: WriteHandler = async (tx, call) => {
  const customer = await load(tx, call);
  await append(tx, call.company, call.now, await deleteCustomer(tx, call, customer));
  // The event still tells each add-on what it called the customer.
  await freeExternalIds(tx, call.company, 'customer', customer.id);
  return noContent();
};

import { randomUUID } from 'node:crypto';
import type { ListValues } from './list-calls.ts';
import type { Json } from './service.ts';

/** A company as its add-on sees it. */
export interface Shop {
  readonly site: string;
  readonly register: string;
  readonly staff: string;
  /** A payment method. */
  readonly cash: string;
  readonly product: string;
  /** Calls the API below the company; anything but a 2xx is an error. */
  call(
    method: string,
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Json>;
}

/**
 * Makes one of everything that there is more of every day; last of all, so that it is what copies are made of. Answers
 * values of every filter of the lists: such as most records have, and such as hardly any has.
 */
export async function trade({ call, site, register, staff, cash, product: sold }: Shop): Promise<ListValues> {
  const make = (path: string, body: unknown) => call('POST', path, body);
  const unique = randomUUID;
  await call('PUT', `sites/${site}`, { kitchen_tickets: true });
  await call('PUT', `registers/${register}`, { kitchen_printing: true });
  const category = await make('categories', { name: unique() });
  const set = await make('optionsets', { name: unique(), options: [{ product_id: Number(sold) }] });
  const product = await make(`sites/${site}/products`, {
    ...{ name: 'Usual', sku: unique(), barcode: unique(), unit_price: 5, is_sold: true, tags: ['usual'] },
    ...{ categories: [category.id], option_sets: [set.id], external_id: unique() },
    availability: { is_available: true, amount: 100_000 },
  });
  const delivery = { product_id: product.id, change: 12, reason: 'delivery' };
  await make(`sites/${site}/stock_movements`, delivery);
  const customer = await make('customers', {
    ...{ first_name: 'Ann', last_name: 'Lee', phone: '123', email: `${unique()}@example.com` },
    ...{ tags: ['usual'], reference_id: unique() },
  });
  const moved = await make('imports/open', {
    ...{ kind: 'sales', file_name: 'sales.csv', source: unique(), sha256: '0'.repeat(64) },
  });
  const rows = `sale,time,site,sku,price,method,paid\n1,2020-01-01 12:00,${site},${product.sku},5,${cash},5\n`;
  await call('POST', `imports/${moved.id}/rows`, { part: 1, csv: rows, last: true });
  const webhook = await make('webhooks', { topic: 'orders/completed', address: 'https://127.0.0.1:9/hook' });
  const shift = await make('shifts', { register_id: register, staff_id: staff, float: 100 });
  await make(`shifts/${shift.id}/movements`, { kind: 'in', amount: 10, reason: 'Change', staff_id: staff });
  const floor = await make(`sites/${site}/floors`, { name: unique() });
  const table = await make(`sites/${site}/tables`, { floor_id: floor.id, name: unique().slice(0, 30) });
  const order = await call(
    'POST',
    'orders',
    {
      ...{ site_id: site, register_id: register, staff_member_id: staff, customer_id: customer.id },
      ...{
        lines: [{ product_id: product.id }],
        payments: [{ method_id: cash, amount: 5 }],
        status: 'COMPLETE',
      },
      ...{ order_type: 'Dine in', sale_number: '17', table_id: table.id },
    },
    { 'idempotency-key': unique() },
  );
  await make(`shifts/${shift.id}/close`, { counted: 115, staff_id: staff });
  const other = await make('sites', { name: unique() });
  const list = await call('GET', 'price_lists/base', undefined);
  const till = await make('registers', { name: unique(), site_id: other.id });
  return {
    order_id: [order.id_str],
    site_id: [site, other.id_str],
    register_id: [register, till.id_str],
    staff_id: [staff],
    customer_id: [customer.id_str],
    category_id: [category.id_str],
    product_id: [product.id_str],
    price_list_id: [list.id_str],
    webhook_id: [webhook.id_str],
    addon_id: [],
    shift_id: [shift.id_str],
    date: ['2026-01-01', '2031-01-01'],
    processed: ['true', 'false'],
    group: ['none'],
    state: ['queued', 'dead', 'failed', 'open', 'closed', 'bumped', 'printed'],
    newest: ['true'],
    reference_id: ['none'],
    external_id: ['none'],
    first_name: ['Ann'],
    last_name: ['Poe'],
    phone: ['9'],
    q: ['none', 'usual', 'ann lee', 'u'],
    tag: ['none', 'usual'],
    updated_gte: ['2026-01-01', '2031-01-01'],
    ids: [customer.id_str],
    name: ['none'],
    exactname: ['none'],
    sku: ['none'],
    barcode: ['none'],
    topic: ['sites/created', 'products/created,sites/created'],
    after: ['0'],
    method: ['DELETE'],
    status_gte: ['500'],
    status: ['COMPLETE', 'REJECTED'],
    created_gte: ['2026-01-01', '2031-01-01'],
    placed_gte: ['2026-01-01', '2031-01-01'],
    fulfil_gte: ['2031-01-01'],
    paid_gte: ['2031-01-01'],
    value_gte: ['0', '9000'],
    order_type: ['Dine in', 'Delivery'],
    sale_number: ['none'],
    invoice_number: ['none'],
    group_id: ['none'],
    table_id: [table.id_str],
    payment_method_id: [cash],
    sort: ['value', '-placed'],
  };
}

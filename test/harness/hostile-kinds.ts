// The kinds of hostile requests.

import { MAX_LINES } from '#src/orders/rules/limits.ts';
import { type HostileRequest, JSON_TYPE, type Maker, ME, NEARLY_ALL, NEARLY_HEAD } from './hostile-maker.ts';

type Kind = (make: Maker) => HostileRequest;

function get(path: string, why: string, headers: Readonly<Record<string, string>> = {}): HostileRequest {
  return { method: 'GET', path, headers, body: undefined, why };
}

function send(method: 'POST' | 'PUT', path: string, body: unknown, why: string): HostileRequest {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return { method, path, headers: JSON_TYPE, body: text, why };
}

/** Records with fields of text: each field is sent a text of nearly a whole body. */
const TEXT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  orders: [
    'notes',
    'sale_number',
    'group_id',
    'order_type',
    'callback_uri',
    'fulfil_at',
    'status',
    'price_limit',
  ],
  customers: ['first_name', 'last_name', 'email', 'phone', 'mobile', 'description', 'reference_id', 'image'],
  products: [
    'name',
    'code',
    'sku',
    'barcode',
    'description',
    'docket_name',
    'image',
    'unit_of_measure',
    'unit_price',
  ],
  categories: ['name', 'description', 'image'],
  optionsets: ['name'],
  sites: ['name', 'code', 'currency', 'timezone', 'email', 'phone'],
  registers: ['code', 'name', 'sale_prefix'],
  staff: ['first_name', 'primary_email_address', 'phone', 'pin'],
  taxes: ['code', 'name', 'rate'],
  price_lists: ['name'],
  payment_methods: ['name', 'ledger_code', 'kind'],
  webhooks: ['topic', 'address', 'format'],
};

/** Records with fields that hold lists, or lists of lists. */
const LIST_FIELDS: Readonly<Record<string, readonly string[]>> = {
  orders: ['lines', 'options', 'payments', 'lock'],
  customers: ['tags'],
  products: ['tags', 'taxes', 'categories', 'option_sets', 'cost_taxes'],
  optionsets: ['options'],
  staff: ['permissions'],
  'taxes/groups': ['taxes'],
  webhooks: ['filter', 'headers'],
};

/** Parameters of lists that texts are looked for by. */
const SEARCHES: readonly (readonly [path: string, name: string])[] = [
  ['customers', 'reference_id'],
  ['customers', 'email'],
  ['customers', 'phone=1&first_name'],
  ['products', 'name'],
  ['products', 'sku'],
  ['products', 'barcode'],
  ['products', 'tags'],
  ['products', 'ids'],
  ['orders', 'ids'],
  ['orders', 'status'],
  ['orders', 'order_type'],
  ['orders', 'fields'],
  ['orders', 'created_from'],
  ['orders', 'updated_after'],
  ['optionsets', 'ids'],
  ['categories', 'ids'],
  ['events', 'topics'],
  ['events', 'after'],
  ['checkins', 'since'],
  ['orders', 'cursor'],
  ['products', 'limit'],
];

/** A list of a record's field, long or of the wrong things. */
function listOf(make: Maker, field: string): unknown {
  const items: readonly (() => unknown)[] = [
    () => 0,
    () => '',
    () => null,
    () => [],
    () => ({}),
    () => make.ids.product,
    () => ({ id: make.ids.product }),
    () => make.word(),
  ];
  const item = make.pick(items);
  const sample = JSON.stringify(item()).length + 1;
  const count = Math.floor(NEARLY_ALL / Math.max(sample, 2) / make.pick([1, 1, 10, 100]));
  const list = Array.from({ length: count }, item);
  if (field !== 'headers' && field !== 'filter') return list;
  if (field === 'filter') return { site_ids: list, attributes: list };
  return Object.fromEntries(Array.from({ length: Math.min(count, 40_000) }, (_, at) => [`x-${at}`, '@hmac']));
}

/** The head line and one row of an import with one cell of a whole body. */
function importOf(make: Maker): string {
  const column = make.pick([
    'modifiers',
    'categories',
    'taxes',
    'option_sets',
    'variant_attributes',
    'unit_price',
    'name',
    'tags',
    'description',
    'is_sold',
  ]);
  const unit = make.pick([
    '\t',
    ' ',
    ';',
    '=',
    '|',
    '\\',
    'a;',
    'a=1\t;',
    '1\t',
    '1 ',
    'a=1',
    '""',
    ',',
    '1,',
    '9',
    'é',
  ]);
  const cell = unit.repeat(
    Math.floor(make.pick([190_000, 490_000, NEARLY_ALL]) / (Buffer.byteLength(JSON.stringify(unit)) - 2)),
  );
  const prefix = make.pick(['', 'A=1', 'A=', '1']);
  const suffix = make.pick(['', 'x', '=1 exx', '\t']);
  return `sku,name,${column === 'name' ? 'code' : column}\nH${make.word()},Hostile,"${prefix}${cell}${suffix}"\n`;
}

/** Many rows, or many columns. */
function sheetOf(make: Maker): string {
  const kind = make.int(0, 4);
  if (kind === 0)
    return `sku,name\n${Array.from({ length: 2000 }, (_, at) => `B${make.word()}${at},Bulk ${at}`).join('\n')}\n`;
  if (kind === 1) return `sku,name${',c'.repeat(300_000)}\n`;
  if (kind === 2) return `sku,${Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(',')}\n`;
  if (kind === 3) return `sku,name\n${'A,B\n'.repeat(200_000)}`;
  return `sku,name\n${'"'.repeat(make.int(100_000, NEARLY_ALL))}`;
}

/** A choice whose options have sets of options, to the depth that a body may have. */
function nestedSets(make: Maker, depth: number): object {
  const options =
    depth === 0 ? [] : [{ product_id: make.ids.product, option_sets: [nestedSets(make, depth - 1)] }];
  return { option_set_id: '1', options };
}

/** Every kind of request; one round plays each once. */
export const KINDS: readonly Kind[] = [
  // Bodies that cost their reader
  (make) =>
    send('POST', `${ME}/orders`, make.nested(make.pick([31, 32, 33, 1000, 200_000])), 'nested deeply'),
  (make) =>
    send('POST', `${ME}/orders`, `{${'"a":1,'.repeat(make.int(10, 140_000))}"a":1}`, 'a key many times over'),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      `{${Array.from({ length: make.int(1000, 70_000) }, (_, at) => `"k${at}":${at}`).join(',')}}`,
      'many keys nobody knows',
    ),
  (make) => send('POST', `${ME}/orders`, `[${'[],'.repeat(make.int(1000, 300_000))}0]`, 'a list of lists'),
  (make) =>
    send('POST', `${ME}/orders`, `{"price_limit":${'9'.repeat(make.int(100, NEARLY_ALL))}}`, 'a long number'),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      `{"price_limit":1e${'9'.repeat(make.int(1, NEARLY_ALL))}}`,
      'a long exponent',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      `{"price_limit":0.${'0'.repeat(make.int(100, NEARLY_ALL))}1}`,
      'many decimals',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      `{"lock":[${'12345678901234567890,'.repeat(make.int(1000, 45_000))}1]}`,
      'many exact numbers',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      Buffer.alloc(make.int(1, NEARLY_ALL), make.int(0, 255)),
      'bytes of one kind',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      `{"notes":"${make.stuff(NEARLY_ALL).slice(0, 400_000)}`,
      'a body that breaks off',
    ),
  (make) =>
    send('POST', `${ME}/orders`, `{"notes":"${'\\u0000'.repeat(make.int(1, 160_000))}"}`, 'NUL characters'),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      `{"notes":"${'\\ud800'.repeat(make.int(1, 160_000))}"}`,
      'half surrogate pairs',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      `{"__proto__":{"site_id":${make.ids.site}},"constructor":{}}`,
      'keys of prototypes',
    ),

  // A whole body in a field
  (make) => {
    const path = make.pick(Object.keys(TEXT_FIELDS));
    const field = make.pick(TEXT_FIELDS[path] ?? ['name']);
    const base = path === 'registers' || path === 'orders' ? { site_id: make.ids.site } : {};
    return send(
      'POST',
      `${ME}/${path}`,
      { name: 'Hostile', ...base, [field]: make.stuff(NEARLY_ALL) },
      `a long ${field}`,
    );
  },
  (make) => {
    const path = make.pick(['products', 'customers', 'sites', 'registers', 'staff', 'taxes'] as const);
    const ids = {
      products: make.ids.product,
      customers: make.ids.customer,
      sites: make.ids.site,
      registers: make.ids.register,
      staff: make.ids.staff,
      taxes: make.ids.tax,
    };
    const field = make.pick(TEXT_FIELDS[path] ?? ['name']);
    return send(
      'PUT',
      `${ME}/${path}/${ids[path]}`,
      { [field]: make.stuff(NEARLY_ALL) },
      `a long ${field} in a change`,
    );
  },
  (make) => {
    const path = make.pick(Object.keys(LIST_FIELDS));
    const field = make.pick(LIST_FIELDS[path] ?? ['tags']);
    const body = { name: 'Hostile', site_id: make.ids.site, [field]: listOf(make, field) };
    return send('POST', `${ME}/${path}`, body, `a long list of ${field}`);
  },
  (make) =>
    send(
      'POST',
      `${ME}/products`,
      {
        name: `H${make.word()}`,
        variant_attributes: Object.fromEntries(
          Array.from({ length: make.int(1, 500) }, (_, at) => [
            `a${at}`,
            Array.from({ length: 200 }, (_each, of) => `${of}`),
          ]),
        ),
      },
      'many attributes',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/customers`,
      { first_name: make.stuff(make.int(1, 250)), tags: ['hostile'] },
      'a name of odd characters',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/products`,
      { name: `H${make.word()}`, image: `data:image/png;base64,${'A'.repeat(make.int(1, NEARLY_ALL))}` },
      'a picture that is none',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/products`,
      {
        name: `H${make.word()}`,
        sku: make.stuff(90).slice(0, 90),
        description: make.stuff(9000).slice(0, 9000),
      },
      'a product of odd characters',
    ),

  // Orders at their limits
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      { site_id: make.ids.site, lines: make.lines(MAX_LINES, { notes: make.stuff(900).slice(0, 500) }) },
      'as many lines with notes',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      {
        site_id: make.ids.site,
        lines: make.lines(MAX_LINES, {
          modifiers: Array.from({ length: make.int(1, 50) }, () => make.ids.product),
        }),
      },
      'as many lines with modifiers',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      { site_id: make.ids.site, lines: make.lines(make.int(MAX_LINES + 1, 20_000)) },
      'more lines than an order has',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      {
        site_id: make.ids.site,
        lines: make.lines(MAX_LINES).map((line, at) => ({ ...line, number: MAX_LINES - at })),
      },
      'as many numbered lines',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      {
        site_id: make.ids.site,
        lines: make.lines(make.int(1, 300), { option_sets: [nestedSets(make, make.int(1, 12))] }),
      },
      'nested sets of options',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      {
        site_id: make.ids.site,
        lines: make.lines(1),
        options: Array.from({ length: 1000 }, () => ({
          option_set_id: '1',
          line_number: 1,
          options: Array.from({ length: 30 }, () => ({ product_id: make.ids.product })),
        })),
      },
      '30,000 options',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      {
        site_id: make.ids.site,
        lines: make.lines(1),
        payments: Array.from({ length: make.int(100, 9000) }, () => ({
          method_id: make.ids.paymentMethod,
          amount: 0.01,
        })),
      },
      'many payments',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders/price`,
      { site_id: make.ids.site, lines: make.lines(MAX_LINES) },
      'the price of as many lines',
    ),
  (make) =>
    send(
      'PUT',
      `${ME}/orders/${make.int(1, 40)}`,
      { lines: make.lines(MAX_LINES) },
      'as many lines in a change',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders/${make.int(1, 40)}/lines`,
      make.lines(MAX_LINES),
      'as many lines for an order',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      {
        site_id: make.ids.site,
        customer: { first_name: make.stuff(250), tags: Array.from({ length: 100 }, () => make.word()) },
        lines: make.lines(1),
      },
      'an order with its customer',
    ),
  (make) => ({
    ...send(
      'POST',
      `${ME}/orders`,
      { site_id: make.ids.site, lines: make.lines(1), wish: make.stuff(NEARLY_ALL) },
      'a long key of idempotency',
    ),
    headers: { ...JSON_TYPE, 'idempotency-key': make.stuff(255).replaceAll(/[^\x21-\x7e]/g, 'k') },
  }),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      {
        site_id: '9',
        notes: make.pick(['1 ', '-', ' ', '4111-', 'bearer ', 'pb_ab_', '1']).repeat(make.int(1000, 150_000)),
      },
      'a refused body that is redacted',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/orders`,
      { site_id: '9', [make.pick(['1 ', 'aA', '-', 'pan', '_']).repeat(make.int(1000, 150_000))]: 1 },
      'a refused body with a key that is redacted',
    ),

  // Imports
  (make) => send('POST', `${ME}/imports`, { csv: importOf(make), dry_run: true }, 'a cell of a whole body'),
  (make) => send('POST', `${ME}/imports`, { csv: importOf(make) }, 'a cell of a whole body, saved'),
  (make) =>
    send('POST', `${ME}/imports`, { csv: sheetOf(make), dry_run: make.int(0, 1) === 0 }, 'a large sheet'),
  (make) =>
    send(
      'POST',
      `${ME}/imports`,
      { csv: sheetOf(make), skip_bad: true, dry_run: true },
      'a large sheet without its bad rows',
    ),

  // Queries
  (make) => {
    const [path, name] = make.pick(SEARCHES);
    return get(
      `${ME}/${path}?${name}=${encodeURIComponent(make.stuff(3000)).slice(0, NEARLY_HEAD).replace(/%\w?$/, '')}`,
      `a long ${name}`,
    );
  },
  (_make) =>
    get(`${ME}/products?ids=${Array.from({ length: 2000 }, (_, at) => at + 1).join(',')}`, '2,000 ids'),
  (_make) => get(`${ME}/orders?ids=${'1,'.repeat(6000)}1`, 'the same id 6,000 times'),
  (_make) => get(`${ME}/orders?${'status=NEW&'.repeat(1000)}`, 'a parameter 1,000 times'),
  (_make) =>
    get(`${ME}/orders?${Array.from({ length: 1500 }, (_, at) => `p${at}=1`).join('&')}`, '1,500 parameters'),
  (make) => get(`${ME}/orders?cursor=${'a'.repeat(make.int(1, NEARLY_HEAD))}`, 'a cursor that is none'),
  (make) =>
    get(
      `${ME}/products?limit=${make.pick(['0', '5001', '-1', '1e3', '9'.repeat(9000), '%00'])}`,
      'a limit that is none',
    ),
  (make) =>
    get(
      `${ME}/${make.pick(['orders', 'products', 'customers', 'events', 'categories', 'optionsets'])}?limit=5000`,
      'a large page',
    ),
  (_make) => get(`${ME}/orders?limit=5000&fields=lines`, 'a large page of lines'),
  (make) => get(`${ME}/${'orders/'.repeat(make.int(1, 1900))}`, 'a path of one word'),
  (make) => get(`${ME}/${'a/'.repeat(make.int(1, 6000))}orders`, 'a path of many segments'),
  (make) => get(`${ME}/orders/${'9'.repeat(make.int(19, 200))}`, 'an id that is too long'),
  (make) =>
    get(
      `${ME}/${make.pick(['%', '%zz', '%00', '%ff%fe', '%c0%af', '..%2f..%2f', '%2e%2e/'])}`,
      'an odd escape',
    ),
  (make) =>
    get(
      `${ME}/orders/${make.int(1, 40)}/${make.pick(['pdf', 'receipt', 'receipt/pdf', 'history', 'explain', 'tickets'])}`,
      'a document of a large order',
    ),
  (make) =>
    get(
      `${ME}/reports/${make.pick(['day', 'product', 'site', 'hour', make.word()])}?from=0001-01-01&until=9999-12-31`,
      'a report of all time',
    ),

  // Heads
  (_make) =>
    get(`${ME}/orders?limit=1`, 'a long Accept', {
      accept: Array.from({ length: 900 }, (_, at) => `a/b;q=0.${at}`)
        .join(',')
        .slice(0, NEARLY_HEAD),
    }),
  (_make) => get(`${ME}/orders?limit=1`, 'a long If-None-Match', { 'if-none-match': 'W/"a",'.repeat(2000) }),
  (_make) =>
    get(`${ME}/orders?limit=1`, 'a long X-Forwarded-For', {
      'x-forwarded-for': '::ffff:1.2.3.4%,'.repeat(800),
    }),
  (make) =>
    get(`${ME}/orders?limit=1`, 'a head at its limit', { [`x-${make.word()}`]: 'x'.repeat(NEARLY_HEAD) }),
  (_make) =>
    get(
      `${ME}/orders?limit=1`,
      'many headers',
      Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x-${at}`, 'y'])),
    ),
  (make) => ({
    ...send('POST', `${ME}/orders`, '{}', 'a Content-Type of parameters'),
    headers: { 'content-type': `application/json;${' a=b;'.repeat(make.int(1, 2500))}` },
  }),
  (_make) => get(`${ME}/products?limit=5000`, 'a large page, indented', { 'x-pretty-print': '1' }),

  // Everything else
  (make) =>
    send(
      'POST',
      `${ME}/webhooks`,
      { topic: 'orders/completed', address: `https://${'a.'.repeat(make.int(1, 990))}example.com/` },
      'an address of many labels',
    ),
  (_make) =>
    send(
      'POST',
      `${ME}/webhooks`,
      {
        topic: 'orders/completed',
        address: 'https://example.com/',
        headers: { X: `@hmac(${'('.repeat(1900)})`, Y: '@'.repeat(2000) },
      },
      'headers of odd words',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/webhooks`,
      {
        topic: 'products/updated',
        format: 'xml',
        address: 'https://example.com/',
        filter: { attributes: Array.from({ length: 1000 }, () => make.stuff(90).slice(0, 50)) },
      },
      'a filter of 1,000 names',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/registers/${make.ids.register}/sessions`,
      { staff_id: make.ids.staff, pin: String(make.int(0, 9999)).padStart(4, '0') },
      'a PIN that is guessed',
    ),
  (make) =>
    send(
      'PUT',
      `${ME}/products/${make.ids.product}/modifiers`,
      { modifiers: Array.from({ length: make.int(1, 20_000) }, () => ({ id: make.ids.product })) },
      'many modifiers',
    ),
  (make) =>
    send(
      'PUT',
      `${ME}/categories/1/products`,
      { product_ids: Array.from({ length: make.int(1, 100_000) }, (_, at) => at + 1) },
      'many products for a category',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/optionsets`,
      {
        name: `H${make.word()}`,
        options: Array.from({ length: make.int(1, 30_000) }, () => ({
          product_id: make.ids.product,
          price_ex_tax: 1.1,
        })),
      },
      'many options',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/price_lists`,
      { name: `H${make.word()}`, parent_id: make.pick(['1', '2', '3']) },
      'a chain of price lists',
    ),
  (make) =>
    send(
      'PUT',
      `${ME}/sites/${make.ids.site}/products/${make.ids.product}`,
      { taxes: Array.from({ length: 60_000 }, () => make.ids.tax), unit_price: 1 },
      'many taxes at a site',
    ),
  (make) =>
    send(
      'POST',
      `${ME}/sites/${make.ids.site}/checkins`,
      { customer_id: make.ids.customer, duration: 1e15 },
      'a check-in without end',
    ),
  (make) => ({
    method: 'DELETE',
    path: `${ME}/categories/${make.int(100, 900)}`,
    headers: JSON_TYPE,
    body: make.stuff(NEARLY_ALL),
    why: 'a body nobody reads',
  }),
  (make) => ({
    ...send(
      'PUT',
      `${ME}/customers/${make.ids.customer}`,
      { tags: Array.from({ length: 100 }, () => make.stuff(90).slice(0, 40)) },
      'tags of odd characters',
    ),
    method: 'PATCH',
  }),
];

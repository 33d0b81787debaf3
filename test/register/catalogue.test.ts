import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Passbell } from '#clients/typescript/index.ts';
import type { Id } from '#src/kernel/id.ts';
import { change, drop, EventLog, make, read } from '#test/api/helpers.ts';
import { clientOf, fetchFrom } from '#test/harness/client-api.ts';
import { onEachEngine } from '#test/harness/service.ts';
import { Catalogue } from '../../web/register/catalogue.ts';
import { byCode, categoriesOf, isOut, productsOf, search, variantsOf } from '../../web/register/find.ts';
import { loadMenu, type Menu, type MenuProduct } from '../../web/register/menu.ts';

function keeping() {
  const kept: { menu: Menu | undefined } = { menu: undefined };
  return {
    kept,
    read: () => Promise.resolve(kept.menu),
    write: (menu: Menu) => {
      kept.menu = structuredClone(menu);
      return Promise.resolve();
    },
  };
}

onEachEngine('the menu at a register', (service) => {
  let passbell: Passbell;
  let site: Id;
  let log: EventLog;
  before(async () => {
    const { client } = service();
    passbell = clientOf(service());
    site = BigInt((await make(client, 'sites', { name: 'Menu' })).id_str);
    log = await EventLog.open(client);
  });

  /** Passes events to the catalogue, as the live channel does. */
  async function tell(catalogue: Catalogue): Promise<void> {
    let waits = false;
    for (const event of await log.take()) waits = catalogue.take(event) || waits;
    if (waits) await catalogue.flush();
  }

  it('follows events: afterwards it is what reading it anew gives', async () => {
    const { client } = service();
    const store = keeping();
    const catalogue = new Catalogue({ passbell, site, store });
    await catalogue.refresh();
    const here = `sites/${site}/products`;
    const same = async (what: string) => {
      await tell(catalogue);
      assert.deepEqual(catalogue.menu, await loadMenu(passbell, site), what);
      assert.deepEqual(store.kept.menu, catalogue.menu, what);
    };
    const tea = await make(client, here, { name: 'Tea', unit_price: 4, barcode: '4006381333931' });
    await same('a new product');
    assert.equal(catalogue.menu?.products.size, 1);
    await change(client, `products/${tea.id}`, {
      name: 'Green tea',
      variable_price: true,
      max_sell_price: 9,
    });
    await same('a changed product');
    await change(client, `${here}/${tea.id}`, { availability: { is_available: true, amount: 1 } });
    await same('its stock');
    await make(client, 'orders', {
      site_id: String(site),
      status: 'ON_HOLD',
      lines: [{ product_id: tea.id }],
    });
    await same('sold out by somebody else');
    const [shown] = catalogue.menu?.products.values() ?? [];
    assert.ok(shown !== undefined && catalogue.menu !== undefined);
    assert.equal(isOut(catalogue.menu, shown), true);
    const tax = await make(client, 'taxes', { code: 'M', name: 'Menu tax', rate: 0.1 });
    await same('a new tax');
    const set = await make(client, 'optionsets', { name: 'Sugar', options: [{ product_id: tea.id }] });
    const cup = await make(client, here, {
      name: 'Cup',
      unit_price: 1,
      taxes: [tax.id],
      option_sets: [set.id],
    });
    await same('a product with a set that was not known');
    await drop(client, `${here}/${cup.id}`);
    await same('one that is not sold here any more');
    await drop(client, `products/${cup.id}`);
    await same('one that is deleted');
    await change(client, `sites/${site}`, { name: 'Renamed', prep_time_minutes: 3 });
    await same('the site');
    await change(client, `products/${tea.id}`, { unit_price: 4.4 });
    await same('a price alone, on the base price list');
    assert.deepEqual(catalogue.menu?.products.get(BigInt(tea.id_str))?.price, {
      amount: 440_000_000n,
      form: 'inc',
    });
    await change(client, `optionsets/${set.id}`, { name: 'Sweetness' });
    await same('an option set');
  });

  it('follows prices of every list that the site sells by, and of no other', async () => {
    const { client } = service();
    const above = await make(client, 'price_lists', { name: 'Region' });
    const own = await make(client, 'price_lists', { name: 'City', parent_id: above.id });
    const happy = await make(client, 'price_lists', {
      name: 'Happy hour',
      parent_id: above.id,
      schedule: [{ weekdays: [1], from: '17:00', until: '18:00' }],
    });
    const elsewhere = await make(client, 'price_lists', { name: 'Elsewhere' });
    const place = await make(client, 'sites', { name: 'City', price_list_id: own.id });
    const bun = await make(client, `sites/${place.id}/products`, { name: 'Bun', unit_price: 3 });
    const catalogue = new Catalogue({ passbell, site: BigInt(place.id_str), store: keeping() });
    await catalogue.refresh();
    await log.take();
    const { id: base } = await read(client, 'price_lists/base');
    for (const [list, price] of [
      [base, 3.2],
      [above.id, 3.4],
      [own.id, 3.6],
      [happy.id, 2],
    ]) {
      await change(client, `price_lists/${list}/products/${bun.id}`, { unit_price: price });
      const [event, ...none] = await log.take();
      assert.ok(event !== undefined && none.length === 0);
      assert.equal(catalogue.take(event), true, `${price}`);
      await catalogue.flush();
      assert.deepEqual(catalogue.menu, await loadMenu(passbell, BigInt(place.id_str)), `${price}`);
      assert.equal(catalogue.waits, false);
    }
    await change(client, `price_lists/${elsewhere.id}/products/${bun.id}`, { unit_price: 9 });
    for (const event of await log.take()) assert.equal(catalogue.take(event), false);
  });

  it('keeps what it knew when the line is broken, and reads it later', async () => {
    const { client } = service();
    const store = keeping();
    let down = false;
    const send = fetchFrom(service());
    const broken = clientOf(service(), {
      fetch: (url, init) => (down ? Promise.reject(new TypeError('fetch failed')) : send(url, init)),
    });
    const catalogue = new Catalogue({ passbell: broken, site, store });
    await catalogue.refresh();
    await log.take();
    const pie = await make(client, `sites/${site}/products`, { name: 'Pie', unit_price: 5 });
    down = true;
    await assert.rejects(tell(catalogue));
    assert.equal(catalogue.menu?.products.has(BigInt(pie.id_str)), false);
    // Opened anew without a network: the stored menu is there.
    const again = new Catalogue({ passbell: broken, site, store });
    await again.open();
    assert.deepEqual(again.menu, catalogue.menu);
    down = false;
    await catalogue.flush();
    assert.equal(catalogue.menu?.products.get(BigInt(pie.id_str))?.name, 'Pie');
  });

  it('does not show the menu of another site', async () => {
    const store = keeping();
    await new Catalogue({ passbell, site, store }).refresh();
    const other = new Catalogue({ passbell, site: site + 1n, store });
    await other.open();
    assert.equal(other.menu, undefined);
  });
});

const product = (id: number, name: string, fields: Partial<MenuProduct> = {}): MenuProduct => ({
  id: BigInt(id),
  name,
  sku: null,
  barcode: null,
  image: null,
  price: null,
  taxes: [],
  is_sold: true,
  is_modifier: false,
  asks_price: null,
  option_sets: [],
  modifiers: [],
  categories: [],
  is_template: false,
  parent: null,
  attributes: [],
  is_available: true,
  amount: null,
  ...fields,
});

function menuOf(products: readonly MenuProduct[]): Menu {
  return {
    site: { id: 1n, name: '', currency: 'AUD', minor_units: 2, timezone: 'UTC', prep_time_minutes: 0 },
    products: new Map(products.map((each) => [each.id, each])),
    sets: new Map(),
    categories: [
      { id: 1n, name: 'Hot' },
      { id: 2n, name: 'Empty' },
    ],
    taxes: new Map(),
    methods: [],
  };
}

describe('finding what to sell', () => {
  const shirt = product(10, 'Shirt', { is_template: true, categories: [1n] });
  const menu = menuOf([
    product(1, 'Crème brûlée', { sku: 'CB-1', categories: [1n] }),
    product(2, 'Ice cream', { barcode: '4006381333931' }),
    product(3, 'Cream', { is_modifier: true }),
    product(4, 'Cream bowl', { is_sold: false }),
    shirt,
    product(11, 'Shirt L', { parent: 10n, sku: 'SL', is_available: false }),
    product(12, 'Shirt M', { parent: 10n, sku: 'SM' }),
    product(13, 'Orphan', { parent: 99n }),
  ]);
  const names = (list: readonly MenuProduct[]) => list.map((each) => each.name);

  it('by name without case and accents, what begins with it first', () => {
    assert.deepEqual(names(search(menu, 'CREX', 9)), []);
    assert.deepEqual(names(search(menu, 'creme', 9)), ['Crème brûlée']);
    assert.deepEqual(names(search(menu, 'cr', 9)), ['Crème brûlée', 'Ice cream']);
    assert.deepEqual(names(search(menu, 'cream ice', 9)), ['Ice cream']);
    assert.deepEqual(names(search(menu, '  ', 9)), []);
    assert.deepEqual(names(search(menu, 'shirt', 1)), ['Shirt L']);
  });

  it('by SKU and barcode', () => {
    assert.equal(byCode(menu, 'cb-1')?.id, 1n);
    assert.equal(byCode(menu, '4006381333931')?.id, 2n);
    assert.equal(byCode(menu, '400638133393'), undefined);
    assert.deepEqual(names(search(menu, 'sm', 9)), ['Shirt M']);
  });

  it('by heading: modifiers and variants have no button of their own', () => {
    assert.deepEqual(names(productsOf(menu, null)), ['Crème brûlée', 'Ice cream', 'Orphan', 'Shirt']);
    assert.deepEqual(names(productsOf(menu, 1n)), ['Crème brûlée', 'Shirt']);
    assert.deepEqual(categoriesOf(menu), [{ id: 1n, name: 'Hot' }]);
    assert.deepEqual(names(variantsOf(menu, 10n)), ['Shirt L', 'Shirt M']);
  });

  it('by name, with numbers as people count', () => {
    const sets = menuOf([10, 9, 100].map((count, at) => product(at + 1, `Set for ${count}`)));
    assert.deepEqual(names(productsOf(sets, null)), ['Set for 9', 'Set for 10', 'Set for 100']);
  });

  it('has variants in the order in which they were made', () => {
    const cup = product(20, 'Cup', { is_template: true });
    const size = (id: number, value: string) =>
      product(id, `Cup ${value}`, { parent: 20n, attributes: [['Size', value]] });
    const cups = menuOf([cup, size(23, 'Large'), size(21, 'Small'), size(22, 'Medium')]);
    assert.deepEqual(names(variantsOf(cups, 20n)), ['Cup Small', 'Cup Medium', 'Cup Large']);
  });

  it('a template is out when all its variants are', () => {
    assert.equal(isOut(menu, shirt), false);
    const none = menuOf([shirt, product(11, 'Shirt L', { parent: 10n, amount: 0n })]);
    assert.equal(isOut(none, shirt), true);
  });

  it('follows the keys with 1,000 products', () => {
    const many = menuOf(
      Array.from({ length: 1_000 }, (_, at) =>
        product(at + 1, `Product ${at} of the house`, { sku: `SKU-${at}`, categories: [1n] }),
      ),
    );
    productsOf(many, null);
    const began = performance.now();
    const runs = 100;
    for (let run = 0; run < runs; run++) {
      assert.ok(search(many, `product ${run}`, 50).length > 0);
      assert.equal(productsOf(many, 1n).length, 1_000);
    }
    const each = (performance.now() - began) / runs;
    assert.ok(each < 20, `a search took ${each.toFixed(1)} ms`);
  });
});

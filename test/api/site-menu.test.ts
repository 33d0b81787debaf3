import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { getMenu } from '#src/products/site-menu.ts';
import { raw, sql } from '#src/storage/sql.ts';
import { appliedTo, openMovingCatalogue } from '#test/harness/menu-moves.ts';
import { statementsOf } from '#test/harness/reads.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, EventLog, invalidFields, make, read, refused, secondAddon } from './helpers.ts';
import { openMenu } from './menu-helpers.ts';
import { newSite, newTax } from './order-helpers.ts';

// Everything that a site sells from in one answer, and what has changed since (reference: products.35 to products.37, products.41).

const SECTIONS = ['categories', 'products', 'option_sets', 'modifiers', 'taxes'] as const;
/** Rounds of changes, and how many there are in each. */
const ROUNDS = 12;
const MOVES_A_ROUND = 6;
const idsOf = (records: readonly Json[]): number[] => records.map((record) => record.id);
const FIELDS =
  'image,option_sets,availability,unit_price,unit_price_ex_tax,unit_tax,variants,variant_parent_id,variant_attributes,' +
  'docket_name,taxes,price_form,variable_price,modifiers';

/** Changes a catalogue by chance, follows it with a copy, and compares the copy with the menu at times and at the end. */
async function followsChanges(client: Client, seed: number, atOnce: number): Promise<void> {
  const sites = [await newSite(client), await newSite(client)];
  const catalogue = await openMovingCatalogue(client, sites, seed);
  const path = `sites/${catalogue.site}/menu`;
  let copy = await read(client, path);
  const follow = async () => {
    copy = appliedTo(copy, await read(client, `${path}?after=${copy.version}`));
  };
  for (let round = 0; round < ROUNDS; round++) {
    const moves = Array.from({ length: atOnce }, async () => {
      for (let each = 0; each < MOVES_A_ROUND; each++) await catalogue.move();
    });
    // With several at a time it is read while they change.
    await Promise.all(atOnce === 1 ? moves : [...moves, follow()]);
    await follow();
    assert.deepEqual(copy, await read(client, path), `round ${round}`);
  }
  assert.ok(catalogue.made.size > 20, `Only ${[...catalogue.made.keys()]} were made.`);
}

onEachEngine('the menu of a site', (service) => {
  it('has everything as the lists show it, and nothing that the site has not', async () => {
    const { client } = service();
    const { site, burger, soup, ice, drink, large, tax } = await openMenu(service());
    const away = await make(client, 'products', { name: 'Elsewhere', unit_price: 1 });
    const dip = await make(client, `sites/${site}/products`, {
      name: 'Dip',
      unit_price: 1,
      is_modifier: true,
    });
    await change(client, `products/${soup.id}/modifiers`, { modifiers: [{ id: dip.id, unit_price: 0.5 }] });
    const gone = await make(client, `sites/${site}/products`, { name: 'Gone', unit_price: 1 });
    await drop(client, `products/${gone.id}`);
    const mains = await make(client, 'categories', { name: 'Mains', description: 'Hot' });
    await change(client, `categories/${mains.id}/products`, { product_ids: [burger.id, dip.id, away.id] });
    const bare = await make(client, 'categories', { name: 'Bare' });
    const menu = await read(client, `sites/${site}/menu`);
    const listed = await read(client, `sites/${site}/products?limit=5000&fields=${FIELDS}`);
    assert.deepEqual(
      menu.products,
      listed.filter((product: Json) => !product.is_modifier),
    );
    assert.deepEqual(
      menu.modifiers,
      listed.filter((product: Json) => product.is_modifier),
    );
    assert.deepEqual(idsOf(menu.modifiers), [dip.id]);
    assert.ok(idsOf(menu.products).includes(ice.id));
    assert.ok(!menu.products.some(({ id }: Json) => id === away.id || id === gone.id));
    const [category, ...others] = menu.categories;
    assert.deepEqual(others, []);
    assert.ok(bare.id);
    assert.deepEqual(category, {
      id: mains.id,
      id_str: mains.id_str,
      name: 'Mains',
      description: 'Hot',
      image: null,
      show_online: true,
      products: [burger.id, dip.id],
      products_str: [burger.id_str, dip.id_str],
    });
    const sets = await read(client, 'optionsets?limit=5000');
    const here = new Set(idsOf(menu.option_sets));
    assert.deepEqual(
      menu.option_sets,
      sets.filter((set: Json) => here.has(set.id)),
    );
    assert.ok(here.has(drink.id) && here.has(large.option_sets[0].id));
    assert.ok(menu.taxes.some((each: Json) => each.id === tax));
    assert.deepEqual(menu.taxes, await read(client, 'taxes?limit=5000'));
    const { id, name, currency, timezone } = await read(client, `sites/${site}`);
    const { id_str: _text, online_products_enabled: _online, ...shown } = menu.site;
    assert.deepEqual(shown, { id, name, currency, timezone, price_lists: [] });
  });

  it('leaves options out that the site has not, and sets that nothing there has', async () => {
    const { client } = service();
    const site = await newSite(client);
    const [here, away] = await Promise.all([
      make(client, `sites/${site}/products`, { name: 'Here', unit_price: 1 }),
      make(client, 'products', { name: 'Away', unit_price: 1 }),
    ]);
    const options = [{ product_id: away.id }, { product_id: here.id, price_ex_tax: 0.5 }];
    const set = await make(client, 'optionsets', { name: 'Both', options });
    await make(client, 'optionsets', { name: 'Of nothing', options });
    await make(client, `sites/${site}/products`, { name: 'Bowl', unit_price: 1, option_sets: [set.id] });
    const menu = await read(client, `sites/${site}/menu`);
    assert.deepEqual(menu.option_sets, [{ ...set, options: [set.options[1]] }]);
  });

  it('is of one state with its version, which is the number of the last event', async () => {
    const { client } = service();
    const site = await newSite(client);
    const log = await EventLog.open(client);
    await make(client, `sites/${site}/products`, { name: 'Tea', unit_price: 1 });
    const last = (await log.take()).at(-1);
    assert.equal((await read(client, `sites/${site}/menu`)).version, last.number);
  });

  it('has a tag that is the same while it is, and another after whatever changes it', async () => {
    const { client, clock } = service();
    const tax = await newTax(client, 0.1);
    const site = await newSite(client, { timezone: 'Europe/Berlin' });
    const product = await make(client, `sites/${site}/products`, {
      name: 'Tea',
      unit_price: 1,
      availability: { amount: 5 },
    });
    const path = `sites/${site}/menu`;
    let known = await client.get(path);
    const isStale = async (what: string, changes: () => Promise<unknown>) => {
      const ask = () => ({ headers: { 'if-none-match': known.headers.etag ?? '' } });
      const same = await client.get(path, ask());
      assert.equal(same.status, 304, what);
      assert.equal(same.text, '');
      await changes();
      const next = await client.get(path, ask());
      assert.equal(next.status, 200, what);
      assert.notDeepEqual(next.json, known.json, what);
      known = next;
    };
    const at = `sites/${site}/products/${product.id}`;
    await isStale('its name', () => change(client, `products/${product.id}`, { name: 'Mint' }));
    await isStale('its taxes here, which is not told', () => change(client, at, { taxes: [tax] }));
    await isStale('its price here', () => change(client, at, { unit_price: 3 }));
    await isStale('how many there are', () => change(client, at, { availability: { amount: 4 } }));
    await isStale('the rate of a tax', () => change(client, `taxes/${tax}`, { rate: 0.2 }));
    await isStale('what the add-on calls it', () =>
      change(client, `products/${product.id}`, { external_id: `menu ${site}` }),
    );
    await isStale('an order', () =>
      make(client, 'orders', { site_id: site, status: 'PENDING', lines: [{ product_id: product.id }] }),
    );
    // The distance of the site from UTC changes with the time of the year.
    await isStale('the time', async () => clock.advance(182n * 86_400n * SECOND));
  });

  it('keeps its tag while orders leave it as it is, whatever its version', async () => {
    const { client } = await openApart();
    const site = await newSite(client);
    const away = await newSite(client);
    const tea = await make(client, `sites/${site}/products`, { name: 'Tea', unit_price: 1 });
    const counted = { unit_price: 1, availability: { amount: 50 } };
    const cake = await make(client, `sites/${site}/products`, { name: 'Cake', ...counted });
    const far = await make(client, `sites/${away}/products`, { name: 'Far', ...counted });
    const path = `sites/${site}/menu`;
    const known = await client.get(path);
    const ask = (more = '') =>
      client.get(`${path}${more}`, { headers: { 'if-none-match': `"x", ${known.headers.etag}` } });
    const sell = (at: number | string, product: Json) =>
      make(client, 'orders', { site_id: at, status: 'PENDING', lines: [{ product_id: product.id }] });
    for (let count = 0; count < 20; count++) await sell(site, tea);
    // What is counted elsewhere is not shown here.
    await sell(away, far);
    await make(client, 'customers', { first_name: 'Ada', phone: '1' });

    const same = await ask();
    assert.equal(same.status, 304, same.text);
    assert.equal(same.headers.etag, known.headers.etag);
    const now = await client.get(path);
    assert.ok(now.json.version > known.json.version);
    assert.deepEqual({ ...now.json, version: 0 }, { ...known.json, version: 0 });
    assert.notEqual(now.headers.etag, known.headers.etag);
    // The tag of the whole is none of a difference.
    assert.equal((await ask(`?after=${known.json.version}`)).status, 200);

    await sell(site, cake);
    const sold = await ask();
    assert.equal(sold.status, 200);
    const amounts = sold.json.products.map((product: Json) => product.availability);
    assert.notDeepEqual(
      amounts,
      known.json.products.map((product: Json) => product.availability),
    );
  });

  it('has another tag after a price changed, also with orders before and after it', async () => {
    const { client } = service();
    const site = await newSite(client);
    const tea = await make(client, `sites/${site}/products`, { name: 'Tea', unit_price: 1 });
    const known = await client.get(`sites/${site}/menu`);
    const order = { site_id: site, lines: [{ product_id: tea.id }] };
    await make(client, 'orders', order);
    await change(client, `products/${tea.id}`, { unit_price: 2 });
    await make(client, 'orders', order);
    const headers = { 'if-none-match': known.headers.etag ?? '' };
    const next = await client.get(`sites/${site}/menu`, { headers });
    assert.equal(next.status, 200);
    assert.equal(next.json.products[0].unit_price, 2);
  });

  it('follows what an import overrides at the site, which is not told', async () => {
    const { client } = await openApart();
    const name = 'Imported';
    const site = await newSite(client, { name });
    const sku = 'IMPORTED';
    const tea = await make(client, `sites/${site}/products`, { name: 'Tea', unit_price: 1, sku });
    const before = await client.get(`sites/${site}/menu`);
    const log = await EventLog.open(client);
    const csv = `sku,site:${name}:is_inventory\n${sku},true\n`;
    const imported = await client.post('imports', { csv });
    assert.equal(imported.status, 200, imported.text);
    assert.deepEqual(await log.take(), []);
    const known = { headers: { 'if-none-match': before.headers.etag ?? '' } };
    const after = await client.get(`sites/${site}/menu`, known);
    assert.equal(after.json.products[0].is_inventory, true);
    const since = await read(client, `sites/${site}/menu?after=${before.json.version}`);
    assert.deepEqual(since.changed.products, after.json.products);
    assert.deepEqual(idsOf(since.changed.products), [tea.id]);
  });

  it('is the same to another add-on, but for what that calls its records', async () => {
    const { client } = service();
    const site = await newSite(client);
    const named = { name: 'Tea', unit_price: 1, external_id: `tea ${site}` };
    await make(client, `sites/${site}/products`, named);
    const other = await secondAddon(service(), ['products:read']);
    const [mine, theirs] = [await client.get(`sites/${site}/menu`), await other.get(`sites/${site}/menu`)];
    assert.equal(mine.json.products[0].external_id, `tea ${site}`);
    assert.equal(theirs.json.products[0].external_id, null);
    assert.notEqual(mine.headers.etag, theirs.headers.etag);
  });

  it('needs products:read, and is nobody else’s', async () => {
    const { client, foreign } = service();
    const site = await newSite(client);
    const orders = await secondAddon(service(), ['orders:read', 'company:read']);
    refused(await orders.get(`sites/${site}/menu`), 403, 'insufficient_scope');
    refused(await foreign.get(`sites/${site}/menu`), 404, 'not_found');
    refused(await foreign.get(`sites/${site}/menu?after=0`), 404, 'not_found');
    refused(await client.get('sites/987654321987/menu'), 404, 'not_found');
    const foreignSite = service().foreignCard.sites[0].id;
    const own = await read(foreign, `sites/${foreignSite}/menu`);
    const ids = new Set(idsOf((await read(client, `sites/${site}/menu`)).taxes));
    assert.ok(own.taxes.every(({ id }: Json) => !ids.has(id)));
  });

  it('tells from which versions on it cannot say what has changed', async () => {
    const { client, app } = await openApart();
    const site = await newSite(client);
    const { version } = await read(client, `sites/${site}/menu`);
    for (const after of ['x', '-1', '1.5', '99999999999999999999'])
      invalidFields(await client.get(`sites/${site}/menu?after=${after}`), 'after');
    const ahead = await client.get(`sites/${site}/menu?after=${version + 1}`);
    refused(ahead, 410, 'gone');
    assert.match(ahead.json.error_description, /whole menu/);
    assert.equal((await client.get(`sites/${site}/menu?after=0`)).status, 200);
    await app.storage.write(async (tx) =>
      tx.run(sql`delete from events where company_id = ${BigInt(client.companyId)} and number < ${version}`),
    );
    refused(await client.get(`sites/${site}/menu?after=0`), 410, 'gone');
    refused(await client.get(`sites/${site}/menu?after=${version - 2}`), 410, 'gone');
    refused(await client.get(`sites/${site}/menu?after=${version - 1}`), 410, 'gone');
    assert.equal((await client.get(`sites/${site}/menu?after=${version}`)).status, 200);
  });

  it('tells nothing where nothing has changed, and little where little has', async () => {
    const { client } = service();
    const { site, soup, burger } = await openMenu(service());
    const before = await read(client, `sites/${site}/menu`);
    const none = await read(client, `sites/${site}/menu?after=${before.version}`);
    for (const name of SECTIONS) {
      assert.deepEqual(none.changed[name], [], name);
      assert.deepEqual(none.removed[name], [], name);
    }
    assert.equal(none.version, before.version);
    await change(client, `products/${soup.id}`, { docket_name: 'SOUP' });
    const one = await read(client, `sites/${site}/menu?after=${before.version}`);
    assert.deepEqual(idsOf(one.changed.products), [soup.id]);
    assert.deepEqual(one.changed.option_sets, []);
    assert.deepEqual(one.changed.categories, []);
    await drop(client, `sites/${site}/products/${soup.id}`);
    await change(client, `products/${burger.id}`, { is_modifier: true });
    const two = await read(client, `sites/${site}/menu?after=${one.version}`);
    assert.deepEqual(two.removed.products, [burger.id, soup.id]);
    assert.deepEqual(two.removed.products_str, [burger.id_str, soup.id_str]);
    assert.deepEqual(idsOf(two.changed.modifiers), [burger.id]);
  });

  it('tells of products that show something of what changed', async () => {
    const { client } = service();
    const site = await newSite(client);
    const here = (fields: object) => make(client, `sites/${site}/products`, { unit_price: 1, ...fields });
    const attributes = { variant_attributes: { Size: ['L'] } };
    const template = await here({ name: 'Cup', ...attributes });
    const variant = await here({ variant_parent_id: template.id, variant_attributes: { Size: 'L' } });
    const dip = await here({ name: 'Dip', is_modifier: true });
    const set = await make(client, 'optionsets', { name: 'Dips', options: [{ product_id: dip.id }] });
    const bowl = await here({ name: 'Bowl', option_sets: [set.id] });
    await change(client, `products/${bowl.id}/modifiers`, { modifiers: [{ id: dip.id }] });
    const shows = async (path: string, fields: object, ...ids: number[]) => {
      const { version } = await read(client, `sites/${site}/menu`);
      await change(client, path, fields);
      const { changed } = await read(client, `sites/${site}/menu?after=${version}`);
      assert.deepEqual(idsOf([...changed.products, ...changed.modifiers]), ids, path);
    };
    await shows(`products/${variant.id}`, { sku: 'CUP-L' }, template.id, variant.id);
    await shows(`products/${dip.id}`, { name: 'Salsa' }, bowl.id, dip.id);
    await shows(`optionsets/${set.id}`, { name: 'Sauces' }, bowl.id);
    await shows(`sites/${site}/products/${bowl.id}`, { availability: { amount: 3 } }, bowl.id);
  });

  it('refuses what does not fit into an answer', async () => {
    const { client } = await openApart();
    const site = await newSite(client);
    const description = 'x'.repeat(9_999);
    const one = await make(client, `sites/${site}/products`, { name: 'Long', unit_price: 1, description });
    const { app } = service();
    const company = BigInt(client.companyId);
    const columns = await columnsOf('products');
    const copied = columns
      .map((name) => (name === 'id' ? 'products.id + n.n' : `products.${name}`))
      .join(', ');
    await app.storage.write(async (tx) => {
      await tx.run(
        raw(`insert into products (${columns.join(', ')})
        with recursive n (n) as (select 1 union all select n + 1 from n where n < 900)
        select ${copied} from products cross join n where company_id = ${company} and id = ${one.id}`),
      );
      await tx.run(
        raw(`insert into site_products (company_id, site_id, product_id, is_available, updated_at)
        select company_id, ${site}, id, 1, 0 from products where company_id = ${company} and id > ${one.id}`),
      );
    });
    const answer = await client.get(`sites/${site}/menu`);
    refused(answer, 400, 'invalid_request');
    assert.match(answer.json.error_description, /8 MiB/);
  });

  it('asks as much of the database however many products there are, each by an index', async () => {
    const { client, card } = await service().newCompany('Counted');
    const site = String(card.sites[0].id);
    const ask = (query = '') =>
      statementsOf(service(), getMenu, {
        company: client.companyId,
        path: `sites/${site}/menu`,
        query,
        params: { site_id: site },
      });
    const fill = async () => {
      const { version } = await read(client, `sites/${site}/menu`);
      const drink = await make(client, `sites/${site}/products`, { name: 'Cola', unit_price: 1 });
      const set = await make(client, 'optionsets', { name: 'Drink', options: [{ product_id: drink.id }] });
      const ice = await make(client, `sites/${site}/products`, {
        name: 'Ice',
        unit_price: 1,
        is_modifier: true,
      });
      const category = await make(client, 'categories', { name: 'All' });
      const fields = {
        option_sets: [set.id],
        categories: [category.id],
        variant_attributes: { Size: ['S'] },
      };
      const meal = await make(client, 'products', { name: 'Meal', ...fields });
      const small = { variant_parent_id: meal.id, variant_attributes: { Size: 'S' }, unit_price: 4 };
      const variant = await make(client, `sites/${site}/products`, small);
      await change(client, `products/${variant.id}/modifiers`, { modifiers: [{ id: ice.id }] });
      return version;
    };
    const since = await fill();
    const [few, little] = [await ask(), await ask(`after=${since}`)];
    await fill();
    await fill();
    assert.equal(await ask(), few);
    assert.ok(few < 25 && little < 40, `${few} and ${little} statements`);
    assert.equal(await ask(`after=${since}`), little);
  });

  for (const seed of [1, 2, 3]) {
    it(`is what a copy comes to that takes the changes of random times (seed ${seed})`, async () => {
      await followsChanges((await openApart()).client, seed, 1);
    });
  }

  it('is what a copy comes to while several change the catalogue at a time', async () => {
    await followsChanges((await openApart()).client, 9, 4);
  });

  /** A company of its own, whose log no other test writes to. */
  async function openApart() {
    const { client } = await service().newCompany('Kiosk');
    return { client, app: service().app };
  }

  async function columnsOf(table: string): Promise<string[]> {
    const rows = await service().app.storage.read(async (tx) =>
      tx.all<Record<string, unknown>>(raw(`select * from ${table} limit 1`)),
    );
    return Object.keys(rows[0] ?? {});
  }
});

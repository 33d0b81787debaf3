// Catalogues in and out as CSV (docs/import.md), against what the API then shows.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import fc from 'fast-check';
import { MENUS } from '#src/demo/demo.ts';
import { exportTo } from '#src/imports/export.ts';
import { effectLines, problemLines } from '#src/imports/report.ts';
import { type Imported, type ImportRequest, importPath } from '#src/imports/run.ts';
import { type Card, type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { change, EventLog, make, read } from './helpers.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'passbell-import-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

interface Shop {
  readonly client: Client;
  readonly card: Card;
  take(files: Readonly<Record<string, string>>, request?: Partial<ImportRequest>): Promise<Imported>;
  takeFrom(path: string): Promise<Imported>;
  give(site?: bigint): Promise<Record<string, string>>;
  bySku(sku: string): Promise<Json>;
}

/** A company of its own, always with the same names. */
async function openShop(service: Service): Promise<Shop> {
  const { client, card } = await service.newCompany('Shop');
  const company = BigInt(client.companyId);
  const { storage } = service.app;
  const now = () => {
    service.clock.advance(1_000_000n);
    return service.clock.now();
  };
  const common = { company, site: undefined, dryRun: false, onError: 'abort' } as const;
  return {
    client,
    card,
    take: (files, request = {}) => importPath(storage, folderOf(files), { ...common, ...request }, now()),
    takeFrom: (path) => importPath(storage, path, common, now(), MENUS),
    give: async (site) => {
      const folder = folderOf({});
      await exportTo(storage, folder, { company, site });
      const names = ['products.csv', 'option_sets.csv'];
      return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    },
    bySku: async (sku) => {
      const [found] = await read(client, `products?sku=${encodeURIComponent(sku)}`);
      assert.ok(found !== undefined, sku);
      return read(client, `products/${found.id_str}`);
    },
  };
}

const counts = ({ created, changed }: Imported) => [created, changed];

const PRODUCTS = `sku,name,variant_of,variant_attributes,categories,unit_price,unit_price_ex_tax,taxes,is_modifier,modifiers,option_sets,tags,site:Shop site:available,site:Shop site:amount
tea_l,,tea,Size=L,,4.50,,,,,,,true,3
tea,Tea,,Size=S|L,Hot drinks; Drinks,,,USt,,,,leaf; green,true,
soup,Soup,,,Food,,8.25,USt,,sugar=0.5; salt=0.2 ex; pepper,Bread; Size of soup,,true,
white,White bread,,,,0,,,,,,,,
dark,Dark bread,,,,0,,,,,Spread,,,
butter,Butter,,,,0.5,,,,,,,,
big,Big,,,,1,,,,,,,,
sugar,Sugar,,,,0,,,true,,,,,
salt,Salt,,,,0,,,true,,,,,
pepper,Pepper,,,,0,,,yes,,,,,
`;
const SETS = `name,instructions,min_selection,max_selection,options
Bread,true,1,1,white; dark=0.40
Spread,,,,butter
Size of soup,false,0,3,big=2
`;

onEachEngine('import and export', (service) => {
  it('brings in products, families, option sets, modifiers and what holds at a site', async () => {
    const shop = await openShop(service());
    const log = await EventLog.open(shop.client);
    const done = await shop.take({ 'products.csv': PRODUCTS, 'option_sets.csv': SETS });
    assert.deepEqual(problemLines(done), []);
    assert.deepEqual(counts(done), [13, 0]);

    const tea = await shop.bySku('tea');
    assert.deepEqual(tea.variant_attributes, { Size: ['L', 'S'] });
    assert.deepEqual(tea.categories.map(({ name }: Json) => name).sort(), ['Drinks', 'Hot drinks']);
    assert.deepEqual(tea.tags, ['leaf', 'green']);
    assert.deepEqual(tea.taxes, [shop.card.taxes[0].id]);
    const large = await shop.bySku('tea_l');
    assert.equal(large.name, 'Tea - L');
    assert.equal(large.variant_parent_id, tea.id);
    assert.deepEqual(large.categories, tea.categories);
    assert.deepEqual(large.sites[0].availability, { is_available: true, amount: 3 });
    const soup = await shop.bySku('soup');
    assert.equal(soup.unit_price_ex_tax, 8.25);
    assert.equal(soup.unit_price, 9.9);
    assert.deepEqual(
      soup.option_sets.map(({ name, min_selection, max_selection }: Json) => [
        name,
        min_selection,
        max_selection,
      ]),
      [
        ['Bread', 1, 1],
        ['Size of soup', 0, 3],
      ],
    );
    const bread = await read(shop.client, `optionsets/${soup.option_sets[0].id_str}`);
    assert.equal(bread.instructions, true);
    assert.deepEqual(
      bread.options.map(({ price_ex_tax }: Json) => price_ex_tax),
      [null, 0.4],
    );
    const dark = await read(shop.client, `products/${bread.options[1].product_id_str}`);
    assert.deepEqual(
      dark.option_sets.map(({ name }: Json) => name),
      ['Spread'],
    );
    const modifiers = await read(shop.client, `products/${soup.id_str}/modifiers`);
    assert.deepEqual(
      modifiers.map(({ sku, unit_price }: Json) => [sku, unit_price]),
      [
        ['sugar', 0.5],
        ['salt', 0.2],
        ['pepper', 0],
      ],
    );

    const events = await log.take();
    const topics = Map.groupBy(events, ({ topic }) => topic);
    assert.equal(topics.get('products/created')?.length, 10);
    assert.equal(topics.get('products/availability')?.length, 3);
    assert.equal(topics.get('categories/created')?.length, 3);
    assert.equal(topics.get('option_sets/created')?.length, 3);
    assert.equal(events.length, 19);
    const told = topics.get('products/created')?.find(({ resource_id }) => resource_id === soup.id);
    assert.deepEqual(
      told?.payload ?? told?.body ?? told?.data ?? soup,
      soup,
      'the event shows what a GET shows',
    );

    const before = await everything(shop);
    assert.deepEqual(counts(await shop.take({ 'products.csv': PRODUCTS, 'option_sets.csv': SETS })), [0, 0]);
    assert.deepEqual(await log.take(), []);
    assert.equal(await everything(shop), before);
  });

  it('leaves what a cell leaves empty, unsets what says -, and does not touch what has no column', async () => {
    const shop = await openShop(service());
    await shop.take({
      'products.csv':
        'sku,name,unit_price,code,barcode,docket_name,tags,categories,site:Shop site:amount,site:Shop site:taxes\n' +
        'a,A,1,C,B,D,x;y,Food,5,\n',
    });
    const before = await shop.bySku('a');
    const log = await EventLog.open(shop.client);
    const done = await shop.take({
      'products.csv':
        'sku,code,barcode,tags,categories,site:Shop site:amount,site:Shop site:taxes\na,,-,-,-,-,USt\n',
    });
    assert.deepEqual(effectLines(done), [
      'products.csv, line 2: product "a" changed (barcode, tags, categories, site:Shop site:amount, site:Shop site:taxes)',
    ]);
    const now = await shop.bySku('a');
    assert.deepEqual(
      [now.name, now.unit_price, now.code, now.barcode, now.docket_name, now.tags, now.categories],
      ['A', 1, 'C', null, 'D', [], []],
    );
    assert.deepEqual(now.sites[0].availability, { is_available: true, amount: null });
    assert.deepEqual(now.sites[0].taxes, [shop.card.taxes[0].id]);
    assert.notEqual(now.updated_at, before.updated_at);
    assert.deepEqual(await log.topics(), ['products/updated', 'products/availability']);

    await shop.take({ 'products.csv': 'sku,site:Shop site:available\na,-\n' });
    assert.deepEqual((await shop.bySku('a')).sites, []);
    assert.deepEqual(await log.topics(), ['products/updated', 'products/availability']);
    // A change of the price alone is one of the price list (reference: imports.2).
    await shop.take({ 'products.csv': 'sku,unit_price\na,2\n' });
    assert.equal((await shop.bySku('a')).unit_price, 2);
    assert.deepEqual(await log.topics(), ['price_lists/updated']);
    const renamed = await shop.take({ 'products.csv': 'sku;name\r\na;"A ""1"""\r\n' });
    assert.deepEqual(counts(renamed), [0, 1]);
    assert.equal((await shop.bySku('a')).name, 'A "1"');
  });

  it('renames the variants that are named after a template, with an event each', async () => {
    const shop = await openShop(service());
    await shop.take({ 'products.csv': PRODUCTS, 'option_sets.csv': SETS });
    const log = await EventLog.open(shop.client);
    await shop.take({ 'products.csv': 'sku,name,categories\ntea,Chai,Food\n' });
    assert.equal((await shop.bySku('tea_l')).name, 'Chai - L');
    assert.deepEqual(
      (await shop.bySku('tea_l')).categories.map(({ name }: Json) => name),
      ['Food'],
    );
    assert.deepEqual(await log.topics(), ['products/updated', 'products/updated']);
  });

  it('says in a dry run what each row would do, and saves nothing', async () => {
    const shop = await openShop(service());
    await shop.take({ 'products.csv': 'sku,name,unit_price\na,A,1\nb,B,1\n' });
    const before = await everything(shop);
    const log = await EventLog.open(shop.client);
    const done = await shop.take(
      { 'products.csv': 'sku,name,unit_price,categories\na,A2,2,\nb,B,1,\nc,C,1,New\nd,,1,\n' },
      { dryRun: true },
    );
    assert.equal(done.isSaved, false);
    assert.deepEqual(effectLines(done), [
      'products.csv, line 2: product "a" changed (name, unit_price)',
      'products.csv, line 4: product "c" created',
    ]);
    assert.deepEqual(problemLines(done), [
      'products.csv, line 5, name: is required: there is no product with this SKU yet.',
    ]);
    assert.equal(await everything(shop), before);
    assert.deepEqual(await log.take(), []);
  });

  it('names every mistake by line and column at once, and saves nothing', async () => {
    const shop = await openShop(service());
    const before = await everything(shop);
    const done = await shop.take({
      'products.csv': [
        'sku,name,variant_of,variant_attributes,unit_price,taxes,is_sold,option_sets,min_sell_price,max_sell_price,modifiers,image,site:Shop site:amount',
        'good,Good,,,1,,,,,,,,',
        'comma,Comma,,,"12,50",,,,,,,,',
        'thousands,T,,,"1,250.00",,,,,,,,',
        'flag,Flag,,,1,,maybe,,,,,,-1',
        'tax,Tax,,,1,GST,,,,,,,',
        'two,Two,,,x,,no,,-5,,,,',
        ',Nameless,,,1,,,,,,,,',
        'good,Again,,,1,,,,,,,,',
        '"multi\nline",,,,1,,,,,,,,',
        'family,Family,,Size=,1,,,,,,,,',
        'child,,family,Size=S,1,,,,,,,,',
        'orphan,,nobody,Size=S,1,,,,,,,,',
        'bounds,Bounds,,,1,,,,3,2,,,',
        'set,Set,,,1,,,No such set,,,,,',
        'mod,Mod,,,1,,,,,,good,,',
        `long,${'x'.repeat(256)},,,1,,,,,,,,`,
        'picture,Picture,,,1,,,,,,,data:image/png;base64,',
        'many,Many,,,1,,,,,,,,,,more',
      ].join('\n'),
      'option_sets.csv':
        'name,options,max_selection,min_selection\nEmpty,,,\nOdd,good; good,,\nGone,nobody,,\nCrossed,good,1,2\n',
    });
    assert.equal(done.isSaved, false);
    assert.deepEqual(problemLines(done), [
      'products.csv, line 3, unit_price: "12,50" has a comma: write decimals with a point and no thousands, such as 1250.50.',
      'products.csv, line 4, unit_price: "1,250.00" has a comma: write decimals with a point and no thousands, such as 1250.50.',
      'products.csv, line 5, is_sold: must be true or false.',
      'products.csv, line 5, site:Shop site:amount: must be at least 0.',
      'products.csv, line 6, taxes: there is no tax with the code "GST": make it first, or correct the code.',
      'products.csv, line 7, unit_price: "x" is not a number such as 12.50.',
      'products.csv, line 7, min_sell_price: must be at least 0.',
      'products.csv, line 8, sku: is required: rows are known again by it.',
      'products.csv, line 9, sku: "good" is in line 2 already.',
      'products.csv, line 10, name: is required: there is no product with this SKU yet.',
      'products.csv, line 12, variant_attributes: "Size" has no value: write Size=S|M|L.',
      'products.csv, line 13, variant_of: its template "family" (line 12) cannot be imported.',
      'products.csv, line 14, variant_of: there is no product with the SKU "nobody".',
      'products.csv, line 15, min_sell_price: must not be above max_sell_price, which is 2.',
      'products.csv, line 16, option_sets: there is no option set "No such set": put it into option_sets.csv, or correct the name.',
      'products.csv, line 17, modifiers: "good" is no modifier: set its is_modifier first.',
      'products.csv, line 18, name: must be at most 255 characters long.',
      'products.csv, line 19, image: must be an address: pictures themselves are uploaded through the API.',
      'products.csv, line 20: has 15 cells, but there are 13 columns: is a cell with a comma not in quotes?',
      'option_sets.csv, line 2, options: is required: name at least one SKU.',
      'option_sets.csv, line 3, options: "good" is there twice.',
      'option_sets.csv, line 4, options: there is no product with the SKU "nobody".',
      'option_sets.csv, line 5, min_selection: must not be above max_selection, which is 1.',
    ]);
    assert.equal(await everything(shop), before);
  });

  it('refuses columns that nobody knows, once', async () => {
    const shop = await openShop(service());
    const done = await shop.take({
      'products.csv':
        'sku,price,name,name,site:Nowhere:amount,site:Shop site:stock,list:Night:unit_price\na,1,A,A,1,1,1\n',
    });
    assert.deepEqual(problemLines(done), [
      'products.csv, line 1, price: is no column that is known: see docs/import.md.',
      'products.csv, line 1, name: is there twice.',
      'products.csv, line 1, site:Nowhere:amount: names no site of the company: make it first, or correct the name.',
      'products.csv, line 1, site:Shop site:stock: is not known: after site:Shop site: comes one of available, amount, taxes, cost_taxes, is_inventory, show_online.',
      'products.csv, line 1, list:Night:unit_price: names no price list of the company: make it first, or correct the name.',
    ]);
    await assert.rejects(
      shop.take({ 'products.csv': 'name,price\na,1\n' }),
      /products\.csv, line 1: has neither a column "sku"/,
    );
    await assert.rejects(shop.take({}), /holds no menu/);
  });

  it('leaves out bad rows when it is told to, with what depends on them', async () => {
    const shop = await openShop(service());
    const log = await EventLog.open(shop.client);
    const done = await shop.take(
      {
        'products.csv':
          'sku,name,unit_price,categories,option_sets,variant_of,variant_attributes,taxes\n' +
          'a,A,1,Kept,,,,\nb,B,x,Lost,,,,\nc,C,1,Lost,,,,GST\nd,D,1,,Bad,,,\ne,E,1,,Good,,,\nf,F,1,,Deep,,,\n' +
          'g,G,0,,,,Size=L,\nh,,1,,,g,Size=XL,\ni,,1,,,g,Size=L,\n',
        'option_sets.csv': 'name,options\nGood,a\nBad,a; b\nDeep,d\n',
      },
      { onError: 'skip' },
    );
    assert.equal(done.isSaved, true);
    assert.deepEqual(counts(done), [5, 0]);
    assert.deepEqual(
      done.problems.map(({ file, line, column }) => [file, line, column]),
      [
        ['products.csv', 3, 'unit_price'],
        ['products.csv', 4, 'taxes'],
        ['products.csv', 5, 'option_sets'],
        ['products.csv', 7, 'option_sets'],
        ['products.csv', 9, 'variant_attributes'],
        ['option_sets.csv', 3, 'options'],
        ['option_sets.csv', 4, 'options'],
      ],
    );
    const skus = (await read(shop.client, 'products')).map(({ sku }: Json) => sku);
    // The variant comes first: lists begin with products for sale.
    assert.deepEqual(skus, ['i', 'a', 'e', 'g']);
    assert.deepEqual(
      (await read(shop.client, 'categories')).map(({ name }: Json) => name),
      ['Kept'],
    );
    assert.deepEqual(
      (await read(shop.client, 'optionsets')).map(({ name }: Json) => name),
      ['Good'],
    );
    assert.deepEqual(await log.topics(), [
      'categories/created',
      'option_sets/created',
      ...Array.from({ length: 4 }, () => 'products/created'),
    ]);
  });

  it('keeps apart what stands alone and what is a variant', async () => {
    const shop = await openShop(service());
    await shop.take({ 'products.csv': 'sku,name,unit_price,variant_attributes\na,A,1,\nt,T,,Size=S\n' });
    const done = await shop.take({ 'products.csv': 'sku,variant_of,variant_attributes\na,t,Size=S\n' });
    assert.deepEqual(problemLines(done), [
      'products.csv, line 2, variant_of: cannot make a variant of a product that stands alone: leave the cell empty, or use another SKU.',
    ]);
  });

  it('refuses option sets that would nest in a circle, with the way', async () => {
    const shop = await openShop(service());
    const done = await shop.take({
      'products.csv': 'sku,name,unit_price,option_sets\na,A,1,One\nb,B,1,Two\n',
      'option_sets.csv': 'name,options\nOne,b\nTwo,a\n',
    });
    assert.match(
      problemLines(done).join('\n'),
      /^option_sets\.csv, line 3, options: would nest option sets? in a circle|^option_sets\.csv, line 3, options: would make option sets nest in a circle: .*"One".*"Two"/,
    );
    assert.deepEqual(await read(shop.client, 'optionsets'), []);
  });

  it('gives a catalogue back so that importing it changes nothing, and another company gets all of it', async () => {
    const shop = await openShop(service());
    await shop.take({ 'products.csv': PRODUCTS, 'option_sets.csv': SETS });
    const list = await make(shop.client, 'price_lists', {
      name: 'Night',
      parent_id: shop.card.price_list_id,
    });
    await shop.take({
      'products.csv': 'sku,list:Night:unit_price_ex_tax,list:Night:cost_price\nsoup,7.5,2\n',
    });
    const files = await shop.give();
    assert.match(files['products.csv'] ?? '', /,list:Night:cost_price_ex_tax\r\n/);
    const log = await EventLog.open(shop.client);
    const before = await everything(shop);
    assert.deepEqual(counts(await shop.take(files)), [0, 0]);
    assert.equal(await everything(shop), before);
    assert.deepEqual(await log.take(), []);

    const other = await openShop(service());
    await make(other.client, 'price_lists', { name: list.name, parent_id: other.card.price_list_id });
    const done = await other.take(files);
    assert.deepEqual([problemLines(done), ...counts(done)], [[], 13, 0]);
    assert.deepEqual(await other.give(), files);
    // Only one site's columns, when it is named.
    const site = await make(other.client, 'sites', { name: 'Second' });
    assert.doesNotMatch((await other.give(BigInt(site.id_str)))['products.csv'] ?? '', /Shop site/);
  });

  it('calls products without a SKU by their id: here they are known again, elsewhere new ones are made', async () => {
    const shop = await openShop(service());
    const create = (body: Json) => make(shop.client, 'products', body);
    const butter = await create({ name: 'Butter', unit_price: 0 });
    const cold = await create({ name: 'Cold', unit_price: 0, is_modifier: true });
    const sets = { name: 'Spread', options: [{ product_id: butter.id, price_ex_tax: 0.5 }] };
    const spread = await make(shop.client, 'optionsets', sets);
    const tea = await create({ name: 'Tea', variant_attributes: { Size: ['S', 'L'] } });
    const large = await create({
      variant_parent_id: tea.id,
      variant_attributes: { Size: 'L' },
      unit_price: 4,
      option_sets: [spread.id],
    });
    await change(shop.client, `products/${large.id}/modifiers`, {
      modifiers: [{ id: cold.id, unit_price: 0.3 }],
    });
    const given = await shop.give();
    assert.match(given['products.csv'] ?? '', new RegExp(`\nid:${large.id},Tea - L,id:${tea.id},`));
    const log = await EventLog.open(shop.client);
    assert.deepEqual(counts(await shop.take(given)), [0, 0]);
    assert.deepEqual(await log.take(), []);

    const other = await openShop(service());
    assert.deepEqual(counts(await other.take(given)), [5, 0]);
    const made = await read(other.client, 'products?fields=variants,option_sets,variant_parent_id');
    const named = (name: string) => made.find((each: Json) => each.name === name);
    assert.deepEqual(
      made.map(({ sku }: Json) => sku),
      [null, null, null, null],
    );
    assert.equal(named('Tea - L').variant_parent_id, named('Tea').id);
    assert.equal(named('Tea - L').option_sets[0].name, 'Spread');
    const [offered] = await read(other.client, 'optionsets');
    assert.deepEqual(
      offered.options.map((option: Json) => [option.product_id, option.price_ex_tax]),
      [[named('Butter').id, 0.5]],
    );
    const [modifier] = await read(other.client, `products/${named('Tea - L').id}/modifiers`);
    assert.deepEqual([modifier.id, modifier.unit_price], [named('Cold').id, 0.3]);
  });

  it('does not export what an import could not tell apart', async () => {
    const twins = await openShop(service());
    for (const name of ['A', 'B']) await make(twins.client, 'products', { name, unit_price: 1, sku: 'x' });
    await assert.rejects(twins.give(), /\("B"\) has "x" like another one/);
    const sets = await openShop(service());
    const { id } = await make(sets.client, 'products', { name: 'A', unit_price: 1, sku: 'x' });
    for (const name of ['S', 'S'])
      await make(sets.client, 'optionsets', { name, options: [{ product_id: id }] });
    await assert.rejects(
      sets.give(),
      /every option set needs a name of its own; change those of "S" \(\d+, \d+\)/,
    );
  });

  it('gives any texts back exactly', async () => {
    const shop = await openShop(service());
    const other = await openShop(service());
    let round = 0;
    const text = fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 10 }),
        fc.string({ unit: fc.constantFrom(...'=+-@\'\t\r\n";,|\\ :#é𝄞'.split('')), maxLength: 8 }),
        fc.constantFrom('-', "'", "''", '=1+1', '@x', ' x ', 'A;B', 'S|M', 'a=b', '\ufeffx'),
      )
      .filter((each) => each.isWellFormed() && !each.includes('\u0000'));
    const name = text.filter(
      (each) => each.trim() !== '' && !['__proto__', 'constructor', 'prototype'].includes(each),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          name,
          sku: name,
          code: fc.option(text),
          description: fc.option(text),
          docket_name: fc.option(text),
          tags: fc.uniqueArray(name, { maxLength: 3 }),
          category: name,
          attribute: name,
          values: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
          set: name,
        }),
        async ({ category, attribute, values, set, ...fields }) => {
          const mark = `#${++round}`;
          const { client } = shop;
          const shelf = await make(client, 'categories', { name: category + mark });
          const template = await make(client, 'products', {
            ...fields,
            sku: fields.sku + mark,
            categories: [shelf.id_str],
            variant_attributes: { [attribute]: values },
          });
          const child = await make(client, 'products', {
            sku: `${fields.sku}${mark}c`,
            unit_price: 1.5,
            variant_parent_id: template.id_str,
            variant_attributes: { [attribute]: values[0] },
          });
          const options = [{ product_id: child.id_str, price_ex_tax: 0.25 }];
          await make(client, 'optionsets', { name: set.slice(0, 50) + mark, options });
          const files = await shop.give();
          assert.deepEqual(counts(await shop.take(files)), [0, 0]);
          const done = await other.take(files);
          assert.deepEqual(problemLines(done), []);
          assert.deepEqual(counts(done), [3, 0]);
          assert.deepEqual(await other.give(), files);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('takes the data of two real places, with their families and option sets', async () => {
    const shop = await openShop(service());
    const data = new URL('../data/', import.meta.url).pathname;
    const pizzas = await shop.takeFrom(join(data, 'pizza-place'));
    assert.deepEqual(counts(pizzas), [96 + 32, 0]);
    const hawaiian = await shop.bySku('hawaiian');
    assert.deepEqual(hawaiian.variant_attributes, { Size: ['L', 'M', 'S'] });
    assert.deepEqual(
      hawaiian.variants.map(({ sku, name }: Json) => [sku, name]),
      [
        ['hawaiian_s', 'The Hawaiian Pizza (Small)'],
        ['hawaiian_m', 'The Hawaiian Pizza (Medium)'],
        ['hawaiian_l', 'The Hawaiian Pizza (Large)'],
      ],
    );
    assert.deepEqual(counts(await shop.takeFrom(join(data, 'pizza-place'))), [0, 0]);

    const burritos = await shop.takeFrom(join(data, 'chipotle'));
    assert.deepEqual(problemLines(burritos), []);
    assert.deepEqual(counts(await shop.takeFrom(join(data, 'chipotle'))), [0, 0]);
    const bowl = await shop.bySku('item: Chicken Bowl');
    const set = await read(shop.client, `optionsets/${bowl.option_sets[0].id_str}`);
    const offered = await Promise.all(
      set.options.map(async ({ product_id_str: id }: Json) => read(shop.client, `products/${id}`)),
    );
    assert.deepEqual(
      offered.filter(({ option_sets }: Json) => option_sets.length > 0).map(({ name }: Json) => name),
      ['Fillings', 'Several'],
    );
    const files = await shop.give();
    assert.deepEqual(counts(await shop.take(files)), [0, 0]);
  });

  it('leaves products as they are that stood alone before their menu had families', async () => {
    const shop = await openShop(service());
    await make(shop.client, 'products', { name: 'Hawaii', sku: 'hawaiian_s', unit_price: 9 });
    const data = new URL('../data/pizza-place', import.meta.url).pathname;
    const done = await shop.takeFrom(data);
    assert.deepEqual(counts(done), [96 + 32 - 1, 1]);
    assert.match(done.remarks[0] ?? '', /^1 products that were there before .* become no variants\.$/);
    const plain = await shop.bySku('hawaiian_s');
    assert.equal(plain.variant_parent_id, null);
    assert.equal(plain.name, 'The Hawaiian Pizza (Small)');
    assert.equal((await shop.bySku('hawaiian')).variants.length, 2);
    assert.deepEqual(counts(await shop.takeFrom(data)), [0, 0]);
  });
});

/** The catalogue as the API shows it, with its times. */
async function everything({ client }: Shop): Promise<string> {
  const lists = [
    'products?limit=1000&fields=image,categories,option_sets,availability,unit_price,variants,variant_attributes',
    'categories',
    'optionsets',
    'price_lists',
  ];
  const texts = [];
  for (const path of lists) texts.push((await client.get(path)).text);
  return texts.join('\n');
}

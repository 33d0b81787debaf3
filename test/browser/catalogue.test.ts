// The catalogue's screens: changes made in them show in the API, and the other way round.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hirePerson } from '#test/api/screens.ts';
import type { Json, Service } from '#test/harness/service.ts';
import { onStage, PHONE, type Tab } from './harness.ts';

/** A text that was never used before. */
let count = 0;
const unique = (name: string) => `${name} ${++count}`;

async function make({ client }: Service, path: string, body: unknown): Promise<Json> {
  const answer = await client.post(path, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

async function read({ client }: Service, path: string): Promise<Json> {
  const answer = await client.get(path);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** A product that is available at the sandbox's site. */
function makeSoup(service: Service, fields: object = {}): Promise<Json> {
  return make(service, `sites/${service.card.sites[0].id}/products`, {
    name: unique('Soup'),
    unit_price: 8,
    taxes: [service.card.taxes[0].id],
    availability: { is_available: true, amount: 12 },
    ...fields,
  });
}

/** The pictures that are kept of pages in several looks. */
const KEPT: readonly string[] = ['product-light', 'product-dark', 'product-phone', 'availability-light'];

/** Opens a page of the back office and waits for its title. */
async function openPage(tab: Tab, path: string, title: string): Promise<void> {
  await tab.signIn(path);
  await tab.page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

/** Closes the passing notes. */
async function dismiss({ page }: Tab): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Dismiss' });
  for (let left = await buttons.count(); left > 0; left--) await buttons.first().click();
}

async function fitsThePhone(tab: Tab): Promise<void> {
  const wide = await tab.page.evaluate('document.documentElement.scrollWidth > innerWidth');
  assert.equal(wide, false, `${tab.path} is wider than the phone.`);
}

onStage('the catalogue in the back office', (stage) => {
  it('creates a product with its price and what is left of it', async () => {
    const { service } = stage();
    const tab = await stage().open({ expected: /400/ });
    await openPage(tab, '/products/new', 'New product');
    const { page } = tab;
    const name = unique('Carrot cake');
    await page.getByLabel('Price with tax').fill('1.5.0');
    await page.getByRole('button', { name: 'Create product' }).click();
    // What the API says of a field stands at that field.
    await page.getByText('must not be empty.').waitFor();
    await page.getByText('must be a number').waitFor();
    const focused = page.locator('input:focus');
    assert.equal(await focused.getAttribute('aria-invalid'), 'true', 'What is wrong is not focused.');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByLabel('SKU').fill(name);
    await page.getByLabel('Price with tax').fill('5,50');
    await page.getByLabel('Stock', { exact: true }).fill('7');
    await page.getByRole('button', { name: 'Create product' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    const [made] = await read(service, `products?sku=${encodeURIComponent(name)}`);
    const at = await read(service, `sites/${service.card.sites[0].id}/products/${made.id}`);
    assert.equal(at.unit_price, 5.5);
    assert.deepEqual(at.availability, { is_available: true, amount: 7 });
    assert.deepEqual(at.taxes, [service.card.taxes[0].id]);
  });

  it('changes a product, deletes it after asking, and lists it no more', async () => {
    const { service } = stage();
    const soup = await makeSoup(service);
    // The page of a deleted record may read it once more.
    const tab = await stage().open({ expected: /404/ });
    await openPage(tab, `/products/${soup.id_str}`, soup.name);
    const { page } = tab;
    const name = unique('Goulash');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByLabel('Price without tax').fill('9');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    const now = await read(service, `products/${soup.id}`);
    assert.deepEqual([now.name, now.unit_price_ex_tax], [name, 9]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
    assert.equal((await service.client.get(`products/${soup.id}`)).status, 404);
    await page.getByLabel('Part of the name').fill(name);
    await page.getByText('No products found').waitFor();
  });

  it('changes what is available at a site, and shows what is changed elsewhere at once', async () => {
    const { service } = stage();
    const soup = await makeSoup(service);
    const path = `sites/${service.card.sites[0].id}/products/${soup.id}`;
    const tab = await stage().open();
    await openPage(tab, `/products/${soup.id_str}?tab=sites`, soup.name);
    const { page } = tab;
    const site = service.card.sites[0].name;
    const available = page.getByRole('switch', { name: `Available at ${site}` });
    assert.equal(await available.isChecked(), true);
    await page.getByRole('button', { name: `Edit at ${site}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Stock').fill('3');
    await dialog.getByLabel('Price with tax').fill('8.80');
    await dialog.getByRole('switch', { name: 'Available', exact: true }).press('Space');
    await dialog.getByRole('button', { name: 'Differences at this site' }).click();
    await dialog.getByRole('switch', { name: 'Show online' }).press('Space');
    await tab.checkAccessibility();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const at = await read(service, path);
    assert.deepEqual(at.availability, { is_available: false, amount: 3 });
    assert.deepEqual([at.unit_price, at.show_online], [8.8, true]);
    assert.equal((await read(service, `products/${soup.id}`)).show_online, false);
    const changed = await service.client.put(path, { availability: { is_available: true, amount: 41 } });
    assert.equal(changed.status, 200, changed.text);
    await page.getByRole('button', { name: `Move stock at ${site}: 41 left` }).waitFor();
    assert.equal(await available.isChecked(), true);
  });

  it('finds a product by its barcode', async () => {
    const { service } = stage();
    const soup = await makeSoup(service, { barcode: '9780201379624' });
    const tab = await stage().open();
    await openPage(tab, '/products', 'Products');
    await tab.page.getByRole('combobox', { name: 'Search in' }).click();
    await tab.page.getByRole('option', { name: 'Barcode' }).click();
    await tab.page.getByLabel('Whole barcode').fill('9780201379624');
    await tab.page.waitForURL(/by=barcode/);
    const rows = tab.page.getByRole('table', { name: 'Products' }).getByRole('link');
    await rows.nth(1).waitFor({ state: 'detached' });
    assert.deepEqual(await rows.allTextContents(), [soup.name]);
  });

  it('turns a product off from the list of a site, and follows the API there', async () => {
    const { service } = stage();
    const soup = await makeSoup(service);
    const site = service.card.sites[0].id;
    const tab = await stage().open();
    await openPage(tab, `/products?q=${encodeURIComponent(soup.name)}&site=${site}`, 'Products');
    const available = tab.page.getByRole('switch', { name: `Available: ${soup.name}` });
    // The switch turns at once; the saved value counts.
    const saved = tab.page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await available.press('Space');
    assert.equal((await saved).status(), 200);
    await tab.page.locator('input[role=switch]:not(:checked)').waitFor();
    const at = await read(service, `sites/${site}/products/${soup.id}`);
    assert.deepEqual(at.availability, { is_available: false, amount: 12 });
    await service.client.put(`sites/${site}/products/${soup.id}`, { availability: { is_available: true } });
    await tab.page.locator('input[role=switch]:checked').waitFor();
  });

  it('tells who is typing that somebody else was faster', async () => {
    const { service } = stage();
    const soup = await makeSoup(service);
    const tab = await stage().open();
    await openPage(tab, `/products/${soup.id_str}`, soup.name);
    const { page } = tab;
    await page.getByLabel('SKU').fill('MINE');
    // A sale meanwhile does not stand in the way, a change of the same form does.
    const site = service.card.sites[0].id;
    await service.client.put(`sites/${site}/products/${soup.id}`, { availability: { amount: 2 } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    assert.equal((await read(service, `products/${soup.id}`)).sku, 'MINE');
    await page.getByLabel('Barcode').fill('123');
    await service.client.put(`products/${soup.id}`, { code: 'THEIRS' });
    await page.getByText('Somebody else changed this').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    assert.equal(await page.getByLabel('Barcode').inputValue(), '');
    assert.equal(await page.getByRole('textbox', { name: 'Code', exact: true }).inputValue(), 'THEIRS');
    assert.equal((await read(service, `products/${soup.id}`)).barcode, null);
  });

  it('asks before unsaved input is lost, on every way out', async () => {
    const { service } = stage();
    const soup = await makeSoup(service);
    const tab = await stage().open();
    await openPage(tab, '/products', 'Products');
    const { page } = tab;
    const here = `/products/${soup.id_str}`;
    await page.getByLabel('Part of the name').fill(soup.name);
    await page.getByRole('link', { name: soup.name }).click();
    const sku = page.getByLabel('SKU');
    await sku.fill('UNSAVED');
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    const keep = async () => {
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'hidden' });
      assert.equal(tab.path, here);
      assert.equal(await sku.inputValue(), 'UNSAVED');
    };
    // A link of the menu.
    await page.getByRole('link', { name: 'Categories', exact: true }).click();
    await question.waitFor();
    await tab.checkAccessibility();
    await keep();
    // The browser's back button; the page stays as it is.
    await page.evaluate('history.back()');
    await question.waitFor();
    await keep();
    // A tab of the page keeps the input.
    await page.getByRole('tab', { name: 'Modifiers' }).click();
    await page.getByRole('tab', { name: 'Details' }).click();
    assert.equal(await sku.inputValue(), 'UNSAVED');
    // Loading the page again.
    const asked = page.waitForEvent('dialog');
    await page.evaluate('void setTimeout(() => location.reload())');
    const browserDialog = await asked;
    assert.equal(browserDialog.type(), 'beforeunload');
    await browserDialog.dismiss();
    assert.equal(await sku.inputValue(), 'UNSAVED');
    // A dialog: closed by its button or by the Escape key.
    await page.getByRole('tab', { name: /^Sites/ }).click();
    await page.getByRole('button', { name: `Edit at ${service.card.sites[0].name}` }).click();
    const dialog = page.getByRole('dialog', { name: soup.name });
    await dialog.getByLabel('Stock').fill('99');
    await page.keyboard.press('Escape');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    assert.equal(await dialog.getByLabel('Stock').inputValue(), '99');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // Discarded, the back button leads where it led.
    await page.evaluate('history.back()');
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
    assert.equal((await read(service, `products/${soup.id}`)).sku, null);
    // Saved input is not asked about.
    await page.getByRole('link', { name: soup.name }).click();
    await sku.fill('SAVED');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('link', { name: 'Categories', exact: true }).click();
    await page.getByRole('heading', { name: 'Categories', level: 1 }).waitFor();
  });

  it('makes a family of variants', async () => {
    const { service } = stage();
    // A template is sold nowhere itself.
    const tea = await make(service, 'products', { name: unique('Tea'), unit_price: 8 });
    const tab = await stage().open();
    await openPage(tab, `/products/${tea.id_str}?tab=variants`, tea.name);
    const { page } = tab;
    const attribute = async (at: number, name: string, values: readonly string[]) => {
      await page.getByRole('button', { name: 'Add attribute' }).click();
      await page.getByLabel('Attribute', { exact: true }).nth(at).fill(name);
      const field = page.getByRole('combobox', { name: `Values of ${name}` });
      for (const value of values) {
        await field.fill(value);
        await field.press('Enter');
      }
    };
    await attribute(0, 'Milk', ['No', 'Oat']);
    await attribute(1, 'Size', ['L', 'S']);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Add Oat, S' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Price with tax').fill('4.20');
    await tab.checkAccessibility();
    await dialog.getByRole('button', { name: 'Create variant' }).click();
    await page.getByRole('link', { name: `${tea.name} - Oat, S: $4.20` }).waitFor();
    const family = await read(service, `products/${tea.id}`);
    assert.deepEqual(family.variant_attributes, { Milk: ['No', 'Oat'], Size: ['L', 'S'] });
    assert.deepEqual(
      family.variants.map((each: Json) => each.variant_attributes),
      [{ Milk: 'Oat', Size: 'S' }],
    );
    const variant = await read(service, `products/${family.variants[0].id}`);
    assert.deepEqual(
      variant.sites.map((each: Json) => each.availability.is_available),
      [true],
    );
    await tab.checkAccessibility();
    await dismiss(tab);
    await tab.picture('variants-light');
  });

  it('attaches modifiers at prices of their own, in their order', async () => {
    const { service } = stage();
    const soup = await makeSoup(service);
    const names = [unique('Croutons'), unique('Cream')];
    for (const name of names) await make(service, 'products', { name, unit_price: 1, is_modifier: true });
    const tab = await stage().open();
    await openPage(tab, `/products/${soup.id_str}?tab=modifiers`, soup.name);
    const { page } = tab;
    for (const name of names) {
      await page.getByRole('combobox', { name: 'Add modifier' }).fill(name);
      await page.getByRole('option', { name }).click();
    }
    await page.getByLabel(`Price with tax: ${names[1]}`).fill('0.5');
    await page.getByRole('button', { name: `Move up: ${names[1]}` }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const attached = await read(service, `products/${soup.id}/modifiers`);
    assert.deepEqual(
      attached.map((each: Json) => [each.name, each.unit_price]),
      [
        [names[1], 0.5],
        [names[0], 1],
      ],
    );
  });

  it('makes an option set whose choices lead to others', async () => {
    const { service } = stage();
    const sauce = await makeSoup(service, { name: unique('Sauce') });
    const inner = await make(service, 'optionsets', {
      name: unique('Sauces'),
      options: [{ product_id: sauce.id }],
    });
    const side = await makeSoup(service, { name: unique('Fries'), option_sets: [inner.id] });
    const tab = await stage().open();
    await openPage(tab, '/optionsets/new', 'New option set');
    const { page } = tab;
    const name = unique('Sides');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByLabel('Maximum').fill('2');
    await page.getByRole('combobox', { name: 'Add option' }).fill(side.name);
    await page.getByRole('option', { name: side.name }).click();
    await page.getByLabel(`Price with tax: ${side.name}`).fill('2.75');
    await page.getByRole('button', { name: `Show options: ${inner.name}` }).click();
    await page.getByText(sauce.name).waitFor();
    // An option that there is not yet is made here.
    const fresh = unique('Onion rings');
    await page.getByRole('combobox', { name: 'Add option' }).fill(fresh);
    // Its taxes are not known before it was read: a price with tax cannot be typed until then.
    const held = Promise.withResolvers<void>();
    const listed = /\/products\?.*ids=/;
    await page.route(listed, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('option', { name: `Create “${fresh}”` }).click();
    const price = page.getByLabel(`Price with tax: ${fresh}`);
    await price.waitFor();
    assert.equal(await price.isDisabled(), true);
    held.resolve();
    await price.fill('1.10');
    await page.getByRole('button', { name: 'Create option set' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    const made = (await read(service, 'optionsets?limit=1000')).find((each: Json) => each.name === name);
    assert.equal(made.max_selection, 2);
    const [rings] = await read(service, `products?exactname=${encodeURIComponent(fresh)}`);
    assert.deepEqual(
      made.options.map((each: Json) => [each.product_id_str, each.price_ex_tax]),
      [
        [side.id_str, 2.5],
        [rings.id_str, 1],
      ],
    );
    await tab.checkAccessibility();
    await dismiss(tab);
    await tab.picture('option-set-light');
  });

  it('makes a category with products, and a price list', async () => {
    const { service } = stage();
    const soup = await makeSoup(service);
    const tab = await stage().open({ expected: /400/ });
    await openPage(tab, '/categories/new', 'New category');
    const { page } = tab;
    const name = unique('Starters');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('button', { name: 'Create category' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.getByRole('combobox', { name: 'Add product' }).fill(soup.name);
    await page.getByRole('option', { name: soup.name }).click();
    await page.getByRole('table').getByRole('link', { name: soup.name }).waitFor();
    const [only] = (await read(service, `products/${soup.id}`)).categories;
    assert.equal(only.name, name);
    await tab.checkAccessibility();
    await page.getByRole('button', { name: `Remove: ${soup.name}` }).click();
    await page.getByText('No products in this category').waitFor();
    assert.deepEqual((await read(service, `products/${soup.id}`)).categories, []);
    await tab.goto('/price-lists/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Happy hour');
    await page.getByRole('button', { name: 'Create price list' }).click();
    await page.getByText('No prices on this list').waitFor();
    await tab.checkAccessibility();
    // Prices are typed in a grid, in one form or the other.
    const other = await makeSoup(service, { sku: unique('GRID') });
    for (const each of [soup, other]) {
      await page.getByRole('combobox', { name: 'Add product' }).fill(each.name);
      await page.getByRole('option', { name: each.name }).waitFor();
      // By key: a row that comes meanwhile moves the list away from under the pointer.
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByLabel(`Price with tax: ${each.name}`).waitFor();
    }
    await page.getByLabel(`Price with tax: ${other.name}`).fill('5.50');
    await page.keyboard.press('Enter');
    await page.keyboard.type('dear');
    await page.getByRole('button', { name: 'Save prices' }).click();
    await page.locator('input[aria-invalid=true]:focus').waitFor();
    await page.getByLabel(`Price without tax: ${soup.name}`).fill('4');
    assert.equal(await page.getByLabel(`Price with tax: ${soup.name}`).inputValue(), '4.40');
    await tab.checkAccessibility();
    await page.getByRole('button', { name: 'Save prices' }).click();
    await page.getByText('Saved.').waitFor();
    const list = (await read(service, 'price_lists')).find((each: Json) => each.name === 'Happy hour');
    const set = await read(service, `price_lists/${list.id_str}/products`);
    const prices = set.map((each: Json) => [each.name, each.unit_price, each.unit_price_ex_tax]);
    assert.deepEqual(
      new Set(prices),
      new Set([
        [other.name, 5.5, 5],
        [soup.name, 4.4, 4],
      ]),
    );
  });

  it('says what a file would do, by line, and brings it in', async () => {
    const { service } = stage();
    const [good, bad] = [unique('Import'), unique('Import')];
    const tab = await stage().open();
    await openPage(tab, '/products/import', 'Import and export');
    const { page } = tab;
    const csv = `sku,name,unit_price\n${good},Minestrone,6.50\n${bad},Broth,dear\n`;
    const choose = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose(csv);
    const errors = page.getByRole('table', { name: 'Errors' });
    await errors.getByRole('cell', { name: '3', exact: true }).waitFor();
    await errors.getByRole('cell', { name: 'unit_price' }).waitFor();
    assert.deepEqual(await read(service, `products?sku=${encodeURIComponent(good)}`), []);
    await tab.checkAccessibility();
    await tab.picture('import-light');
    await page.getByRole('button', { name: 'Leave out 1 row and import the rest' }).click();
    await page.getByText('1 row was left out').waitFor();
    const [made] = await read(service, `products?sku=${encodeURIComponent(good)}&fields=unit_price`);
    assert.deepEqual([made.name, made.unit_price], ['Minestrone', 6.5]);
    await choose(csv.replace('dear', '5'));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('All rows are in the catalogue.').waitFor();
    assert.equal((await read(service, `products?sku=${encodeURIComponent(bad)}`)).length, 1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Products' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'products.csv');
  });

  it('maps the columns of a file that was made by somebody else', async () => {
    const { service } = stage();
    const [name, other] = [unique('Gazpacho'), unique('Consommé')];
    const tab = await stage().open();
    await openPage(tab, '/products/import', 'Import and export');
    const { page } = tab;
    const category = unique('Cold');
    const csv = `Dish;Price;Category;Code on it\n${name};"€ 6,50";${category};4006381333931\n${other};dear;;\n`;
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    // The price and the category are known by their names, the dish is not.
    await page.getByText('Set one column to SKU or Name.').waitFor();
    const field = (column: string) => page.getByRole('combobox', { name: `Field of ${column}` });
    assert.equal(await field('Price').inputValue(), 'Price with tax');
    assert.equal(await field('Category').inputValue(), 'Categories');
    const set = async (column: string, value: string) => {
      await field(column).fill(value);
      await page.getByRole('option', { name: value, exact: true }).click();
    };
    await set('Dish', 'Name');
    await set('Code on it', 'Barcode');
    await page.getByRole('combobox', { name: 'Available at' }).click();
    await page.getByRole('option', { name: service.card.sites[0].name }).click();
    await page.keyboard.press('Escape');
    await page.getByText('they are made from the names').waitFor();
    // The error is told by the line and the column of the file.
    const errors = page.getByRole('table', { name: 'Errors' });
    await errors.getByRole('cell', { name: '3', exact: true }).waitFor();
    await errors.getByRole('cell', { name: 'Price', exact: true }).waitFor();
    await tab.checkAccessibility();
    await tab.picture('import-columns-light');
    await page.getByRole('button', { name: 'Leave out 1 row and import the rest' }).click();
    await page.getByText('1 row was left out').waitFor();
    const [made] = await read(
      service,
      `products?name=${encodeURIComponent(name)}&fields=unit_price,categories`,
    );
    assert.deepEqual([made.unit_price, made.barcode], [6.5, '4006381333931']);
    assert.deepEqual(
      made.categories.map((each: Json) => each.name),
      [category],
    );
    const at = await read(service, `sites/${service.card.sites[0].id}/products/${made.id}`);
    assert.equal(at.availability.is_available, true);
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download template' }).click(),
    ]);
    assert.equal(template.suggestedFilename(), 'template.csv');
  });

  it('uploads a picture, and shows it', async () => {
    const { service } = stage();
    const soup = await makeSoup(service);
    const tab = await stage().open();
    await openPage(tab, `/products/${soup.id_str}`, soup.name);
    const buffer = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const file = tab.page.locator('input[type=file]');
    await file.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer });
    await tab.page.getByText('The file is uploaded when you save.').waitFor();
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await tab.page.locator('img.thumb[src*="/images/"]').waitFor();
    assert.match((await read(service, `products/${soup.id}`)).image, /\/images\/\d+\/[0-9a-f]{64}$/);
    // A file that is dropped is the picture as well.
    await tab.page.getByRole('button', { name: 'Remove picture' }).click();
    const files = await tab.page.evaluateHandle(`(() => {
      const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (each) => each.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'dot.png', { type: 'image/png' }));
      return data;
    })()`);
    await tab.page.getByTestId('picture').dispatchEvent('drop', { dataTransfer: files });
    await tab.page.locator('img.thumb[src^="data:image/png"]').waitFor();
  });

  it('shows hostile texts as the texts that they are', async () => {
    const { service } = stage();
    const name =
      unique('<img src=x onerror="alert(1)"><script>alert(2)</script>{{7*7}}\u202egnp.exe') + 'W'.repeat(120);
    const soup = await makeSoup(service, {
      ...{ name, sku: '\'"><svg/onload=alert(3)>', tags: ['<b>tag</b>'], docket_name: '=7*7' },
      image: 'https://localhost:1/none.png?"><script>alert(4)</script>',
    });
    const tab = await stage().open({ size: PHONE, expected: /localhost:1|UNSAFE_PORT/ });
    await openPage(tab, '/products?by=tag&q=%3Cb%3Etag%3C%2Fb%3E', 'Products');
    await tab.page.getByRole('link', { name }).waitFor();
    await fitsThePhone(tab);
    await tab.page.getByRole('link', { name }).click();
    await tab.page.getByRole('heading', { name, level: 1 }).waitFor();
    await fitsThePhone(tab);
    assert.equal(await tab.page.getByLabel('SKU').inputValue(), soup.sku);
    assert.equal(await tab.page.locator('main script, main svg[onload]').count(), 0);
  });

  it('lets staff look, and change nothing', async () => {
    // Members who may not write are not offered to.
    const { service } = stage();
    const soup = await makeSoup(service);
    const person = await hirePerson(service, 'staff');
    const tab = await stage().open();
    await tab.signIn(`/products/${soup.id_str}`, person);
    await tab.page.getByRole('heading', { name: soup.name, level: 1 }).waitFor();
    assert.equal(await tab.page.getByRole('textbox', { name: 'Name', exact: true }).isDisabled(), true);
    assert.equal(await tab.page.getByRole('button', { name: 'Save' }).count(), 0);
    assert.equal(await tab.page.getByRole('button', { name: 'Delete' }).count(), 0);
  });

  for (const [name, options] of [
    ['light', {}],
    ['dark', { scheme: 'dark' }],
    ['phone', { size: PHONE }],
  ] as const) {
    it(`can be used by everybody: ${name}`, async () => {
      const { service } = stage();
      const [category] = await read(service, 'categories?limit=1');
      if (name === 'light') await make(service, 'sites', { name: 'Harbour kiosk' });
      const soup = await makeSoup(service, {
        ...{ name: 'Pumpkin soup', sku: 'PUMPKIN', docket_name: 'PUMPKIN S', categories: [category.id] },
        tags: ['autumn', 'vegan'],
        description: 'With ginger and roasted seeds.',
      });
      const tab = await stage().open(options);
      await tab.signIn('/products');
      await tab.page.getByRole('table', { name: 'Products' }).getByRole('link').first().waitFor();
      await tab.checkAccessibility();
      if (name !== 'dark') await tab.picture(`products-${name}`);
      if (name === 'phone') await fitsThePhone(tab);
      const { page } = tab;
      const pages = [
        [`/products/${soup.id_str}`, page.getByLabel('Price with tax'), `product-${name}`],
        [`/products/${soup.id_str}?tab=sites`, page.getByRole('switch').first(), `availability-${name}`],
        ['/products/import', page.getByText('Choose CSV file'), undefined],
        [`/products/${soup.id_str}?tab=variants`, page.getByText('Add attribute'), undefined],
        [
          `/products/${soup.id_str}?tab=modifiers`,
          page.getByRole('combobox', { name: 'Add modifier' }),
          undefined,
        ],
        ['/categories', page.getByRole('table').getByRole('link').first(), undefined],
        ['/optionsets/new', page.getByRole('combobox', { name: 'Add option' }), undefined],
        ['/price-lists', page.getByRole('table').getByRole('link').first(), undefined],
      ] as const;
      // In the light of a desk the others are looked at where they are used.
      for (const [path, ready, picture] of name === 'light' ? pages.slice(0, 2) : pages) {
        await tab.goto(path);
        await ready.waitFor();
        await tab.checkAccessibility();
        if (name === 'phone') await fitsThePhone(tab);
        if (picture !== undefined && KEPT.includes(picture)) await tab.picture(picture);
      }
    });
  }
});

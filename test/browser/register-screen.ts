// A register in a browser, set up and with a staff member signed in.
import { change, make, read } from '#test/api/helpers.ts';
import { deviceClient, letInScreen, type Screen, screenOf } from '#test/api/screens.ts';
import type { Json, Service } from '#test/harness/service.ts';
import { type Stage, TABLET, type Tab, type TabOptions } from './harness.ts';

/** Expected errors of the console and the network at a register that is set up. */
const SET_UP = /answer: 401 .*\/session$|console: .*401/;

/** The register that a test sells at: the sandbox's first unless another is named. */
interface RegisterOptions extends TabOptions {
  readonly register?: string;
}

/** Opens the register screen, makes the browser a device and signs the sandbox's manager in, all by hand. */
export async function setUpRegister(
  stage: Stage,
  { register, ...options }: RegisterOptions = {},
): Promise<Tab> {
  const { service } = stage;
  const tab = await stage.open({ size: TABLET, expected: SET_UP, ...options });
  await tab.signIn('/register');
  await tab.page.getByRole('combobox', { name: 'Register' }).click();
  const name = register ?? service.card.sites[0].registers[0].name;
  await tab.page.getByRole('option', { name, exact: true }).click();
  await tab.page.getByRole('button', { name: 'Set up this device' }).click();
  await enterPin(stage, tab);
  return tab;
}

const owners = new WeakMap<Service, Promise<Screen>>();

/** Who lets devices in. */
function ownerOf(service: Service): Promise<Screen> {
  const owner = owners.get(service) ?? screenOf(service, service.card);
  owners.set(service, owner);
  return owner;
}

/** What a browser keeps once it was made a device and the sandbox's manager has signed in there. */
async function setUp(service: Service, { id_str: register_id, name }: Json) {
  const { client, card } = service;
  const screen = await letInScreen(service, await ownerOf(service), register_id, 'register', name);
  const device = { company_id: client.companyId, company_name: 'Sandbox', register_id, name };
  const [{ id, first_name, pin }] = card.staff;
  const session = await make(await deviceClient(service, screen), `registers/${register_id}/sessions`, {
    staff_id: id,
    pin,
  });
  const operator = {
    ...{ staff: String(id), name: first_name, token: session.access_token, session: session.id_str },
    ...{ ahead: 0, rights: session.rights },
  };
  return {
    cookie: screen.cookie,
    stored: [
      ['passbell.device.register', JSON.stringify(device)],
      [`passbell.operator.${register_id}`, JSON.stringify(operator)],
    ],
  } as const;
}

/**
 * Opens the register screen of a browser that was made a device before, where the sandbox's manager is signed in: by hand
 * that is three pages more, and most of what a test of the register takes. See setUpRegister.
 */
export async function openRegister(
  stage: Stage,
  { register, ...options }: RegisterOptions = {},
): Promise<Tab> {
  const { service } = stage;
  const registers = await read(service.client, 'registers');
  const own = service.card.sites[0].registers[0].name;
  const { cookie, stored } = await setUp(
    service,
    registers.find(({ name }: Json) => name === (register ?? own)),
  );
  const tab = await stage.open({ size: TABLET, expected: SET_UP, ...options });
  const [name, value] = cookie;
  const url = `${service.url}/session/device`;
  await tab.context.addCookies([{ name, value, url, httpOnly: true, secure: true, sameSite: 'Strict' }]);
  await tab.keep(stored);
  await tab.goto('/register');
  await tab.page.getByRole('searchbox', { name: /Search by name/ }).waitFor();
  return tab;
}

/** Signs the sandbox's manager in by the PIN. */
export async function enterPin({ service }: Stage, tab: Tab): Promise<void> {
  const [member] = service.card.staff;
  await tab.page.getByRole('button', { name: new RegExp(member.first_name) }).click();
  for (const digit of member.pin) await tab.page.getByRole('button', { name: digit, exact: true }).click();
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
  await tab.page.getByRole('searchbox', { name: /Search by name/ }).waitFor();
}

/** A script of the page that opens a database of the browser as `db`; its statements call `done` or `failed`. */
export const inDatabase = (name: string, statements: string): string => `new Promise((done, failed) => {
  const opening = indexedDB.open(${JSON.stringify(name)});
  opening.onerror = () => failed(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    ${statements}
  };
})`;

/** A function of the page, from its text: tests are not compiled for pages, and a text alone is not called with the element. */
const inPage = (text: string) => new Function('element', `return (${text})(element)`) as () => unknown;

/**
 * Settles when an element has stood in one place for some frames that were painted: the page's own word for frames is one
 * for times, where its clock is set.
 */
const standsStill = inPage(`(element) => new Promise((settle) => {
  const { requestAnimationFrame } = globalThis.__pwClock?.builtins ?? globalThis;
  let frames = 0;
  let before = 0;
  const look = () => {
    const { top } = element.getBoundingClientRect();
    frames = top === before ? frames + 1 : 0;
    before = top;
    if (frames < 6) requestAnimationFrame(look);
    else settle(undefined);
  };
  look();
})`);

/** Notes on an element that it was touched. */
const notesTouch = inPage(`(element) => {
  element.dataset.touched = 'no';
  element.addEventListener('click', () => { element.dataset.touched = 'yes'; }, { once: true, capture: true });
}`);

/** How often a tile that moved away is touched again. */
const MOST_TOUCHES = 10;

/**
 * Touches a product of the menu. It is scrolled to first: tiles get their height when they are seen, and one that moves
 * under the pointer between its press and its release is not touched; it is touched again then.
 */
export async function touchProduct({ page }: Tab, name: string | RegExp): Promise<void> {
  const tile = page.getByRole('group', { name: 'Products' }).getByRole('button', { name });
  for (let touches = 0; touches < MOST_TOUCHES; touches++) {
    await tile.scrollIntoViewIfNeeded();
    await tile.evaluate(standsStill);
    const element = await tile.elementHandle();
    await element?.evaluate(notesTouch);
    await tile.click();
    if ((await element?.getAttribute('data-touched')) === 'yes') return;
  }
  throw new Error(`${name} was not touched ${MOST_TOUCHES} times: its tile does not stand still.`);
}

/** The newest order of a site; without a field while the register has not sent one yet. */
export async function newestOrder({ service: { client } }: Stage, site: string): Promise<Json> {
  const [order] = await read(client, `sites/${site}/orders?sort=-created&limit=1`);
  return order === undefined ? {} : read(client, `orders/${order.id}`);
}

/** Products of the tests' own at the sandbox's site. */
export async function stock({ service: { client, card } }: Stage) {
  const site = card.sites[0].id;
  const product = (name: string, unit_price: number, fields: object = {}): Promise<Json> =>
    make(client, `sites/${site}/products`, { name, unit_price, ...fields });
  const category: Json = await make(client, 'categories', { name: 'Kitchen' });
  const inIt = { categories: [category.id] };
  const oat: Json = await product('Oat milk', 0.5, { is_modifier: true });
  const coffee: Json = await product('Filter coffee', 4, inIt);
  await change(client, `products/${coffee.id}/modifiers`, { modifiers: [{ id: oat.id, unit_price: 0.75 }] });
  const fries: Json = await product('Fries', 3);
  const salad: Json = await product('Garden salad', 5);
  const side: Json = await make(client, 'optionsets', {
    name: 'Side',
    min_selection: 1,
    max_selection: 1,
    options: [
      { product_id: fries.id, price_ex_tax: 0 },
      { product_id: salad.id, price_ex_tax: 2 },
    ],
  });
  return {
    site,
    soup: await product('Tomato soup', 10, { ...inIt, sku: 'SOUP', barcode: '4006381333931' }),
    steak: await product('Steak', 30, { ...inIt, option_sets: [side.id] }),
    open: await product('Flowers', 0, {
      ...inIt,
      variable_price: true,
      min_sell_price: 5,
      max_sell_price: 50,
    }),
    coffee,
  };
}

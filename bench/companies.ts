// More companies in a filled database, each with a menu of its own.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Filled, World } from './filled.ts';
import { clientOf, type Server } from './servers.ts';

const root = dirname(import.meta.dirname);
/** Products of each of them. */
const PRODUCTS = 20;
const ME = '/v1/companies/me';

/** A company that the command line made. */
interface Card {
  readonly company_id: number;
  readonly sites: readonly { readonly id: number; readonly registers: readonly { readonly id: number }[] }[];
  readonly staff: readonly { readonly id: number }[];
  readonly payment_methods: readonly { readonly id: number }[];
  readonly addon: { readonly access_token: string };
}

/** Makes a company as an operator does. */
function createCompany({ dataDir, databaseUrl }: Filled, name: string): Card {
  const args = ['company', 'create', '--name', name, '--currency', 'AUD', '--timezone', 'Australia/Sydney'];
  const database = databaseUrl === undefined ? [] : ['--database-url', databaseUrl];
  const output = execFileSync(
    process.execPath,
    [join(root, 'src/cli.ts'), ...args, '--json', '--data-dir', dataDir, ...database],
    {
      encoding: 'utf8',
    },
  );
  return JSON.parse(output) as Card;
}

/** Makes some companies in a database, while no service runs on it. */
export function createCompanies(filled: Filled, count: number): Card[] {
  return Array.from({ length: count }, (_, at) => createCompany(filled, `Company ${at + 2}`));
}

/** Gives a company a menu by its API, and answers what orders of it name. */
export async function openCompany(server: Server, card: Card): Promise<World> {
  const client = clientOf(server, card.addon.access_token);
  const products: World['products'][number][] = [];
  for (let at = 0; at < PRODUCTS; at++) {
    const price = 3 + at / 2;
    const body = { name: `Dish ${at}`, unit_price: price };
    const { id } = await client.json<{ id: number }>('POST', `${ME}/products`, body);
    const path = `${ME}/sites/${card.sites[0]?.id}/products/${id}`;
    await client.json('PUT', path, { availability: { is_available: true } });
    products.push({ id, price });
  }
  client.close();
  const [method] = card.payment_methods.map(({ id }) => id);
  return {
    token: card.addon.access_token,
    company: card.company_id,
    sites: card.sites.map(({ id }) => id),
    registers: card.sites.flatMap(({ registers }) => registers.map(({ id }) => id)),
    staff: card.staff.map(({ id }) => id),
    customers: [],
    products,
    methods: [method ?? 0, method ?? 0],
  };
}

/** Has products counted at the site where orders are made, with more than any bench sells. */
export async function countProducts(
  server: Server,
  { token, sites, products }: World,
  howMany: number,
): Promise<void> {
  const client = clientOf(server, token);
  for (const { id } of products.slice(0, howMany)) {
    await client.json('PUT', `${ME}/sites/${sites[0]}/products/${id}`, {
      is_inventory: true,
      availability: { amount: 10_000_000 },
    });
  }
  client.close();
}

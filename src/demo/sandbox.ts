import { readFileSync } from 'node:fs';
import { createCustomer } from '../customers/save.ts';
import {
  type CompanyPlan,
  cardId,
  createCompany,
  type FirstSecrets,
  type FoundingParts,
} from '../founding.ts';
import { parseDecimal } from '../kernel/money.ts';
import { SANDBOX_COMPANY, setMeta } from '../oauth/store.ts';
import { append } from '../outbox/append.ts';
import type { Writer } from '../storage/port.ts';
import { type ImportedMenu, importMenu } from './menu.ts';

const PLAN: CompanyPlan = {
  name: 'Passbell Sandbox',
  currency: 'AUD',
  timezone: 'Australia/Sydney',
  siteName: 'Pizza Place',
  kitchenTickets: true,
  isSandbox: true,
  addonName: 'Sandbox add-on',
  ownerEmail: 'owner@example.com',
  taxes: [{ code: 'GST', name: 'GST', rate: parseDecimal('0.1') ?? 0n }],
  methods: [
    { name: 'Cash', kind: 'cash', ledger_code: null },
    { name: 'Card', kind: 'card', ledger_code: null },
    { name: 'On account', kind: 'account', ledger_code: null },
  ],
};

/** Products without variants; they come first, so that a client that takes the first product can order it as it is. */
const DRINKS: ImportedMenu = {
  families: [],
  products: [
    { sku: 'water', name: 'Mineral water', category: 'Drinks', price: '2.50' },
    { sku: 'cola', name: 'Cola', category: 'Drinks', price: '3.20' },
  ],
};

/** The sandbox's menu: real, from a year of a pizza place. */
function readMenu(): ImportedMenu {
  return JSON.parse(readFileSync(new URL('./menu.json', import.meta.url), 'utf8')) as ImportedMenu;
}

/**
 * Makes the sandbox company; answers the content of sandbox.json, without the addresses (reference: operations.9,
 * operations.10).
 */
export async function createSandbox(
  tx: Writer,
  secrets: FirstSecrets,
  parts: FoundingParts,
): Promise<Record<string, unknown>> {
  const made = await createCompany(tx, PLAN, secrets, parts);
  await setMeta(tx, SANDBOX_COMPANY, String(made.company));
  const target = { company: made.company, site: made.site, taxes: made.taxes };
  await importMenu(tx, target, DRINKS, parts.now);
  await importMenu(tx, target, readMenu(), parts.now);
  const author = { company: made.company, addon: made.addon, now: parts.now };
  const input = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  const { customer, facts } = await createCustomer(tx, author, input);
  await append(tx, made.company, parts.now, facts);
  return { ...made.card, customers: [{ id: cardId(customer.id), email: customer.email }] };
}

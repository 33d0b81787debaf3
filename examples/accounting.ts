// An export for the books: what completed orders come to, by day, site and tax, as CSV. It reads the event log page by page,
// notes after each page how far it is together with its sums, and goes on there the next time. Amounts are exact.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, readSetup, tokensOf } from './setup.ts';

const { STATE = 'accounting.json', OUT = 'accounting.csv', PAGE = '500' } = process.env;
/** How many pages one run reads at most. */
const PAGES = Number(process.env.PAGES ?? 1_000_000);
/** How often a page is asked for before the run gives up. */
const TRIES = 6;
/** Amounts are whole numbers of 10^-8, as in the service. */
const PLACES = 8;

const setup = readSetup();
const tokens = tokensOf(setup);

/** JSON whose numbers are kept as they are written: 0.1 stays 0.1. */
type Exact = null | boolean | string | readonly Exact[] | { readonly [name: string]: Exact };
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

function parseExact(text: string): Exact {
  const keep: Reviver = (_key, value, context) =>
    typeof value === 'number' ? (context?.source ?? '') : value;
  return JSON.parse(text, keep) as Exact;
}

/** A decimal number as a whole number of 10^-8. */
function toUnits(text: string): bigint {
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (sign === undefined) throw new Error(`${text} is no amount.`);
  const units = BigInt(whole + part.padEnd(PLACES, '0'));
  return sign === '-' ? -units : units;
}

/** The same with at least two decimals, none of them for nothing. */
function toText(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0');
  const part = digits.slice(-PLACES).replace(/0{1,6}$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${part}`;
}

/** A part of an order that is read; numbers are texts. */
interface Order {
  readonly id_str: string;
  readonly site_id: string;
  readonly placed_at: string;
  readonly total: string;
  readonly lines: readonly {
    readonly line_total_ex_tax: string;
    readonly line_total_tax: string;
    readonly taxes: readonly { readonly name: string; readonly rate: string }[];
  }[];
}

/** How far it is: the number of the last event in it, and the sums by day, site, currency and tax. */
interface State {
  after: string;
  readonly sums: Record<string, { net: string; tax: string }>;
}

function readState(): State {
  try {
    return JSON.parse(readFileSync(STATE, 'utf8')) as State;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { after: '0', sums: {} };
    throw error;
  }
}

/** Whole or not at all: a crash leaves the file before or the file after. */
function save(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { flush: true });
  renameSync(`${file}.new`, file);
}

/** Reads a page; waits where the service asks for it. */
async function readPage(url: string): Promise<{ events: Exact; next: string | null }> {
  for (let attempt = 1; ; attempt++) {
    const headers = { accept: 'application/json', authorization: `Bearer ${await tokens()}` };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) });
    const text = await answer.text();
    if (answer.ok) return { events: parseExact(text), next: answer.headers.get('x-next-page') };
    if (![429, 503].includes(answer.status) || attempt === TRIES) throw new Error(`${answer.status} ${text}`);
    await sleep(1000 * Number(answer.headers.get('retry-after') ?? attempt));
  }
}

const sites = new Map<string, { name: string; currency: string; day: Intl.DateTimeFormat }>();
for await (const { id_str, name, currency, timezone } of connect(setup).each('listSites', { limit: 5000 })) {
  // This language writes days as 2026-03-07.
  sites.set(id_str, { name, currency, day: new Intl.DateTimeFormat('sv-SE', { timeZone: timezone.name }) });
}

/** Adds an order to the sums. Each line goes to the taxes that it had, in the day of its site. */
function add(sums: State['sums'], order: Order): void {
  const site = sites.get(order.site_id);
  if (site === undefined) throw new Error(`Order ${order.id_str} is of a site that is not known.`);
  const day = site.day.format(new Date(order.placed_at));
  let rest = toUnits(order.total);
  for (const { line_total_ex_tax, line_total_tax, taxes } of order.lines) {
    const [net, tax] = [toUnits(line_total_ex_tax), toUnits(line_total_tax)];
    const name = taxes.map((each) => `${each.name} ${each.rate}`).join(' + ') || 'none';
    const key = JSON.stringify([day, site.name, site.currency, name]);
    const sum = sums[key] ?? { net: '0', tax: '0' };
    sums[key] = { net: toText(toUnits(sum.net) + net), tax: toText(toUnits(sum.tax) + tax) };
    rest -= net + tax;
  }
  if (rest !== 0n) throw new Error(`The lines of order ${order.id_str} do not come to its total.`);
}

const state = readState();
let url: string | null =
  `${setup.baseUrl}/v1/companies/me/events?topic=orders%2Fcompleted&limit=${PAGE}&after=${state.after}`;
let orders = 0;
for (let page = 0; url !== null && page < PAGES; page++) {
  const { events, next } = await readPage(url);
  for (const event of events as unknown as readonly { readonly number: string; readonly payload: Order }[]) {
    add(state.sums, event.payload);
    state.after = event.number;
    orders++;
  }
  save(STATE, JSON.stringify(state));
  url = next;
}

/** A cell as CSV has it. */
const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const rows = Object.entries(state.sums)
  .map(([key, { net, tax }]) => [
    ...(JSON.parse(key) as string[]),
    net,
    tax,
    toText(toUnits(net) + toUnits(tax)),
  ])
  .sort((a, b) => (a.join('\n') < b.join('\n') ? -1 : 1));
const head = ['day', 'site', 'currency', 'tax', 'net', 'tax_amount', 'gross'];
save(OUT, [head, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join(''));
console.log(`${orders} orders, up to event ${state.after}${url === null ? '' : '; there are more'}: ${OUT}.`);

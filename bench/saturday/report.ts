// The simulation as Markdown.
import { short, table } from '../report.ts';
import { percentile } from '../webhooks.ts';
import { EVENING, type Evening } from './evening.ts';
import type { Audit, Outcome } from './play.ts';
import {
  BUSY,
  type Costs,
  coresOf,
  messagesOf,
  type PerOperation,
  perOperation,
  type Rates,
  sitesOnSqlite,
  sizingOf,
  sumOf,
  timesOf,
  writtenOf,
} from './sizing.ts';
import { OPERATIONS, TITLES, TRADE } from './trade.ts';

/** What the paper is about. */
export interface Paper {
  readonly evening: Evening;
  readonly rates: Rates;
  readonly costs: Costs;
  readonly sites: number;
  readonly scale: number;
  /** Rates of sites with more orders, by how many times the data's. */
  readonly more: readonly { readonly scale: number; readonly rates: Rates }[];
}

const eventsOf = (rates: PerOperation, costs: Costs) =>
  OPERATIONS.reduce((sum, name) => sum + rates[name] * costs.operations[name].events, 0);

function facts({ evening, sites, scale }: Paper): string {
  const { date, ordersOfDay, ordersOfUsualDay, perMinute, lines } = evening;
  const mean = lines.reduce((sum, count) => sum + count, 0) / lines.length;
  const busiest = Math.max(...perMinute);
  const data: [string, string, string][] = [
    ['sites', String(sites), 'asked'],
    ['times the orders of the data', String(scale), 'asked'],
    [`orders of a site on its busiest Saturday (${date})`, short(ordersOfDay * scale), 'data'],
    ['orders of a site on an average Saturday', short(ordersOfUsualDay * scale), 'data'],
    ['orders of a site in its busiest hour', short(busiest * 60 * scale), 'data'],
    [`orders of a site from ${EVENING.from}:00 to ${EVENING.to}:00`, short(sum(perMinute) * scale), 'data'],
    ['lines of an order', short(mean), 'data'],
  ];
  const rest = Object.values(TRADE).map(({ value, means, source }): [string, string, string] => [
    means,
    String(value),
    source === 'screens' ? 'as the screens do it' : 'assumed',
  ]);
  return table(['what', 'value', 'source'], [...data, ...rest]);
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The simulation on paper. */
export function paperText(paper: Paper): string {
  const { evening, rates, costs, sites, scale } = paper;
  const { mean, p95, peak } = rates;
  const rows = OPERATIONS.map((name) => {
    const { service, database, bytes, events } = costs.operations[name];
    return [
      TITLES[name],
      ...[mean[name], p95[name], peak[name], service, database, bytes, events].map(short),
    ];
  });
  const all = ['all', ...[mean, p95, peak].map((each) => short(sumOf(each))), '', '', '', ''];
  const cores = (each: PerOperation) => coresOf(each, costs);
  const line = (name: string, value: (each: PerOperation) => number) => [
    name,
    ...[mean, p95, peak].map((each) => short(value(each))),
  ];
  const seconds = [
    line('requests', sumOf),
    line('orders', (each) => each.sale + each.open),
    line('events', (each) => eventsOf(each, costs)),
    line('webhook messages', messagesOf),
    line('CPU-seconds of the service', (each) => cores(each).service),
    line('CPU-seconds of deliveries', (each) => cores(each).delivery),
    line('CPU-seconds of PostgreSQL', (each) => cores(each).database),
  ];
  const written = writtenOf(evening, sites, scale, costs);
  const gigabytes = (bytes: number) => `${short(bytes / 1e9)} GB`;
  return [
    `# A Saturday evening of ${sites} sites on ${costs.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    `Costs measured ${costs.date} on ${costs.machine}.`,
    '## What it is made of',
    facts(paper),
    '## Requests',
    table(
      ['request', 'mean/s', 'p95 minute/s', 'peak minute/s', 'CPU µs', 'database µs', 'bytes', 'events'],
      [...rows, all],
    ),
    '## A second',
    table(['', 'mean', 'p95 minute', 'peak minute'], seconds),
    `A webhook message costs ${short(costs.message.service)} µs of the service and ${short(costs.message.database)} µs of the database; a process that is asked nothing takes ${short(costs.idle.service / 1000)} ms a second, and ${short(costs.idle.database / 1000)} ms of the database.`,
    '## What it takes',
    takes(paper),
    moreOrders(paper),
    `Such a Saturday: ${short(written.orders)} orders, ${gigabytes(written.bytes)} in the database (${short(written.bytes / written.orders)} bytes an order)${
      written.wal === 0 ? '' : `, ${gigabytes(written.wal)} of WAL`
    }. A year of ${short(evening.ordersOfYear * scale)} orders a site, as in the data: ${gigabytes((written.bytes / written.orders) * evening.ordersOfYear * scale * sites)}.`,
  ].join('\n\n');
}

function takes({ rates, costs, sites }: Paper): string {
  const { cores, streams, api, delivery, databaseCores, connections } = sizingOf(rates.peak, costs, sites);
  if (costs.engine === 'sqlite') {
    const busy = cores.service + cores.delivery + costs.idle.service / 1e6;
    const most = sitesOnSqlite(rates.peak, costs, sites);
    return `One process on SQLite would be at work for ${short(busy * 100)} % of one core in the busiest minute. At ${BUSY * 100} % it serves ${most} such sites.`;
  }
  return table(
    ['what', 'number'],
    [
      [
        `processes that answer, each half busy at most, and one more (${streams} streams, 4,000 a process)`,
        api,
      ],
      ['processes that deliver, and one more', delivery],
      ['cores of PostgreSQL, half busy at most', databaseCores],
      ['connections to PostgreSQL at most', connections],
    ],
  );
}

/** The same for sites with more orders. */
function moreOrders({ evening, costs, sites, scale, rates, more }: Paper): string {
  const rows = [{ scale, rates }, ...more].map((each) => {
    const sizing = sizingOf(each.rates.peak, costs, sites);
    const written = writtenOf(evening, sites, each.scale, costs);
    return [
      `× ${each.scale}: ${short(evening.ordersOfDay * each.scale)} orders a day and site`,
      short(sumOf(each.rates.peak)),
      ...(costs.engine === 'sqlite'
        ? [short(sizing.cores.service + sizing.cores.delivery), sitesOnSqlite(each.rates.peak, costs, sites)]
        : [sizing.api, sizing.delivery, short(sizing.cores.database), sizing.databaseCores]),
      short(written.bytes / 1e9),
    ];
  });
  const of =
    costs.engine === 'sqlite'
      ? ['cores busy', 'sites that one process serves']
      : ['processes that answer', 'that deliver', 'cores of PostgreSQL busy', 'cores it should have'];
  return table(['orders', 'requests/s in the peak minute', ...of, 'GB a Saturday'], rows);
}

/** What came of a play. */
export interface Played {
  readonly outcome: Outcome;
  readonly audit: Audit;
  readonly ms: number;
  /** In µs. */
  readonly cpu: { readonly service: number; readonly database: number };
  readonly messages: number;
}

/** The report of a play. */
export function playedText(
  { outcome, audit, ms, cpu, messages }: Played,
  whole: Paper,
  { sites, minutes, speed }: { readonly sites: number; readonly minutes: number; readonly speed: number },
): string {
  const { costs } = whole;
  const sent = perOperation((name) => outcome.sent.get(name) ?? 0);
  const requests = sumOf(sent);
  const paper = coresOf(sent, { ...costs, message: { service: 0, database: 0 } });
  // Messages as they arrived, whatever the paper says of them.
  const own = (of: 'service' | 'database') =>
    (messages * costs.message[of] + (ms / 1000) * costs.idle[of]) / 1e6;
  const service = paper.service + own('service');
  const database = paper.database + own('database');
  const latencies = OPERATIONS.map((name) => {
    const all = outcome.latencies.get(name) ?? [];
    return [
      TITLES[name],
      all.length,
      short(percentile(all, 0.5)),
      short(percentile(all, 0.99)),
      short(Math.max(...all)),
    ];
  });
  const refused = [...outcome.refused].map(([what, count]) => `${what}: ${count}`).join(', ');
  const each = (micros: number) => short(micros / requests);
  const row = (name: string, spent: number, wanted: number) => [
    name,
    each(spent),
    each(wanted * 1e6),
    short(spent / 1e6 / wanted),
  ];
  const times = {
    service: cpu.service / 1e6 / service,
    database: costs.engine === 'sqlite' ? 1 : cpu.database / 1e6 / database,
  };
  const asPlayed = { ...whole, costs: timesOf(costs, times) };
  return [
    `# Played: ${sites} sites, ${minutes} minutes, ${speed} times as fast`,
    `${requests} requests in ${short(ms / 1000)} s (${short(requests / (ms / 1000))} a second; orders placed in these minutes are followed to their end), ${messages} webhook messages, ${outcome.most} requests at a time at most, ${outcome.again} sent again, ${outcome.skipped} left out, refused: ${refused === '' ? 'none' : refused}.`,
    table(['request', 'number', 'p50 ms', 'p99 ms', 'longest'], latencies),
    table(
      ['CPU µs a request', 'played', 'on paper', 'ratio'],
      [
        row('service', cpu.service, service),
        ...(costs.engine === 'sqlite' ? [] : [row('PostgreSQL', cpu.database, database)]),
      ],
    ),
    `Orders: ${outcome.placed.size} acknowledged, ${audit.orders} there, ${audit.lost.length} lost, ${audit.doubled.length} doubled, ${audit.unknown.length} never sent.`,
    '## What it takes, by what the play took',
    takes(asPlayed),
    moreOrders(asPlayed),
  ].join('\n\n');
}

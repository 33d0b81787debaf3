// What a shop does with an order, and what its screens and add-ons ask: the assumptions of the simulation. What comes
// from the data is in evening.ts; what the screens ask, and how often, is as they do it (web/register, web/kitchen).
import type { Arrival } from './evening.ts';

/** The requests of an evening. */
export const OPERATIONS = [
  'sale',
  'open',
  'lines',
  'pay',
  'bump',
  'ticket',
  'tickets',
  'submitted',
  'openOrders',
  'menu',
  'token',
  'order',
  'report',
] as const;
export type Operation = (typeof OPERATIONS)[number];

export const TITLES: Readonly<Record<Operation, string>> = {
  sale: 'POST an order with its payment',
  open: 'POST an order that is paid later',
  lines: 'POST a line of an open order',
  pay: 'POST the payment of an open order',
  bump: 'POST the bump of a ticket',
  ticket: 'GET a ticket (kitchen)',
  tickets: 'list of open tickets (kitchen)',
  submitted: 'list of orders to accept (register)',
  openOrders: 'list of open orders (register)',
  menu: 'menu of a site (register)',
  token: 'GET the site (stands for the renewal of a token)',
  order: 'GET an order (add-on)',
  report: 'GET the sales of a day (back office)',
};

/** An assumption or a fact: its value, and where it comes from. */
interface Fact {
  readonly value: number;
  readonly means: string;
  readonly source: 'assumed' | 'screens';
}

const assumed = (value: number, means: string): Fact => ({ value, means, source: 'assumed' });
const screens = (value: number, means: string): Fact => ({ value, means, source: 'screens' });

/** Everything that the data does not say. */
export const TRADE = {
  spread: assumed(0.5, 'a site has between 1 - this and 1 + this times the orders of an average one'),
  sitesPerCompany: assumed(20, 'sites of a company'),
  registers: assumed(2, 'registers of a site'),
  products: assumed(24, 'products of a menu'),
  kitchens: assumed(1, 'kitchen screens of a site'),
  counterShare: assumed(0.5, 'share of orders that are paid as they are placed; the others stay open'),
  rounds: assumed(2, 'times something is added to an open order'),
  roundMinutes: assumed(12, 'minutes between these times'),
  payMinutes: assumed(45, 'minutes until an open order is paid'),
  bumpMinutes: assumed(10, 'minutes until the kitchen bumps a ticket: what is added has a ticket of its own'),
  openShown: assumed(0.25, 'share of registers that show the open orders just now'),
  webhooks: assumed(1, 'add-ons of a company that are told of completed orders'),
  addonReads: assumed(1, 'share of these messages after which the add-on reads the order'),
  managers: assumed(1, 'people of a company who look at the sales of the day'),
  reportSeconds: screens(10, 'seconds between two looks at the sales of the day'),
  menuSeconds: screens(300, 'seconds after which a register reads the menu anew'),
  ticketsSeconds: screens(300, 'seconds after which a kitchen reads all tickets anew'),
  tokenSeconds: screens(600, 'seconds after which a screen renews its token'),
  ticketReads: screens(1, 'reads of a ticket by each kitchen screen when it is made, changed or bumped'),
  listReads: screens(1, 'reads of the orders to accept by each register when an order of its site changes'),
} as const satisfies Record<string, Fact>;

/** One request of an evening. */
export interface Action {
  /** Since the evening began, in ms. */
  readonly atMs: number;
  readonly site: number;
  readonly operation: Operation;
  /** The order it is about, by its number in the simulation. */
  readonly order?: number;
  /** Lines of an order that is placed. */
  readonly lines?: number;
}

const MINUTE_MS = 60_000;
/** How long after a change screens and add-ons ask, in ms. */
const AFTER_MS = 200;

/** How many of something that happens with a share: the whole ones, and by chance one more. */
const timesOf = (share: number, roll: () => number) => Math.floor(share) + (roll() < share % 1 ? 1 : 0);

/** The requests that an order leads to, one after the other: of its register, the kitchen, other registers and add-ons. */
export function actionsOf(
  { atMs, site, lines }: Arrival,
  order: number,
  roll: () => number,
  each: (action: Action) => void,
): void {
  const tell = (operation: Operation, at: number) => each({ atMs: at, site, operation, order });
  const kitchen = (at: number) => {
    for (let left = TRADE.kitchens.value * TRADE.ticketReads.value; left > 0; left--)
      tell('ticket', at + AFTER_MS);
  };
  const registers = (at: number) => {
    for (let left = TRADE.registers.value; left > 0; left--) {
      for (let reads = TRADE.listReads.value; reads > 0; reads--) tell('submitted', at + AFTER_MS);
      if (roll() < TRADE.openShown.value) tell('openOrders', at + AFTER_MS);
    }
  };
  const completed = (at: number) => {
    for (let left = TRADE.webhooks.value; left > 0; left--)
      for (let reads = timesOf(TRADE.addonReads.value, roll); reads > 0; reads--)
        tell('order', at + AFTER_MS);
  };
  const bumped = (at: number) => {
    const done = at + TRADE.bumpMinutes.value * MINUTE_MS;
    tell('bump', done);
    kitchen(done);
  };
  const isCounter = roll() < TRADE.counterShare.value;
  each({ atMs, site, operation: isCounter ? 'sale' : 'open', order, lines });
  registers(atMs);
  kitchen(atMs);
  bumped(atMs);
  if (isCounter) {
    completed(atMs);
    return;
  }
  for (let round = 1; round <= TRADE.rounds.value; round++) {
    const at = atMs + round * TRADE.roundMinutes.value * MINUTE_MS;
    tell('lines', at);
    registers(at);
    kitchen(at);
    bumped(at);
  }
  const paid = atMs + TRADE.payMinutes.value * MINUTE_MS;
  tell('pay', paid);
  registers(paid);
  completed(paid);
}

/** A request that is made at intervals, whatever happens. */
interface Timer {
  readonly operation: Operation;
  readonly seconds: number;
  /** How many ask it at a site. */
  readonly askers: number;
}

/** What screens ask at intervals. */
export const TIMERS: readonly Timer[] = [
  { operation: 'menu', seconds: TRADE.menuSeconds.value, askers: TRADE.registers.value },
  { operation: 'tickets', seconds: TRADE.ticketsSeconds.value, askers: TRADE.kitchens.value },
  {
    operation: 'token',
    seconds: TRADE.tokenSeconds.value,
    askers: TRADE.registers.value + TRADE.kitchens.value,
  },
  {
    operation: 'report',
    seconds: TRADE.reportSeconds.value,
    askers: TRADE.managers.value / TRADE.sitesPerCompany.value,
  },
];

/** What screens ask at intervals, between two moments of the evening; each begins at a moment of its own. */
export function timedActions(
  sites: number,
  fromMs: number,
  toMs: number,
  roll: () => number,
  each: (action: Action) => void,
): void {
  for (const { operation, seconds, askers } of TIMERS) {
    for (let site = 0; site < sites; site++) {
      for (let left = timesOf(askers, roll); left > 0; left--) {
        const every = seconds * 1000;
        for (let atMs = fromMs + roll() * every; atMs < toMs; atMs += every) each({ atMs, site, operation });
      }
    }
  }
}

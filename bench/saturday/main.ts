// npm run sim -- saturday: a Saturday evening of many sites, on paper and played.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readOrders } from '#src/demo/pizza-place.ts';
import { chanceOf } from '#test/harness/chance.ts';
import { print, say } from '../console.ts';
import { machine } from '../report.ts';
import { isCosts, measureIdle, measureMessage, measureOperations, subscribe } from './calibrate.ts';
import { type Arrival, arrivals, EVENING_MINUTES, type Evening, eveningOf } from './evening.ts';
import { auditOf, ordersOf, play } from './play.ts';
import { type Played, paperText, playedText } from './report.ts';
import { type Costs, type Rates, ratesOf, Tally } from './sizing.ts';
import { openStage, pacingOf, type Stage, sitesOfCompany } from './stage.ts';
import { type Action, actionsOf, TIMERS, TRADE, timedActions } from './trade.ts';

const DATA = join(dirname(dirname(import.meta.dirname)), 'test/data/pizza-place');

const HELP = `npm run sim -- saturday [options]
  --sites 1000      sites of the evening
  --scale 1         times the orders of the data that a site has
  --sample 50       one of so many sites is played
  --minutes 60      minutes of the evening that are played, from 18:30 on
  --speed 50        times as fast as the clock on the wall: with 50 of a sample of 1/50 there are as many requests a second
                    as of all sites
  --count 300       requests of each kind to measure what they cost
  --postgres        PostgreSQL instead of SQLite
  --costs FILE      costs of an earlier --json instead of measuring; with --paper nothing is started
  --paper           nothing is played
  --seed 1          the evening of another seed
  --json FILE       every figure
`;

/** The minute of the evening at which the play begins: 18:30. */
const PLAY_FROM = 90;

/** The least and the most of each number. */
const BOUNDS = {
  sites: [1, 100_000],
  scale: [0.01, 100],
  sample: [1, 100_000],
  speed: [0.1, 1000],
  minutes: [1, EVENING_MINUTES - PLAY_FROM],
  count: [10, 10_000],
  seed: [0, 2 ** 32 - 1],
} as const;

interface Options {
  readonly sites: number;
  readonly scale: number;
  readonly sample: number;
  readonly minutes: number;
  readonly speed: number;
  readonly count: number;
  readonly seed: number;
  readonly engine: 'sqlite' | 'postgres';
  readonly costs: string | undefined;
  readonly isPaper: boolean;
  readonly json: string | undefined;
}

function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      sites: { type: 'string', default: '1000' },
      scale: { type: 'string', default: '1' },
      sample: { type: 'string', default: '50' },
      minutes: { type: 'string', default: '60' },
      speed: { type: 'string', default: '50' },
      count: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      postgres: { type: 'boolean', default: false },
      costs: { type: 'string' },
      paper: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const number = (name: keyof typeof BOUNDS) => {
    const value = Number(values[name]);
    const [least, most] = BOUNDS[name];
    const whole = name !== 'scale' && name !== 'speed';
    if (!(value >= least && value <= most) || (whole && !Number.isInteger(value)))
      throw new Error(`--${name} must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}.`);
    return value;
  };
  return {
    ...{ sites: number('sites'), scale: number('scale'), sample: number('sample'), speed: number('speed') },
    ...{ minutes: number('minutes'), count: number('count'), seed: number('seed') },
    engine: values.postgres ? 'postgres' : 'sqlite',
    ...{ costs: values.costs, isPaper: values.paper, json: values.json },
  };
}

/** The requests of all sites by minute. */
export function ratesOfEvening(evening: Evening, sites: number, scale: number, seed: number): Rates {
  const roll = chanceOf(seed);
  const tally = new Tally();
  const asked = { sites, scale, spread: TRADE.spread.value, from: 0, to: EVENING_MINUTES };
  let order = 0;
  for (const arrival of arrivals(evening, asked, roll))
    actionsOf(arrival, order++, roll, ({ operation, atMs }) => tally.add(operation, atMs));
  for (const { operation, seconds, askers } of TIMERS)
    for (let minute = 0; minute < EVENING_MINUTES; minute++)
      tally.add(operation, minute * 60_000, (sites * askers * 60) / seconds);
  return ratesOf(tally);
}

/** The requests of some sites for some minutes of the evening, with all that follows the orders placed in them. */
export function actionsToPlay(
  evening: Evening,
  asked: { readonly sites: number; readonly scale: number; readonly from: number; readonly minutes: number },
  roll: () => number,
): Action[] {
  const { sites, scale, from, minutes } = asked;
  const actions: Action[] = [];
  const add = (action: Action) => actions.push(action);
  const window = { sites, scale, spread: TRADE.spread.value, from, to: from + minutes };
  const placed: Arrival[] = [...arrivals(evening, window, roll)];
  for (const [order, arrival] of placed.entries()) actionsOf(arrival, order, roll, add);
  timedActions(sites, from * 60_000, (from + minutes) * 60_000, roll, add);
  return actions.toSorted((a, b) => a.atMs - b.atMs);
}

const today = () => new Date().toISOString().slice(0, 10);

async function calibrate(stage: Stage, { engine, count }: Options): Promise<Costs> {
  say('measuring what each request costs');
  const bench = { send: stage.send, sites: stage.sites, gauge: stage.gauge, day: today(), count };
  const operations = await measureOperations(bench);
  const idle = await measureIdle(bench);
  await subscribe(stage.send, stage.sites, stage.receiver);
  const message = await measureMessage(bench, stage.receiver, operations.sale);
  const about = machine();
  return {
    engine,
    machine: `${about.machine}, node ${about.node}`,
    date: about.date ?? '',
    operations,
    message,
    idle,
  };
}

async function playSample(stage: Stage, evening: Evening, options: Options): Promise<Played> {
  const { scale, minutes, speed, seed } = options;
  const asked = { sites: stage.sites.length, scale, from: PLAY_FROM, minutes };
  const actions = actionsToPlay(evening, asked, chanceOf(seed));
  const from = PLAY_FROM * 60_000;
  say(`playing ${actions.length} requests of ${stage.sites.length} sites, ${speed} times as fast`);
  const name = `saturday${seed}`;
  const messages = stage.receiver.received();
  const before = stage.gauge.cpu();
  const began = performance.now();
  const outcome = await play({
    ...{ send: stage.send, sites: stage.sites, actions, day: today(), name },
    pacing: pacingOf(from, speed),
  });
  const ms = performance.now() - began;
  await new Promise((done) => setTimeout(done, 2_000));
  const after = stage.gauge.cpu();
  const tokens = new Set(stage.sites.map(({ company }) => company.token));
  const found: { notes: string; id: string }[] = [];
  for (const token of tokens) found.push(...(await ordersOf(stage.send, token)));
  const cpu = { service: after.service - before.service, database: after.database - before.database };
  return {
    outcome,
    audit: auditOf(outcome, name, found),
    ms,
    cpu,
    messages: stage.receiver.received() - messages,
  };
}

/** Runs it. */
export async function saturday(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (options === undefined) {
    process.stdout.write(HELP);
    return;
  }
  const { sites, scale, seed, engine, isPaper } = options;
  if (!existsSync('/proc/self/schedstat'))
    throw new Error('Processor time is read from /proc: on Linux only.');
  const orders = await readOrders(DATA);
  const evening = eveningOf(orders.map(({ placedAt, lines }) => ({ placedAt, lines: lines.length })));
  let costs: Costs | undefined;
  if (options.costs !== undefined) {
    const kept = JSON.parse(readFileSync(options.costs, 'utf8')) as { costs?: unknown };
    if (!isCosts(kept.costs)) throw new Error(`${options.costs} has no costs.`);
    if (kept.costs.engine !== engine) throw new Error(`${options.costs} is of ${kept.costs.engine}.`);
    costs = kept.costs;
  }
  const count = Math.max(2, Math.ceil(sites / options.sample));
  const stage =
    isPaper && costs !== undefined
      ? undefined
      : await openStage(engine, count, sitesOfCompany(options.speed));
  try {
    if (stage !== undefined) {
      if (costs === undefined) costs = await calibrate(stage, options);
      else await subscribe(stage.send, stage.sites, stage.receiver);
    }
    if (costs === undefined) return;
    const rates = ratesOfEvening(evening, sites, scale, seed);
    const more = [3, 10].map((times) => ({
      scale: scale * times,
      rates: ratesOfEvening(evening, sites, scale * times, seed),
    }));
    const paper = { evening, rates, costs, sites, scale, more };
    print(paperText(paper));
    const played = isPaper || stage === undefined ? undefined : await playSample(stage, evening, options);
    if (played !== undefined) print(playedText(played, paper, { ...options, sites: count }));
    if (options.json !== undefined) {
      const kept = played === undefined ? {} : { audit: played.audit, cpu: played.cpu, ms: played.ms };
      writeFileSync(
        options.json,
        `${JSON.stringify({ ...machine(), options, costs, rates, played: kept }, null, 2)}\n`,
      );
    }
    const { lost = [], doubled = [], unknown = [] } = played?.audit ?? {};
    if (lost.length + doubled.length + unknown.length > 0) process.exitCode = 1;
  } finally {
    await stage?.close();
  }
}

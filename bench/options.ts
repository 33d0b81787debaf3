// The options of `npm run bench`.
import { parseArgs } from 'node:util';
import type { Engine } from './fill.ts';
import type { HotOptions } from './hot.ts';
import { SUBJECTS, type SubjectName } from './subjects.ts';

/** What is measured by itself. */
const KINDS = ['products', 'webhooks', 'reports', 'growth', 'compare', 'hot'];
const PARTS = [...SUBJECTS, 'crowd', 'lists', 'start', 'wrk'] as const;
/** How many connections ask at a time. */
const CONNECTIONS = '1,8,32,256';

/** The text of --help. */
export const HELP = `npm run bench -- [options]
  --only ${PARTS.join(',')}   what to measure (all but wrk)
  --orders 1k,100k,1m   sizes of the order table (1k); with several, how figures change with the size
  --connections 1,32    how many ask at a time (1,8,32,256)
  --postgres            PostgreSQL instead of SQLite
  --quick               about a third of the time
  --profile get|post|…  CPU profile of one subject instead of measuring
  --json FILE           all figures

npm run bench -- products [options]
  --products 1k,100k    sizes of the catalogue (1k,100k)
  --only TEXT           only lists with this in their name, saving: save, or a site's menu: menu
  --profile LIST        CPU profile of one list in the largest catalogue
  --postgres, --quick, --json as above

npm run bench -- growth [--orders 1k,100k] [--only TEXT] [--postgres] [--quick] [--json FILE]
  every list with every filter, and two of them: what a page costs on companies of these sizes

npm run bench -- webhooks [--postgres] [--quick] [--profile deliveries] [--json FILE]
  --dead                receivers beside dead ones, instead of the rest

npm run bench -- reports [--postgres] [--quick] [--json FILE]

npm run bench -- hot [--distance 10] [--processes 1] [--clients 64] [--quick] [--json FILE]
  one company on PostgreSQL, which is a round trip of so many ms away from so many processes

npm run bench -- compare COMMIT [--only ${SUBJECTS.join(',')}] [--postgres] [--quick]
  an earlier commit and the sources as they are, in turns
`;

/** The options of the command line. */
export interface Options {
  readonly engine: Engine;
  readonly sizes: readonly number[];
  readonly parts: ReadonlySet<string>;
  /** How many connections ask at a time, one number after the other. */
  readonly connections: readonly number[];
  readonly cellMs: number;
  readonly rounds: number;
  readonly quick: boolean;
  readonly json: string | undefined;
  readonly profile: SubjectName | undefined;
  /** `npm run bench -- growth`. */
  readonly isGrowth: boolean;
  /** The commit of `npm run bench -- compare`. */
  readonly against?: string;
  /** Only lists with this in their path. */
  readonly only: string | undefined;
  /** The options of `npm run bench -- products`. */
  readonly catalogue:
    | { sizes: readonly number[]; only: string | undefined; list: string | undefined }
    | undefined;
  /** `npm run bench -- webhooks`, perhaps with a profile or beside dead receivers. */
  readonly webhooks: { readonly isProfile: boolean; readonly isDead: boolean } | undefined;
  /** `npm run bench -- reports`. */
  readonly isReports: boolean;
  /** `npm run bench -- hot`. */
  readonly hot?: Omit<HotOptions, 'quick' | 'json'>;
}

/** Sizes such as 1k,100k,1m, ascending. */
function sizesOf(name: string, text: string): number[] {
  const sizes = text.split(',').map((each) => {
    const [, digits = '', unit = ''] = /^(\d+)([km]?)$/i.exec(each) ?? [];
    const size = Number(digits) * ({ k: 1000, m: 1_000_000 }[unit.toLowerCase()] ?? 1);
    if (!(size >= 1000)) throw new Error(`--${name} takes sizes from 1k on, such as 1k,100k,1m.`);
    return size;
  });
  return sizes.sort((a, b) => a - b);
}

/** Numbers of connections such as 1,8,32. */
function connectionsOf(text: string): number[] {
  const all = text.split(',').map(Number);
  if (!all.every((count) => Number.isInteger(count) && count >= 1))
    throw new Error('--connections takes numbers, such as 1,8,32.');
  return all;
}

/** The options of `npm run bench -- hot`. */
function hotOf({
  distance,
  processes: several,
  clients,
}: Record<'distance' | 'processes' | 'clients', string>) {
  const [roundTripMs, processes, connections] = [Number(distance), Number(several), Number(clients)];
  if (!(roundTripMs >= 0) || !(processes >= 1) || !(connections >= 1))
    throw new Error('--distance, --processes and --clients take numbers.');
  return {
    roundTripMs,
    processes,
    connections,
    toDatabase: Math.max(20, Math.ceil(connections / processes)),
  };
}

/** Reads the command line; undefined when it asks for help. */
export function readOptions(): Options | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      orders: { type: 'string' },
      products: { type: 'string', default: '1k,100k' },
      postgres: { type: 'boolean', default: false },
      connections: { type: 'string', default: CONNECTIONS },
      quick: { type: 'boolean', default: false },
      profile: { type: 'string' },
      json: { type: 'string' },
      dead: { type: 'boolean', default: false },
      distance: { type: 'string', default: '10' },
      processes: { type: 'string', default: '1' },
      clients: { type: 'string', default: '64' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const [what, ...more] = positionals;
  const against = what === 'compare' ? more.shift() : undefined;
  if (what === 'compare' && against === undefined) throw new Error('Say which commit to compare with.');
  if (more.length > 0 || (what !== undefined && !KINDS.includes(what)))
    throw new Error(`No ${positionals.join(' ')}.`);
  const shared = {
    engine: values.postgres ? ('postgres' as const) : ('sqlite' as const),
    connections: connectionsOf(values.connections),
    cellMs: values.quick ? 1000 : 3000,
    rounds: values.quick ? 2 : 3,
    quick: values.quick,
    json: values.json,
    webhooks: undefined,
    isGrowth: false,
    only: undefined,
    isReports: what === 'reports',
  };
  const none = { catalogue: undefined, sizes: [], parts: new Set<string>(), profile: undefined };
  if (what === 'reports') return { ...shared, ...none };
  if (what === 'hot') return { ...shared, ...none, engine: 'postgres', hot: hotOf(values) };
  if (what === 'webhooks')
    return {
      ...shared,
      ...none,
      webhooks: { isProfile: values.profile !== undefined, isDead: values.dead },
    };
  if (what === 'products') {
    const catalogue = {
      sizes: sizesOf('products', values.products),
      only: values.only,
      list: values.profile,
    };
    return { ...shared, ...none, catalogue };
  }
  const sizes = sizesOf('orders', values.orders ?? (what === 'growth' ? '1k,100k' : '1k'));
  if (what === 'growth') return { ...shared, ...none, isGrowth: true, only: values.only, sizes };
  const usual = against === undefined ? PARTS.filter((part) => part !== 'wrk') : SUBJECTS;
  const parts = new Set<string>(values.only === undefined ? usual : values.only.split(','));
  for (const part of parts)
    if (!(PARTS as readonly string[]).includes(part)) throw new Error(`--only: no ${part}.`);
  const profile = SUBJECTS.find((name) => name === values.profile);
  if (values.profile !== undefined && profile === undefined)
    throw new Error(`--profile: no ${values.profile}.`);
  return {
    ...shared,
    catalogue: undefined,
    sizes,
    parts,
    profile,
    ...(against === undefined ? {} : { against }),
  };
}

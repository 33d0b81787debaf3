// Where the service's time goes while it answers requests.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, type Side } from './compare.ts';
import { print } from './console.ts';
import type { Filled, Store } from './fill.ts';
import type { Options } from './options.ts';
import { summarize } from './profile.ts';
import { short, table } from './report.ts';
import { clientOf, type Generator, type Server, serve } from './servers.ts';
import { prepare, type SubjectName, TITLES } from './subjects.ts';
import type { WireRequest } from './wire.ts';

/** Profiles one subject. */
export async function profile(
  name: SubjectName,
  options: Options,
  store: Store,
  generator: Generator,
  from: Filled,
) {
  const prepared = async (service: Server, filled: Filled) => {
    const client = clientOf(service, filled.world.token);
    const { requests } = await prepare(name, client, filled.world, filled.orders, filled);
    client.close();
    return requests;
  };
  await profileRequests(TITLES[name], options, store, generator, from, prepared);
}

/** Profiles the service while it answers the requests that are prepared, and prints where its time went. */
export async function profileRequests(
  title: string,
  options: Options,
  store: Store,
  generator: Generator,
  from: Filled,
  prepared: (service: Server, filled: Filled) => Promise<readonly WireRequest[]>,
) {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-profile-'));
  const filled = await store.copy(from);
  const service = await serve({ ...filled, nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${dir}`] });
  const side: Side = { server: service, requests: await prepared(service, filled), roots: [service.pid] };
  const [result] = await compare(generator, [side], 32, 1, options.quick ? 3000 : 8000);
  await service.stop();
  const { functions, places } = summarize(dir);
  print(`## Profile: ${title} (${short(result?.cpu ?? 0)} µs of CPU each while profiled; ${dir})`);
  print(
    table(
      ['place', 'self %'],
      places.slice(0, 25).map((cost) => [cost.name, cost.total.toFixed(1)]),
    ),
  );
  const line = (cost: { name: string; self: number; total: number }) => [
    cost.name,
    cost.self.toFixed(1),
    cost.total.toFixed(1),
  ];
  print(table(['function', 'self %', 'with callees %'], functions.slice(0, 45).map(line)));
  const own = functions.filter((cost) => cost.name.includes('src/') && cost.total > 0.7);
  print(
    table(
      ['of src/, by callees', 'self %', 'with callees %'],
      own.sort((a, b) => b.total - a.total).map(line),
    ),
  );
}

import { execFileSync } from 'node:child_process';
import { compare, type Side } from './compare.ts';
import { print } from './console.ts';
import type { Filled, Store } from './fill.ts';
import { short, table } from './report.ts';
import { startFloorOf } from './requests.ts';
import { clientOf, type Generator, serve } from './servers.ts';
import { prepare } from './subjects.ts';

/** Holds the generator against wrk, when it is installed. */
export async function checkByWrk(store: Store, generator: Generator, filled: Filled): Promise<void> {
  const service = await serve(filled);
  const client = clientOf(service, filled.world.token);
  const subject = await prepare('get', client, filled.world, filled.orders, filled);
  client.close();
  const floor = await startFloorOf(store, subject, filled, false);
  const [path = ''] = subject.replies.keys();
  const requests = subject.requests.slice(0, 1);
  const rows: (string | number)[][] = [];
  for (const [name, server] of [
    ['floor', floor],
    ['service', service],
  ] as const) {
    const side: Side = { server, requests, roots: [server.pid] };
    for (const connections of [8, 32]) {
      const [own] = await compare(generator, [side], connections, 3, 1000);
      const args = [
        '-t1',
        `-c${connections}`,
        '-d3s',
        '--latency',
        '-H',
        `authorization: Bearer ${filled.world.token}`,
      ];
      args.push('-H', 'accept: application/json', `https://localhost:${server.port}${path}`);
      const output = execFileSync('wrk', args).toString();
      const number = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '–';
      rows.push([
        name,
        connections,
        short(own?.perSecond ?? 0),
        short(Number(number(/Requests\/sec:\s+([\d.]+)/))),
        short(own?.p50 ?? 0),
        number(/50%\s+(\S+)/),
        short(own?.p99 ?? 0),
        number(/99%\s+(\S+)/),
      ]);
    }
  }
  print('## The generator beside wrk: GET of one order');
  print(table(['server', 'connections', 'req/s', 'wrk', 'p50 ms', 'wrk', 'p99 ms', 'wrk'], rows));
  await floor.stop();
  await service.stop();
}

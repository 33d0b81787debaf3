// Measuring servers side by side.
import type { LoadJob, LoadResult } from './load.ts';
import { median } from './report.ts';
import type { Generator, Server } from './servers.ts';
import type { WireRequest } from './wire.ts';

/** One side of a comparison. */
export interface Side {
  readonly server: Server;
  readonly requests: readonly WireRequest[];
  readonly roots: readonly number[];
}

/** The smallest of some figures. */
export const least = (values: readonly number[]) => Math.min(...values);

/**
 * Runs the sides in turn, several rounds, so that noise of the machine meets all of them; `pick` makes one figure
 * of the rounds'.
 */
export async function compare(
  generator: Generator,
  sides: readonly Side[],
  connections: number,
  rounds: number,
  ms: number,
  pick: (values: readonly number[]) => number = median,
): Promise<LoadResult[]> {
  const results: LoadResult[][] = sides.map(() => []);
  // A database beside the server needs the other core.
  const isAwake = sides.every(({ roots }) => roots.length === 1);
  for (let round = 0; round < rounds; round++) {
    for (const [at, { server, requests, roots }] of sides.entries()) {
      const job: LoadJob = {
        port: server.port,
        ca: server.ca,
        requests,
        connections,
        warmMs: ms / 5,
        ms,
        roots,
        isAwake,
      };
      results[at]?.push(await generator.run(job));
    }
  }
  const figure = (of: readonly LoadResult[], what: (result: LoadResult) => number) => pick(of.map(what));
  return results.map((of) => ({
    requests: of.reduce((sum, result) => sum + result.requests, 0),
    perSecond: figure(of, (result) => result.perSecond),
    p50: figure(of, (result) => result.p50),
    p99: figure(of, (result) => result.p99),
    max: Math.max(...of.map((result) => result.max)),
    cpu: figure(of, (result) => result.cpu),
    rootCpu: (of[0]?.rootCpu ?? []).map((_, at) => figure(of, (result) => result.rootCpu[at] ?? 0)),
    bytes: figure(of, (result) => result.bytes),
  }));
}

// Sums up a CPU profile: the time of each function, alone and with the functions it calls.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A function's share of the busy time, in percent. */
export interface Cost {
  readonly name: string;
  readonly self: number;
  readonly total: number;
}

function nameOf({ functionName, url, lineNumber }: ProfileNode['callFrame']): string {
  const file = url
    .replace(/^file:\/\//, '')
    .replace(/^.*\/node_modules\//, '')
    .replace(/^.*\/src\//, 'src/');
  const where = file === '' ? '' : ` ${file}:${lineNumber + 1}`;
  return `${functionName === '' ? '(anonymous)' : functionName}${where}`;
}

const IDLE = new Set(['(idle)', '(root)', '(program)']);

/** The costs of the service in a profile directory; `(program)` and idling are left out. */
export function summarize(dir: string): { functions: Cost[]; places: Cost[] } {
  const [file] = readdirSync(dir).filter((name) => name.endsWith('.cpuprofile'));
  if (file === undefined) throw new Error(`There is no profile in ${dir}.`);
  const profile = JSON.parse(readFileSync(join(dir, file), 'utf8')) as Profile;
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const node of profile.nodes) for (const child of node.children ?? []) parents.set(child, node.id);
  const own = new Map<number, number>();
  let busy = 0;
  for (const [at, id] of profile.samples.entries()) {
    const time = profile.timeDeltas[at] ?? 0;
    if (IDLE.has(nodes.get(id)?.callFrame.functionName ?? '')) continue;
    busy += time;
    own.set(id, (own.get(id) ?? 0) + time);
  }
  const self = new Map<string, number>();
  const total = new Map<string, number>();
  const places = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, time: number) => to.set(key, (to.get(key) ?? 0) + time);
  for (const [id, time] of own) {
    const seen = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = nodes.get(at);
      if (node === undefined) break;
      const name = nameOf(node.callFrame);
      if (at === id) {
        add(self, name, time);
        add(places, placeOf(node.callFrame), time);
      }
      if (!seen.has(name)) add(total, name, time);
      seen.add(name);
    }
  }
  const share = (time: number) => (100 * time) / busy;
  const costs = (of: Map<string, number>, by: (cost: Cost) => number) =>
    [...of.keys()]
      .map(
        (name): Cost => ({
          name,
          self: share(self.get(name) ?? of.get(name) ?? 0),
          total: share(of.get(name) ?? 0),
        }),
      )
      .sort((a, b) => by(b) - by(a));
  return { functions: costs(total, (cost) => cost.self), places: costs(places, (cost) => cost.total) };
}

/** Where a function belongs: a folder of src, a package, or Node itself. */
function placeOf({ url, functionName }: ProfileNode['callFrame']): string {
  const own = /\/src\/([^/]+)/.exec(url)?.[1];
  if (own !== undefined && !url.includes('/node_modules/')) return `src/${own}`;
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(url.split('/node_modules/').slice(1).at(-1) ?? '')?.[0];
  if (name !== undefined) return name;
  if (url.startsWith('node:')) return url.replace(/^(node:(?:internal\/)?[^/]+).*/, '$1');
  return functionName === '(garbage collector)' ? functionName : '(native)';
}

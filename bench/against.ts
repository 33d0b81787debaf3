// npm run bench -- compare: an earlier commit and the sources as they are, measured in turns on the same machine.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { print, say } from './console.ts';
import type { LoadResult } from './load.ts';
import type { Options } from './options.ts';
import { median, short, table } from './report.ts';
import { TITLES } from './subjects.ts';

/** What every commit measures. */
const CONNECTIONS = ['--connections', '1,8,32'];
const root = dirname(import.meta.dirname);

/** What a run writes with --json, as far as it is compared. */
interface Run {
  readonly subjects: readonly {
    readonly subject: keyof typeof TITLES;
    readonly connections: number;
    readonly own: LoadResult;
    readonly rssMb: number;
  }[];
}

/** The figures of one kind of request, of all rounds. */
interface Cell {
  readonly name: string;
  readonly before: Run['subjects'][number][];
  readonly after: Run['subjects'][number][];
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

/** The bench of a tree, by itself; its figures are in a file. */
async function runBench(tree: string, args: readonly string[], file: string): Promise<Run> {
  const child = spawn(process.execPath, [join(tree, 'bench/main.ts'), ...args, '--json', file], {
    cwd: tree,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The bench of ${tree} ended with ${code}.`);
  return JSON.parse(readFileSync(file, 'utf8')) as Run;
}

function add(cells: Map<string, Cell>, { subjects }: Run, side: 'before' | 'after'): void {
  for (const each of subjects) {
    const key = `${each.subject} ${each.connections}`;
    const cell = cells.get(key) ?? { name: TITLES[each.subject], before: [], after: [] };
    cell[side].push(each);
    cells.set(key, cell);
  }
}

/** Prints the medians of both, and what became of the first. */
function report(cells: Iterable<Cell>): void {
  const rows = [...cells].flatMap(({ name, before, after }): (string | number)[][] => {
    const [first] = before;
    if (first === undefined || after.length === 0) return [];
    const columns = (['perSecond', 'cpu', 'p99'] as const).flatMap((figure) => {
      const [was, is] = [before, after].map((runs) => median(runs.map(({ own }) => own[figure])));
      return [short(was ?? 0), short(is ?? 0), ((is ?? 0) / (was ?? 1)).toFixed(2)];
    });
    const memory = [before, after].map((runs) => Math.round(median(runs.map(({ rssMb }) => rssMb))));
    return [[name, first.connections, ...columns, ...memory]];
  });
  const three = (what: string) => [`${what} before`, 'after', 'ratio'];
  const head = ['request', 'connections', ...three('req/s'), ...three('CPU µs'), ...three('p99 ms')];
  print(table([...head, 'RSS MB before', 'after'], rows));
}

/** Measures a commit and the sources as they are in turns; the commit's own bench measures it. */
export async function compareWith(commit: string, options: Options): Promise<void> {
  const name = git('rev-parse', '--short', `${commit}^{commit}`);
  const place = mkdtempSync(join(tmpdir(), 'passbell-before-'));
  // PostgreSQL runs as a user of its own, who has to get to its files in there.
  chmodSync(place, 0o755);
  const tree = join(place, 'tree');
  const cells = new Map<string, Cell>();
  const args = [
    ...['--only', [...options.parts].join(',')],
    ...(options.engine === 'postgres' ? ['--postgres'] : []),
    ...(options.quick ? ['--quick'] : []),
  ];
  try {
    git('worktree', 'add', '--quiet', '--detach', tree, name);
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    // A cluster of PostgreSQL belongs to a user of its own, which a copy would not.
    const filter = (path: string) => !path.includes('/postgres-');
    for (const made of ['dist', '.cache'])
      if (existsSync(join(root, made)))
        cpSync(join(root, made), join(tree, made), { recursive: true, filter });
    for (let round = 1; round <= options.rounds; round++) {
      for (const side of ['before', 'after'] as const) {
        say(`round ${round}, ${side}…`);
        const file = join(place, `${side}${round}.json`);
        const run =
          side === 'before' ? runBench(tree, args, file) : runBench(root, [...args, ...CONNECTIONS], file);
        add(cells, await run, side);
      }
    }
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(place, { recursive: true, force: true });
  }
  print(`## ${name} before, the sources as they are after: medians of ${options.rounds} rounds in turns`);
  report(cells.values());
}

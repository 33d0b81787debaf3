// Measurements as Markdown.
import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem } from 'node:os';
import { dirname } from 'node:path';

/** A table; numbers stand to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (typeof rows[0]?.[at] === 'number' || at > 0 ? '---:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** A number with its significant digits. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 100) return Math.round(value).toString();
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** 100000 is 100k. */
export function count(orders: number): string {
  if (orders >= 1_000_000 && orders % 1_000_000 === 0) return `${orders / 1_000_000}M`;
  return orders >= 1000 && orders % 1000 === 0 ? `${orders / 1000}k` : String(orders);
}

/** The machine that the figures hold for. */
export function machine(): Record<string, string> {
  let commit = 'unknown';
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, {
        cwd: dirname(import.meta.dirname),
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString();
    commit =
      git('rev-parse', '--short', 'HEAD').trim() +
      (git('status', '--porcelain', 'src').trim() === '' ? '' : ' and changes in src/');
  } catch {
    // Not a repository.
  }
  const [cpu] = cpus();
  return {
    machine: `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    kernel: release(),
    node: process.version,
    sqlite: process.versions.sqlite ?? '',
    commit,
    command: `npm run bench -- ${process.argv.slice(2).join(' ')}`.replace(/ -- $/, ''),
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
  };
}

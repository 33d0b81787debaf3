// Which test files share a process. Starting one costs most small files more than their tests do, and what a process has
// run before is fast: the whole run takes a third less of the processor that way.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Test files that one process runs, one after the other. */
export interface Group {
  /** What the process is started with: the file itself, where none is dealt. */
  readonly entry: string;
  readonly files: readonly string[];
}

/** How many files share a process, by the first pattern that fits their path; each has one of its own where none does. */
const SHARING: readonly (readonly [paths: RegExp, files: number])[] = [
  // They measure time, or take long by themselves.
  [/^test\/api\/(?:dry-run|edge-budgets|every-statement|growth|lists|rights-matrix|routes)\.test\.ts$/, 1],
  [/^test\/api\//, 24],
  [/^test\/browser\/(?:catalogue|docs|loading|register-speed|shop-day)\.test\.ts$/, 1],
  [/^test\/(?:browser|register)\//, 8],
  [/^test\/process\/(?:commands|data-dir|hostile|print-agent|replay.*|serve-start)\.test\.ts$/, 1],
  [/^test\/process\//, 4],
  [/^test\/(?:crash|fuzz\/fuzz|install|print-agent|release|reports-crash|webhooks-simulation)\.test\.ts$/, 1],
  [/^test\/prove\//, 4],
  [/^test\/(?:bench\/|fuzz\/)?[^/]+$/, 6],
  [/^(?:src|clients|web)\//, 50],
];

/**
 * A process of some files: each is a suite named after it, so that its hooks are its own. The runner no longer follows what
 * each promise comes of once all tests are declared (test/harness/unfollowed.ts).
 */
const entryText = (files: readonly string[]) => `import { unfollow } from '#test/harness/unfollowed.ts';

const { beforeEach, describe } = await import('node:test');
await import('#test/harness/process.ts');

const files = ${JSON.stringify(files, undefined, 2)};
let loading = files.length;
// The first test may begin before the last file is loaded.
beforeEach(() => loading === 0 && unfollow());
for (const file of files) {
  describe(file, async () => {
    await import(file);
    loading -= 1;
  });
}
`;

/** Deals test files, given by their whole paths, to processes, in the order of their first ones. Their entries are written to `folder`. */
export function groupsOf(root: string, files: readonly string[], folder: string): Group[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const groups: Group[] = [];
  for (const [sharing, all] of Map.groupBy(files, (file) => sharingOf(file.slice(root.length + 1)))) {
    const size = sharing?.[1] ?? 1;
    for (let at = 0; at < all.length; at += size) {
      const own = all.slice(at, at + size);
      const entry = join(folder, `${groups.length}.test.ts`);
      writeFileSync(entry, entryText(own));
      groups.push({ entry, files: own });
    }
  }
  const places = new Map(files.map((file, at) => [file, at]));
  const placeOf = ({ files: [first = ''] }: Group) => places.get(first) ?? 0;
  return groups.sort((a, b) => placeOf(a) - placeOf(b));
}

const sharingOf = (path: string) => SHARING.find(([paths]) => paths.test(path));

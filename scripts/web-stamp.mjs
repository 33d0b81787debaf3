// Answers whether the built screens are those of the sources. Plain JavaScript that imports nothing but Node's own
// modules: run.mjs asks before anything else is started.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where the built screens lie. */
export const webFolder = join(root, 'dist', 'web');
const stampFile = join(webFolder, '.stamp');

/** The files that the screens are made of: their own, and what of the service may be in them. */
function sources() {
  const files = ['package-lock.json', 'scripts/build.ts', 'scripts/web-config.ts', 'scripts/web-stamp.mjs'];
  /** @type {(folder: string, fits: (path: string) => boolean) => void} */
  const add = (folder, fits) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name).slice(root.length + 1);
      if (entry.isFile() && !/\.test\.tsx?$/.test(path) && fits(path)) files.push(path);
    }
  };
  add('web', () => true);
  add('src', (path) => /^src[\\/](?:kernel[\\/]|.*[\\/]rules[\\/])/.test(path));
  return files.sort();
}

/** A hash of the sources; undefined where there are none, as in an installed package. */
export function wantedStamp() {
  if (!existsSync(join(root, 'web'))) return undefined;
  const hash = createHash('sha256');
  for (const file of sources())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return `${hash.digest('hex')}\n`;
}

/** True when the built screens are missing or older than their sources. */
export function isStale() {
  const wanted = wantedStamp();
  if (wanted === undefined) return false;
  try {
    return readFileSync(stampFile, 'utf8') !== wanted;
  } catch {
    return true;
  }
}

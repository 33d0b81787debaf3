import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Packed } from '../edge/encoding.ts';

/** The content types of a build's files; anything else is not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json',
};

/** A built file in the encodings it has. */
export interface Asset extends Packed {
  readonly type: string;
  readonly etag: string;
}

/** A file by its name and bytes; undefined for what is not a part of the screens. */
export function assetOf(name: string, packed: Packed): Asset | undefined {
  const type = TYPES[extname(name)];
  if (type === undefined) return undefined;
  const etag = `"${createHash('sha256').update(packed.plain).digest('base64url').slice(0, 22)}"`;
  return { type, etag, ...packed };
}

/** True for names as scripts and styles have them: what differs from release to release, and a page cannot do without. */
export function isCode(name: string): boolean {
  return CODE.test(name);
}
const CODE = /^[\w.-]{1,120}\.(?:js|css)$/;

/** Where `npm run build` leaves the screens: in dist/, which an installed package runs from (scripts/pack.ts). */
const built = import.meta.filename.endsWith('.ts') ? 'dist/web' : 'web';
export const WEB_FOLDER = join(import.meta.dirname, '..', '..', built);

/** The screens that have a page of their own. */
export type ScreenName = 'office' | 'register' | 'kitchen';
const ENTRIES: readonly ScreenName[] = ['office', 'register', 'kitchen'];

/** The built screens: the output folder of `npm run build`, read once. */
export class WebFiles {
  readonly #pages: ReadonlyMap<ScreenName, string>;
  readonly #assets: ReadonlyMap<string, Asset>;

  private constructor(pages: ReadonlyMap<ScreenName, string>, assets: ReadonlyMap<string, Asset>) {
    this.#pages = pages;
    this.#assets = assets;
  }

  /** Reads the folder; undefined when the screens have not been built. */
  static read(folder: string): WebFiles | undefined {
    try {
      const pages = new Map(
        ENTRIES.map((entry) => [entry, readFileSync(join(folder, entry, 'index.html'), 'utf8')]),
      );
      return new WebFiles(pages, readAssets(join(folder, 'assets')));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** The file with a name that a page named. */
  asset(name: string): Asset | undefined {
    return this.#assets.get(name);
  }

  /** Its scripts and styles. */
  code(): Map<string, Asset> {
    return new Map([...this.#assets].filter(([name]) => isCode(name)));
  }

  /** The page of a screen: below the path `base`, its styles and scripts under a nonce of this answer. */
  page(entry: ScreenName, base: string, nonce: string): string {
    return (this.#pages.get(entry) ?? '')
      .replaceAll('__PASSBELL_NONCE__', nonce)
      .replaceAll('__PASSBELL_BASE__', base)
      .replaceAll('"../assets/', `"${base}/assets/`);
  }
}

function readAssets(folder: string): Map<string, Asset> {
  const names = new Set(readdirSync(folder));
  const packed = (name: string) => (names.has(name) ? readFileSync(join(folder, name)) : undefined);
  const assets = new Map<string, Asset>();
  for (const name of names) {
    if (TYPES[extname(name)] === undefined) continue;
    const plain = readFileSync(join(folder, name));
    const asset = assetOf(name, { plain, br: packed(`${name}.br`), gzip: packed(`${name}.gz`) });
    if (asset !== undefined) assets.set(name, asset);
  }
  return assets;
}

// Builds the program from src/ into dist/program (program.ts), and the screens from web/ into dist/web, each file of them also
// compressed: npm run build
//
// Prints what each screen weighs: what a browser loads when it is opened, and what may come later. With --if-stale
// it does nothing when both are of the sources as they are, and says nothing but what went wrong. Whole or not at all: dist/web
// is put in place when everything is there.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { isStale, wantedStamp, webFolder } from './built.mjs';
import { buildProgram } from './program.ts';
import {
  ENTRIES,
  type Entry,
  FIRST_PART,
  splitting,
  usedBy,
  usedOperations,
  usedStyles,
  web,
  webConfig,
} from './web-config.ts';
import { installable } from './web-install.ts';

/** What a browser may load before it shows a screen, in KiB as it is sent. */
const BUDGETS: Readonly<Record<Entry, number>> = { register: 124, office: 91, kitchen: 137 };
/** Files worth compressing; pictures and fonts are compressed already. */
const TEXT = /\.(?:js|css|svg|json|html|txt|webmanifest)$/;
/** A file that is not smaller than this is compressed, in bytes. */
const SMALLEST = 600;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Builds a screen by itself: a browser opens one of them, and gets no file that another one shapes. */
async function bundle(entry: Entry, outDir: string): Promise<Manifest> {
  const manifest = `manifest-${entry}.json`;
  const { components, names } = await usedBy(entry);
  await build({
    ...webConfig([usedStyles(entry, components), usedOperations(names), installable(entry)]),
    // Chunks find each other beside themselves; the pages get their paths when they are served.
    base: './',
    logLevel: 'error',
    mode: 'production',
    build: {
      outDir,
      emptyOutDir: false,
      target: ['chrome120', 'firefox128', 'safari18'],
      license: { fileName: 'licenses.md' },
      manifest,
      // A policy without data: addresses for anything but pictures.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: { [entry]: join(web, entry, 'index.html') },
        output: splitting(entry),
      },
    },
  });
  return JSON.parse(readFileSync(join(outDir, manifest), 'utf8')) as Manifest;
}

/** Writes each file once more as .br and .gz, where that makes it smaller. */
async function compress(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!TEXT.test(name) || statSync(path).size < SMALLEST) continue;
    const bytes = readFileSync(path);
    const [brotli, gzipped] = await Promise.all([
      toBrotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
      toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
    ]);
    if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli);
    if (gzipped.length < bytes.length) writeFileSync(`${path}.gz`, gzipped);
  }
}

/** The scripts and styles that a browser loads before it shows a screen. */
function firstFiles(manifest: Manifest, entry: string): Set<string> {
  const files = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    for (const next of chunk.imports ?? []) add(next);
  };
  add(`${entry}/index.html`);
  const first = Object.keys(manifest).find((key) => manifest[key]?.name === FIRST_PART);
  if (first !== undefined) add(first);
  return files;
}

function sizeOf(folder: string, files: Iterable<string>): { raw: number; packed: number } {
  let raw = 0;
  let packed = 0;
  for (const file of files) {
    const { size } = statSync(join(folder, file));
    raw += size;
    packed += statSync(join(folder, `${file}.br`), { throwIfNoEntry: false })?.size ?? size;
  }
  return { raw, packed };
}

/** What a screen loads before it is shown, in bytes as they are sent, and what it may. */
interface Weight {
  readonly entry: Entry;
  readonly sent: number;
  readonly budget: number;
  /** The files that are loaded. */
  readonly files: readonly string[];
}

/** What each screen weighs; a test holds it, as a start builds without saying so. */
function weigh(folder: string, manifests: ReadonlyMap<Entry, Manifest>): Weight[] {
  return [...manifests].map(([entry, manifest]) => {
    const files = [...firstFiles(manifest, entry)];
    return { entry, sent: sizeOf(folder, files).packed, budget: BUDGETS[entry] * 1024, files };
  });
}

/** Prints what each screen weighs; answers what is wrong with it. */
function report(folder: string, manifests: ReadonlyMap<Entry, Manifest>, seconds: number): string[] {
  const faults: string[] = [];
  const kib = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`.padStart(9);
  process.stdout.write(`screens built in ${seconds.toFixed(1)} s; what is loaded before each is shown:\n`);
  for (const [entry, manifest] of manifests) {
    const first = firstFiles(manifest, entry);
    const { raw, packed } = sizeOf(folder, first);
    const later = new Set(
      Object.values(manifest)
        .map(({ file }) => file)
        .filter((file) => file.endsWith('.js') && !first.has(file)),
    );
    const budget = BUDGETS[entry] * 1024;
    process.stdout.write(
      `  ${entry.padEnd(10)}${kib(raw)} raw${kib(packed)} sent in ${first.size} files, of ${kib(budget).trim()} it may; ` +
        `later ${kib(sizeOf(folder, later).packed).trim()} in ${later.size}\n`,
    );
    if (packed > budget)
      faults.push(
        `The ${entry} screen loads ${kib(packed).trim()} before it is shown; ${kib(budget).trim()} is what it may.`,
      );
  }
  return faults;
}

async function buildScreens(onlyIfStale: boolean): Promise<void> {
  if (onlyIfStale && !isStale()) return;
  const began = performance.now();
  const stamp = wantedStamp();
  if (stamp === undefined) throw new Error('There are no sources of the screens here.');
  const parent = dirname(webFolder);
  mkdirSync(parent, { recursive: true });
  const made = join(parent, `.web-${process.pid}`);
  try {
    const built = await Promise.all(
      ENTRIES.map(async (entry) => [entry, await bundle(entry, made)] as const),
    );
    const manifests = new Map(built);
    await compress(join(made, 'assets'));
    writeFileSync(join(made, '.weights.json'), JSON.stringify(weigh(made, manifests)));
    writeFileSync(join(made, '.stamp'), stamp);
    if (!onlyIfStale) {
      const faults = report(made, manifests, (performance.now() - began) / 1000);
      if (faults.length > 0) throw new Error(faults.join(' '));
    }
    const old = join(parent, `.old-${process.pid}`);
    try {
      renameSync(webFolder, old);
    } catch {
      // There was none.
    }
    renameSync(made, webFolder);
    rmSync(old, { recursive: true, force: true });
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

const onlyIfStale = process.argv.includes('--if-stale');
const parts = ['the screens', 'the program'];
const built = await Promise.allSettled([buildScreens(onlyIfStale), buildProgram()]);
for (const [at, result] of built.entries()) {
  if (result.status === 'fulfilled') continue;
  const { reason } = result;
  const sentence = reason instanceof Error ? reason.message : String(reason);
  process.stderr.write(`build: ${parts[at]} could not be built. ${sentence}\n`);
  process.exitCode = 1;
}

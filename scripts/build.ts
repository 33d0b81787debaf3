// Builds the screens from web/ into dist/web, each file also compressed: npm run build
//
// Prints what each screen weighs: what a browser loads when it is opened, and what may come later. With --if-stale
// it does nothing when dist/web is up to date, and says nothing but what went wrong. Whole or not at all: dist/web
// is put in place when everything is there.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type Manifest } from 'vite';
import { isStale, wantedStamp, webFolder } from './web-stamp.mjs';

const root = dirname(import.meta.dirname);
const web = join(root, 'web');

/** The screens that are pages of their own. */
const ENTRIES = ['office', 'register', 'kitchen'] as const;
/** Files worth compressing; pictures and fonts are compressed already. */
const TEXT = /\.(?:js|css|svg|json|html|txt|webmanifest)$/;
/** A file that is not smaller than this is compressed, in bytes. */
const SMALLEST = 600;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function bundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: web,
    // Chunks find each other beside themselves; the pages get their paths when they are served.
    base: './',
    logLevel: 'error',
    mode: 'production',
    plugins: [react()],
    html: { cspNonce: '__PASSBELL_NONCE__' },
    build: {
      outDir,
      emptyOutDir: true,
      target: ['chrome120', 'firefox128', 'safari18'],
      manifest: 'manifest.json',
      // A policy without data: addresses for anything but pictures.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      rollupOptions: {
        input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(web, entry, 'index.html')])),
      },
    },
  });
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
  return files;
}

function sizesOf(folder: string, files: Iterable<string>): string {
  let raw = 0;
  let packed = 0;
  for (const file of files) {
    const { size } = statSync(join(folder, file));
    raw += size;
    packed += statSync(join(folder, `${file}.br`), { throwIfNoEntry: false })?.size ?? size;
  }
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`.padStart(9);
  return `${kib(raw)} raw ${kib(packed)} compressed`;
}

function report(folder: string, seconds: number): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const print = (name: string, files: Iterable<string>) =>
    process.stdout.write(`  ${name.padEnd(12)}${sizesOf(folder, files)}\n`);
  process.stdout.write(
    `screens built in ${seconds.toFixed(1)} s; scripts and styles by the time of first use:\n`,
  );
  const first = new Set<string>();
  for (const entry of ENTRIES) {
    const files = firstFiles(manifest, entry);
    for (const file of files) first.add(file);
    print(entry, files);
  }
  const later = readdirSync(join(folder, 'assets'))
    .filter((name) => /\.(?:js|css)$/.test(name))
    .map((name) => `assets/${name}`)
    .filter((file) => !first.has(file));
  print('later', later);
}

async function main(): Promise<void> {
  const onlyIfStale = process.argv.includes('--if-stale');
  if (onlyIfStale && !isStale()) return;
  const began = performance.now();
  const stamp = wantedStamp();
  if (stamp === undefined) throw new Error('There are no sources of the screens here.');
  const parent = dirname(webFolder);
  mkdirSync(parent, { recursive: true });
  const made = join(parent, `.web-${process.pid}`);
  try {
    await bundle(made);
    await compress(join(made, 'assets'));
    writeFileSync(join(made, '.stamp'), stamp);
    if (!onlyIfStale) report(made, (performance.now() - began) / 1000);
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

try {
  await main();
} catch (error) {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`build: ${relative(process.cwd(), web)} could not be built. ${sentence}\n`);
  process.exitCode = 1;
}

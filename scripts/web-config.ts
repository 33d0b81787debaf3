// How Vite makes the screens: the same for `npm run build` and `npm run dev`.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type InlineConfig, type Plugin, type PluginOption, type Rolldown } from 'vite';
import { reasons } from './web-reasons.ts';

const root = dirname(import.meta.dirname);
/** Where the sources of the screens lie. */
export const web = join(root, 'web');

/** The screens that are pages of their own. */
export const ENTRIES = ['office', 'register', 'kitchen'] as const;
export type Entry = (typeof ENTRIES)[number];

/** Stands in the pages for what the server puts there with each answer. */
export const NONCE = '__PASSBELL_NONCE__';

/**
 * What a page shows until its screen is there: it needs nothing but the page itself. The screen's styles come after
 * it, so that a browser does not wait for them to show it, and before the variables that the screen itself sets.
 */
function opening(): Plugin {
  const place = '<div id="root"></div>';
  const read = (name: string) => readFileSync(join(web, 'shared', name), 'utf8').trim();
  const shown = read('opening.html').replace('__BELL__', () => read('../../src/description/viewer/bell.svg'));
  return {
    name: 'passbell-opening',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        const lines = html.split('\n').map((line) => line.trimEnd());
        const isSheet = (line: string) => line.trimStart().startsWith('<link rel="stylesheet"');
        const lighter = lines.filter((line) => !isSheet(line)).join('\n');
        const sheets = lines.filter(isSheet).map((line) => line.trim());
        const scheme = path.startsWith('/kitchen/') ? 'dark' : 'auto';
        const filled = shown.replace('__SCHEME__', scheme).replace('<style>', `<style nonce="${NONCE}">`);
        const full = lighter.replace(place, () => [filled, ...sheets, place].join('\n    '));
        if (full === lighter) throw new Error(`${path} has no ${place}.`);
        return full;
      },
    },
  };
}

/**
 * The script of a screen that asks for data while the screen's own is on its way: `early.ts` beside its page, a file by
 * itself that waits for nothing.
 */
function early(): Plugin {
  const sourceOf = (path: string) => join(web, dirname(path), 'early.ts');
  const at = (src: string, type: string) => ({
    tag: 'script',
    attrs: { async: true, src, ...(type === '' ? {} : { type }) },
    injectTo: 'head' as const,
  });
  return {
    name: 'passbell-early',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      // After the pages have been made.
      for (const page of Object.values(bundle)) {
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
        const source = sourceOf(page.fileName);
        if (!existsSync(source)) continue;
        const made = await scriptOf(source);
        const name = `assets/early-${createHash('sha256').update(made).digest('base64url').slice(0, 8)}.js`;
        this.emitFile({ type: 'asset', fileName: name, source: made });
        page.source = String(page.source).replace(EARLY, `../${name}`);
      }
    },
    transformIndexHtml: (_html, { path, server }) =>
      existsSync(sourceOf(path))
        ? [server === undefined ? at(EARLY, '') : at(join(dirname(path), 'early.ts'), 'module')]
        : [],
  };
}

/** The name of the chunk that a page shows first. */
export const FIRST_PART = 'first';

/** Lets the chunk that a page shows first come beside the screen's script, and behind it. */
function firstPart(): Plugin {
  return {
    name: 'passbell-first',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === FIRST_PART);
        if (chunk?.type !== 'chunk') return [];
        const link = (attrs: Record<string, string>, file: string) => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: true, fetchpriority: 'low', href: `../${file}` },
          injectTo: 'head' as const,
        });
        return [
          link({ rel: 'modulepreload' }, chunk.fileName),
          ...[...(chunk.viteMetadata?.importedCss ?? [])].map((file) =>
            link({ rel: 'preload', as: 'style' }, file),
          ),
        ];
      },
    },
  };
}

/** Stands in the pages for the address of their early script until that is made. */
const EARLY = '__PASSBELL_EARLY__';

/** A script with everything it needs in one file. */
async function scriptOf(source: string): Promise<string> {
  const made = (await build({
    configFile: false,
    root: web,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: source, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return made.output[0].code;
}

/** What the screens do not use of what is in their first files: from one text of a module to the next other one. */
const UNUSED: readonly {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** What stands there instead. */
  readonly own: string;
}[] = [
  // Tables scroll by the browser's own bars.
  {
    file: '/@mantine/core/esm/components/Table/TableScrollContainer.mjs',
    from: 'import { ScrollArea } from',
    to: ';',
    own: 'const ScrollArea = "div";',
  },
  // Texts have no skeletons of numbers and dates (`::`); `npm run words` holds that.
  {
    file: '/@formatjs/icu-messageformat-parser/index.js',
    from: 'import { parseDateTimeSkeleton, parseNumberSkeleton, parseNumberSkeletonFromString } from',
    to: ';',
    own:
      'const parseDateTimeSkeleton = () => { throw new Error("There are no skeletons here."); }, ' +
      'parseNumberSkeleton = parseDateTimeSkeleton, parseNumberSkeletonFromString = parseDateTimeSkeleton;',
  },
  {
    file: '/@formatjs/icu-messageformat-parser/index.js',
    from: 'const timeData = {',
    to: '\n};',
    own: 'const timeData = { "001": ["H", "h"] };',
  },
];

/** Leaves out what is never used. */
function withoutUnused(): Plugin {
  return {
    name: 'passbell-unused',
    enforce: 'pre',
    transform(code, id) {
      const found = UNUSED.filter(({ file }) => id.endsWith(file));
      if (found.length === 0) return null;
      return found.reduce((text, { file, from, to, own }) => {
        const begin = text.indexOf(from);
        const end = text.indexOf(to, begin);
        if (begin < 0 || end < 0) throw new Error(`${file} is no longer what it was.`);
        return text.slice(0, begin) + own + text.slice(end + to.length);
      }, code);
    },
  };
}

/**
 * Mantine's ScrollArea, which every dialog names, joins refs by a function of the library that places menus: it brings all
 * of that into first screens. The hooks of Mantine have the same function.
 */
function lighterScrollArea(): Plugin {
  const taken = /import \{ useMergeRefs \} from ["']@floating-ui\/react["'];/;
  const own =
    "import { useMergedRef } from '@mantine/hooks'; const useMergeRefs = (refs) => useMergedRef(...refs);";
  return {
    name: 'passbell-scroll-area',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(SCROLL_AREA)) return null;
      if (!taken.test(code)) throw new Error('ScrollArea of @mantine/core is no longer what it was.');
      return code.replace(taken, own);
    },
  };
}

const SCROLL_AREA = '/@mantine/core/esm/components/ScrollArea/ScrollArea.mjs';

/** Preact stands for React in the screens and in the packages they are made of (web/shared/react.ts). */
const PREACT = [
  { find: /^react(?:-dom)?$/, replacement: join(web, 'shared', 'react.ts') },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx(?:-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
];

/** What every way of making the screens shares. */
export function webConfig(plugins: readonly PluginOption[] = []): InlineConfig {
  return {
    configFile: false,
    root: web,
    plugins: [reasons(), withoutUnused(), lighterScrollArea(), opening(), early(), firstPart(), ...plugins],
    resolve: { alias: PREACT },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    html: { cspNonce: NONCE },
  };
}

const mantine = join(root, 'node_modules', '@mantine', 'core');
/** The styles that are no component's. */
const GROUND = ['baseline', 'default-css-variables', 'global'];

/** The components of Mantine whose code is in a screen, by the names of their style sheets. */
interface Components {
  /** In what the page shows first. */
  readonly first: ReadonlySet<string>;
  /** In what is loaded later, and nowhere else. */
  readonly later: ReadonlySet<string>;
}

/** What a screen uses of what there is for all of them. */
interface Used {
  readonly components: Components;
  /** Every text in its code that may be the name of an operation of the API. */
  readonly names: ReadonlySet<string>;
}

/** What the back office shows first, with all it needs: other screens share most of that. */
const FIRST_MODULE = /[\\/]web[\\/]office[\\/]today[\\/]today\.tsx$/;

/** What every page of the back office loads as soon as it is shown: the header's menus, and notes. */
const NEXT_MODULES = /[\\/]web[\\/](?:office[\\/]header-menus|shared[\\/]ui[\\/]note-area)\.tsx$/;

/** Styles of what comes after the register's first screen: with what many parts share they would come with that screen. */
const PART_STYLES = /[\\/]web[\\/]register[\\/]parts\.css$/;

/**
 * How the scripts of a screen are split: one file of all that comes first, as each further one costs a slow line a round trip.
 * For the same reason what many of the later parts share is one file, and what some share another: with a file for every set of
 * parts that have something in common, a page of a record took 42.
 */
export function splitting(entry: Entry): Rolldown.OutputOptions {
  return {
    codeSplitting: {
      groups: [
        { name: entry, tags: ['$initial'], priority: 5 },
        { name: FIRST_PART, test: FIRST_MODULE, priority: 4 },
        { name: 'next', test: NEXT_MODULES, priority: 3 },
        { name: 'parts', test: PART_STYLES, priority: 3 },
        { name: 'common', minShareCount: 10, priority: 2 },
        { name: 'several', minShareCount: 3, priority: 1 },
      ],
    },
  };
}

/** The chunks that are loaded before a screen is shown. */
function firstChunks(chunks: readonly Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const chunk of chunks) if (chunk.isEntry || chunk.name === FIRST_PART) add(chunk);
  return found;
}

/** Mantine's components in a chunk. */
function componentsIn({ modules }: Rolldown.OutputChunk): string[] {
  return Object.entries(modules)
    .filter(([id, { renderedLength }]) => id.startsWith(mantine) && renderedLength > 0)
    .map(([id]) => [id, basename(id, SHEET_NAMES)] as const)
    .filter(([id, name]) => name !== basename(id))
    .map(([, name]) => name);
}

/** How Mantine's modules end that name the classes of a component's style sheet. */
const SHEET_NAMES = '.module.mjs';

/** The texts in the code of a chunk that may be names of operations, besides those of their table. */
function namesIn({ modules }: Rolldown.OutputChunk): string[] {
  return Object.entries(modules)
    .filter(([id]) => id !== operations)
    .flatMap(([, { code }]) => [...(code ?? '').matchAll(/["'`](\w+)["'`]/g)].map(([, name = '']) => name));
}

/** Finds what a screen uses of Mantine and of the API. */
export async function usedBy(entry: Entry): Promise<Used> {
  const first = new Set(GROUND);
  const all = new Set<string>();
  const names = new Set<string>();
  await build({
    ...webConfig([
      {
        name: 'passbell-used',
        generateBundle(_options, bundle) {
          const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
          const early = firstChunks(chunks);
          for (const chunk of chunks) {
            for (const name of componentsIn(chunk)) (early.has(chunk) ? first : all).add(name);
            for (const name of namesIn(chunk)) names.add(name);
          }
        },
      },
    ]),
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: { [entry]: join(web, entry, 'index.html') }, output: splitting(entry) },
    },
  });
  return { components: { first, later: all.difference(first) }, names };
}

/**
 * The screens whose later styles come with what needs them first. The others are kept by the browser whole (their service
 * worker), for starts without a network.
 */
const SPLIT: readonly Entry[] = ['office'];

/** Mantine's style sheet of the components that are loaded later, as their modules import it. */
const LATER_SHEET = 'passbell-later.css';

/** The style sheets of these components, in the order that Mantine gives them. */
function sheetsOf(components: ReadonlySet<string>): string {
  const whole = readFileSync(join(mantine, 'styles.css'), 'utf8');
  const sheets = readdirSync(join(mantine, 'styles'))
    .map((file) => /^([\w-]+)\.css$/.exec(file)?.[1])
    .filter((name) => name !== undefined && components.has(name))
    .map((name) => readFileSync(join(mantine, 'styles', `${name}.css`), 'utf8').trim())
    .map((text) => ({ text, at: whole.indexOf(text) }));
  if (sheets.length !== components.size || sheets.some(({ at }) => at < 0)) {
    throw new Error('The style sheets of @mantine/core are no longer what styles.css is made of.');
  }
  return sheets
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join('\n');
}

/**
 * Mantine's style sheet with the styles of these components only. Where it is split, the later part is a layer above the
 * first, wherever in the page the browser is given it, and the screens' own styles are above both.
 */
export function usedStyles(entry: Entry, { first, later }: Components): Plugin {
  const isSplit = SPLIT.includes(entry);
  const layer = (name: string, components: ReadonlySet<string>) =>
    `@layer mantine.first, mantine.later;\n@layer mantine.${name} {\n${sheetsOf(components)}\n}\n`;
  return {
    name: 'passbell-used-styles',
    enforce: 'pre',
    resolveId: (id) => (id === LATER_SHEET ? { id: join(web, LATER_SHEET), moduleSideEffects: true } : null),
    load(id) {
      if (id === join(mantine, 'styles.css')) {
        return isSplit ? layer('first', first) : sheetsOf(first.union(later));
      }
      return id === join(web, LATER_SHEET) ? layer('later', later) : null;
    },
    transform(code, id) {
      const name = basename(id, SHEET_NAMES);
      if (!isSplit || !id.startsWith(mantine) || name === basename(id) || !later.has(name)) return null;
      return `import '${LATER_SHEET}';\n${code}`;
    },
  };
}

/** The client's table of the operations of the API. */
const operations = join(root, 'clients/typescript/operations.ts');

/** A line with which an operation of the table begins, as biome writes it. */
const ROW = /^ {2}(\w+): \{/;

/** The table of the operations without those that are not named. */
export function namedRows(table: string, names: ReadonlySet<string>): string {
  let isKept = true;
  const lines = table.split('\n').filter((line) => {
    const [, name] = ROW.exec(line) ?? [];
    if (name !== undefined) isKept = names.has(name);
    else if (!line.startsWith('  ')) isKept = true;
    return isKept;
  });
  return lines.join('\n');
}

/** The client of a screen with the operations that the screen names: each call names its own, and there are hundreds of others. */
export function usedOperations(names: ReadonlySet<string>): Plugin {
  return {
    name: 'passbell-used-operations',
    enforce: 'pre',
    transform: (code, id) => (id === operations ? namedRows(code, names) : null),
  };
}

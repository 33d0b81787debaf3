// How Vite makes the screens: the same for `npm run build` and `npm run dev`.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';

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

/** What every way of making the screens shares. */
export function webConfig(plugins: readonly Plugin[] = []): InlineConfig {
  return {
    configFile: false,
    root: web,
    plugins: [react(), opening(), ...plugins],
    html: { cspNonce: NONCE },
  };
}

const mantine = join(root, 'node_modules', '@mantine', 'core');
/** The styles that are no component's. */
const GROUND = ['baseline', 'default-css-variables', 'global'];

/** The components of Mantine whose code is in a screen, by the names of their style sheets. */
export async function componentsOf(entry: Entry): Promise<ReadonlySet<string>> {
  const used = new Set(GROUND);
  await build({
    ...webConfig([
      {
        name: 'passbell-components',
        generateBundle(_options, bundle) {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk') continue;
            for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
              const name = basename(id, '.module.mjs');
              if (!id.startsWith(mantine) || name === basename(id) || renderedLength === 0) continue;
              used.add(name);
            }
          }
        },
      },
    ]),
    logLevel: 'error',
    build: { write: false, minify: false, rollupOptions: { input: join(web, entry, 'index.html') } },
  });
  return used;
}

/** Mantine's style sheet with the styles of these components only, in its own order. */
export function usedStyles(components: ReadonlySet<string>): Plugin {
  return {
    name: 'passbell-used-styles',
    load(id) {
      if (id !== join(mantine, 'styles.css')) return null;
      const whole = readFileSync(id, 'utf8');
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
    },
  };
}

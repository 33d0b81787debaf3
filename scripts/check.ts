// Checks types (TypeScript) and style (Biome) of the whole tree, and that no regular expression takes longer than
// its input is long (recheck), that every text is in every catalogue, and that nothing in the API breaks its clients
// without a word (scripts/api-changes.ts): npm run check
// Ends with 1 when one of them finds something; `npm run format` repairs most of what Biome finds.

import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

interface Tool {
  readonly name: string;
  /** From the project's folder. */
  readonly program: string;
  readonly args: readonly string[];
}

// Plain text, because the output is often read by an editor or from a log.
const TOOLS: readonly Tool[] = [
  { name: 'types', program: 'node_modules/typescript/bin/tsc', args: ['--noEmit', '--pretty', 'false'] },
  {
    name: 'types of the screens',
    program: 'node_modules/typescript/bin/tsc',
    args: ['--noEmit', '--pretty', 'false', '-p', 'web'],
  },
  {
    name: 'types of the service worker',
    program: 'node_modules/typescript/bin/tsc',
    args: ['--noEmit', '--pretty', 'false', '-p', 'web/shared/offline/worker'],
  },
  {
    name: 'style',
    program: 'node_modules/@biomejs/biome/bin/biome',
    args: ['check', '--error-on-warnings', '--colors=off', '--max-diagnostics=100'],
  },
  { name: 'texts', program: 'scripts/words.ts', args: ['--check'] },
  { name: 'changes of the API', program: 'scripts/api-changes.ts', args: ['--check'] },
  { name: 'regular expressions', program: 'scripts/expressions.ts', args: [] },
];

/** Runs one tool; answers whether it passed, with its output. */
function runTool(tool: Tool): Promise<{ ok: boolean; output: string }> {
  return new Promise((settle, reject) => {
    const args = [join(root, tool.program), ...tool.args];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => settle({ ok: code === 0, output }));
  });
}

const began = performance.now();
const results = await Promise.all(TOOLS.map(runTool));
for (const { ok, output } of results) {
  if (!ok) process.stdout.write(output);
}
const failed = TOOLS.filter((_, index) => results[index]?.ok !== true).map((tool) => tool.name);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
if (failed.length === 0)
  process.stdout.write(
    `check: types, style, texts, regular expressions and changes of the API are fine (${seconds} s)\n`,
  );
else process.stdout.write(`check: ${failed.join(' and ')} failed (see above)\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { it } from 'node:test';

const MAIN = join(dirname(dirname(import.meta.dirname)), 'prove/main.ts');
/** Another seed tries other moments; one that finds a problem can be played again. */
const SEED = 20_261_122;

/** How long a part may take on a machine that is busy, in minutes. */
const MOST_MINUTES = 4;

/** Runs one part of `npm run prove`; answers its exit code and output. */
function prove(
  part: string,
  until: string,
  minutes: number,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const limits = ['--until', until, '--minutes', String(minutes)];
    const args = [MAIN, '--only', part, ...limits, '--seed', String(SEED)];
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * The short form of one part: it finds no problem until it has counted so much (--until), and by the end it did something
 * that could have found one.
 */
export function provesShortly(
  part: string,
  until: string,
  atLeast: Readonly<Record<string, number>>,
  minutes = MOST_MINUTES,
): void {
  it(`npm run prove -- --only ${part} finds nothing lost, doubled or invented`, async () => {
    const { code, output } = await prove(part, until, minutes);
    assert.equal(code, 0, output);
    assert.match(output, /^problems: 0$/m);
    // Where something is not to be had (a compiler), the part says so, and nothing was counted.
    if (/^ {2}note: /m.test(output)) return;
    for (const [count, least] of Object.entries(atLeast)) {
      const found = new RegExp(`^ {2}${count}: (\\d+)$`, 'm').exec(output)?.[1];
      assert.ok(Number(found) >= least, `${count}: ${found}, wanted ${least}\n${output}`);
    }
  });
}

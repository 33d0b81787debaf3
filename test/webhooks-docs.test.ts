// The receivers of docs/webhooks.md, each run where its runtime is on the machine.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { TOPICS } from '#src/kernel/event.ts';
import { signHeaders } from '#src/webhooks/sign.ts';
import { accepts, freePort, until } from './harness/process.ts';

const SECRET = 'pb_ss_a secret for receivers';
const page = readFileSync(join(dirname(import.meta.dirname), 'docs/webhooks.md'), 'utf8');

/** How each language is run: its block in the page, a command that says whether it is there, the command itself. */
const LANGUAGES: readonly {
  readonly block: string;
  readonly file: string;
  readonly there: readonly [string, ...string[]];
  readonly run: (file: string, port: number) => readonly [string, ...string[]];
}[] = [
  {
    block: 'js',
    file: 'receiver.cjs',
    there: [process.execPath, '--version'],
    run: (file) => [process.execPath, file],
  },
  { block: 'python', file: 'receiver.py', there: ['python3', '--version'], run: (file) => ['python3', file] },
  {
    block: 'php',
    file: 'receiver.php',
    there: ['php', '--version'],
    run: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
  { block: 'go', file: 'receiver.go', there: ['go', 'version'], run: (file) => ['go', 'run', file] },
];

function codeOf(block: string): string {
  const found = new RegExp(`\`\`\`${block}\n([\\s\\S]*?)\n\`\`\``).exec(page)?.[1];
  assert.ok(found !== undefined, `docs/webhooks.md has no receiver in ${block}.`);
  return found;
}

function post(port: number, body: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/hook', headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

it('the page names every topic', () => {
  for (const topic of TOPICS) assert.ok(page.includes(`\`${topic}\``), topic);
});

for (const { block, file, there, run } of LANGUAGES) {
  const [command, ...args] = there;
  // Where the runtime is missing there is nothing to be said of the receiver but that it is on the page.
  if (spawnSync(command, args).status !== 0) {
    it(`the receiver in ${block} is on the page`, () => assert.ok(codeOf(block).length > 100));
    continue;
  }
  it(`the receiver in ${block} takes what is genuine and nothing else`, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'passbell-receiver-'));
    const port = await freePort();
    writeFileSync(join(dir, file), `${codeOf(block)}\n`);
    const [program, ...options] = run(join(dir, file), port);
    const child = spawn(program, options, {
      env: { ...process.env, PORT: String(port), SIGNING_SECRET: SECRET },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    try {
      await until(`the receiver in ${block} to listen`, () => accepts(port));
      const body = '{"id":1,"name":"Zoë 🍕"}';
      const now = BigInt(Date.now()) * 1000n;
      const sign = (keys: string[], sentAt = now) =>
        signHeaders({
          ...{
            body,
            keys,
            topic: 'test',
            createdAt: now,
            messageId: 'msg_1_1',
            number: 1n,
            changed: [],
            sentAt,
          },
        });
      assert.equal(await post(port, body, sign([SECRET])), 200);
      assert.equal(await post(port, body, sign(['pb_ss_new', SECRET])), 200, 'while a new secret takes over');
      assert.equal(await post(port, body, sign(['pb_ss_other'])), 401, 'another secret');
      assert.equal(await post(port, `${body} `, sign([SECRET])), 401, 'another body');
      assert.equal(await post(port, body, sign([SECRET], now - 600_000_000n)), 401, 'an old one');
      assert.equal(await post(port, body, {}), 401, 'no signature');
    } finally {
      child.kill('SIGKILL');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    }
  });
}

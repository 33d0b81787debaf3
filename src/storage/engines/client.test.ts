import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Client } from './client.ts';

test('what is asked in one turn is one write, and what is asked in the next one another', async () => {
  const client = new Client();
  const { stream } = client.connection as unknown as { stream: Socket };
  const writes: string[] = [];
  // Stands for the system's write of a socket.
  const written = (texts: readonly (string | Buffer)[], done: () => void) => {
    writes.push(texts.join(''));
    done();
  };
  stream._write = (text: Buffer, _, done) => written([text], done);
  stream._writev = (texts, done) =>
    written(
      texts.map(({ chunk }) => chunk as Buffer),
      done,
    );
  for (const text of ['a', 'b', 'c']) {
    client.gather();
    stream.write(text);
    await Promise.resolve();
  }
  assert.deepEqual(writes, []);
  await turn();
  assert.deepEqual(writes, ['abc']);
  client.gather();
  stream.write('d');
  await turn();
  assert.deepEqual(writes, ['abc', 'd']);
});

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Client } from './client.ts';

/** A client whose writes are kept in place of being sent. */
function clientThatKeeps(writes: string[]): { client: Client; stream: Socket } {
  const client = new Client();
  const { stream } = client.connection as unknown as { stream: Socket };
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
  return { client, stream };
}

test('what is asked in one turn is one write, and what is asked in the next one another', async () => {
  const writes: string[] = [];
  const { client, stream } = clientThatKeeps(writes);
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

test('much that is asked in one turn does not wait for its end', async () => {
  const writes: string[] = [];
  const { client, stream } = clientThatKeeps(writes);
  const statement = 'x'.repeat(100_000);
  for (let at = 0; at < 7; at++) {
    client.gather();
    stream.write(statement);
  }
  assert.deepEqual(
    writes.map(({ length }) => length),
    [300_000, 300_000],
  );
  await turn();
  assert.equal(writes.join('').length, 700_000);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { follow, type StreamOptions, type StreamState } from '#clients/typescript/stream.ts';
import type { Fetch } from '#clients/typescript/transport.ts';

/** A service whose streams send and end when the test says so. */
function service() {
  const opened: { after: string | undefined; send: (text: string) => void; end: () => void }[] = [];
  const fetch: Fetch = async (_url, { headers, signal }) => {
    signal?.throwIfAborted();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const cut = () => void writer.abort(new Error('cut')).catch(() => undefined);
    signal?.addEventListener('abort', cut);
    opened.push({
      after: headers['last-event-id'],
      send: (text) => void writer.write(new TextEncoder().encode(text)),
      end: () => void writer.close(),
    });
    const body = { getReader: () => readable.getReader() as never };
    return { status: 200, headers: new Headers(), arrayBuffer: async () => new ArrayBuffer(0), body };
  };
  const token = { wait: Promise.resolve('token') };
  const start = (options: StreamOptions) => {
    const told: StreamState[] = [];
    const ids: (string | undefined)[] = [];
    const parts = {
      ...{ name: 'streamEvents', url: 'https://passbell.test/stream', fetch },
      clock: { now: () => 0, random: () => 0, sleep: async () => undefined },
      token: () => token.wait,
      renew: async () => undefined,
    };
    const run = async () => {
      for await (const { id } of follow(parts, { ...options, onState: (state) => told.push(state) }))
        ids.push(id);
    };
    return { told, ids, end: run().catch((error: unknown) => (error as Error).name) };
  };
  return { opened, token, start };
}

/** Lets everything happen that follows by itself. */
const settle = () => new Promise<void>((done) => setTimeout(done));

describe('a stream', () => {
  it('is live from its first block on, and goes on behind the last one after a break', async () => {
    const { opened, start } = service();
    const stop = new AbortController();
    const { told, ids, end } = start({ signal: stop.signal });
    await settle();
    assert.deepEqual(told, ['connecting'], 'a head alone says nothing');
    opened[0]?.send('retry: 1000\nid: 7\n: here\n\n');
    await settle();
    assert.deepEqual(told, ['connecting', 'live']);
    opened[0]?.send('id: 8\ndata: {}\n\n');
    opened[0]?.end();
    await settle();
    assert.deepEqual(told, ['connecting', 'live', 'offline', 'connecting']);
    opened[1]?.send('id: 8\n: here\n\n');
    await settle();
    assert.deepEqual([told.at(-1), ids, opened[1]?.after], ['live', ['7', '8', '8'], '8']);
    stop.abort();
    assert.equal(await end, 'AbortError');
  });

  it('tells nothing once it was ended, as another may be live by then', async () => {
    const { opened, token, start } = service();
    for (const open of [true, false]) {
      const stop = new AbortController();
      const late = Promise.withResolvers<string>();
      if (!open) token.wait = late.promise;
      const { told, end } = start({ signal: stop.signal });
      await settle();
      if (open) opened[0]?.send('id: 7\n: here\n\n');
      await settle();
      const before = [...told];
      stop.abort();
      late.resolve('token');
      assert.equal(await end, 'AbortError');
      assert.deepEqual(told, before);
    }
  });
});

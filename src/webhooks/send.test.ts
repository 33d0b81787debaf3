import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Dispatcher } from 'undici';
import { parseCidrs } from '#src/edge/listener.ts';
import type { Timers } from '#src/kernel/time.ts';
import { Flood, Receiver } from '#test/harness/receiver.ts';
import { createDispatcher, NO_PUBLIC_ADDRESS } from './guard.ts';
import { createSend, MAX_ANSWER, MAX_EXCERPT, REQUEST_MS } from './send.ts';

describe('one attempt', () => {
  let receiver: Receiver;
  let dispatcher: Dispatcher;
  let deadline: (() => void) | undefined;
  const timers: Timers = {
    after(ms, work) {
      assert.equal(ms, REQUEST_MS);
      deadline = work;
      return () => {
        deadline = undefined;
      };
    },
  };
  before(async () => {
    receiver = await Receiver.open();
    dispatcher = createDispatcher({ allowPrivate: parseCidrs('127.0.0.0/8') });
  });
  after(async () => {
    await dispatcher.destroy();
    await receiver.close();
  });
  afterEach(() => {
    receiver.clear();
    assert.equal(deadline, undefined, 'the deadline was not called off');
  });
  const stop = new AbortController();
  const send = (path = '/hook', signal = stop.signal, address = receiver.url + path) =>
    createSend(
      () => dispatcher,
      timers,
    )({
      ...{ company: 1n, address, signal, body: '{"a":1}' },
      headers: { 'Content-Type': 'application/json', 'X-A': 'b' },
    });

  it('posts body and headers, and tells what came back', async () => {
    receiver.answer = (_message, response) => response.writeHead(200).end('thanks \u0000 \ud83c');
    const answer = await send();
    assert.deepEqual([answer.status, answer.error], [200, null]);
    assert.ok(answer.excerpt?.startsWith('thanks \ufffd '), answer.excerpt ?? '');
    assert.ok(answer.excerpt?.isWellFormed());
    const [message] = receiver.received;
    assert.equal(message?.body, '{"a":1}');
    assert.deepEqual([message?.headers['x-a'], message?.headers['content-length']], ['b', '7']);
  });

  it('never follows a redirect', async () => {
    receiver.answer = (_message, response) =>
      response.writeHead(307, { location: `${receiver.url}/other` }).end();
    assert.equal((await send()).status, 307);
    assert.equal(receiver.received.length, 1);
  });

  it('reads so much of an answer of 1 GiB and no more, whatever its head says', async () => {
    for (const [status, headers] of [
      [200, {}],
      [500, { 'content-length': Flood.BYTES }],
      [200, { 'content-length': Flood.BYTES, 'content-encoding': 'gzip' }],
    ] as const) {
      const flood = new Flood();
      receiver.answer = (_message, response) => flood.answer(response, status, headers);
      const answer = await send();
      assert.deepEqual([answer.status, answer.error], [status, null]);
      assert.equal(answer.excerpt, 'x'.repeat(MAX_EXCERPT));
      await flood.untilClosed(1);
      assert.ok(
        flood.taken >= MAX_ANSWER && flood.taken < Flood.MAX_TAKEN,
        `${flood.taken} bytes were taken`,
      );
    }
  });

  it('keeps no more than 4 KiB of an answer, even as text of what is none', async () => {
    for (const byte of [0x00, 0xff]) {
      const flood = new Flood(byte);
      receiver.answer = (_message, response) => flood.answer(response);
      const { excerpt } = await send();
      assert.equal(excerpt, '\ufffd'.repeat(Math.floor(MAX_EXCERPT / 3)));
      await flood.untilClosed(1);
    }
  });

  it('gives up on a head without end', async () => {
    let taken = 0;
    receiver.answer = (_message, response) => {
      const { socket } = response;
      const line = `X-More: ${'x'.repeat(1_000)}\r\n`;
      const pump = () => {
        while (socket?.writable === true && taken < Flood.BYTES) {
          taken += line.length;
          if (!socket.write(line)) return;
        }
      };
      socket?.on('drain', pump);
      socket?.on('error', () => socket.destroy());
      socket?.write('HTTP/1.1 200 OK\r\n');
      pump();
    };
    const answer = await send();
    assert.deepEqual([answer.status, answer.excerpt], [null, null]);
    assert.match(answer.error ?? '', /UND_ERR_HEADERS_OVERFLOW/);
    assert.ok(taken < Flood.MAX_TAKEN, `${taken} bytes were taken`);
  });

  it('is given up at the deadline, before the head and within the body', async () => {
    for (const head of [false, true]) {
      receiver.answer = (_message, response) => {
        if (head) response.writeHead(200).write('slow');
        // The client has both by the time this is called.
        setImmediate(() => setImmediate(() => deadline?.()));
      };
      const answer = await send();
      assert.equal(answer.error, 'The request was not completed within 10 s.');
    }
  });

  it('tells of connections that are refused, cut and forbidden', async () => {
    receiver.answer = (_message, response) => response.socket?.destroy();
    assert.match((await send()).error ?? '', /closed before the answer was whole/);
    assert.match((await send('', stop.signal, 'http://127.0.0.1:1/')).error ?? '', /refused/);
    const secret = await send('', stop.signal, 'http://10.0.0.1/');
    assert.deepEqual(secret, {
      status: null,
      error: NO_PUBLIC_ADDRESS,
      excerpt: null,
    });
  });

  it('rejects when it is cut by a stop', async () => {
    const cut = new AbortController();
    receiver.answer = () => cut.abort();
    await assert.rejects(send('/hook', cut.signal));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followLive, type LiveState } from './live.ts';

const event = (number: number, topic = 'orders/completed') =>
  `id: ${number}\nevent: ${topic}\ndata: {"number":${number},"topic":"${topic}","resource_id":${number}}\n\n`;

/** A stream that says these pieces and then ends, breaks or falls silent. */
function stream(
  pieces: readonly string[],
  end: 'end' | 'break' | 'silence',
  signal?: AbortSignal | null,
): Response {
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
    },
    pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
      else if (end === 'end') controller.close();
      else if (end === 'break') controller.error(new TypeError('network error'));
      else return new Promise(() => undefined);
    },
  });
  return new Response(body, { status: 200 });
}

/** Follows until as many streams were opened as there are answers, and one more was asked for. */
async function play(answers: readonly ((signal?: AbortSignal | null) => Response)[], silenceMs?: number) {
  const stop = new AbortController();
  const numbers: string[] = [];
  const asked: (string | undefined)[] = [];
  const states: LiveState[] = [];
  const waits: number[] = [];
  const renewed: string[] = [];
  const left = [...answers];
  await followLive(
    {
      address: '/stream',
      tokens: {
        get: () => Promise.resolve('t'),
        renew: (refused) => {
          renewed.push(refused);
          return Promise.resolve('t');
        },
      },
      onEvent: ({ number }) => numbers.push(String(number)),
      onState: (state) => states.push(state),
      fetch: (_input, init = {}) => {
        const next = left.shift();
        if (next === undefined) {
          stop.abort();
          return Promise.reject(new Error('over'));
        }
        asked.push((init.headers as Record<string, string>)['last-event-id']);
        return Promise.resolve(next(init.signal));
      },
      sleep: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
      ...(silenceMs === undefined ? {} : { silenceMs }),
    },
    stop.signal,
  );
  return { numbers, asked, states, waits, renewed };
}

describe('the live channel', () => {
  it('goes on behind the last event, however the stream ended and was cut', async () => {
    const text = `id: 4\n\n${event(5)}: here\n\n${event(6)}`;
    const { numbers, asked } = await play([
      () => stream([...text], 'end'),
      () => stream([event(7).slice(0, 20)], 'break'),
      () => stream([event(7), event(8)], 'end'),
    ]);
    assert.deepEqual(numbers, ['5', '6', '7', '8']);
    assert.deepEqual(asked, [undefined, '6', '6']);
  });

  it('begins again where the first words said, when nothing had happened yet', async () => {
    const { asked } = await play([() => stream(['id: 41\n\n'], 'break'), () => stream([], 'end')]);
    assert.deepEqual(asked, [undefined, '41']);
  });

  it('waits longer and longer while it is refused, and says so', async () => {
    const refuse = () => new Response('{}', { status: 503 });
    const { waits, states } = await play([refuse, refuse, refuse, refuse, refuse, refuse, refuse, refuse]);
    for (const [at, wait] of waits.entries()) {
      const most = Math.min(10_000, 250 * 2 ** at);
      assert.ok(wait >= most / 2 && wait <= most, `wait ${at} is ${wait} ms`);
    }
    assert.equal(states.includes('live'), false);
    assert.deepEqual(states.slice(0, 3), ['connecting', 'offline', 'connecting']);
  });

  it('gets another token when its own is refused', async () => {
    const { renewed } = await play([() => new Response('{}', { status: 401 })]);
    assert.deepEqual(renewed, ['t']);
  });

  it('lets go of a stream that has fallen silent', async () => {
    const { numbers, asked } = await play(
      [(signal) => stream([event(9)], 'silence', signal), () => stream([event(10)], 'end')],
      5,
    );
    assert.deepEqual(numbers, ['9', '10']);
    assert.deepEqual(asked, [undefined, '9']);
  });
});

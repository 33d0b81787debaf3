import assert from 'node:assert/strict';
import { it } from 'node:test';
import fastify from 'fastify';
import { pino } from 'pino';
import { ApiError } from '../kernel/errors.ts';
import type { Storage } from '../storage/port.ts';
import { MAX_STREAMS, Streams } from './stream.ts';

const away = () => Promise.reject(new Error('There is no database here.'));
const storage: Storage = {
  engine: 'sqlite',
  read: away,
  write: away,
  startIdsAt: away,
  tryWrite: away,
  onWake: () => () => undefined,
  figures: () => ({ connections: 0, idle: 0, waiting: 0, repeated: 0 }),
  close: away,
};

function makeStreams(): Streams {
  return new Streams({
    storage,
    clock: { now: () => 0n },
    ticker: { every: () => () => undefined },
    logger: pino({ level: 'silent' }),
  });
}

const isUnavailable = (error: unknown) =>
  error instanceof ApiError && error.code === 'temporarily_unavailable';

it('a process holds so many streams, and one that failed to begin is none of them', async () => {
  const streams = makeStreams();
  const app = fastify();
  app.get('/', async (_request, reply) => {
    const never = () => Promise.resolve(true);
    const open = (path: string, begin: () => Promise<never>) => streams.open(path, reply, 0n, begin, never);
    for (let count = 0; count < 10; count++) {
      await assert.rejects(
        open('/failing', () => Promise.reject(new Error('refused'))),
        /refused/,
      );
    }
    for (let count = 0; count < MAX_STREAMS; count++)
      void open(`/${count}`, () => new Promise(() => undefined));
    await assert.rejects(open('/one-more', away), isUnavailable);
    return 'done';
  });
  const answer = await app.inject('/');
  assert.equal(answer.body, 'done', answer.body);
});

it('a process that stops opens no stream any more', async () => {
  const streams = makeStreams();
  await streams.close();
  const app = fastify();
  app.get('/', async (_request, reply) => {
    await assert.rejects(
      streams.open('/', reply, 0n, away, () => Promise.resolve(true)),
      isUnavailable,
    );
    return 'done';
  });
  const answer = await app.inject('/');
  assert.equal(answer.body, 'done', answer.body);
});

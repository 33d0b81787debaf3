// A receiver of webhooks with a queue. It answers 200 as soon as a message is safe on disk, and works it afterwards;
// a message that comes twice is worked once, and unworked ones are worked after a restart. One company, one receiver.
//
//   node scripts/run.mjs examples/receiver.ts          takes messages in and works them
//   node scripts/run.mjs examples/receiver.ts take     only takes them in
//   node scripts/run.mjs examples/receiver.ts work     only works what is there

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { verifyWebhook, WebhookError, type WebhookMessage } from '../clients/typescript/index.ts';
import { onStop, readBody, readSetup, secretOf } from './setup.ts';

/** How often the queue is checked for messages that are due again, in ms. */
const LOOK_MS = 500;
/** How often a message is tried before it is set aside. */
const MAX_ATTEMPTS = 8;

const { PORT = '3000', QUEUE = 'receiver.sqlite', SIGNING_SECRET } = process.env;
const [mode = 'both'] = process.argv.slice(2);
const secret = secretOf(SIGNING_SECRET === undefined ? readSetup() : { signingSecret: SIGNING_SECRET });

const db = new DatabaseSync(QUEUE, { timeout: 5_000 });
// FULL: a message answered with 200 survives a power cut.
db.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists messages (
    place integer primary key, name text not null unique, number text, topic text not null, body text not null,
    attempts integer not null default 0, due_at integer not null default 0, state text not null default 'waiting',
    problem text
  );
  create index if not exists messages_due on messages (state, due_at, place);
  create table if not exists orders (id text primary key, number integer not null, status text not null, total text not null);
`);
const insert = db.prepare(
  'insert into messages (name, number, topic, body) values (?, ?, ?, ?) on conflict (name) do nothing',
);
const next = db.prepare(
  `select * from messages where state = 'waiting' and due_at <= ? order by place limit 1`,
);
const done = db.prepare(`update messages set state = 'done', problem = null where place = ?`);
const failed = db.prepare(
  'update messages set attempts = attempts + 1, due_at = ?, problem = ?, state = ? where place = ?',
);
// Retries may be overtaken: a message older than the stored state changes nothing.
const keepOrder = db.prepare(`
  insert into orders (id, number, status, total) values (?, ?, ?, ?)
  on conflict (id) do update set number = excluded.number, status = excluded.status, total = excluded.total
  where excluded.number > orders.number
`);

/** The identity of a message: its event, however many webhooks send it. */
function nameOf({ number, id }: WebhookMessage): string {
  return number === undefined ? id : `event ${number}`;
}

/** Takes one message in. 200 only when it is on disk, so that anything else is sent again. */
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = await readBody(request);
    if (body === undefined) {
      response.writeHead(413, { connection: 'close' }).end();
      return;
    }
    const message = await verifyWebhook({ headers: request.headers, body }, { secret });
    const { number, topic, text } = message;
    const { changes } = insert.run(
      nameOf(message),
      number === undefined ? null : String(number),
      topic,
      text,
    );
    response.writeHead(200).end();
    console.log(`${changes === 0 ? 'Known' : 'Taken'}: ${nameOf(message)}, ${topic}.`);
  } catch (error) {
    const forged = error instanceof WebhookError;
    response.writeHead(forged ? 401 : 500).end();
    console.log(forged ? `Refused: ${error.message}` : `Not taken: ${String(error)}`);
  }
}

/** The work itself. It shares the transaction in which the message becomes done: neither is there without the other. */
function work(topic: string, number: bigint, body: string): void {
  if (!topic.startsWith('orders/')) return;
  const order = JSON.parse(body) as {
    readonly id_str: string;
    readonly status: string;
    readonly total: number;
  };
  keepOrder.run(order.id_str, number, order.status, String(order.total));
}

/** Works everything that is due. */
function workAll(): void {
  for (let row = next.get(Date.now()); row !== undefined; row = next.get(Date.now())) {
    const [place, name, attempts] = [Number(row.place), String(row.name), Number(row.attempts) + 1];
    db.exec('begin immediate');
    try {
      work(String(row.topic), BigInt(String(row.number ?? 0)), String(row.body));
      done.run(place);
      db.exec('commit');
      console.log(`Done: ${name}, ${row.topic}.`);
    } catch (error) {
      db.exec('rollback');
      const state = attempts < MAX_ATTEMPTS ? 'waiting' : 'failed';
      failed.run(Date.now() + 1000 * 2 ** attempts, String(error), state, place);
      console.log(`${state === 'failed' ? 'Set aside' : 'Later'}: ${name}: ${String(error)}`);
    }
  }
}

const timer = mode === 'take' ? undefined : setInterval(workAll, LOOK_MS);
const server =
  mode === 'work' ? undefined : createServer((request, response) => void take(request, response));
server?.listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on http://localhost:${PORT}.`));
onStop(() => {
  clearInterval(timer);
  if (server === undefined) db.close();
  // Messages that are being taken in are answered first.
  else server.close(() => db.close());
  server?.closeIdleConnections();
});

// A terminal add-on with a simulated card terminal: registers ask it for money, and it answers. The cents of an amount (or
// OUTCOME) choose what happens: 01 declined, 02 cancelled, 03 half of it approved, 04 slow (and can be cancelled), 05 unknown
// and approved when asked again, 06 answered twice, 07 unknown and never charged, 08 with tip and surcharge, 09 the process
// dies between charge and answer. Everything else is approved at once (docs/terminals.md).

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Operations,
  type PaymentRequest,
  verifyWebhook,
  WebhookError,
} from '../clients/typescript/index.ts';
import { connect, onStop, readBody, readSetup, secretOf } from './setup.ts';

type Answer = Operations['answerPaymentRequest']['body'];

const { PORT = '3002', JOURNAL = 'terminal.sqlite', METHOD = 'Simulated terminal', OUTCOME } = process.env;
const { HOOK_URL = `http://localhost:${PORT}/hook`, SLOW_MS = '3000' } = process.env;
const TOPICS = ['payment_requests/created', 'payment_requests/updated'] as const;

const setup = readSetup();
const secret = secretOf(setup);
const passbell = connect(setup);
const db = new DatabaseSync(JOURNAL);
// What was charged is known before it is said: after a crash the answer is repeated, and nothing is charged again.
db.exec(
  'create table if not exists charges (request text primary key, answer text not null, is_said integer not null)',
);
const begin = db.prepare(
  'insert into charges (request, answer, is_said) values (?, ?, 0) on conflict do nothing',
);
const keep = db.prepare('update charges set answer = ?, is_said = 0 where request = ?');
const said = db.prepare('update charges set is_said = 1 where request = ?');
const known = db.prepare('select answer from charges where request = ?');
const unsaid = db.prepare('select request, answer from charges where is_said = 0');

const methods = await passbell.call('listPaymentMethods', { limit: 5000 });
const method =
  methods.find(({ name, kind }) => name === METHOD && kind === 'addon') ??
  (await passbell.call('createPaymentMethod', {
    body: { name: METHOD, kind: 'addon', takes_requests: true },
  }));
const hooks = await passbell.call('listWebhooks', { limit: 5000 });
for (const topic of TOPICS) {
  const isThere = hooks.some((hook) => hook.topic === topic && hook.address === HOOK_URL);
  if (!isThere) await passbell.call('createWebhook', { body: { topic, address: HOOK_URL } });
}

/** The outcome of an amount in cents at the simulated terminal: `later` is what it finds when it is asked again. */
function outcomeOf({ id_str: id, amount }: PaymentRequest): { first: Answer; later?: Answer; name: string } {
  const cents = Math.round(Number(amount) * 100);
  const name = OUTCOME ?? String(cents % 100).padStart(2, '0');
  const approved: Answer = { status: 'approved', ref: `SIM-${id}`, card: { brand: 'Visa', last4: '4242' } };
  const unknown: Answer = { status: 'unknown', message: 'The line to the bank broke' };
  switch (name) {
    case '01':
      return { name, first: { status: 'declined', message: 'Not enough funds' } };
    case '02':
      return { name, first: { status: 'cancelled', message: 'The customer pressed Cancel' } };
    case '03':
      return { name, first: { ...approved, amount: Math.floor(cents / 2) / 100 } };
    case '05':
      return { name, first: unknown, later: approved };
    case '07':
      return {
        name,
        first: unknown,
        later: { status: 'declined', message: 'The bank knows no such payment' },
      };
    case '08':
      return { name, first: { ...approved, tip: Math.round(cents / 10) / 100, credit_card_surcharge: 0.25 } };
    default:
      return { name, first: approved };
  }
}

/** Says what was charged. Sent again it is the same: the client does so by itself until there is an answer. */
async function say(request: string, answer: Answer): Promise<void> {
  const shown = await passbell.call('answerPaymentRequest', { payment_request_id: request, body: answer });
  said.run(request);
  console.log(`Request ${request}: ${shown.status}${shown.unapplied ? ', unapplied: give it back' : ''}.`);
}

/** Charges a request, once however often it is told. */
async function charge(request: PaymentRequest): Promise<void> {
  const { id_str: id } = request;
  const { first, name } = outcomeOf(request);
  if (name === '04' && known.get(id) === undefined) {
    await passbell.call('answerPaymentRequest', { payment_request_id: id, body: { message: 'Enter PIN' } });
    await sleep(Number(SLOW_MS));
    const now = await passbell.call('getPaymentRequest', { payment_request_id: id });
    if (now.cancel_requested_at !== null) begin.run(id, JSON.stringify({ status: 'cancelled' }));
  }
  if (begin.run(id, JSON.stringify(first)).changes === 1) console.log(`Request ${id}: charged.`);
  if (name === '09' && OUTCOME !== 'recover') process.exit(9);
  const { answer } = known.get(id) as { answer: string };
  await say(id, JSON.parse(answer) as Answer);
  if (name === '06') await say(id, JSON.parse(answer) as Answer);
}

/** A message about a request: a new one is charged, one that is asked about again is looked up. */
async function handle(request: PaymentRequest): Promise<void> {
  if (request.method_id !== method.id) return;
  if (request.status === 'unknown' && request.asked_again > 0 && known.get(request.id_str) !== undefined) {
    const { first, later } = outcomeOf(request);
    keep.run(JSON.stringify(later ?? first), request.id_str);
    await say(request.id_str, later ?? first);
  } else if (request.status === 'pending' && request.cancel_requested_at === null) await charge(request);
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = (await readBody(request)) ?? Buffer.alloc(0);
    const message = await verifyWebhook({ headers: request.headers, body }, { secret });
    // Answered before the customer has found the card: Passbell waits 10 s for it.
    response.writeHead(200).end();
    if (TOPICS.some((topic) => topic === message.topic)) await handle(message.payload as PaymentRequest);
  } catch (error) {
    if (!response.headersSent) response.writeHead(error instanceof WebhookError ? 401 : 500).end();
    console.log(`Not done: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const server = createServer((request, response) => void take(request, response));
await new Promise<void>((resolve) => server.listen(Number(PORT), '127.0.0.1', resolve));
onStop(() => server.close());
for (const { request, answer } of unsaid.all())
  await say(String(request), JSON.parse(String(answer)) as Answer);
for (const request of await passbell.call('listPaymentRequests', { status: 'pending', limit: 5000 }))
  await handle(request);
console.log(`Method ${method.id} takes requests.`);

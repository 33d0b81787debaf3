// The add-on of the card terminal: told by messages that money is wanted, it answers as the day has it.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { change, make } from '#test/api/helpers.ts';
import { type Received, Receiver } from '#test/harness/receiver.ts';
import type { Client, Json } from '#test/harness/service.ts';

/** What the terminal answers, and what it finds when it is asked again. */
export interface Outcome {
  readonly first: object;
  readonly later?: object;
}

const CARD = { brand: 'Visa', last4: '4242' };
/** Money was taken: all of it unless it is said. */
export const approved = (more: object = {}) => ({ status: 'approved', card: CARD, ...more });

/** Whether a message is signed with a secret. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const wanted = createHmac('sha256', secret).update(body).digest('hex');
  return headers['x-service-signature'] === wanted;
}

/** The terminal of the bar. */
export class Terminal {
  readonly method: Json;
  readonly #client: Client;
  readonly #secret: string;
  readonly #receiver: Receiver;
  /** What is answered next, in this order. */
  readonly #next: Outcome[] = [];
  readonly #charged = new Map<string, Outcome>();
  readonly #faults: unknown[] = [];
  #work: Promise<void> = Promise.resolve();

  private constructor(client: Client, secret: string, receiver: Receiver, method: Json) {
    this.#client = client;
    this.#secret = secret;
    this.#receiver = receiver;
    this.method = method;
  }

  static async open(client: Client, secret: string): Promise<Terminal> {
    const receiver = await Receiver.open();
    const body = { name: 'Terminal', kind: 'addon', takes_requests: true };
    const method = await make(client, 'payment_methods', body);
    const terminal = new Terminal(client, secret, receiver, method);
    receiver.answer = (message, response) => {
      response.writeHead(200).end();
      // One after the other: an answer is never overtaken by the next message.
      terminal.#work = terminal.#work
        .then(() => terminal.#take(message))
        .catch((error: unknown) => void terminal.#faults.push(error));
    };
    for (const topic of ['payment_requests/created', 'payment_requests/updated'])
      await make(client, 'webhooks', { topic, address: `${receiver.url}/hook` });
    return terminal;
  }

  /** What the next request is answered with. */
  will(first: object, later?: object): void {
    this.#next.push(later === undefined ? { first } : { first, later });
  }

  async #take(message: Received): Promise<void> {
    assert.ok(isSigned(message, this.#secret), 'A message of the terminal is not signed with its secret.');
    const request = message.json;
    const known = this.#charged.get(request.id_str);
    if (known === undefined) {
      if (request.status !== 'pending') return;
      const outcome = this.#next.shift();
      assert.ok(outcome !== undefined, `Nobody said what becomes of ${message.body}`);
      this.#charged.set(request.id_str, outcome);
      await this.#say(request, outcome.first);
    } else if (request.status === 'unknown' && request.asked_again > 0 && known.later !== undefined) {
      await this.#say(request, known.later);
    } else if (request.status === 'pending' && request.cancel_requested_at !== null) {
      await this.#say(request, { status: 'cancelled' });
    }
  }

  async #say({ id_str: id }: Json, answer: object): Promise<void> {
    await change(this.#client, `payment_requests/${id}`, answer);
  }

  /** Fails when something went wrong, or a request did not come. */
  async close(): Promise<void> {
    await this.#work;
    await this.#receiver.close();
    assert.deepEqual(this.#faults, []);
    assert.deepEqual(this.#next, [], 'not asked for');
  }
}

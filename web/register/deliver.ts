// Sending one write, and the meaning of each answer.
import { type Api, type ApiAnswer, type ApiRequest, fieldsOf, getList, refusalOf } from './api.ts';
import { listOf } from './values.ts';
import type { Done, Trouble, Write } from './writes.ts';

/** What became of a write. */
export type Outcome =
  | ({ readonly kind: 'done' } & Done)
  /** The outcome is unknown, or the service asks to wait: it is sent again unchanged. */
  | { readonly kind: 'later'; readonly afterMs?: number }
  /** No staff member is signed in. */
  | { readonly kind: 'signin' }
  | { readonly kind: 'trouble'; readonly trouble: Trouble };

/** How long the service surely remembers a key, in ms: it keeps them for 24 hours. */
export const KEY_LIFE_MS = 23 * 3_600_000;
/** How often a line is read anew when a concurrent change came first. */
const MAX_LOOKS = 5;
/** How far the clocks of device and service may be apart, in ms. */
const CLOCKS_APART_MS = 24 * 3_600_000;

const LATER: Outcome = { kind: 'later' };

/** Sends a write. `id` is the order's id; undefined for the one that makes it. Never rejects. */
export async function deliver(api: Api, write: Write, id: string | undefined, now: number): Promise<Outcome> {
  try {
    if (write.kind === 'create') return await create(api, write, now);
    if (id === undefined)
      return trouble('unsure', 'The order it belongs to was given up before it was made.');
    switch (write.kind) {
      case 'lines':
      case 'optionset':
      case 'payment':
        return await post(api, write, id, now);
      case 'fields':
        return await put(api, write, id);
      case 'line':
      case 'void':
        return await changeLine(api, write, id);
      case 'delete':
        return await remove(api, id);
    }
  } catch {
    // The connection broke before or after the change was made: only sending it again brings the outcome.
    return LATER;
  }
}

function trouble(code: string, sentence: string, fields: readonly string[] = []): Outcome {
  return { kind: 'trouble', trouble: { code, sentence, ...(fields.length === 0 ? {} : { fields }) } };
}

/** The meaning of an answer where it is the same for all writes; undefined for a success. */
function refusedBy(answer: ApiAnswer): Outcome | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const after = Number(answer.header('retry-after') ?? Number.NaN) * 1000;
  const wait: Outcome = Number.isNaN(after) ? LATER : { kind: 'later', afterMs: after };
  if (status === 401) return { kind: 'signin' };
  const { code, message, fields } = refusalOf(answer);
  const replayed = answer.header('idempotent-replayed') === 'true';
  if (status === 429 || status === 408 || status === 425) return wait;
  if (status === 409 && !replayed && (code === 'idempotency_key_in_use' || !Number.isNaN(after))) return wait;
  if (status > 500) return wait;
  return trouble(
    code,
    message,
    fields.map(({ field }) => field),
  );
}

/** The parsed answer of a success; undefined when it is not the service that speaks. */
function orderOf(answer: ApiAnswer): Readonly<Record<string, unknown>> | undefined {
  try {
    const order = fieldsOf(JSON.parse(answer.text));
    return typeof order.id_str === 'string' ? order : undefined;
  } catch {
    return undefined;
  }
}

/** The order's lines that are no options, by `line_id`. */
function ownLines({ lines }: Readonly<Record<string, unknown>>): string[] {
  return listOf(lines)
    .map(fieldsOf)
    .flatMap(({ part_of_option_set: part, line_id: id }) => (part === true ? [] : [String(id)]));
}

const PARTS = { lines: 'lines', optionset: 'optionsets', payment: 'payments' } as const;

function isTooOld(write: Write, now: number): boolean {
  return write.tried_at !== null && now - write.tried_at > KEY_LIFE_MS;
}

async function create(api: Api, write: Write, now: number): Promise<Outcome> {
  if (isTooOld(write, now)) return findCreated(api, write);
  const answer = await api(withBody('POST', 'orders', write));
  const refused = refusedBy(answer);
  if (refused === undefined) {
    const order = orderOf(answer);
    return typeof order?.id_str === 'string'
      ? { kind: 'done', made: order.id_str, lines: ownLines(order) }
      : LATER;
  }
  // Another member of staff sends it than the one it was first sent by: it is there, or was refused then.
  const known = refused.kind === 'trouble' && refused.trouble.code === 'idempotency_key_reused';
  return known ? findCreated(api, write) : refused;
}

/** Looks for an order that may have been made already, by the register's own number of the sale. */
async function findCreated(api: Api, write: Write): Promise<Outcome> {
  const { register_id: register, sale_number: number } = fieldsOf(JSON.parse(write.body ?? '{}'));
  const since = new Date((write.tried_at ?? write.made_at) - CLOCKS_APART_MS).toISOString();
  const rows = await getList(api, `registers/${String(register)}/orders?limit=5000&created_gte=${since}`);
  const order = rows.map(fieldsOf).find((each) => each.sale_number === number);
  if (typeof order?.id_str === 'string') return { kind: 'done', made: order.id_str };
  return trouble('unsure', 'It was sent without an answer, and there is no such order. Send it again.');
}

async function post(api: Api, write: Write, id: string, now: number): Promise<Outcome> {
  const part = PARTS[write.kind as keyof typeof PARTS];
  const unsure = trouble(
    'unsure',
    'It was sent without an answer, and nobody knows what became of it. Look at the order before sending it again.',
  );
  if (isTooOld(write, now)) return unsure;
  const answer = await api(withBody('POST', `orders/${id}/${part}`, write));
  const refused = refusedBy(answer);
  if (refused === undefined) {
    const order = orderOf(answer);
    return order === undefined ? LATER : { kind: 'done', lines: ownLines(order) };
  }
  const known = refused.kind === 'trouble' && refused.trouble.code === 'idempotency_key_reused';
  return known ? unsure : refused;
}

function withBody(method: 'POST' | 'PUT', path: string, { body, key }: Write): ApiRequest {
  return { method, path, body: body ?? '{}', ...(method === 'POST' ? { key } : {}) };
}

async function put(api: Api, write: Write, id: string): Promise<Outcome> {
  const answer = await api(withBody('PUT', `orders/${id}`, write));
  const refused = refusedBy(answer);
  if (refused === undefined) return orderOf(answer) === undefined ? LATER : { kind: 'done' };
  if (refused.kind !== 'trouble') return refused;
  // Refused because it is so already: an earlier attempt arrived, or another register did the same.
  const shown = await api({ method: 'GET', path: `orders/${id}` });
  const order = shown.status === 200 ? orderOf(shown) : undefined;
  if (order === undefined) return refused;
  const wanted = fieldsOf(JSON.parse(write.body ?? '{}'));
  const same = Object.entries(wanted).every(([name, value]) => isReached(order, name, value));
  return same ? { kind: 'done' } : refused;
}

/** True when an order is what a write wanted it to be: one that was to wait for payment may be paid by then. */
function isReached(order: Readonly<Record<string, unknown>>, name: string, wanted: unknown): boolean {
  if (name === 'status' && wanted === 'PENDING' && order.status === 'COMPLETE') return true;
  return JSON.stringify(order[name]) === JSON.stringify(wanted);
}

/** Changes or removes one line, found by its `line_id`, and only if the order has not changed meanwhile. */
async function changeLine(api: Api, write: Write, id: string): Promise<Outcome> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const shown = await api({ method: 'GET', path: `orders/${id}` });
    const missing = refusedBy(shown);
    if (missing !== undefined) return missing;
    const order = orderOf(shown);
    if (order === undefined) return LATER;
    const line = listOf(order.lines)
      .map(fieldsOf)
      .find((each) => String(each.line_id) === write.line);
    if (line === undefined) {
      return write.kind === 'void'
        ? { kind: 'done' }
        : trouble('not_found', 'The line is not there any more: somebody removed it.');
    }
    const etag = shown.header('etag');
    const path = `orders/${id}/lines/${String(line.number)}`;
    const match = etag === null ? {} : { ifMatch: etag };
    const answer = await api(
      write.kind === 'void'
        ? { method: 'DELETE', path, ...match }
        : { ...withBody('PUT', path, write), ...match },
    );
    if (answer.status !== 412) return refusedBy(answer) ?? { kind: 'done' };
  }
  return LATER;
}

async function remove(api: Api, id: string): Promise<Outcome> {
  const answer = await api({ method: 'DELETE', path: `orders/${id}` });
  const refused = refusedBy(answer);
  if (refused === undefined) return { kind: 'done' };
  if (refused.kind !== 'trouble') return refused;
  const shown = await api({ method: 'GET', path: `orders/${id}` });
  return shown.status === 200 && orderOf(shown)?.deleted === true ? { kind: 'done' } : refused;
}

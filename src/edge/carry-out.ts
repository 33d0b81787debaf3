// What is done for a request that was admitted, whichever way it came and in whatever transaction: its answer, ready to
// be sent.

import { ApiError } from '../kernel/errors.ts';
import type { Transactions } from '../storage/nested.ts';
import type { MaybePromise, WriteOptions } from '../storage/port.ts';
import { type Carried, replyHeaders } from './answer.ts';
import type { Call } from './call.ts';
import { Rehearsal } from './dry-run.ts';
import { renderRefusal } from './errors.ts';
import { etagOf } from './etag.ts';
import { answerPlace, fingerprint, type KeyedCall, runOnce } from './idempotency.ts';
import { asSent } from './input.ts';
import { readReply } from './listing.ts';
import type { OpenCall } from './open-call.ts';
import type { EdgeParts } from './parts.ts';
import { type AnsweringRoute, type BatchRoute, type Reply, takesBody, type Work } from './route.ts';

/** A call of any kind, whose work is known. */
type AnyCall = OpenCall<AnsweringRoute | BatchRoute>;

/** Runs the handler of a call. Long work reads its body now, in its company's turn. */
export async function begin({ route, call }: OpenCall): Promise<Work> {
  if (route.access === 'read')
    return (runner) =>
      readReply(runner, call, async (tx) => named(call, () => route.handler(tx, call)), {
        isSingle: 'isSingle' in route,
        mayLag: 'mayLag' in route,
      });
  if (route.access === 'write') {
    const options = sharing(route, call);
    return (runner) =>
      runner.write(
        async (tx) =>
          named(call, async () => {
            if (route.makesRows === true) call.requireRoom(1);
            const reply = await route.handler(tx, call);
            if (takesBody(route)) call.passOver();
            return reply;
          }),
        options,
      );
  }
  const work = await route.handler(call);
  return (runner) => runner.write(work);
}

/** Whose changes a call may be committed with. */
const sharing = (route: AnsweringRoute | BatchRoute, { company }: Call): WriteOptions =>
  'sharesCommit' in route && route.sharesCommit !== undefined
    ? { shares: `${company} ${route.sharesCommit}` }
    : {};

/**
 * What a handler answers; where it refuses, it calls the fields of the body as that does. A strict call with unknown parameters
 * is refused for these, whatever the handler has to say, and what it did is undone.
 */
async function named(call: Call, handle: () => MaybePromise<Reply>): Promise<Reply> {
  let reply: Reply;
  try {
    reply = await handle();
  } catch (error) {
    if (error instanceof ApiError && call.refusal !== undefined) throw call.refusal;
    throw asSent(error, call.body);
  }
  if (call.refusal !== undefined) throw call.refusal;
  return reply;
}

/**
 * Waits for the company's turn where there is long work, and for sums that an answer follows from. Outside of
 * transactions alone: what is waited for may write.
 */
export async function inTurn<T>(
  { longWork, refresh }: Pick<EdgeParts, 'longWork' | 'refresh'>,
  { route, principal }: Pick<OpenCall, 'route' | 'principal'>,
  work: () => Promise<T>,
): Promise<T> {
  if (route.access === 'read' && 'fresh' in route) await refresh?.(principal.company);
  return route.access === 'long' ? longWork.run(String(principal.company), work) : work();
}

/** Carries a call out: once where it has a key, undone where it is a dry run. Throws what refuses it. */
export async function carryOut(
  parts: EdgeParts,
  transactions: Transactions,
  open: AnyCall,
  work: Work,
): Promise<Carried> {
  if (open.isDryRun) {
    const rehearsal = new Rehearsal(transactions);
    const carried = finished(parts, open, await work(rehearsal));
    return carried.refusal === undefined ? rehearsal.answer(carried) : carried;
  }
  if (open.key === undefined) return finished(parts, open, await work(transactions));
  return carryOutOnce(parts, transactions, open, open.key, work);
}

/**
 * A call under a key. What takes none alone, and has one in a batch, may have a PIN in its body or a secret in its answer:
 * the one is hashed with the installation's key, the other sealed, as everywhere in the database.
 */
export function keyedCall(
  { keyTime, keyring, random }: Pick<EdgeParts, 'keyTime' | 'keyring' | 'random'>,
  { route, call, incoming, principal }: AnyCall,
  key: string,
): KeyedCall {
  const { company, addon } = principal;
  const print = fingerprint(incoming.method, call.path, incoming.body, principal);
  const plain = { scope: { company, addon, key }, fingerprint: print, now: keyTime.now() };
  if (route.access === 'write' && route.idempotent === true) return plain;
  const place = answerPlace(plain.scope);
  return {
    ...plain,
    fingerprint: keyring.hashPin(print, place),
    isSame: (stored) => keyring.matchPin(stored, print, place) !== 'wrong',
    seal: {
      close: (text) => keyring.seal(text, place, random),
      open: (sealed) => keyring.open(sealed, place),
    },
  };
}

/** The stored answer of the key, else that of the call, which is stored. */
async function carryOutOnce(
  parts: EdgeParts,
  transactions: Transactions,
  open: AnyCall,
  key: string,
  work: Work,
): Promise<Carried> {
  const { call } = open;
  const final = await runOnce(transactions, {
    ...keyedCall(parts, open, key),
    isShort: open.route.access === 'write' && open.route.idempotent === true,
    options: sharing(open.route, call),
    run: (tx) => work({ read: (read) => read(tx), write: (write) => write(tx) }),
    words: () => call.words,
    finish: (done) => {
      if (done.refusal !== undefined) return renderRefusal(done.refusal, call.words);
      const { status, headers, body = '', made } = finished(parts, open, done);
      return {
        status,
        headers: { etag: etagOf(body), ...headers },
        body: String(body),
        made,
        ofRow: done.ofRow,
      };
    },
  });
  if (final.failure !== undefined) throw final.failure;
  return final;
}

/** The answer that a reply comes to. */
function finished(parts: EdgeParts, { incoming, call }: AnyCall, done: Reply): Carried {
  const { status, body, pieces, print, refusal, made } = done;
  const content = body ?? print;
  const etag = done.etag ?? (content === undefined ? undefined : etagOf(content));
  const headers = replyHeaders(parts, incoming, call, done);
  return {
    status,
    headers: etag === undefined ? headers : { ...headers, etag },
    body,
    pieces,
    print,
    refusal,
    made,
  };
}

/** How many records a call has made of those that there is a quota of; an answer that is given again, or of a dry run, made none. */
export function madeBy(
  route: AnsweringRoute | BatchRoute | undefined,
  { status, headers, made }: Pick<Carried, 'status' | 'headers' | 'made'>,
): number {
  if (headers['x-dry-run'] !== undefined) return 0;
  if (made !== undefined) return made;
  const makes = route?.access === 'write' && route.makesRows === true && status === 201;
  return makes && headers['idempotent-replayed'] === undefined ? 1 : 0;
}

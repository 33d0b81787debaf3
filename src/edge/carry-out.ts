// What is done for a request that was admitted, whichever way it came and in whatever transaction: its answer, ready to
// be sent.

import type { Id } from '../kernel/id.ts';
import type { Transactions } from '../storage/nested.ts';
import { type Carried, replyHeaders } from './answer.ts';
import { Rehearsal } from './dry-run.ts';
import { renderRefusal } from './errors.ts';
import { etagOf } from './etag.ts';
import { fingerprint, runOnce } from './idempotency.ts';
import { readReply } from './listing.ts';
import type { OpenCall } from './open-call.ts';
import type { EdgeParts } from './parts.ts';
import type { Reply, Work } from './route.ts';

/** What a call does. Long work reads its body now, in its company's turn. */
export async function begin({ route, call }: OpenCall): Promise<Work> {
  if (route.access === 'read') return (runner) => readReply(runner, call, (tx) => route.handler(tx, call));
  if (route.access === 'write') return (runner) => runner.write((tx) => route.handler(tx, call));
  const work = await route.handler(call);
  return (runner) => runner.write(work);
}

/** Waits for the company's turn where there is long work. */
export function inTurn<T>(
  { longWork }: Pick<EdgeParts, 'longWork'>,
  company: Id,
  isLong: boolean,
  work: () => Promise<T>,
): Promise<T> {
  return isLong ? longWork.run(String(company), work) : work();
}

/** Carries a call out: once where it has a key, undone where it is a dry run. Throws what refuses it. */
export async function carryOut(
  parts: EdgeParts,
  transactions: Transactions,
  open: OpenCall,
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

/** The stored answer of the key, else that of the call, which is stored. */
async function carryOutOnce(
  parts: EdgeParts,
  transactions: Transactions,
  open: OpenCall,
  key: string,
  work: Work,
): Promise<Carried> {
  const { call, incoming, principal } = open;
  const final = await runOnce(transactions, {
    scope: { company: principal.company, addon: principal.addon, key },
    fingerprint: fingerprint(incoming.method, call.path, incoming.body, principal),
    now: parts.keyTime.now(),
    run: (tx) => work({ read: (read) => read(tx), write: (write) => write(tx) }),
    words: () => call.words,
    finish: (done) => {
      if (done.refusal !== undefined) return renderRefusal(done.refusal, call.words);
      const { status, headers, body = '' } = finished(parts, open, done);
      return { status, headers: { etag: etagOf(body), ...headers }, body: String(body) };
    },
  });
  if (final.failure !== undefined) throw final.failure;
  return final;
}

/** The answer that a reply comes to. */
function finished(parts: EdgeParts, { incoming, call }: OpenCall, done: Reply): Carried {
  const { status, body, pieces, print, refusal } = done;
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
  };
}

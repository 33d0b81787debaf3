import { hash } from 'node:crypto';
import { ApiError, type ErrorCode } from '../kernel/errors.ts';
import { canonicalJson } from '../kernel/json.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence, type Words } from '../kernel/words.ts';
import type { Transactions } from '../storage/nested.ts';
import {
  CommitUnknown,
  type Reader,
  UniqueViolation,
  type WriteOptions,
  type Writer,
} from '../storage/port.ts';
import { type RefusalReply, renderRefusal, serverError, toApiError } from './errors.ts';
import { ParametersRefused } from './input.ts';
import type { Principal } from './principal.ts';
import type { OrderText, Reply } from './route.ts';
import { findReply, type KeyScope, type NewReply, type StoredReply, saveReply } from './store.ts';

const KEY = /^[a-zA-Z0-9-]{1,255}$/;

/** The key in the header; 400 when it is malformed (reference: conventions.36). */
export function readKey(header: string): string {
  if (KEY.test(header)) return header;
  throw new ApiError(
    'invalid_idempotency_key',
    sentence(
      'Invalid Idempotency-Key Header: use 1 to 255 letters, digits and hyphens, for example ' +
        'a version 4 UUID.',
    ),
  );
}

/**
 * The hash that must be equal for a repeated key: method, path, the body's meaning, and the staff member who acts. A
 * staff member is not given the answer to the add-on, nor the other way round. The same holds for the users and
 * devices at Passbell's own screens.
 */
export function fingerprint(
  method: string,
  path: string,
  body: unknown,
  by: Pick<Principal, 'staffMember' | 'counted'> = {},
): string {
  const actor = by.staffMember?.id.toString() ?? by.counted;
  const who = actor === undefined ? '' : ` ${actor}`;
  return hash('sha256', `${method} ${path}${who}\n${canonicalJson(body)}`, 'base64url');
}

/** A final answer, ready to be stored or sent. */
export interface FinalReply extends RefusalReply {
  /** The unexpected error behind this answer, if any: still to be logged. */
  readonly failure?: unknown;
  /** How many records the call made of those that a company has a quota of; none when it is given again. */
  readonly made?: number | undefined;
  /** The end of the body, which the key keeps where the row of an order has the rest. */
  readonly ofRow?: OrderText | undefined;
}

/** The call that a key stands for. */
export interface KeyedCall {
  readonly scope: KeyScope;
  readonly fingerprint: string;
  /** Whether a stored fingerprint is of the same request, where that is a keyed hash. */
  readonly isSame?: (stored: string) => boolean;
  /** By the time by which keys age. */
  readonly now: Micros;
  /** Seals the stored answer where it may hold a secret, and opens it. */
  readonly seal?: { close(text: string): string; open(sealed: string): string };
}

/** The name of a key in locks: only one transaction holds it. */
export function lockOf({ company, addon, key }: KeyScope): string {
  return `${company}/${addon}/${key}`;
}

/** The context that the answer to a key is sealed for, where it may hold a secret. */
export function answerPlace(scope: KeyScope): string {
  return `answer ${lockOf(scope)}`;
}

/** The stored answer of a key; 422 when it came before with another request. */
export async function findOnce(tx: Reader, call: KeyedCall): Promise<FinalReply | undefined> {
  const stored = await findReply(tx, call.scope);
  return stored === undefined ? undefined : replay(stored, call);
}

/**
 * Waits until an answer that was found is where its change is to be: a database that came back from a crash may have found it
 * before its followers had it (reference: operations.22).
 */
export async function settle(transactions: Transactions): Promise<void> {
  await transactions.write(() => Promise.resolve(), { settles: true });
}

/** The parts of an idempotent call. */
export interface IdempotentCall extends KeyedCall {
  /** It is over soon and does all in its transaction: it is begun before it is known whether it was carried out already. */
  readonly isShort: boolean;
  /** How its transaction is to be run, but for the key. */
  readonly options?: WriteOptions;
  /** Runs the handler in the transaction. */
  run(tx: Writer): Promise<Reply>;
  /** The texts in the caller's language: the answer that is stored is in it. */
  words(): Words;
  /** The final bytes and headers of a reply. */
  finish(reply: Reply): FinalReply;
}

function replay(stored: StoredReply, { fingerprint: wanted, isSame, seal }: KeyedCall): FinalReply {
  if (stored.fingerprint !== wanted && isSame?.(stored.fingerprint) !== true) {
    throw new ApiError(
      'idempotency_key_reused',
      sentence(
        'Used Idempotency-Key Header: this key came before with another request. Use a new key ' +
          'for a new request.',
      ),
    );
  }
  const headers = JSON.parse(stored.headers) as Record<string, string>;
  return {
    status: Number(stored.status),
    headers: { ...headers, 'idempotent-replayed': 'true' },
    body: seal === undefined ? stored.body : seal.open(stored.body),
  };
}

function toStored(reply: FinalReply, { fingerprint: print, seal }: KeyedCall): NewReply {
  const { status, headers, body, ofRow } = reply;
  const kept = { fingerprint: print, status: BigInt(status), headers: JSON.stringify(headers) };
  if (seal !== undefined) return { ...kept, body: seal.close(body) };
  return ofRow === undefined ? { ...kept, body } : { ...kept, body: '', ofRow };
}

/** Ends a transaction whose key has an answer already. */
class Replayed extends Error {
  readonly reply: FinalReply;

  constructor(reply: FinalReply) {
    super('The key has an answer already.');
    this.reply = reply;
  }
}

/**
 * What `work` gives; throws Replayed when the key has an answer. Where the database is a round trip away, short work does
 * not wait for that question: should there be an answer, all that it did is undone.
 */
async function unlessStored(
  tx: Writer,
  call: IdempotentCall,
  work: (tx: Writer) => Promise<FinalReply>,
): Promise<FinalReply> {
  // Where the work begins with a lock, the question goes out beside that.
  const begun = tx.engine === 'postgres' && call.isShort ? work(tx) : undefined;
  const asked = findReply(tx, call.scope);
  const [found, done] = await Promise.allSettled([asked, begun]);
  if (found.status === 'rejected') throw found.reason;
  if (found.value !== undefined) throw new Replayed(replay(found.value, call));
  if (begun === undefined) return work(tx);
  if (done.status === 'rejected') throw done.reason;
  return begun;
}

/** How often the outcome of a commit with a broken connection is looked up. */
const MAX_LOOKS = 4;

/**
 * Finds the outcome of a commit whose connection broke, by the key: either its answer is stored, or nothing of it was
 * saved and `again` repeats the work. When neither can be found out the client gets the error.
 */
async function findOutcome(error: unknown, again: () => Promise<FinalReply>): Promise<FinalReply> {
  for (let looks = 1; error instanceof CommitUnknown && error.isDecided && looks <= MAX_LOOKS; looks++) {
    try {
      return await again();
    } catch (problem) {
      if (!(problem instanceof CommitUnknown)) break;
    }
  }
  throw error;
}

/** Refusals that end once a person has acted, after which the same call is made again: no key keeps them. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['reauthentication_required', 'row_quota_exceeded']);

/**
 * Runs a call once per key: its answer is stored in the call's own transaction and given again to every
 * later request with the key (reference: conventions.35, conventions.40). A refusal is stored once everything else is
 * undone.
 */
export async function runOnce(transactions: Transactions, call: IdempotentCall): Promise<FinalReply> {
  const { scope, now } = call;
  const key = lockOf(scope);
  /** The key's stored answer, else the one that `work` gives, which is stored. */
  const once = async (
    work: (tx: Writer) => Promise<FinalReply>,
    options: WriteOptions = {},
  ): Promise<FinalReply> => {
    const attempt = async (tx: Writer): Promise<FinalReply> => {
      const final = await unlessStored(tx, call, work);
      await saveReply(tx, scope, now, toStored(final, call));
      return final;
    };
    try {
      return await transactions.write(attempt, { ...call.options, ...options, key });
    } catch (error) {
      if (!(error instanceof Replayed)) throw error;
      await settle(transactions);
      return error.reply;
    }
  };
  const serve = async (tx: Writer): Promise<FinalReply> => call.finish(await call.run(tx));
  try {
    return await once(serve).catch((error: unknown) =>
      findOutcome(error, () => once(serve, { waitsForKey: true })),
    );
  } catch (error) {
    // The loser of a race gets the same answer as without a key, each time.
    const refused =
      (error instanceof ApiError && !PASSING.has(error.code) && !(error instanceof ParametersRefused)) ||
      error instanceof UniqueViolation;
    const known = toApiError(error);
    // A key in use is answered 409, an unreachable database or an unknown commit 503, and never stored; nor is what passes.
    if (known !== undefined && !refused) throw error;
    const rendered = renderRefusal(known ?? serverError(), call.words());
    const final = known === undefined ? { ...rendered, failure: error } : rendered;
    // Unless a request in between has its answer stored by now, every repetition gets this one. A refusal that cannot be
    // kept is none: what is said then is that the database is away.
    return await once(() => Promise.resolve(final)).catch((problem: unknown): never => {
      throw refused && toApiError(problem)?.code === 'temporarily_unavailable' ? problem : error;
    });
  }
}

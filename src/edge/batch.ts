// Many requests in one (reference: conventions.52): each is carried out as if it had come alone, in a transaction of its
// own or all in one.

import { ApiError } from '../kernel/errors.ts';
import { LoopYielder } from '../kernel/loop-yielder.ts';
import { type Micros, SECOND } from '../kernel/time.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { readsLog } from '../outbox/last.ts';
import { EndingWriter } from '../storage/ending.ts';
import { type Transactions, within } from '../storage/nested.ts';
import { KeyInUse, StorageUnavailable, UniqueViolation, type Writer } from '../storage/port.ts';
import { type Carried, refusalOf } from './answer.ts';
import { admitEntry, type Entry, explainNowhere, readEntries } from './batch-entries.ts';
import { turnOf } from './batch-turns.ts';
import { PAGE_BYTES } from './budgets.ts';
import { begin, carryOut, inTurn, keyedCall, madeBy } from './carry-out.ts';
import { matchesNone } from './etag.ts';
import { findOnce, lockOf, settle } from './idempotency.ts';
import { type OpenCall, openCall } from './open-call.ts';
import type { EdgeParts, EdgeState } from './parts.ts';
import { pathOf } from './path.ts';
import { callerFacts, idsOf } from './request-lines.ts';
import { LargePageDeferred } from './response-budget.ts';
import type { BatchRoute, Reply, Work } from './route.ts';
import { batchRequest } from './shape.ts';

/** How long after its beginning a batch goes on with its next request. */
const MAX_TIME: Micros = 10n * SECOND;
/** Bytes of answers after which it does not go on: as long as the page of a list. */
const MAX_ANSWERS = PAGE_BYTES;

/** Statuses after which a batch goes on when it is sent again: a key in use, not carried out, too many, away. */
const UNFINISHED = new Set([409, 424, 429, 503]);

/** A batch that is being carried out. */
interface Batch {
  readonly parts: EdgeParts;
  readonly state: EdgeState;
  readonly open: OpenCall<BatchRoute>;
  readonly entries: readonly Entry[];
  readonly begun: Micros;
}

/** The answer to a request of a batch. */
interface EntryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Its JSON text. */
  readonly body: string;
  /** The refusal has saved something that is to stay. */
  readonly isKept: boolean;
  /** It is refused for now alone: sent again, the batch goes on with it. */
  readonly isPassing?: boolean;
  /** How many records it made, where that is not one by its status. */
  readonly made?: number | undefined;
  /** How long it took, in microseconds. */
  readonly took?: Micros;
}

/** A call of a batch, with its work. */
interface Begun {
  readonly open: OpenCall;
  readonly work: Work;
}

/** Carries out a batch. */
export async function carryOutBatch(
  parts: EdgeParts,
  state: EdgeState,
  open: OpenCall<BatchRoute>,
  requestId: string,
): Promise<Carried> {
  const { atomic, requests } = open.call.input(batchRequest);
  const entries = readEntries(state, open.incoming, requestId, requests);
  const isAtomic = atomic === true;
  const isShared = isAtomic || open.isDryRun;
  // What has been answered is answered again, without counting its requests.
  if (open.key !== undefined && !open.isDryRun) {
    const call = keyedCall(parts, open, open.key);
    const stored = await parts.storage.read((tx) => findOnce(tx, call));
    if (stored !== undefined) {
      await settle(parts.storage);
      return stored;
    }
  }
  for (const entry of entries) admitEntry(parts, state, open, entry);
  if (isAtomic) refuseWithoutRoom(open, entries);
  const batch: Batch = { parts, state, open, entries, begun: parts.clock.now() };
  const refusal = entries.find((entry) => entry.refusal !== undefined);
  // What is refused before anything is carried out is kept for no key.
  if (isAtomic && refusal !== undefined)
    return unkept(batch, allOrNone(batch, refused(batch, refusal, refusal.refusal), refusal.at));
  const carried = isShared ? await carryOutShared(batch, isAtomic) : await carryOutEach(batch);
  if (
    entries.some(
      ({ route }) => route?.access === 'write' && (route.scope === 'admin' || route.changesCallers === true),
    )
  ) {
    state.authenticator.forget();
  }
  return carried;
}

/** Refuses the first request that there is no room for when those before it have made their records. */
function refuseWithoutRoom({ call }: OpenCall<BatchRoute>, entries: readonly Entry[]): void {
  let made = 0;
  for (const entry of entries) {
    if (entry.route?.access !== 'write' || entry.route.makesRows !== true) continue;
    try {
      call.requireRoom(++made);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      entry.refusal ??= error;
      return;
    }
  }
}

/** Counts what a request has made of the records that a company has a quota of. */
function countMade({ parts, open }: Batch, { route }: Entry, answer: EntryAnswer | undefined): void {
  if (answer !== undefined) parts.usage?.addRows(open.principal.company, madeBy(route, answer));
}

/** Each request in a transaction of its own. */
async function carryOutEach(batch: Batch): Promise<Carried> {
  const { parts, open, entries } = batch;
  const answers: EntryAnswer[] = [];
  for (const entry of entries) {
    const answer = await timed(
      parts,
      async () => endOf(batch, answers, entry) ?? carryOutAlone(batch, entry),
    );
    answers.push(answer);
    countMade(batch, entry, answer);
  }
  // Sent again, the batch goes on with what was not carried out.
  if (answers.some(({ status, isPassing }) => isPassing === true || UNFINISHED.has(status)))
    return unkept(batch, answers);
  tell(batch, answers);
  return carryOut(parts, parts.storage, open, () => Promise.resolve(replyOf(answers)));
}

/**
 * Carries out a request in its own transaction. Under the batch's key each of its writes has a key as well: a batch that
 * broke off goes on where it was when it is sent again.
 */
async function carryOutAlone(batch: Batch, entry: Entry): Promise<EntryAnswer> {
  const { parts, open } = batch;
  const key = open.key === undefined ? undefined : `${open.key}/${entry.at}`;
  try {
    const call = openEntry(batch, entry);
    const isWrite = call.route.access !== 'read' && !call.isDryRun;
    const keyed = key !== undefined && isWrite ? { ...call, key: call.key ?? key } : call;
    const carried = await inTurn(parts, call, async () =>
      carryOut(parts, parts.storage, keyed, await begin(keyed)),
    );
    return answerOf(batch, entry, call, carried);
  } catch (error) {
    // The same batch is under way: not this request is refused, but the batch.
    if (error instanceof KeyInUse && open.key !== undefined && !hasOwnKey(entry)) throw error;
    return refused(batch, entry, error);
  }
}

/** All requests in one transaction: of an atomic batch the first refusal undoes everything. */
async function carryOutShared(batch: Batch, isAtomic: boolean): Promise<Carried> {
  const { parts, state, open, entries } = batch;
  let answers: readonly EntryAnswer[] = [];
  let kept: readonly Entry[] = [];
  const carryOutIn = async (long: ReadonlyMap<Entry, Begun | EntryAnswer>, whole: Writer): Promise<Reply> => {
    await whole.turn([turnOf(open.call.company)]);
    // SQLite has one writer: nobody waits for what it holds alone.
    const ending = whole.engine === 'sqlite' ? undefined : new EndingWriter(whole, readsLog);
    const tx = ending ?? whole;
    const given: EntryAnswer[] = [];
    const all = async () => {
      const pace = new LoopYielder();
      for (const entry of entries) {
        const answer = await timed(
          parts,
          async () => endOf(batch, given, entry) ?? carryOutWithin(batch, entry, long.get(entry), tx),
        );
        given.push(answer);
        if (isAtomic && answer.status >= 400) throw new Ended(answer);
        await pace.yieldIfDue();
      }
      return given;
    };
    answers = await (isAtomic
      ? tx.savepoint(all).catch((error: unknown) => undone(batch, error, given.length - 1))
      : all());
    await ending?.end();
    kept = entries.filter(({ at }) => given[at]?.isKept === true);
    return replyOf(answers);
  };
  const carried = await state.batchTurns.run(open.call.company, () =>
    inLongTurn(batch, async (long) =>
      carryOut(parts, holding(batch), open, (runner) => runner.write((tx) => carryOutIn(long, tx))),
    ),
  );
  for (const entry of kept) await keepRefusal(batch, entry);
  if (open.isDryRun) return carried;
  for (const entry of entries) countMade(batch, entry, answers[entry.at]);
  tell(batch, answers);
  return carried;
}

/** Carries out a request in a savepoint of the batch's transaction. */
async function carryOutWithin(
  batch: Batch,
  entry: Entry,
  begun: Begun | EntryAnswer | undefined,
  tx: Writer,
): Promise<EntryAnswer> {
  if (begun !== undefined && 'status' in begun) return begun;
  try {
    const open = begun?.open ?? openEntry(batch, entry);
    const work = begun?.work ?? (await begin(open));
    return answerOf(batch, entry, open, await carryOut(batch.parts, savepointsOf(tx), open, work));
  } catch (error) {
    // Anything else may be the transaction's own trouble: all of it fails, or is begun again.
    if (error instanceof ApiError || error instanceof UniqueViolation) return refused(batch, entry, error);
    throw error;
  }
}

/** Savepoints in which a large page does not wait for its turn: others would wait for the transaction meanwhile. */
function savepointsOf(tx: Writer): Transactions {
  const { read, write } = within(tx);
  return {
    read: (work) =>
      read(work).catch((error: unknown): never => {
        if (!(error instanceof LargePageDeferred)) throw error;
        throw new StorageUnavailable('Other large pages are being made.');
      }),
    write,
  };
}

/** The database, for a transaction that holds the keys of the batch's requests. */
function holding({ parts: { storage }, open, entries }: Batch): Transactions {
  const { company, addon } = open.principal;
  const keys = entries.flatMap(({ incoming, route }) => {
    const key = incoming.headers['idempotency-key'];
    const isKeyed = route?.access === 'write' && route.idempotent === true;
    return isKeyed && typeof key === 'string' ? [lockOf({ company, addon, key })] : [];
  });
  if (keys.length === 0 || open.isDryRun) return storage;
  return {
    read: (work, options) => storage.read(work, options),
    write: (work, options = {}) =>
      storage.write(work, { ...options, key: [...keys, ...[options.key ?? []].flat()] }),
  };
}

/** Reads the bodies of long work before the transaction begins, in the company's turn, which lasts until its end. */
async function inLongTurn<T>(
  batch: Batch,
  work: (long: ReadonlyMap<Entry, Begun | EntryAnswer>) => Promise<T>,
): Promise<T> {
  const long = batch.entries.find(({ route, refusal }) => route?.access === 'long' && refusal === undefined);
  if (long?.route === undefined) return work(new Map());
  return inTurn(batch.parts, { route: long.route, principal: batch.open.principal }, async () => {
    const all = new Map<Entry, Begun | EntryAnswer>();
    for (const entry of batch.entries) {
      if (entry.route?.access !== 'long') continue;
      try {
        const open = openEntry(batch, entry);
        all.set(entry, { open, work: await begin(open) });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        all.set(entry, refused(batch, entry, error));
      }
    }
    return work(all);
  });
}

/** Saves once more, by itself, what a refusal had saved and the batch has undone. */
async function keepRefusal(batch: Batch, entry: Entry): Promise<void> {
  const open = { ...openEntry(batch, entry), isDryRun: true };
  await carryOut(batch.parts, batch.parts.storage, open, await begin(open));
}

function openEntry({ parts, open }: Batch, { route, incoming, refusal }: Entry): OpenCall {
  if (refusal !== undefined || route === undefined) throw refusal ?? new Error('The request has no route.');
  return openCall(parts, route, incoming, open.principal, () => open.call.reservation);
}

function hasOwnKey({ route, incoming }: Entry): boolean {
  const isKeyed = route?.access === 'write' && route.idempotent === true;
  return isKeyed && incoming.headers['idempotency-key'] !== undefined;
}

function answerOf(batch: Batch, entry: Entry, open: OpenCall, carried: Carried): EntryAnswer {
  if (carried.refusal !== undefined) return { ...refused(batch, entry, carried.refusal), isKept: true };
  const tried: Record<string, string> = open.isDryRun ? { 'x-dry-run': 'true' } : {};
  const headers = { ...entry.headers, ...tried, ...carried.headers };
  const { method, headers: asked } = entry.incoming;
  if (method === 'GET' && matchesNone(asked['if-none-match'], carried.headers.etag ?? '')) {
    return { status: 304, headers, body: 'null', isKept: false };
  }
  const { pieces, body = '' } = carried;
  const text = (pieces === undefined ? body : Buffer.concat(pieces)).toString();
  return {
    status: carried.status,
    headers,
    body: text === '' ? 'null' : text,
    isKept: false,
    made: carried.made,
  };
}

function refused({ parts, state, open }: Batch, entry: Entry, error: unknown): EntryAnswer {
  const { incoming, route, id } = entry;
  const facts = () => ({
    requestId: id,
    ...callerFacts(open.principal),
    method: incoming.method,
    route: route === undefined ? null : `/v1${route.path}`,
    ...idsOf(incoming.params),
  });
  const asked = { headers: incoming.headers, facts };
  const { status, headers, body } = refusalOf(parts, asked, explainNowhere(state, entry, error));
  const isPassing = error instanceof ApiError && error.code === 'row_quota_exceeded';
  return { status, headers: { ...entry.headers, ...headers }, body, isKept: false, isPassing };
}

/** The answer that ends a batch before a request: it took too long, or has answered too much. */
function endOf(batch: Batch, answers: readonly EntryAnswer[], entry: Entry): EntryAnswer | undefined {
  const bytes = answers.reduce((sum, { body }) => sum + body.length, 0);
  let why: Sentence | undefined;
  if (bytes > MAX_ANSWERS) {
    const most = MAX_ANSWERS / (1024 * 1024);
    why = sentence(
      'The answers of this batch came to {most} MiB before this request: send the rest in another.',
      { most },
    );
  } else if (batch.parts.clock.now() - batch.begun > MAX_TIME) {
    const most = Number(MAX_TIME / SECOND);
    why = sentence('The batch took {most} s before this request: send the rest in another.', { most });
  }
  return why === undefined ? undefined : refused(batch, entry, new ApiError('not_carried_out', why));
}

/** Ends the savepoint of an atomic batch, with the answer that refuses. */
class Ended extends Error {
  readonly answer: EntryAnswer;

  constructor(answer: EntryAnswer) {
    super('A request of the batch was refused.');
    this.answer = answer;
  }
}

function undone(batch: Batch, error: unknown, at: number): readonly EntryAnswer[] {
  if (error instanceof Ended) return allOrNone(batch, error.answer, at);
  throw error;
}

/** The answers of a batch of which nothing was carried out, because the request at a place was refused. */
function allOrNone(batch: Batch, refusal: EntryAnswer, at: number): readonly EntryAnswer[] {
  const why = sentence('Nothing of this batch was carried out: request {at} was refused.', {
    at: String(at),
  });
  const error = new ApiError('not_carried_out', why);
  return batch.entries.map((entry) => (entry.at === at ? refusal : refused(batch, entry, error)));
}

/** Answers that are kept for no key. */
function unkept(batch: Batch, answers: readonly EntryAnswer[]): Promise<Carried> {
  const { parts, open } = batch;
  tell(batch, answers);
  return carryOut(parts, parts.storage, { ...open, key: undefined }, () => Promise.resolve(replyOf(answers)));
}

async function timed(
  { clock }: Pick<EdgeParts, 'clock'>,
  work: () => Promise<EntryAnswer>,
): Promise<EntryAnswer> {
  const from = clock.now();
  const answer = await work();
  return { ...answer, took: clock.now() - from };
}

function replyOf(answers: readonly EntryAnswer[]): Reply {
  const all = answers.map(
    ({ status, headers, body }) => `{"status":${status},"headers":${JSON.stringify(headers)},"body":${body}}`,
  );
  return { status: 200, body: `{"responses":[${all.join(',')}]}` };
}

/** Hands the requests of a batch to the log of requests. */
function tell({ parts, open, entries }: Batch, answers: readonly EntryAnswer[]): void {
  const at = parts.clock.now();
  for (const { at: place, id, incoming } of entries) {
    const given = answers[place];
    if (given === undefined) continue;
    const { status, body: answer, took: duration = 0n } = given;
    const { method, url, body } = incoming;
    const refusal = status < 400 ? undefined : { body, answer };
    parts.answered?.({
      principal: open.principal,
      id,
      method,
      path: pathOf(url),
      status,
      duration,
      at,
      refusal,
    });
  }
}

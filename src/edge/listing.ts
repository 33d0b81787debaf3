import { createHash } from 'node:crypto';
import { invalid } from '../kernel/errors.ts';
import { type Id, MAX_ID } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import { MOST_COUNTED, type Total } from '../storage/finding.ts';
import type { MaybePromise, Reader, ReadOptions } from '../storage/port.ts';
import { type Slice, sliceOf } from '../storage/slices.ts';
import { HASHED_AT_ONCE, LARGE_PAGE, PAGE_BYTES, RECORDS_AT_ONCE } from './budgets.ts';
import type { Call } from './call.ts';
import { LONGEST_PLAIN } from './encoding.ts';
import { etagOf } from './etag.ts';
import type { Page } from './page.ts';
import { LIST } from './query.ts';
import { LargePageDeferred, type ResponseReservation } from './response-budget.ts';
import { asking, notModified, okText, type ReadHandler, type Reply, type Runner } from './route.ts';

/** The position of a record in a list: the content of a cursor. */
type Position = readonly bigint[];

/** The JSON of records, and a tag for each that no other text of its place in the list has: then no byte of a page is hashed. */
export interface TaggedTexts {
  readonly texts: readonly string[];
  readonly tags: readonly string[];
}

/** How the records of a list are read and shown. */
export interface Listing<T> {
  /** Records that are read and rendered in one go; RECORDS_AT_ONCE unless it says otherwise. */
  readonly atOnce?: number;
  /** Up to `limit` records behind a position (from the beginning without one), in order; at least one if there is one. */
  read(after: Position | undefined, limit: number): Promise<Slice<T>>;
  position(record: T): Position;
  /**
   * The position of the record with an id, undefined when the path leads to no such record. It is found whether or not
   * the list's filters fit it. A list that goes by the id alone and whose filters fit a record for ever needs none.
   */
  find?(id: Id): MaybePromise<Position | undefined>;
  /** Whether a list that goes by the id alone, and has no `find`, goes from the highest one down. */
  readonly falling?: boolean;
  /** The JSON of each; with tags for every slice or for none. */
  render(records: readonly T[]): MaybePromise<readonly string[] | TaggedTexts>;
  /** How many there are; without it they are read, one slice after the other. */
  count?(): MaybePromise<Total>;
}

/** A listing whose texts have no tags. */
interface PlainListing<T> extends Listing<T> {
  render(records: readonly T[]): MaybePromise<readonly string[]>;
}

/** A listing by one number, whose records are read with one more than the limit. */
export function listingBy<T>(
  read: (after: bigint | undefined, limit: number) => Promise<readonly T[]>,
  position: (record: T) => bigint,
  render: PlainListing<T>['render'],
  atOnce = RECORDS_AT_ONCE,
): PlainListing<T> {
  return {
    atOnce,
    read: async (after, limit) => sliceOf(await read(after?.[0], limit + 1), limit),
    position: (record) => [position(record)],
    render,
  };
}

/** The handler of a list that goes by the id, shows each record by itself and has no parameters of its own. */
export function listOf<T>(
  read: (tx: Reader, call: Call, after: bigint | undefined, limit: number) => Promise<readonly T[]>,
  position: (record: T) => bigint,
  view: (record: T, call: Call) => unknown,
  order: Pick<Listing<T>, 'falling'> = {},
): ReadHandler {
  return asking(LIST, (tx: Reader, call, asked) =>
    answerPage(call, call.page(asked), {
      ...listingBy(
        (after, limit) => read(tx, call, after, limit),
        position,
        each((record) => view(record, call)),
      ),
      ...order,
    }),
  );
}

/**
 * The listing of records that are all at hand, in their order; each is known by an id and shown as `view`. `fits` says
 * which of them the list's filters let through.
 */
export function listingOf<T extends { readonly id: Id; readonly view: unknown }>(
  records: readonly T[],
  fits: (record: T) => boolean = () => true,
): PlainListing<{ readonly record: T; readonly place: bigint }> {
  const placed = records.map((record, at) => ({ record, place: BigInt(at + 1) }));
  const shown = placed.filter(({ record }) => fits(record));
  return {
    ...listingBy(
      (after = 0n, limit) => Promise.resolve(shown.filter(({ place }) => place > after).slice(0, limit)),
      ({ place }) => place,
      each(({ record }) => record.view),
    ),
    find: (id) => {
      const found = placed.find(({ record }) => record.id === id);
      return found && [found.place];
    },
  };
}

/** Renders each record by itself. */
export function each<T>(view: (record: T) => unknown): (records: readonly T[]) => string[] {
  return (records) => records.map((record) => JSON.stringify(view(record)));
}

/**
 * Answers a page of a list: as many records as the client wanted, or as many of them as PAGE_BYTES hold; the next
 * page continues after them. A short page is made in one go. A long one is made slice by slice, each in its own turn
 * of the event loop, and its bytes are reserved as it grows.
 */
export async function answerPage<T>(call: Call, page: Page, listing: Listing<T>): Promise<Reply> {
  const { start } = page;
  const reply = await pageOf(
    call,
    start === undefined ? page : { ...page, after: await requirePosition(listing, start) },
    listing,
  );
  if (page.count !== true) return reply;
  return { ...reply, total: await (listing.count?.() ?? countByReading(call, listing)) };
}

/** The position of the record that a page begins after; 400 when the list has no such record (reference: conventions.53). */
async function requirePosition<T>(listing: Listing<T>, id: Id): Promise<Position> {
  const found = await (listing.find === undefined ? probe(listing, id) : listing.find(id));
  if (found === undefined) throw invalid('start', sentence('{id} is not in this list.', { id }));
  return found;
}

/** Whether a list that goes by the id alone has a record: it is then the first one behind the id beside it. */
async function probe<T>(
  { read, position, falling = false }: Listing<T>,
  id: Id,
): Promise<Position | undefined> {
  if (falling && id >= MAX_ID) return undefined;
  const { rows } = await read([falling ? id + 1n : id - 1n], 1);
  const [first] = rows;
  return first !== undefined && position(first)[0] === id ? [id] : undefined;
}

/** Counts the records of a list by reading them. */
async function countByReading<T>(call: Call, listing: Listing<T>): Promise<Total> {
  let count = 0;
  let after: Position | undefined;
  // Ends: every slice has at least one record, or there is none behind it.
  for (;;) {
    const { rows, more } = await listing.read(after, listing.atOnce ?? RECORDS_AT_ONCE);
    count += rows.length;
    const last = rows.at(-1);
    if (!more || last === undefined) return { count, more: false };
    if (count > MOST_COUNTED) return { count, more: true };
    after = listing.position(last);
    await call.reservation.turns.slice();
  }
}

async function pageOf<T>(call: Call, { limit, after }: Page, listing: Listing<T>): Promise<Reply> {
  const atOnce = listing.atOnce ?? RECORDS_AT_ONCE;
  const { rows, more } = await listing.read(after, Math.min(limit, atOnce));
  const rendered = await rendering(listing, rows);
  const { texts, tags } = rendered;
  const last = rows.at(-1);
  const isWhole = !more || rows.length >= limit;
  const length = lengthOf(texts);
  if (isWhole && length <= LARGE_PAGE) {
    const next = more && last !== undefined ? { next: listing.position(last) } : {};
    if (tags === undefined) return { ...okText(arrayOf(texts)), ...next };
    const etag = etagOf(tags.map(asHashed).join(''));
    // The tag of a short answer depends on whether it is packed, which follows from its body.
    const isKnown = length > LONGEST_PLAIN && call.knows(etag);
    return { ...(isKnown ? notModified(etag) : okText(arrayOf(texts), etag)), ...next };
  }
  return answerLarge(call, limit, listing, { rows, more }, rendered);
}

/** Texts of a slice, with their tags where the list has any. */
type Rendering = Pick<TaggedTexts, 'texts'> & Partial<TaggedTexts>;

async function rendering<T>(listing: Listing<T>, rows: readonly T[]): Promise<Rendering> {
  const rendered = await listing.render(rows);
  return 'texts' in rendered ? rendered : { texts: rendered };
}

/** A tag as it counts in the entity tag of a page. */
const asHashed = (tag: string) => `${tag}\n`;

/** The JSON of a list of records; its brackets go with the first and the last, so that the text is put together once. */
function arrayOf(texts: readonly string[]): string {
  if (texts.length === 0) return '[]';
  const framed = [...texts];
  framed[0] = `[${framed[0]}`;
  framed.push(`${framed.pop()}]`);
  return framed.join(',');
}

function lengthOf(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
}

async function answerLarge<T>(
  call: Call,
  limit: number,
  listing: Listing<T>,
  first: Slice<T>,
  firstRendered: Rendering,
): Promise<Reply> {
  const { reservation } = call;
  reservation.restart();
  reservation.beginLarge();
  const atOnce = listing.atOnce ?? RECORDS_AT_ONCE;
  const body = new GrowingBody(reservation, ARRAY);
  let { rows, more } = first;
  let rendered = firstRendered;
  let left = limit;
  let next: Position | undefined;
  // Ends: every slice takes at least one record off the remainder.
  for (;;) {
    const taken = await body.add(rendered);
    const last = rows[taken - 1];
    if (last !== undefined) next = listing.position(last);
    left -= taken;
    if (taken < rows.length) more = true;
    if (!more) next = undefined;
    if (!more || left <= 0 || taken < rows.length || next === undefined) break;
    await reservation.turns.slice();
    ({ rows, more } = await listing.read(next, Math.min(left, atOnce)));
    rendered = await rendering(listing, rows);
  }
  return { status: 200, ...body.end(), ...(next === undefined ? {} : { next }) };
}

/** The text around and between the records of an answer, and its largest size in bytes. */
interface Frame {
  readonly open: string;
  readonly between: string;
  readonly close: string;
  readonly most: number;
}

const ARRAY: Frame = { open: '[', between: ',', close: ']', most: PAGE_BYTES };

/** The bytes of an answer while they grow, and its entity tag: of the records' tags, or the one that `etagOf` gives the bytes. */
class GrowingBody {
  readonly #reservation: ResponseReservation;
  readonly #frame: Frame;
  readonly #hash = createHash('sha1');
  readonly #pieces: Buffer[] = [];
  #bytes = 0;
  #records = 0;

  constructor(reservation: ResponseReservation, frame: Frame) {
    this.#reservation = reservation;
    this.#frame = frame;
  }

  /** Takes as many of the records as there is room for, in any case the first of all; answers how many. */
  async add({ texts, tags }: Rendering): Promise<number> {
    let count = texts.length;
    let piece = this.#pieceOf(texts);
    if (this.#bytes + piece.length > this.#room) {
      count = this.#countFitting(texts);
      if (count === 0) return 0;
      piece = this.#pieceOf(texts.slice(0, count));
    }
    this.#records += count;
    this.#reservation.reserve(piece.length);
    this.#bytes += piece.length;
    this.#pieces.push(piece);
    if (tags === undefined) await this.#hashBytes(piece);
    else for (const tag of tags.slice(0, count)) this.#hash.update(asHashed(tag));
    return count;
  }

  /** The closing text needs room too. */
  get #room(): number {
    return this.#frame.most - Buffer.byteLength(this.#frame.close);
  }

  #pieceOf(texts: readonly string[]): Buffer {
    const { open, between } = this.#frame;
    return Buffer.from((this.#records === 0 ? open : between) + texts.join(between));
  }

  #countFitting(texts: readonly string[]): number {
    const { open, between } = this.#frame;
    let bytes = this.#bytes + (this.#records === 0 ? Buffer.byteLength(open) - between.length : 0);
    let count = 0;
    for (const text of texts) {
      bytes += between.length + Buffer.byteLength(text);
      if (bytes > this.#room && this.#records + count > 0) break;
      count++;
    }
    return count;
  }

  async #hashBytes(piece: Buffer): Promise<void> {
    for (let at = 0; at < piece.length; at += HASHED_AT_ONCE) {
      if (at > 0) await this.#reservation.turns.slice();
      this.#hash.update(piece.subarray(at, at + HASHED_AT_ONCE));
    }
  }

  end(): Pick<Reply, 'pieces' | 'etag'> {
    const end = Buffer.from(this.#frame.close);
    this.#pieces.push(end);
    return { pieces: this.#pieces, etag: `"${this.#hash.update(end).digest('base64url')}"` };
  }
}

/** An answer that is no page and has rows in it. */
interface RowsAnswer<T> extends Frame {
  readonly rows: readonly T[];
  render(row: T): string;
}

/** Answers with rows that are known already, slice by slice where they are many; those beyond `most` are left out. */
export async function answerRows<T>(call: Call, { rows, render, ...frame }: RowsAnswer<T>): Promise<Reply> {
  if (rows.length <= RECORDS_AT_ONCE) {
    return { status: 200, body: frame.open + rows.map(render).join(frame.between) + frame.close };
  }
  const { reservation } = call;
  reservation.restart();
  reservation.beginLarge();
  const body = new GrowingBody(reservation, frame);
  for (let at = 0; at < rows.length; at += RECORDS_AT_ONCE) {
    if (at > 0) await reservation.turns.slice();
    const texts = rows.slice(at, at + RECORDS_AT_ONCE).map(render);
    if ((await body.add({ texts })) < texts.length) break;
  }
  return { status: 200, ...body.end() };
}

/** Reads an answer. A large page that has to wait for its turn does so without holding the database. */
export async function readReply(
  runner: Runner,
  call: Call,
  work: (tx: Reader) => Promise<Reply>,
  options: ReadOptions = {},
): Promise<Reply> {
  try {
    return await runner.read(work, options);
  } catch (error) {
    if (!(error instanceof LargePageDeferred)) throw error;
    await call.reservation.waitForLarge();
    return await runner.read(work, options);
  } finally {
    call.startedReservation?.endLarge();
  }
}

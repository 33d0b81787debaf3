// The write-ahead log of SQLite as it lies in its file (https://sqlite.org/fileformat2.html#walformat): a header, then frames of a page
// each. A frame belongs to the log when it has the header's salts and the sums go on; one that ends a transaction has the
// size of the database.

/** Bytes of the log's header, and of a frame before its page. */
export const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;
const VERSION = 3_007_000;

/** A sum of SQLite's over all of a log so far. */
export type Sum = readonly [number, number];

/** The header of a log. */
export interface LogHeader {
  readonly bytes: Buffer;
  /** Of a frame with its page. */
  readonly frameBytes: number;
  readonly salts: readonly [number, number];
  readonly sum: Sum;
  /** Its sums are of words with the highest byte first. */
  readonly isBig: boolean;
}

/** Continues a sum over bytes, whose number 8 divides. */
function addUp([first, second]: Sum, bytes: Buffer, from: number, to: number, isBig: boolean): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [one, two] = [first | 0, second | 0];
  for (let at = from; at < to; at += 8) {
    one = (one + view.getInt32(at, !isBig) + two) | 0;
    two = (two + view.getInt32(at + 4, !isBig) + one) | 0;
  }
  return [one >>> 0, two >>> 0];
}

/** The header of a log; undefined when it is none, or damaged. */
export function readHeader(bytes: Buffer): LogHeader | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const magic = bytes.readUInt32BE(0);
  if ((magic & ~1) >>> 0 !== MAGIC || bytes.readUInt32BE(4) !== VERSION) return undefined;
  const isBig = (magic & 1) === 1;
  const page = bytes.readUInt32BE(8);
  if (page < 512 || page > 65_536 || (page & (page - 1)) !== 0) return undefined;
  const sum: Sum = [bytes.readUInt32BE(24), bytes.readUInt32BE(28)];
  const own = addUp([0, 0], bytes, 0, 24, isBig);
  if (own[0] !== sum[0] || own[1] !== sum[1]) return undefined;
  const salts = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] as const;
  return {
    bytes: Buffer.from(bytes.subarray(0, HEADER_BYTES)),
    frameBytes: FRAME_HEADER_BYTES + page,
    salts,
    sum,
    isBig,
  };
}

/** True when both are headers of the same log. */
export function isSameLog(one: LogHeader, other: LogHeader): boolean {
  return one.salts[0] === other.salts[0] && one.salts[1] === other.salts[1];
}

/** True when a log is the one that was begun right behind another. */
export function isNextLog(before: LogHeader, next: LogHeader): boolean {
  return next.salts[0] === (before.salts[0] + 1) >>> 0;
}

/** Where a frame begins; the first is number 1. */
export function placeOf({ frameBytes }: LogHeader, frame: number): number {
  return HEADER_BYTES + (frame - 1) * frameBytes;
}

/** The running sum over frames. */
interface FrameCheck {
  /** How many from the first on belong to the log. */
  readonly good: number;
  /** The sum behind them. */
  readonly sum: Sum;
  /** How many of them there are up to the end of the last whole transaction. */
  readonly committed: number;
}

/** Checks whole frames that follow a place in a log, of which `sum` is known. */
export function checkFrames(header: LogHeader, sum: Sum, frames: Buffer): FrameCheck {
  const { frameBytes, salts, isBig } = header;
  let [good, committed, at] = [0, 0, sum];
  for (let from = 0; from + frameBytes <= frames.length; from += frameBytes) {
    if (frames.readUInt32BE(from + 8) !== salts[0] || frames.readUInt32BE(from + 12) !== salts[1]) break;
    const head = addUp(at, frames, from, from + 8, isBig);
    const whole = addUp(head, frames, from + FRAME_HEADER_BYTES, from + frameBytes, isBig);
    if (frames.readUInt32BE(from + 16) !== whole[0] || frames.readUInt32BE(from + 20) !== whole[1]) break;
    at = whole;
    good++;
    if (frames.readUInt32BE(from + 4) !== 0) committed = good;
  }
  return { good, sum: at, committed };
}

/** The sum that a frame says, when it has the salts of the header. */
export function sumIn(header: LogHeader, frame: Buffer): Sum | undefined {
  if (frame.length < FRAME_HEADER_BYTES) return undefined;
  const isOf = frame.readUInt32BE(8) === header.salts[0] && frame.readUInt32BE(12) === header.salts[1];
  return isOf ? [frame.readUInt32BE(16), frame.readUInt32BE(20)] : undefined;
}

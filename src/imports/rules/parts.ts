// A file of another system cut into parts that are sent one after the other: the rows of a sale are never apart.

/** A record of the file, and the line that it begins in. */
export interface FileRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows and bytes of a part, so that each is saved in a moment: nobody else writes to SQLite meanwhile. */
export const PART_ROWS = 400;
export const PART_BYTES = 400_000;

/** Bytes that a cell has at most as CSV within a body of JSON: a part of any text stays far below a body's 1 MiB. */
function bytesAsSent(cell: string): number {
  let bytes = 0;
  for (let at = 0; at < cell.length; at++) {
    const code = cell.charCodeAt(at);
    if (code === 0x22) bytes += 4;
    else if (code === 0x5c) bytes += 2;
    else if (code < 0x20) bytes += 6;
    else if (code < 0x80) bytes += 1;
    else bytes += code < 0x800 ? 2 : 3;
  }
  return bytes;
}

/** Cuts records into parts. */
export class Cutter {
  readonly #keyAt: number;
  #rows: FileRecord[] = [];
  #size = 0;
  #key: string | undefined;

  /** `keyAt` is the column that names the sale, customer or staff member. */
  constructor(keyAt: number) {
    this.#keyAt = keyAt;
  }

  /** Takes a record; answers the part before it where that is full. */
  add(record: FileRecord): readonly FileRecord[] | undefined {
    const key = record.cells[this.#keyAt] ?? '';
    const isFull = this.#rows.length >= PART_ROWS || this.#size >= PART_BYTES;
    const done = isFull && key !== this.#key ? this.end() : undefined;
    this.#key = key;
    this.#rows.push(record);
    for (const cell of record.cells) this.#size += bytesAsSent(cell) + 1;
    return done;
  }

  /** Ends the file, and answers its last rows. */
  end(): readonly FileRecord[] | undefined {
    const rows = this.#rows;
    this.#rows = [];
    this.#size = 0;
    return rows.length === 0 ? undefined : rows;
  }
}

/** The records in parts, one after the other. */
export function* partsOf(
  records: readonly FileRecord[],
  keyAt: number,
): Generator<readonly FileRecord[], void, undefined> {
  const cutter = new Cutter(keyAt);
  for (const record of records) {
    const full = cutter.add(record);
    if (full !== undefined) yield full;
  }
  const rest = cutter.end();
  if (rest !== undefined) yield rest;
}

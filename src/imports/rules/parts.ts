// A file of another system cut into parts that are sent one after the other: the rows of a sale are never apart.

/** A record of the file, and the line that it begins in. */
export interface FileRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows and characters of a part, so that each is saved in a moment: nobody else writes to SQLite meanwhile. */
export const PART_ROWS = 400;
export const PART_CHARACTERS = 400_000;

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
    const isFull = this.#rows.length >= PART_ROWS || this.#size >= PART_CHARACTERS;
    const done = isFull && key !== this.#key ? this.end() : undefined;
    this.#key = key;
    this.#rows.push(record);
    for (const cell of record.cells) this.#size += cell.length + 1;
    return done;
  }

  /** What is left. */
  end(): readonly FileRecord[] | undefined {
    const rows = this.#rows;
    this.#rows = [];
    this.#size = 0;
    return rows.length === 0 ? undefined : rows;
  }
}

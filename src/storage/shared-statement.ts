import { Sql } from './sql.ts';

/** Shared statements of one kind. */
export interface StatementKind<Part> {
  /** The statement for parts of several works, in order; it may note in a part where it stands among them. */
  readonly statement: (parts: readonly Part[]) => Sql;
  /** Parts of other keys are written by other statements. */
  readonly keyOf: (part: Part) => string;
}

/** A statement that becomes one with those of other works that share a commit. What it answers is for all of them. */
export class SharedStatement extends Sql {
  readonly #kind: StatementKind<never>;
  readonly #parts: readonly never[];
  readonly #key: string | undefined;

  private constructor(kind: StatementKind<never>, parts: readonly never[]) {
    const { strings, values } = kind.statement(parts);
    super(strings, values);
    this.#kind = kind;
    this.#parts = parts;
    this.#key = parts.map(kind.keyOf)[0];
  }

  static of<Part>(kind: StatementKind<Part>, part: Part): SharedStatement {
    return new SharedStatement(kind, [part as never]);
  }

  /** Whether another one may be part of the same statement. */
  takes(other: SharedStatement): boolean {
    return other.#kind === this.#kind && other.#key === this.#key;
  }

  /** This one and others that it takes as one statement. */
  with(others: readonly SharedStatement[]): SharedStatement {
    return new SharedStatement(
      this.#kind,
      [this, ...others].flatMap((each) => each.#parts),
    );
  }
}

/**
 * The elements of an array of PostgreSQL, without its braces: rows that are given as arrays of their columns are written by
 * one and the same text, however many they are.
 */
export function arrayElements(values: readonly (string | bigint | null)[]): string {
  return values
    .map((value) =>
      typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value ?? 'null'),
    )
    .join(',');
}

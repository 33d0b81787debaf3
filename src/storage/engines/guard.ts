/**
 * The state of a transaction. A failed statement undoes a whole PostgreSQL transaction, but only itself on SQLite;
 * this makes both alike, so that code tried on one works on the other: from the first failure on, every statement
 * fails with it, until the savepoint around it is left. It also stops statements of a transaction that has ended,
 * which would otherwise write into the next one.
 */
export class Guard {
  #failure: unknown;
  #doomed = false;
  #ended = false;

  /** The first error since the last savepoint, if there was one. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Throws unless another statement may follow. */
  check(): void {
    if (this.#ended) throw new Error('The transaction has ended: something was not awaited.');
    if (this.#failure !== undefined) throw this.#failure;
  }

  fail(error: unknown): void {
    this.#failure ??= error;
  }

  /** The same for what no savepoint undoes. */
  doom(error: unknown): void {
    this.#failure ??= error;
    this.#doomed = true;
  }

  /** The savepoint around the failure was undone. */
  recover(): void {
    if (!this.#doomed) this.#failure = undefined;
  }

  /** Nothing may follow from here on. */
  end(): void {
    this.#ended = true;
  }

  /** The same when the work is done; throws a failure that the work did not pass on. */
  finish(): void {
    this.#ended = true;
    if (this.#failure !== undefined) throw this.#failure;
  }
}

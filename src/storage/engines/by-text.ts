/** Texts that are remembered: statements are few, but some are made of parts. */
const MAX_TEXTS = 2_000;

/** A value that follows from the text of a statement, worked out once for each text. */
export class ByText<T> {
  readonly #known = new Map<string, T>();

  of(text: string, read: () => T): T {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const value = read();
    if (this.#known.size < MAX_TEXTS) this.#known.set(text, value);
    return value;
  }
}

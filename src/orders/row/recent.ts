// The texts of orders that lists have shown of late. What a content tag stands for never changes: a text is found by it,
// whoever has changed the order since, and none is ever out of date.

import type { Id } from '../../kernel/id.ts';

/** Texts that are kept, in characters, of one or two bytes each: some thousand orders. */
const ROOM = 4_194_304;
/** A longer text is not kept. */
const LONGEST = 16_384;

/** Texts by company, order and content tag; the first that were kept make room for others. */
export class RecentTexts {
  readonly #texts = new Map<string, string>();
  readonly #room: number;
  #characters = 0;

  constructor(room = ROOM) {
    this.#room = room;
  }

  /** The text that the tag of an order stands for; undefined when it is not kept. */
  get(company: Id, order: Id, tag: string): string | undefined {
    return this.#texts.get(keyOf(company, order, tag));
  }

  keep(company: Id, order: Id, tag: string, text: string): void {
    const key = keyOf(company, order, tag);
    if (text.length > LONGEST || this.#texts.has(key)) return;
    // Puts it together now, not each time that it is sent.
    text.charCodeAt(0);
    this.#texts.set(key, text);
    this.#characters += text.length;
    for (const [first, { length }] of this.#texts) {
      if (this.#characters <= this.#room) break;
      this.#texts.delete(first);
      this.#characters -= length;
    }
  }
}

const keyOf = (company: Id, order: Id, tag: string): string => `${company} ${order} ${tag}`;

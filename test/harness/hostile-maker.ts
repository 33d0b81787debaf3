// What hostile requests are made of.

import { MAX_BODY } from '#src/edge/errors.ts';

/** The records of a sandbox that requests name; ids as text. */
export interface HostileIds {
  readonly site: string;
  readonly register: string;
  readonly product: string;
  readonly customer: string;
  readonly staff: string;
  readonly paymentMethod: string;
  readonly tax: string;
}

/** One request; the token and the host are added when it is sent. */
export interface HostileRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the query, from `/v1/` on. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  /** The fault it tries. */
  readonly why: string;
}

/** Numbers from 0 up to and without 1. */
export type HostileRandom = () => number;

export const ME = '/v1/companies/me';
export const JSON_TYPE = { 'content-type': 'application/json' };
/** As much as fits into a body, with what stands around it, in bytes. */
export const NEARLY_ALL = MAX_BODY - 50_000;
/** As much as fits into the head of a request, in bytes. */
export const NEARLY_HEAD = 14_000;

/** What long texts are made of: each costs some careless loop or expression more than its length. */
const STUFF = [
  'x',
  '\t',
  ' ',
  '%',
  '_%',
  '\\',
  '"',
  '<',
  '&amp;',
  '0',
  '1 ',
  '-1',
  'e\u0301',
  '\u0344', // three code points under NFC and NFD
  '\ufdfa', // eighteen characters under NFKC
  '\u1e9b\u0323',
  'a\u0300\u0316',
  '\u200d',
  '\ud83d\udc69\u200d',
  '\u0645\u202e',
  'Ω',
  '\r\n',
  '/',
  '../',
  '@.',
  'bearer ',
  'pb_ab_',
  '4111 1111 1111 1111 ',
  ';=|',
] as const;

/** One round's means of making things. */
export class Maker {
  readonly ids: HostileIds;
  readonly #random: HostileRandom;

  constructor(ids: HostileIds, random: HostileRandom) {
    this.ids = ids;
    this.#random = random;
  }

  int(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const found = list[Math.floor(this.#random() * list.length)];
    if (found === undefined) throw new Error('There is nothing to pick from.');
    return found;
  }

  /** A text of one kind of stuff, of about so many bytes of UTF-8. */
  stuff(bytes: number): string {
    const unit = this.pick(STUFF);
    return unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(JSON.stringify(unit)))));
  }

  /** A JSON value nested so deeply. */
  nested(depth: number): string {
    const list = this.#random() < 0.5;
    return list
      ? `${'['.repeat(depth)}${']'.repeat(depth)}`
      : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  }

  word(): string {
    return Math.floor(this.#random() * 0xffff_ffff).toString(36);
  }

  /** So many lines of the product. */
  lines(count: number, more: Readonly<Record<string, unknown>> = {}): object[] {
    return Array.from({ length: count }, () => ({
      product_id: this.ids.product,
      quantity: this.int(1, 9),
      ...more,
    }));
  }
}

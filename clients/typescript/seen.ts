// What a client's reads have to show, where the service may answer some of them from a copy of its database: its own changes,
// and what it was told of by a stream.

import type { HeaderReader } from './errors.ts';

const HEADER = 'consistency-token';
/** Asks for everything that was ever answered. */
const LATEST = 'latest';

/** How a request was sent. */
export interface Sight {
  readonly headers: Readonly<Record<string, string>>;
  /** How often something had been told by then. */
  readonly told: number;
}

/** How far the service's records are known; several clients of one service may share it. */
export class Seen {
  /** The last position that an answer named: of two the later one is the greater text. */
  #token: string | undefined;
  /** How often something was told, and up to where reads have shown it since. */
  #told = 0;
  #shown = 0;

  /** Something was told of that may have been changed by others: the next read has to show it. */
  tell(): void {
    this.#told++;
  }

  /** The headers of a read. */
  begin(): Sight {
    const wanted = this.#shown < this.#told ? LATEST : this.#token;
    return { headers: wanted === undefined ? {} : { [HEADER]: wanted }, told: this.#told };
  }

  /** An answer came. */
  hear(headers: HeaderReader, { headers: sent, told }: Sight): void {
    const token = headers.get(HEADER);
    if (token === null) return;
    if (this.#token === undefined || token > this.#token) this.#token = token;
    if (sent[HEADER] === LATEST) this.#shown = Math.max(this.#shown, told);
  }
}

// Keys of requests that have no answer yet, kept by the browser: a page that is loaded anew in between, and asked for the
// same once more, sends it under the same key, so that it is done once (reference: conventions.61).

import { ApiError } from '#clients/typescript/index.ts';
import type { KeptDatabase } from './kept.ts';

/** How long a request without an answer is taken for the same, in ms: later it is another one that is alike. */
export const SAME_MS = 15 * 60_000;
const NAMES = 'unanswered ';
/** Answers that say nothing of an earlier request with the same key: none of them is kept for it (reference: conventions.39). */
const UNTOLD: ReadonlySet<number> = new Set([401, 408, 429, 502, 503, 504]);
const UNTOLD_CODES: ReadonlySet<string> = new Set(['idempotency_key_in_use', 'reauthentication_required']);

/** Whether the outcome of a request is known by how it failed; else it may have been carried out, now or before. */
const isOutcome = (error: unknown) =>
  error instanceof ApiError && !UNTOLD.has(error.status) && !UNTOLD_CODES.has(error.code);

interface KeptKey {
  readonly key: string;
  readonly at: number;
}

export interface KeptKeysParts {
  readonly kept: Pick<KeptDatabase, 'get' | 'put' | 'delete' | 'getAllKeys'>;
  readonly now: () => number;
  readonly newKey: () => string;
}

export class KeptKeys {
  readonly #parts: KeptKeysParts;
  /** As far as they are known here: where the browser keeps nothing, they last as long as the page. */
  readonly #known = new Map<string, KeptKey>();

  constructor(parts: KeptKeysParts) {
    this.#parts = parts;
  }

  /** The key to send a request under, in words of its own: the same until it is answered. Once it resolves the key is kept. */
  async of(request: string): Promise<string> {
    const { kept, now, newKey } = this.#parts;
    const name = NAMES + request;
    const stored = (await kept.get('kept', name).catch(() => undefined)) as KeptKey | undefined;
    const known = stored ?? this.#known.get(request);
    if (known !== undefined && now() - known.at < SAME_MS) return known.key;
    const made = { key: newKey(), at: now() };
    this.#known.set(request, made);
    await kept.put('kept', made, name).catch(() => undefined);
    return made.key;
  }

  /** Sends a request under the key that it has until its outcome is known, however often it is asked for, and by which page. */
  async once<T>(request: string, work: (key: string) => Promise<T>): Promise<T> {
    const key = await this.of(request);
    try {
      const result = await work(key);
      await this.answered(request);
      return result;
    } catch (error) {
      if (isOutcome(error)) await this.answered(request);
      throw error;
    }
  }

  /** The request was answered: the next one is another. */
  async answered(request: string): Promise<void> {
    this.#known.delete(request);
    await this.#parts.kept.delete('kept', NAMES + request).catch(() => undefined);
  }

  /** Forgets those that are too old to be the same. */
  async sweep(): Promise<void> {
    const { kept, now } = this.#parts;
    for (const name of await kept.getAllKeys('kept')) {
      if (!name.startsWith(NAMES)) continue;
      const { at } = (await kept.get('kept', name)) as KeptKey;
      if (now() - at >= SAME_MS) await kept.delete('kept', name);
    }
  }
}

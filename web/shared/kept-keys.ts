// Keys of requests that have no answer yet, kept by the browser: a page that is loaded anew in between, and asked for the
// same once more, sends it under the same key, so that it is done once (reference: conventions.61).

import type { KeptDatabase } from '../shared/kept.ts';

/** How long a request without an answer is taken for the same, in ms: later it is another one that is alike. */
export const SAME_MS = 15 * 60_000;
const NAMES = 'unanswered ';

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

  /** The request was answered, or never sent: the next one is another. */
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

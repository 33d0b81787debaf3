// Server-sent events, taken apart.

/** The longest block of a stream that is kept, in characters; an event is far below it. */
const MAX_BLOCK = 32 * 1024 * 1024;

/** One event: the fields between two empty lines of a stream. A comment alone has neither. */
export interface SseEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string | undefined;
}

/** Takes server-sent events apart, however they are cut on their way. */
export class SseParser {
  readonly #decoder = new TextDecoder();
  #rest = '';

  /** Takes more of the stream; answers the blocks that are whole by now. */
  push(chunk: Uint8Array): SseEvent[] {
    this.#rest += this.#decoder.decode(chunk, { stream: true });
    const blocks = this.#rest.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    if (this.#rest.length > MAX_BLOCK) throw new Error('The service sent an event without end.');
    return blocks.map(read);
  }
}

function read(text: string): SseEvent {
  const fields = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return {
    id: fields.get('id')?.at(-1),
    event: fields.get('event')?.at(-1),
    data: fields.get('data')?.join('\n'),
  };
}

import { Agent } from 'undici';
import type { Output } from '../replay/progress.ts';
import { type FollowOptions, follow } from './follow.ts';
import { messageOf, send } from './forward.ts';

/** The events to follow, and the receiver they are forwarded to. */
export interface ListenOptions extends Omit<FollowOptions, 'onOpen' | 'onTrouble'> {
  /** The receiver. */
  readonly address: URL;
  /** The add-on's signing secret. */
  readonly secret: string;
  readonly out: Output;
  readonly err: Output;
}

/**
 * Forwards events to a receiver as they happen, signed as a delivery, one after the other and each once, with a line
 * for each. A receiver that fails or is away gets the next all the same. Ends when the signal says so; throws when
 * the service refuses.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { address, secret, out, err, clock, signal, topics } = options;
  const dispatcher = new Agent();
  const what = topics.length === 0 ? 'all topics' : topics.join(', ');
  let last: string | undefined;
  let count = 0;
  const events = follow({
    ...options,
    onOpen: (after) => {
      if (last === undefined) {
        out.write(`Listening after event ${after}, ${what}. Ctrl-C ends it.\n`);
      }
      last ??= after;
    },
    onTrouble: (sentence) => err.write(`${sentence}\n`),
  });
  try {
    for await (const event of events) {
      const begun = clock.now();
      const came = await send(address, messageOf(event, secret, begun), dispatcher, signal);
      out.write(`#${event.number} ${event.topic} ${came} ${Math.round(clock.now() - begun)} ms\n`);
      last = event.number;
      count++;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    const more = last === undefined ? '' : ` Go on with --after ${last}.`;
    out.write(`Forwarded ${count} ${count === 1 ? 'event' : 'events'}.${more}\n`);
  } finally {
    await dispatcher.destroy();
  }
}

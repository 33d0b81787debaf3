import { Agent } from 'undici';
import { type ClientOptions, describeRefusal, openClient } from '../common/client.ts';
import type { Output } from '../common/output.ts';
import { ApiError, type Clock, type Input } from '../typescript/index.ts';
import { messageOf, send } from './forward.ts';

/** The events to follow, and the receiver they are forwarded to. */
export interface ListenOptions extends Pick<ClientOptions, 'baseUrl' | 'token' | 'caFile'> {
  /** All when there are none. */
  readonly topics: NonNullable<Input<'streamEvents'>['topic']>;
  /** The number to begin after; what there is now when it is not given. */
  readonly after?: string | undefined;
  /** The receiver. */
  readonly address: URL;
  /** The add-on's signing secret. */
  readonly secret: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly out: Output;
  readonly err: Output;
}

/**
 * Forwards events to a receiver as they happen, signed as a delivery, one after the other and each once, with a line
 * for each. A receiver that fails or is away gets the next all the same. Ends when the signal says so; throws when
 * the service refuses.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { address, secret, out, err, clock, signal, topics, after } = options;
  const client = await openClient(options);
  const dispatcher = new Agent();
  const what = topics.length === 0 ? 'all topics' : topics.join(', ');
  let last: string | undefined;
  let count = 0;
  const blocks = client.passbell.stream('streamEvents', topics.length === 0 ? {} : { topic: topics }, {
    after,
    signal,
    onRetry: (why) => err.write(`${why} Trying again.\n`),
  });
  try {
    for await (const { id: number, event: topic = '', data } of blocks) {
      if (number === undefined) continue;
      if (last === undefined) out.write(`Listening after event ${number}, ${what}. Ctrl-C ends it.\n`);
      last ??= number;
      if (data === undefined) continue;
      const begun = clock.now();
      const came = await send(address, messageOf(data, secret, begun), dispatcher, signal);
      out.write(`#${number} ${topic} ${came} ${Math.round(clock.now() - begun)} ms\n`);
      last = number;
      count++;
    }
  } catch (error) {
    if (error instanceof ApiError) {
      throw new Error(`The service refused the stream of events: ${describeRefusal(error)}`);
    }
    if (!signal.aborted) throw error;
    const more = last === undefined ? '' : ` Go on with --after ${last}.`;
    out.write(`Forwarded ${count} ${count === 1 ? 'event' : 'events'}.${more}\n`);
  } finally {
    await Promise.all([client.close(), dispatcher.destroy()]);
  }
}

import type { Fact } from '../kernel/event.ts';
import { view } from '../shape/view.ts';
import { NestedWriter } from '../storage/nested.ts';
import type { Counter, Reader, Writer } from '../storage/port.ts';
import type { Carried } from './answer.ts';
import { flag, orElse } from './query.ts';
import type { Reply, Route, Runner } from './route.ts';
import { DRY_RUN_EVENT } from './shape.ts';

// A call that is made and undone (reference: conventions.51).

/** The parameter that every call but GET takes. */
export const DRY_RUN = {
  dry_run: orElse(
    flag(
      'Whether only to try: everything is done and then undone. The answer is a `DryRun`: in `result` what would be ' +
        'answered, in `events` what would be told. Refusals are as they would be.',
    ),
    false,
  ),
};

/** True for routes that can be tried. */
export function isTriable({ method }: Pick<Route, 'method'>): boolean {
  return method !== 'GET';
}

/** The transaction of a call that is tried: it takes no numbers, and is given those that it would have. */
class TrialWriter extends NestedWriter {
  readonly #taken = new Map<string, bigint>();

  override async number({ key, peek }: Counter): Promise<bigint> {
    const count = (this.#taken.get(key) ?? 0n) + 1n;
    this.#taken.set(key, count);
    const row = await this.get<{ last: bigint }>(peek);
    return (row?.last ?? 0n) + count;
  }
}

/** Runs a call's transaction, undoes it, and keeps the events that it would have written. */
export class Rehearsal implements Runner {
  readonly #runner: Runner;
  #events: readonly Fact[] = [];

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  read(work: (tx: Reader) => Promise<Reply>): Promise<Reply> {
    return this.#runner.read(work);
  }

  /** The saved part of a refusal stays: a wrong PIN is counted, or dry runs would be a way to guess it. */
  write(work: (tx: Writer) => Promise<Reply>): Promise<Reply> {
    return this.#runner.write(async (tx) => {
      const writer = new TrialWriter(tx);
      const reply = await work(writer);
      this.#events = writer.heard;
      if (reply.refusal === undefined) tx.undo();
      else writer.handOn();
      return reply;
    });
  }

  /** The answer to the call that was tried: the answer as it would be, in `result`. */
  answer({ status, headers, body, pieces }: Carried): Carried {
    const result = pieces === undefined ? body : Buffer.concat(pieces);
    const events = JSON.stringify(this.#events.map(eventView));
    return {
      // A 204 has no body to say it in.
      status: status === 204 ? 200 : status,
      headers,
      body: `{"result":${result?.toString() ?? 'null'},"events":${events}}`,
    };
  }
}

const eventView = view(DRY_RUN_EVENT, ({ resource }: Fact) => ({
  resource_id: resource,
}));

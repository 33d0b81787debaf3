import { CommitUnknown, type Storage, StorageUnavailable } from '../storage/port.ts';

/** Answers why a part is not ready, in a sentence without paths or secrets; undefined when it is. */
type Check = () => string | undefined | Promise<string | undefined>;

/** The result of a check. */
interface CheckResult {
  readonly ok: boolean;
  /** Why not; or what is not as it should be, although requests are served. */
  readonly reason?: string;
}

/** How long the result of a write is reused, in ms: probes cost one write a second at most. */
const WRITE_EVERY_MS = 1_000;
/** How long a write may take before it counts as failed, in ms: load balancers time out soon. */
const WRITE_LIMIT_MS = 3_000;

/** Whether this process can do its work: every part that can stop registers a check, by name. */
export class Readiness {
  readonly #checks = new Map<string, Check>();
  readonly #notes = new Map<string, Check>();

  /** Adds a check, in place of one of the same name. */
  register(name: string, check: Check): void {
    this.#checks.set(name, check);
  }

  /** Adds a check whose result is shown, and which never makes the service unready. */
  note(name: string, check: Check): void {
    this.#notes.set(name, check);
  }

  /** Runs every check; a check that throws is not ready. */
  async runChecks(): Promise<ReadonlyMap<string, CheckResult>> {
    const run = async ([name, check]: [string, Check], ok: boolean): Promise<[string, CheckResult]> => {
      try {
        const reason = await check();
        return [name, reason === undefined ? { ok: true } : { ok, reason }];
      } catch {
        return [name, { ok, reason: 'The check itself failed.' }];
      }
    };
    const checks = [...this.#checks].map((each) => run(each, false));
    const notes = [...this.#notes].map((each) => run(each, true));
    return new Map(await Promise.all([...checks, ...notes]));
  }
}

/** True when every check is. */
export function isReady(results: ReadonlyMap<string, CheckResult>): boolean {
  return [...results.values()].every(({ ok }) => ok);
}

/** A check that tries a write, at most once a second by `now` (in ms, rising), however often it is asked. */
export function writeCheck(storage: Pick<Storage, 'tryWrite'>, now: () => number): Check {
  let last: { readonly at: number; readonly reason: Promise<string | undefined> } | undefined;
  return () => {
    if (last === undefined || now() - last.at >= WRITE_EVERY_MS) {
      last = { at: now(), reason: whyNoWrite(storage) };
    }
    return last.reason;
  };
}

async function whyNoWrite(storage: Pick<Storage, 'tryWrite'>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, WRITE_LIMIT_MS, `A write took longer than ${WRITE_LIMIT_MS / 1000} s.`);
  });
  try {
    return await Promise.race([storage.tryWrite().then(() => undefined), late]);
  } catch (error) {
    const isKnown = error instanceof StorageUnavailable || error instanceof CommitUnknown;
    return isKnown ? error.message : 'A write failed for a reason that is in the log of the database.';
  } finally {
    clearTimeout(timer);
  }
}

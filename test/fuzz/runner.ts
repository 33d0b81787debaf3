// Asks a service whatever the description of its API leads to, and gathers what is wrong with the answers.

import type { Answer, Ask, Engine } from '#test/harness/service.ts';
import { faultsIn } from './judge.ts';
import { type FuzzOperation, fuzzOperations } from './operations.ts';
import { type FuzzRequest, requestsOf, type Scene } from './requests.ts';
import { Seeded } from './seeded.ts';

/** Longest wait for an answer, in ms: it is never reached by one that comes. */
const PATIENCE_MS = 60_000;
/** How much of a request and of an answer a fault tells. */
const SHOWN = 1_200;
/** After so many requests that succeeded what an operation is called with is made afresh. */
const WORN = 3;
/** How often an operation is tried, each time over a company that is made anew. */
const TRIES = 2;

/** A fault, once for each operation. */
export interface Fault {
  readonly operation: string;
  readonly fault: string;
  readonly request: string;
  readonly answer: string;
  count: number;
}

/** How far a run goes. */
export interface FuzzPlan {
  readonly engine: Engine;
  readonly seed: number;
  /** Requests of an operation, besides those that arrange them. */
  readonly requests: number;
  /** Only the operation of this name. */
  readonly only?: string | undefined;
  /** No operation is begun after it, in Unix milliseconds. */
  readonly end?: number | undefined;
  /** Called before each operation. */
  readonly progress?: ((report: Report) => void) | undefined;
}

/** What a run came to. */
export class Report {
  readonly faults = new Map<string, Fault>();
  /** Requests by the statuses of their answers. */
  readonly statuses = new Map<number, number>();
  /** How often what the description allows was refused, by operation, field and sentence. */
  readonly rules = new Map<string, number>();
  /** The operations that succeeded. */
  readonly succeeded = new Set<string>();
  /** The operations in which there is nothing for the caller, whatever is asked. */
  readonly closed = new Set<string>();
  requests = 0;
  /** How often all operations were gone through. */
  rounds = 0;
  /** How often the company was made anew. */
  starts = 0;

  add(operation: FuzzOperation, request: FuzzRequest, answer: Answer): void {
    this.requests++;
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    if (answer.status < 400) this.succeeded.add(operation.id);
    for (const fault of faultsIn(operation, request, answer)) this.tell(operation, fault, request, answer);
    if (request.expected.as !== 'good' || answer.status < 400) return;
    const { errors = [{ field: '', error_description: answer.json?.error_description }] } = answer.json ?? {};
    for (const { field, error_description } of errors) {
      const rule = `${operation.id} ${answer.status} ${plainer(field)}: ${plainer(String(error_description))}`;
      this.rules.set(rule, (this.rules.get(rule) ?? 0) + 1);
    }
  }

  tell(
    operation: FuzzOperation,
    fault: string,
    request: FuzzRequest,
    answer: Pick<Answer, 'status' | 'text'>,
  ): void {
    const key = `${operation.id} ${request.kind}: ${plainer(fault)}`.slice(0, 300);
    const known = this.faults.get(key);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const { method, path, headers, body, raw, caller } = request;
    const sent = raw === undefined ? (JSON.stringify(body) ?? '') : String(raw);
    this.faults.set(key, {
      operation: operation.id,
      fault: `${operation.id}, ${request.kind}: ${fault}`,
      request: `${method} ${path.slice(0, SHOWN)} ${JSON.stringify(headers)} (${caller}) ${sent.slice(0, SHOWN)}`,
      answer: `${answer.status} ${answer.text.slice(0, SHOWN)}`,
      count: 1,
    });
  }

  /** The faults as a text to read. */
  get text(): string {
    return [...this.faults.values()]
      .map(({ fault, request, answer, count }) => `${fault} (${count} times)\n  > ${request}\n  < ${answer}`)
      .join('\n\n');
  }
}

/** A sentence without the numbers and values in which two of a kind differ. */
function plainer(text: string): string {
  return text
    .replace(/"[^"]*"|'[^']*'/g, '…')
    .replace(/\d+/g, '#')
    .slice(0, 200);
}

/** A number that differs for each operation and is the same each time. */
function seedOf(seed: number, id: string): number {
  let hash = seed | 0;
  for (const letter of id) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return hash;
}

/** Goes once through all operations. */
export async function fuzz(plan: FuzzPlan, report = new Report()): Promise<Report> {
  const some = fuzzOperations().filter(({ id }) => plan.only === undefined || id === plan.only);
  if (some.length === 0) throw new Error(`There is no operation ${plan.only}.`);
  let seeded = await Seeded.start(plan.engine);
  try {
    for (const operation of some) {
      if (plan.end !== undefined && Date.now() > plan.end) return report;
      plan.progress?.(report);
      // What was asked before may have left the company without what an operation needs: then it is made anew.
      for (let tries = 0; tries < TRIES; tries++) {
        const state = await tryOperation(seeded, operation, { ...plan, isLast: tries === TRIES - 1 }, report);
        if (state === 'well') break;
        report.starts++;
        await seeded.stop();
        seeded = await Seeded.start(plan.engine);
        if (state === 'changed') break;
      }
    }
    report.rounds++;
  } finally {
    await seeded.stop();
  }
  return report;
}

async function tryOperation(
  seeded: Seeded,
  operation: FuzzOperation,
  plan: FuzzPlan & { readonly isLast: boolean },
  report: Report,
): Promise<'well' | 'changed' | 'stale' | 'ill'> {
  const seed = seedOf(plan.seed, operation.id);
  let left = plan.requests;
  for (let round = 0; left > 0; round++) {
    const scene = await arranged(seeded, operation, report);
    if (scene === undefined) return 'stale';
    if (scene.isRefused) report.closed.add(operation.id);
    let worn = 0;
    for (const request of requestsOf(scene, seed + round, left)) {
      left--;
      const answer = await ask(seeded, operation, request);
      if (answer instanceof Error) {
        report.tell(operation, `There is no answer: ${answer.message}`, request, { status: 0, text: '' });
        continue;
      }
      if (request.expected.as === 'success' && answer.status >= 400 && !plan.isLast) return 'stale';
      report.add(operation, request, answer);
      if (answer.status < 300 && operation.method !== 'GET') worn++;
      if (worn >= (operation.method === 'DELETE' ? 1 : WORN) || left <= 0) break;
      await afterwards(seeded, operation);
    }
  }
  const state = await seeded.state();
  if (state === 'ill')
    report.tell(operation, 'The service is not well after it.', NO_REQUEST, { status: 0, text: '' });
  return state;
}

const NO_REQUEST: FuzzRequest = {
  ...{ method: '', path: '', headers: {}, without: [], body: undefined, raw: undefined, caller: 'own' },
  ...{ expected: { as: 'described' }, kind: 'all', isOfOperation: true },
};

async function arranged(
  seeded: Seeded,
  operation: FuzzOperation,
  report: Report,
): Promise<Scene | undefined> {
  try {
    return await seeded.arrange(operation);
  } catch (error) {
    // What was asked before may have made the company one in which it cannot be arranged: then it is made anew.
    const text = error instanceof Error ? error.message : String(error);
    if ((await seeded.state()) !== 'well') return undefined;
    report.rules.set(`${operation.id} cannot be arranged: ${plainer(text)}`, 1);
    return undefined;
  }
}

/** What is played to all callers is played to those of the next operation too, unless it is taken back. */
async function afterwards(seeded: Seeded, operation: FuzzOperation): Promise<void> {
  if (!/Fault/.test(operation.id)) return;
  const authorization = seeded.authorization(operation, 'own') ?? '';
  await seeded.service.send('DELETE', '/v1/companies/me/sandbox/faults', { headers: { authorization } });
}

async function ask(seeded: Seeded, operation: FuzzOperation, request: FuzzRequest): Promise<Answer | Error> {
  const authorization = seeded.authorization(operation, request.caller);
  const usual = operation.route === undefined ? seeded.pageHeaders : {};
  const accept = Object.keys(operation.described.responses['200']?.content ?? { 'application/json': 0 })[0];
  const options: Ask = {
    headers: {
      ...(accept === undefined ? {} : { accept }),
      ...(authorization === undefined ? {} : { authorization }),
      ...usual,
      ...request.headers,
    },
    without: request.without,
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(request.raw === undefined ? {} : { raw: request.raw }),
  };
  try {
    return await inTime(seeded.service.send(request.method, request.path, options));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`none within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { invalid } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import { MESSAGE_EFFECTS, ROUTE_EFFECTS, type SandboxFault } from '../outbox/faults.ts';
import type { Creates } from '../shape/shape.ts';
import { MAX_CALL_DELAY, type SANDBOX_FAULT } from './shape.ts';

/** How long a delay is when the body does not say, in ms. */
const DELAY_MS = 1_000;

type FaultInput = Creates<typeof SANDBOX_FAULT>;

/** The fields of a new fault that no body sets. */
type Given = Pick<SandboxFault, 'company_id' | 'id' | 'seed' | 'created_at'>;

function isOne<T extends string>(all: readonly T[], word: string): word is T {
  return (all as readonly string[]).includes(word);
}

/** The path below the company, of one that may be written whole; 400 for none that a route could have. */
function belowCompany(path: string): string {
  const below = path.replace(/^(?:\/v1)?\/companies\/[^/]+(?=\/)/, '').replace(/\/:[a-z_]+/g, '/*');
  if (!/^(?:\/[^/?#\s]+)+$/.test(below)) {
    throw invalid(
      'match.path',
      sentence('must be a path below the company, such as /orders or /orders/*/payments.'),
    );
  }
  if (below.startsWith('/sandbox')) {
    throw invalid('match.path', sentence('must not be one of the sandbox itself.'));
  }
  return below;
}

/** The fault of a body (reference: sandbox.3, sandbox.4); 400 naming the field for one that makes no sense. */
export function faultOfInput(input: FaultInput, given: Given): SandboxFault {
  const { match, effect, status = null, delay_ms: delay = null, count = null, share = null } = input;
  const { method = null, path = null, topic = null } = match;
  if (count !== null && share !== null) throw invalid('share', sentence('cannot be beside a count.'));
  const isLate = effect === 'delay' || effect === 'reorder';
  if (delay !== null && !isLate) throw invalid('delay_ms', sentence('is for delays alone.'));
  if (status !== null && effect !== 'error') throw invalid('status', sentence('is for errors alone.'));
  if (status !== null && status !== 429 && status < 500) {
    throw invalid('status', sentence('must be 429, or from 500 to 599.'));
  }
  const common = {
    ...given,
    delay_ms: isLate ? BigInt(delay ?? DELAY_MS) : 0n,
    remaining: count === null ? null : BigInt(count),
    share,
    hits: 0n,
  };
  const effects = topic === null ? ROUTE_EFFECTS : MESSAGE_EFFECTS;
  if (!(effects as readonly string[]).includes(effect)) {
    throw invalid('effect', sentence('must be one of {values} here.', { values: effects.join(', ') }));
  }
  if (topic !== null) {
    if (method !== null || path !== null) {
      throw invalid('match', sentence('takes a topic, or a path with its method.'));
    }
    if (!isOne(MESSAGE_EFFECTS, effect)) throw new Error(`No effect ${effect}.`);
    return { ...common, method: null, path: null, topic, effect, status: null };
  }
  if (path === null) throw invalid('match.path', sentence('is required, or match.topic.'));
  if (Number(common.delay_ms) > MAX_CALL_DELAY) {
    throw invalid('delay_ms', sentence('must be at most {max} for calls.', { max: MAX_CALL_DELAY }));
  }
  if (!isOne(ROUTE_EFFECTS, effect)) throw new Error(`No effect ${effect}.`);
  return {
    ...common,
    method,
    path: belowCompany(path),
    topic: null,
    effect,
    status: effect === 'error' ? BigInt(status ?? 500) : null,
  };
}

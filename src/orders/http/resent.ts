import { MOST_IGNORED } from '../../edge/input.ts';
import { invalid } from '../../kernel/errors.ts';
import { type Sentence, sentence } from '../../kernel/words.ts';
import type { Order } from '../types.ts';

// An order that is sent back with its lines and payments, as it was read (reference: orders.49).

const WHERE: Readonly<Record<'lines' | 'payments', Sentence>> = {
  lines: sentence('is no line of the order: POST {list} adds lines, PUT {one} changes one.', {
    list: '/orders/<order_id>/lines',
    one: '/orders/<order_id>/lines/<number>',
  }),
  payments: sentence('is no payment of the order: POST {list} adds payments, PUT {one} changes one.', {
    list: '/orders/<order_id>/payments',
    one: '/orders/<order_id>/payments/<number>',
  }),
};

/** The number of a line or payment in a body; undefined when it has none. */
export function numberOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'number' in entry ? entry.number : undefined;
}

/**
 * The ignored fields of a body that updates an order, with every line and payment of it by itself. 400 naming one that the
 * order does not have: it would have to be added, which is done elsewhere.
 */
export function withResent(ignored: readonly string[], body: unknown, order: Order): string[] {
  const named = ignored.filter((field) => field !== 'lines' && field !== 'payments');
  const sent = (body ?? {}) as Partial<Record<'lines' | 'payments', unknown>>;
  for (const part of ['lines', 'payments'] as const) {
    const entries = sent[part];
    if (entries === undefined) continue;
    if (entries === null) named.push(part);
    else if (!Array.isArray(entries)) throw invalid(part, sentence('must be a list.'));
    else {
      const known = new Set<unknown>(order[part].map(({ number }) => number));
      for (const [at, entry] of entries.entries()) {
        if (!known.has(numberOf(entry))) throw invalid(`${part}[${at}].number`, WHERE[part]);
        named.push(`${part}[${at}]`);
      }
    }
  }
  return named.slice(0, MOST_IGNORED);
}

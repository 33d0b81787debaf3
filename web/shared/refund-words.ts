// Why a refund was refused, in the words of the trade: from the answer's code and the fields it names, never from its
// sentences, which are for developers.

import type { FieldError } from '#src/kernel/errors.ts';
import { isolated } from '#src/kernel/text.ts';
import { MAX_REFUNDS } from '#src/orders/rules/limits.ts';
import { decimalOf, formatNumber } from './format.ts';
import type { Amount } from './json.ts';
import type { OrderLine } from './records.ts';
import { type Refunds, refundedOf } from './refunds.ts';

/** The refusal in the API's answer. */
export interface RefundFailure {
  readonly code: string;
  readonly fields: readonly Pick<FieldError, 'field'>[];
  /** What the API says, for what has no words of its own here. */
  readonly message: string;
}

/** What a refusal is about. */
export interface RefundAsked {
  /** The lines that were to come back, in the order in which they were sent. */
  readonly lines: readonly OrderLine[];
  /** The refunds of the sale by now, where they are known. */
  readonly refunds: Refunds | undefined;
  readonly money: (amount: Amount) => string;
}

const LINE = /^lines\[(\d+)\]\.?(\w*)/;

const OF_CODE: Readonly<Record<string, string>> = {
  access_denied: 'You may not give this back. Ask a manager.',
  insufficient_scope: 'You may not give this back. Ask a manager.',
  not_found: 'The sale is not there any more.',
  conflict: 'The sale was changed meanwhile. Look at it, and try again.',
};

const OF_FIELD: readonly (readonly [field: RegExp, sentence: string])[] = [
  [/^payments\[\d+\]\.method_id$/, 'Money is not given back in this way any more. Choose another one.'],
  [/^payments\[\d+\]\.tip$/, 'No more can be given back in tips than was paid.'],
  [/^payments/, 'This amount cannot be given back.'],
  [
    /^(site_id|register_id)$/,
    'This register gives nothing back of the sale: it is elsewhere, or in another currency.',
  ],
];

/** The error of a line, with its product's name: `Flat white: nothing left to give back`. */
function ofLine(what: string, line: OrderLine, refunds: Refunds | undefined): string {
  const name = isolated(line.product.name);
  if (what !== 'quantity') return `${name}: cannot be given back of this sale`;
  if (refunds === undefined) return `${name}: not so much left to give back`;
  const { quantity_left: left } = refundedOf(refunds, line);
  if (decimalOf(left) <= 0n) return `${name}: nothing left to give back`;
  return `${name}: only ${formatNumber(left)} left to give back`;
}

/** The error of the whole refund: more than is left of the paid amount. */
function ofSale({ refunds, money }: RefundAsked): string {
  if (refunds === undefined) return 'Not so much of what was paid is left to give back.';
  if (refunds.orders.length >= MAX_REFUNDS) return `A sale has at most ${MAX_REFUNDS} refunds.`;
  if (decimalOf(refunds.left) <= 0n) return 'All that was paid was given back already.';
  return `Only ${money(refunds.left)} of what was paid is left to give back.`;
}

function ofField(field: string, asked: RefundAsked): string | undefined {
  const [, at, what = ''] = LINE.exec(field) ?? [];
  const line = at === undefined ? undefined : asked.lines[Number(at)];
  if (line !== undefined) return ofLine(what, line, asked.refunds);
  if (field.startsWith('original_order_id')) return ofSale(asked);
  return OF_FIELD.find(([name]) => name.test(field))?.[1];
}

/** The error of one line of a refused refund; undefined when the refusal is not about it. */
export function refusedLine(failure: RefundFailure, line: OrderLine, asked: RefundAsked): string | undefined {
  const at = asked.lines.indexOf(line);
  const found = failure.fields.find(({ field }) => at >= 0 && LINE.exec(field)?.[1] === String(at));
  return found && ofField(found.field, asked);
}

/** Why a refund was refused. */
export function refundRefusal(failure: RefundFailure, asked: RefundAsked): string {
  const said = new Set(failure.fields.map(({ field }) => ofField(field, asked)));
  if (said.size > 0 && !said.has(undefined)) return [...said].join('. ');
  return OF_CODE[failure.code] ?? failure.message;
}

// Why a refund was refused, in the words of the trade: from the answer's code and the fields it names, never from its
// sentences, which are for developers.

import type { Amount, FieldError, Reason } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { MAX_REFUNDS } from '#src/orders/rules/limits.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import { decimalOf, formatNumber } from './format.ts';
import { refusedSentence } from './reasons.ts';
import { type Refunds, refundedOf } from './refunds.ts';
import { type Message, message, t, translated } from './words.ts';

/** The refusal in the API's answer. */
export interface RefundFailure {
  readonly code: string;
  readonly fields: readonly Pick<FieldError, 'field'>[];
  /** The API's sentence, for a refusal without words of its own here; an error of the client says more in its message. */
  readonly description?: string;
  /** The same by its code, where it has one. */
  readonly reason?: Reason | undefined;
  readonly message: string;
}

/** A line of the sale. */
interface Line {
  readonly number: number;
  readonly product: { readonly name: string };
}

/** The subject of a refusal. */
export interface RefundAsked {
  /** The lines that were to come back, in the order in which they were sent. */
  readonly lines: readonly Line[];
  /** The refunds of the sale by now, where they are known. */
  readonly refunds: Refunds | undefined;
  readonly money: (amount: Amount) => string;
}

const LINE = /^lines\[(\d+)\]\.?(\w*)/;

const FORBIDDEN = message('You may not refund this. Ask a manager.');

const OF_CODE: Readonly<Record<string, Message>> = {
  access_denied: FORBIDDEN,
  insufficient_scope: FORBIDDEN,
  not_found: message('This sale no longer exists.'),
  conflict: message('This sale has changed meanwhile. Check it and try again.'),
};

const OF_FIELD: readonly (readonly [field: RegExp, sentence: Message])[] = [
  [
    /^payments\[\d+\]\.method_id$/,
    message('This payment method can no longer be used for refunds. Choose another one.'),
  ],
  [/^payments\[\d+\]\.tip$/, message('Tips cannot be refunded beyond what was paid in tips.')],
  [/^payments/, message('This amount cannot be refunded.')],
  [
    /^(site_id|register_id)$/,
    message('This register cannot refund the sale: it belongs to another site or has another currency.'),
  ],
];

/** The error of a line, with its product's name: `Flat white: nothing left to refund`. */
function ofLine(what: string, line: Line, refunds: Refunds | undefined): string {
  const name = isolated(lineName(line));
  if (what !== 'quantity') return t('{name}: cannot be refunded from this sale', { name });
  if (refunds === undefined) return t('{name}: not that many left to refund', { name });
  const { quantity_left: left } = refundedOf(refunds, line);
  if (decimalOf(left) <= 0n) return t('{name}: nothing left to refund', { name });
  return t('{name}: only {quantity} left to refund', { name, quantity: formatNumber(left) });
}

/** The error of the whole refund: more than is left of the paid amount. */
function ofSale({ refunds, money }: RefundAsked): string {
  if (refunds === undefined) return t('This is more than is left to refund.');
  if (refunds.orders.length >= MAX_REFUNDS) {
    return t('A sale can have at most {most, plural, one {# refund} other {# refunds}}.', {
      most: MAX_REFUNDS,
    });
  }
  if (decimalOf(refunds.left) <= 0n) {
    return decimalOf(refunds.refunded) <= 0n
      ? t('Nothing was paid for this sale, so there is nothing to refund.')
      : t('Everything paid has been refunded already.');
  }
  return t('Only {amount} of what was paid is left to refund.', { amount: money(refunds.left) });
}

function ofField(field: string, asked: RefundAsked): string | undefined {
  const [, at, what = ''] = LINE.exec(field) ?? [];
  const line = at === undefined ? undefined : asked.lines[Number(at)];
  if (line !== undefined) return ofLine(what, line, asked.refunds);
  if (field.startsWith('original_order_id')) return ofSale(asked);
  const found = OF_FIELD.find(([name]) => name.test(field));
  return found && translated(found[1]);
}

/** The error of one line of a refused refund; undefined when the refusal is not about it. */
export function refusedLine(failure: RefundFailure, line: Line, asked: RefundAsked): string | undefined {
  const at = asked.lines.indexOf(line);
  const found = failure.fields.find(({ field }) => at >= 0 && LINE.exec(field)?.[1] === String(at));
  return found && ofField(found.field, asked);
}

/** Why a refund was refused. */
export function refundRefusal(failure: RefundFailure, asked: RefundAsked): string {
  const said = new Set(failure.fields.map(({ field }) => ofField(field, asked)));
  if (said.size > 0 && !said.has(undefined)) return [...said].join('. ');
  const known = OF_CODE[failure.code];
  if (known !== undefined) return translated(known);
  return refusedSentence({ reason: failure.reason }, failure.description ?? failure.message);
}

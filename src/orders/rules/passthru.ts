// Pass-thru printing: an order that prints in a kitchen by itself (reference: printing.6).
import { ApiError, invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { MINUTE, type Micros } from '../../kernel/time.ts';
import { type Sentence, sentence } from '../../kernel/words.ts';
import type { Order, PassThru } from '../types.ts';
import type { Figures } from './figures.ts';

/** How long a job that is due waits for a register to come back, before its order is rejected. */
export const PATIENCE: Micros = 5n * MINUTE;

/** A register that could print. */
export interface Printing {
  readonly id: Id;
  readonly name: string;
  readonly site_id: Id;
  readonly isOnline: boolean;
}

/** The registers that could print an order. */
export interface Registers {
  /** The one that was asked for; undefined when none was. */
  readonly given: Printing | undefined;
  /** The site's default pass-thru register; undefined when it has none. */
  readonly standard: Printing | undefined;
}

const named = ({ id, name }: Printing): Sentence => sentence('register {id} ({name})', { id, name });

function rejected(reason: Sentence): ApiError {
  return new ApiError('invalid_request', sentence('The order was rejected: {reason}', { reason }), {
    fields: [{ field: 'pass_thru_printing', sentence: sentence('cannot be done: {reason}', { reason }) }],
  });
}

/** The register that prints an order (reference: printing.7), or 400 naming it and the reason. */
export function choosePrinter({ given, standard }: Registers): Printing {
  if (given?.isOnline === true) return given;
  if (given !== undefined) {
    if (standard?.isOnline === true) return standard;
    const same = standard !== undefined && standard.id === given.id;
    throw rejected(
      same
        ? sentence('{given} is offline, and it is the default pass-thru register itself.', {
            given: named(given),
          })
        : sentence('{given} is offline, and {why}.', { given: named(given), why: noStandard(standard) }),
    );
  }
  if (standard?.isOnline === true) return standard;
  throw rejected(sentence('{why}.', { why: noStandard(standard) }));
}

/** Why the site's default register cannot print. */
function noStandard(standard: Printing | undefined): Sentence {
  return standard === undefined
    ? sentence('the site has no default pass-thru register; set default_pass_thru_register_id')
    : sentence('the default pass-thru register, {register}, is offline', { register: named(standard) });
}

/**
 * 400 for an order that sells nothing: returns are not cooked, so that it would wait for a ticket that never comes
 * (reference: printing.6).
 */
export function requireSold({ lines }: Pick<Order, 'lines'>): void {
  if (!lines.some((line) => line.quantity > 0n)) {
    throw invalid('lines', sentence('are required: there is nothing to print.'));
  }
}

/**
 * The order as it is sent to be printed (reference: printing.8): one ON_HOLD that is paid in full
 * goes to PENDING; a PENDING one has to be.
 */
export function passThru(order: Order, { settlement }: Figures, register: Id, due: Micros): Order {
  const pass: PassThru = { register_id: register, due_at: due, printed_at: null };
  const isPaid = order.payments.length > 0 && settlement.fullyPaid;
  if (order.status === 'PENDING') {
    if (order.payments.length === 0) {
      throw invalid(
        'payments',
        sentence('are required: a PENDING order with pass_thru_printing is paid in full.'),
      );
    }
    if (!isPaid)
      throw invalid('payments', sentence('do not pay the order in full, as pass_thru_printing asks for.'));
    return { ...order, pass_thru: pass };
  }
  if (order.status !== 'ON_HOLD') {
    throw invalid('status', sentence('must be ON_HOLD or PENDING with pass_thru_printing.'));
  }
  return { ...order, status: isPaid ? 'PENDING' : 'ON_HOLD', pass_thru: pass };
}

/** An order after it was printed; what follows from its being paid is decided where it is settled. */
export function afterPrinting(order: Order, register: Id, now: Micros): Order {
  if (order.pass_thru === null || order.pass_thru.printed_at !== null) return order;
  return { ...order, pass_thru: { ...order.pass_thru, register_id: register, printed_at: now } };
}

/** True while an order waits to be printed, and so cannot be done (reference: printing.10). */
export function waitsForPrinter({ pass_thru: pass }: Pick<Order, 'pass_thru'>): boolean {
  return pass !== null && pass.printed_at === null;
}

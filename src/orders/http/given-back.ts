import { ok, type ReadHandler } from '../../edge/route.ts';
import { notFound } from '../../kernel/errors.ts';
import { jsonDecimal, jsonInteger } from '../../kernel/json.ts';
import { formatTime } from '../../kernel/time.ts';
import { ids } from '../../kernel/view.ts';
import { readOrder } from '../row/store.ts';
import { figuresOf } from '../rules/figures.ts';
import { type LineGivenBack, Remainder } from '../rules/remainder.ts';
import { type Refundable, readRefunds, refundedSoFar } from '../steps/refunds.ts';
import type { Order } from '../types.ts';

// What was given back of an order, and what is left of it.

/** GET /orders/<id>/refunds */
export const refunds: ReadHandler = async (tx, call) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  return ok(givenBackView(await readRefunds(tx, order)));
};

function givenBackView({ original, refunds }: Refundable) {
  const refunded = refundedSoFar(refunds);
  const { paid } = figuresOf(original).settlement;
  // Of what cannot be refunded nothing is left.
  const isOpen = !original.deleted && original.original_order_id === null;
  return {
    refunded: jsonDecimal(refunded),
    left: jsonDecimal(isOpen && paid > refunded ? paid - refunded : 0n),
    lines: new Remainder(original, refunds).lines().map((each) => lineView(each, isOpen)),
    orders: refunds.map(refundView),
  };
}

function lineView({ line, quantity }: LineGivenBack, isOpen: boolean) {
  return {
    number: line.number,
    line_id: jsonInteger(line.line_id),
    product_id: jsonInteger(line.product.id),
    product_id_str: line.product.id.toString(),
    quantity_sold: jsonDecimal(line.quantity),
    quantity_refunded: jsonDecimal(quantity),
    quantity_left: jsonDecimal(isOpen ? line.quantity - quantity : 0n),
  };
}

function refundView(refund: Order) {
  const { priced, settlement } = figuresOf(refund);
  return {
    ...ids(refund.id),
    saleid: refund.saleid,
    total: jsonDecimal(priced.total),
    paid: jsonDecimal(settlement.paid),
    created_at: formatTime(refund.created_at),
  };
}

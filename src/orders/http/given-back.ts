import { ok, type ReadHandler } from '../../edge/route.ts';
import { notFound } from '../../kernel/errors.ts';
import { view } from '../../shape/view.ts';
import { readOrder } from '../row/store.ts';
import { figuresOf } from '../rules/figures.ts';
import { settledBy } from '../rules/payments.ts';
import { Remainder } from '../rules/remainder.ts';
import { GIVEN_BACK } from '../shape/answers.ts';
import { type Refundable, readRefunds, refundedSoFar } from '../steps/refunds.ts';

// The quantities and amounts of an order that were refunded, and those that can be refunded still.

const givenBackView = view(GIVEN_BACK, ({ original, refunds: all }: Refundable) => {
  const refunded = refundedSoFar(all);
  const paid = settledBy(figuresOf(original).settlement);
  // Of an order that cannot be refunded nothing is left.
  const isOpen = !original.deleted && original.original_order_id === null;
  return {
    refunded,
    left: isOpen && paid > refunded ? paid - refunded : 0n,
    lines: new Remainder(original, all).lines().map(({ line, quantity }) => ({
      number: line.number,
      line_id: line.line_id,
      product_id: line.product.id,
      quantity_sold: line.quantity,
      quantity_refunded: quantity,
      quantity_left: isOpen ? line.quantity - quantity : 0n,
    })),
    orders: all.map((refund) => {
      const { priced, settlement } = figuresOf(refund);
      return { ...refund, total: priced.total, paid: settlement.paid };
    }),
  };
});

/** GET /orders/<id>/refunds */
export const refunds: ReadHandler = async (tx, call) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  return ok(givenBackView(await readRefunds(tx, order)));
};

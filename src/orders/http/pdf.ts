import type { ReadHandler } from '../../edge/route.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { sentence } from '../../kernel/words.ts';
import { invoicePrint } from '../documents/receipt.ts';
import { readOrder } from '../row/store.ts';

/** GET /orders/<o>/pdf: the tax invoice of a COMPLETE order; 400 for any other (reference: orders.42). */
export const getPdf: ReadHandler = async (tx, call) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  if (order.status !== 'COMPLETE') {
    throw new ApiError(
      'invalid_request',
      sentence('The order is {status}: there is a PDF of it once it is COMPLETE. Complete it first.', {
        status: order.status,
      }),
    );
  }
  return { status: 200, print: await invoicePrint(tx, call, order) };
};

import { body, C, filedUnder, type Operation, type Operations } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { answerInput, requestInput } from './input.ts';
import { PAYMENT_REQUEST } from './shape.ts';

const paymentRequests = filedUnder('Payment requests');

const listing = (id: string, summary: string): Operation =>
  paymentRequests(id, summary, {
    text: 'The first one first, or the newest with `newest`.',
    answer: list(viewOf(PAYMENT_REQUEST)),
  });

/** Payments that the add-on of a method is asked to take, or to give back. */
export const PAYMENT_REQUEST_OPERATIONS: Operations = {
  [`GET ${C}/payment_requests`]: listing('listPaymentRequests', 'List the payment requests'),
  [`GET ${C}/orders/:order_id/payment_requests`]: listing(
    'listOrderPaymentRequests',
    'List the payment requests of an order',
  ),
  [`POST ${C}/payment_requests`]: paymentRequests(
    'createPaymentRequest',
    'Ask the add-on of a payment method to take money',
    {
      rights: ['FinishSale', 'Refund', 'RefundWithoutReceipt'],
      text: "The amounts of an order's open requests are reserved: together they never ask for more than is due.",
      body: body('CreatePaymentRequest', requestInput, 'For which order, by which method, and how much.'),
      answer: viewOf(PAYMENT_REQUEST),
      errors: ['conflict'],
    },
  ),
  [`GET ${C}/payment_requests/:payment_request_id`]: paymentRequests(
    'getPaymentRequest',
    'Read a payment request',
    { answer: viewOf(PAYMENT_REQUEST) },
  ),
  [`PUT ${C}/payment_requests/:payment_request_id`]: paymentRequests(
    'answerPaymentRequest',
    'Say what has become of a payment request',
    {
      rights: ['ModifySales'],
      text: 'By the add-on of its method alone; `approved` adds the payment to the order in the same commit, once, however often it is sent. Staff with `ModifySales` and users settle an unknown one by hand, with a `reason`.',
      body: body('PaymentAnswer', answerInput, 'The outcome.'),
      answer: viewOf(PAYMENT_REQUEST),
      errors: ['conflict'],
      ifMatch: false,
    },
  ),
  [`POST ${C}/payment_requests/:payment_request_id/cancel`]: paymentRequests(
    'cancelPaymentRequest',
    'Ask the provider to cancel a payment request',
    {
      text: 'The request stays pending until its provider answers: cancelled, or approved where it was too late.',
      status: 200,
      answer: viewOf(PAYMENT_REQUEST),
      errors: ['conflict'],
    },
  ),
  [`POST ${C}/payment_requests/:payment_request_id/resolve`]: paymentRequests(
    'resolvePaymentRequest',
    'Ask the provider what has become of a payment request',
    {
      text: 'Nothing is charged by it: the provider looks its transaction up.',
      status: 200,
      answer: viewOf(PAYMENT_REQUEST),
      errors: ['conflict'],
    },
  ),
};

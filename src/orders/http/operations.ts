import { body, C, filedUnder, type Operation, type Operations } from '../../edge/operation.ts';
import { list } from '../../shape/kinds.ts';
import { viewOf } from '../../shape/nested.ts';
import { EXPLANATION, GIVEN_BACK, PRICED_ORDER } from '../shape/answers.ts';
import * as input from '../shape/bodies.ts';
import { ORDER_OPTION_SET } from '../shape/chosen.ts';
import { HISTORY_ENTRY } from '../shape/history.ts';
import { LINE } from '../shape/line.ts';
import { LISTED_ORDER, ORDER } from '../shape/order.ts';
import { PAYMENT } from '../shape/payment.ts';
import { SPLIT } from '../shape/regroup.ts';

const orders = filedUnder('Orders');
const orderParts = filedUnder('Order parts');
const tables = filedUnder('Tables');

const NUMBER =
  'The number by which the options of the order name it with line_number; its place in the list unless sent.';

const create = body(
  'CreateOrder',
  input.orderCreate,
  'An order. `site_id` or `register_id` is needed; everything else may follow later.',
  { needsOneOf: [['site_id', 'register_id']], words: { 'lines[].number': NUMBER } },
);

const MORE_FILTERS =
  'Further segments narrow it, in any order: a status in lower case, `pending/accounts`, `discounted`, `deleted`, ' +
  '`linkedcustomer`, and `sites/<id>`, `registers/<id>`, `staff/<id>`, `customers/<id>` before or after `orders`.';

function lists(id: string, summary: string): Operation {
  return orders(id, summary, {
    text: `Newest first, unless \`sort\` says otherwise or a time narrows it. ${MORE_FILTERS}`,
    answer: list(viewOf(LISTED_ORDER)),
  });
}

function below(id: string, summary: string): Operation {
  return orders(id, summary, { text: "404 when it is another's.", answer: viewOf(ORDER) });
}

/** The permissions that an order with lines of its own may need, for their prices, and for its completion by them. */
const OF_LINES = ['FinishSale', 'MakeDiscount', 'ApplyComp', 'ChangePrice', 'OverrideTax'] as const;

/** Orders. */
export const ORDER_OPERATIONS: Operations = {
  [`POST ${C}/orders`]: orders('createOrder', 'Place an order', {
    rights: [...OF_LINES, 'Refund', 'RefundWithoutReceipt'],
    text:
      'Send an Idempotency-Key, so that a repeated request makes no second order. With `original_order_id_str` it is ' +
      'a refund. Amounts are checked in the statuses that hold stock: 400 `out_of_stock`.',
    body: create,
    answer: viewOf(ORDER),
    errors: ['out_of_stock', 'conflict', 'access_denied'],
    callsBack: true,
  }),
  [`POST ${C}/orders/price`]: orders('priceOrder', 'See what an order would be', {
    text: 'Nothing is saved.',
    status: 200,
    body: create,
    answer: viewOf(PRICED_ORDER),
    errors: ['out_of_stock', 'conflict'],
  }),
  [`GET ${C}/orders`]: lists('listOrders', 'List the orders'),
  [`GET ${C}/orders/saleid/:saleid`]: orders('getOrderBySaleId', 'Read an order by what is on its receipt', {
    answer: viewOf(ORDER),
  }),
  [`GET ${C}/orders/:order_id`]: orders('getOrder', 'Read an order', { answer: viewOf(ORDER) }),
  [`GET ${C}/orders/:order_id/history`]: orders('getOrderHistory', 'List the changes of an order', {
    text: 'Oldest first, 500 a page.',
    answer: list(viewOf(HISTORY_ENTRY)),
  }),
  [`GET ${C}/orders/:order_id/explain`]: orders(
    'explainOrder',
    'See how the figures of an order came about',
    { answer: viewOf(EXPLANATION) },
  ),
  [`GET ${C}/orders/:order_id/refunds`]: orders('getOrderRefunds', 'See what was given back of an order', {
    text: 'And what is left to give back, line by line.',
    answer: viewOf(GIVEN_BACK),
  }),
  [`GET ${C}/orders/:order_id/pdf`]: orders('getOrderPdf', 'Read the tax invoice of an order', {
    text: 'A PDF of a COMPLETE order, also at `/orders/<id>.pdf`; 400 before that.',
    errors: ['invalid_request'],
  }),
  [`GET ${C}/orders/:order_id/invoice/xml`]: orders(
    'getOrderInvoice',
    'Read the electronic invoice of an order',
    {
      text:
        'EN 16931 in UBL 2.1, of a COMPLETE order; a credit note of a refund. Also at `/orders/<id>/invoice.xml`. 409 before ' +
        'that, and while something is missing that invoices have to say: `errors` names it.',
      errors: ['conflict'],
    },
  ),
  [`PUT ${C}/orders/:order_id`]: orders('updateOrder', 'Change an order', {
    rights: ['FinishSale', 'MakeDiscount', 'ApplyComp', 'OverrideTax', 'DeleteHeldOrder'],
    text:
      'Fields that are not sent keep their values; null unsets one. PATCH does the same. A COMPLETE order is not changed: 400; ' +
      'a status that cannot follow is 409. `lines` and `payments` that the order has may be sent along and are ignored; ' +
      'others are 400, they are added by paths of their own.',
    body: body('UpdateOrder', input.orderUpdate, 'The changed fields of an order.'),
    answer: viewOf(ORDER),
    errors: ['out_of_stock', 'conflict', 'access_denied'],
    callsBack: true,
  }),
  [`DELETE ${C}/orders/:order_id`]: orders('deleteOrder', 'Delete an order', {
    rights: ['DeleteHeldOrder'],
    text: 'It stays, marked as deleted. A COMPLETE order is refunded instead: 409.',
    errors: ['out_of_stock', 'conflict', 'access_denied'],
  }),
  [`POST ${C}/orders/:order_id/split`]: tables('splitOrder', 'Split an order by lines or by seats', {
    text:
      'Each part becomes an order of its own; what they come to adds up to what the order came to, its taxes too. Nothing ' +
      'is sent to the kitchen anew or given back. 409 for an order with payments.',
    status: 200,
    body: body('SplitOrder', input.splitInput, 'The parts, and the lines of each.'),
    answer: viewOf(SPLIT),
    errors: ['conflict', 'access_denied', 'row_quota_exceeded'],
    ifMatch: true,
  }),
  [`POST ${C}/orders/:order_id/merge`]: tables('mergeOrders', 'Merge other orders into one', {
    rights: ['FinishSale'],
    text:
      'Their lines and payments become those of the order, and they are deleted. 409 names the order that is closed, or ' +
      'that differs in something that all lines of an order share.',
    status: 200,
    body: body('MergeOrders', input.mergeInput, 'Which orders.'),
    answer: viewOf(ORDER),
    errors: ['conflict', 'access_denied'],
    ifMatch: true,
  }),
  [`GET ${C}/orders/:order_id/lines`]: orderParts('listOrderLines', 'List the lines of an order', {
    answer: list(viewOf(LINE)),
  }),
  [`GET ${C}/orders/:order_id/lines/:number`]: orderParts('getOrderLine', 'Read a line of an order', {
    answer: viewOf(LINE),
  }),
  [`POST ${C}/orders/:order_id/lines`]: orderParts('addOrderLines', 'Add a line to an order, or several', {
    rights: [...OF_LINES, 'RefundWithoutReceipt'],
    text:
      'A list is added as a whole or not at all. Answers the whole order; Location is the address of the line, of ' +
      'several that of the first.',
    body: body('AddOrderLine', input.lineCreate, 'The new line.', {
      many: input.lineList,
      words: { number: 'Ignored: a line is added at the end; PUT of the line moves it.' },
    }),
    answer: viewOf(ORDER),
    ifMatch: true,
    errors: ['out_of_stock', 'conflict', 'access_denied'],
  }),
  [`PUT ${C}/orders/:order_id/lines/:number`]: orderParts('updateOrderLine', 'Change a line of an order', {
    rights: [...OF_LINES, 'Void', 'RefundWithoutReceipt'],
    text: 'A new `number` moves it. Answers the whole order.',
    body: body('UpdateOrderLine', input.lineUpdate, 'The changed fields of the line.', {
      words: { number: 'Where it moves to.' },
    }),
    answer: viewOf(ORDER),
    errors: ['out_of_stock', 'conflict', 'access_denied'],
  }),
  [`DELETE ${C}/orders/:order_id/lines/:number`]: orderParts('deleteOrderLine', 'Take a line from an order', {
    rights: ['FinishSale', 'Void'],
    text: 'The lines behind it move up.',
    errors: ['out_of_stock', 'invalid_request', 'conflict', 'access_denied'],
  }),
  [`GET ${C}/orders/:order_id/optionsets`]: orderParts(
    'listOrderOptionSets',
    'List the option sets of an order',
    { answer: list(viewOf(ORDER_OPTION_SET)) },
  ),
  [`GET ${C}/orders/:order_id/optionsets/:number`]: orderParts(
    'getOrderOptionSet',
    'Read an option set of an order',
    { answer: viewOf(ORDER_OPTION_SET) },
  ),
  [`POST ${C}/orders/:order_id/optionsets`]: orderParts(
    'addOrderOptionSet',
    'Choose from an option set for a line',
    {
      rights: ['ChangePrice'],
      body: body('ChosenSetForLineInput', input.chosenSetForLine, 'The chosen options, and their line.'),
      answer: viewOf(ORDER_OPTION_SET),
      ifMatch: true,
      errors: ['out_of_stock', 'conflict', 'access_denied'],
    },
  ),
  [`PUT ${C}/orders/:order_id/optionsets/:number`]: orderParts(
    'updateOrderOptionSet',
    'Choose anew from an option set of an order',
    {
      rights: ['FinishSale', 'ChangePrice'],
      text: 'Options that are chosen already stay the same lines, at the same prices. Answers the set.',
      body: body('ChosenSetChange', input.chosenSetChange, 'The options chosen instead.'),
      answer: viewOf(ORDER_OPTION_SET),
      errors: ['out_of_stock', 'conflict', 'access_denied'],
    },
  ),
  [`DELETE ${C}/orders/:order_id/optionsets/:number`]: orderParts(
    'deleteOrderOptionSet',
    'Take an option set from an order',
    {
      rights: ['FinishSale'],
      text: 'With the lines of its options.',
      errors: ['out_of_stock', 'invalid_request', 'conflict', 'access_denied'],
    },
  ),
  [`GET ${C}/orders/:order_id/payments`]: orderParts('listPayments', 'List the payments of an order', {
    answer: list(viewOf(PAYMENT)),
  }),
  [`GET ${C}/orders/:order_id/payments/:number`]: orderParts('getPayment', 'Read a payment of an order', {
    answer: viewOf(PAYMENT),
  }),
  [`POST ${C}/orders/:order_id/payments`]: orderParts('addPayment', 'Take a payment', {
    rights: ['FinishSale', 'Refund', 'RefundWithoutReceipt'],
    text:
      'A PENDING order that is paid with it completes itself, unless `complete_when_paid` is false. Answers the ' +
      'order; Location is the address of the payment.',
    body: body('AddPayment', input.paymentCreate, 'The new payment.'),
    answer: viewOf(ORDER),
    ifMatch: true,
    errors: ['out_of_stock', 'conflict', 'access_denied'],
    callsBack: true,
  }),
  [`PUT ${C}/orders/:order_id/payments/:number`]: orderParts(
    'updatePayment',
    'Change the tip or reference of a payment',
    {
      rights: ['ModifySales'],
      text: 'Its amount and method stay. Answers the order.',
      body: body(
        'UpdatePayment',
        input.paymentUpdate,
        'The changed fields of the payment: `ref` and `tip` only.',
        {
          words: {
            method_id: 'Cannot be changed.',
            amount: 'Cannot be changed.',
            credit_card_surcharge: 'Cannot be changed.',
          },
        },
      ),
      answer: viewOf(ORDER),
      errors: ['conflict', 'access_denied'],
    },
  ),
  [`GET ${C}/sites/:site_id/orders/:order_id`]: below('getSiteOrder', 'Read an order of a site'),
  [`GET ${C}/registers/:register_id/orders/:order_id`]: below(
    'getRegisterOrder',
    'Read an order of a register',
  ),
  [`GET ${C}/staff/:staff_id/orders/:order_id`]: below('getStaffOrder', 'Read an order of a staff member'),
  [`GET ${C}/customers/:customer_id/orders/:order_id`]: below(
    'getCustomerOrder',
    'Read an order of a customer',
  ),
  [`GET ${C}/sites/:site_id/groups/:group`]: orders('getOrderGroup', 'List the orders of a group', {
    text: 'Whole, newest first; those of the last 48 hours.',
    answer: list(viewOf(ORDER)),
  }),
  [`GET ${C}/*`]: {
    paths: {
      [`${C}/orders/submitted`]: lists('listSubmittedOrders', 'List the orders that are SUBMITTED'),
      [`${C}/orders/on_hold`]: lists('listOrdersOnHold', 'List the orders that are ON_HOLD'),
      [`${C}/orders/accepted`]: lists('listAcceptedOrders', 'List the orders that are ACCEPTED'),
      [`${C}/orders/pending`]: lists('listPendingOrders', 'List the orders that are PENDING'),
      [`${C}/orders/pending/accounts`]: lists(
        'listAccountOrders',
        'List the PENDING orders that go on account',
      ),
      [`${C}/orders/rejected`]: lists('listRejectedOrders', 'List the orders that are REJECTED'),
      [`${C}/orders/complete`]: lists('listCompleteOrders', 'List completed sales'),
      [`${C}/orders/discounted`]: lists('listDiscountedOrders', 'List the orders with a discount'),
      [`${C}/orders/deleted`]: lists('listDeletedOrders', 'List the orders that were deleted'),
      [`${C}/orders/linkedcustomer`]: lists('listCustomersOrders', 'List the orders with a linked customer'),
      [`${C}/sites/:site_id/orders`]: lists('listSiteOrders', 'List the orders of a site'),
      [`${C}/registers/:register_id/orders`]: lists('listRegisterOrders', 'List the orders of a register'),
      [`${C}/staff/:staff_id/orders`]: lists('listStaffOrders', 'List the orders of a staff member'),
      [`${C}/customers/:customer_id/orders`]: lists('listCustomerOrders', 'List the orders of a customer'),
    },
  },
};

import { getCompany, sites } from '../../company/store.ts';
import { companyView, siteView } from '../../company/view.ts';
import type { ReadHandler } from '../../edge/route.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { together } from '../facts.ts';
import { figuresOf } from '../rules/figures.ts';
import { show } from '../save.ts';
import { readOrder, shownOrder } from '../store.ts';
import { receiptDocument } from './document.ts';
import { readShownOrder } from './shown.ts';

/** GET /orders/<o>/pdf: the tax invoice of a COMPLETE order; 400 for any other (spec: Orders/reading, Errors). */
export const getPdf: ReadHandler = async (tx, call) => {
  const id = call.id('order_id');
  const [shown, order, company] = await together([
    shownOrder(tx, call.company, id),
    readOrder(tx, call.company, id),
    getCompany(tx, call.company),
  ]);
  if (shown === undefined || order === undefined) throw notFound();
  if (order.status !== 'COMPLETE') {
    throw new ApiError(
      'invalid_request',
      `The order is ${order.status}: there is a PDF of it once it is COMPLETE. Complete it first.`,
    );
  }
  const site = await sites.get(tx, call.company, order.site_id);
  if (site === undefined) throw new Error('The site of an order is gone.');
  const { body } = await show(tx, call, shown);
  const document = receiptDocument(readShownOrder(body), {
    company: companyView(company, call.now),
    site: siteView(site, company, undefined, call.now),
    taxAmounts: figuresOf(order).priced.lines.map((line) => line.taxAmounts),
    modifierNames: new Map(
      order.lines.flatMap((line) => line.modifiers.map(({ product }) => [String(product.id), product.name])),
    ),
  });
  return { status: 200, print: JSON.stringify(document) };
};

import type { Company, Site } from '../../company/shape.ts';
import { getCompany, sites } from '../../company/store.ts';
import type { Customer } from '../../customers/shape.ts';
import { customersById } from '../../customers/store.ts';
import type { Namer } from '../../storage/external-ids.ts';
import type { Reader } from '../../storage/port.ts';
import { shownOrder } from '../row/store.ts';
import { NO_ID } from '../shape/ids.ts';
import { show } from '../steps/save.ts';
import type { Order } from '../types.ts';
import { readShownOrder, type ShownOrderJson } from './shown.ts';

/** An order as documents are made of it, with those who sell. */
interface Sale {
  readonly shown: ShownOrderJson;
  readonly company: Company;
  /** With the company's currency and time zone where it has none of its own. */
  readonly site: Site & { readonly currency: string; readonly timezone: string };
  /** The customer as they are now; undefined: nobody knows them. */
  readonly buyer: Customer | undefined;
  /** Names of modifiers, by the id of their product. */
  readonly modifierNames: ReadonlyMap<string, string>;
}

/** Loads what documents of an order are made of. */
export async function saleOf(tx: Reader, by: Namer, order: Order): Promise<Sale> {
  const { customer_id: customer } = order;
  const [shown, company, site, customers] = await Promise.all([
    shownOrder(tx, by, order.id),
    getCompany(tx, by.company),
    sites.get(tx, by.company, order.site_id),
    customersById(tx, by.company, customer === null ? [] : [customer]),
  ]);
  if (shown === undefined || site === undefined) throw new Error('An order or its site is gone.');
  const { body } = show(shown);
  return {
    shown: readShownOrder(body),
    company,
    site: {
      ...site,
      currency: site.currency ?? company.currency,
      timezone: site.timezone ?? company.timezone,
    },
    buyer: customers.get(customer ?? NO_ID),
    modifierNames: new Map(
      order.lines.flatMap((line) => line.modifiers.map(({ product }) => [String(product.id), product.name])),
    ),
  };
}

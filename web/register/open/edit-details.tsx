import { useState } from 'react';
import { ONE } from '#src/kernel/money.ts';
import { type Discount, discountOf } from '../../shared/discount.ts';
import { decimalOf } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import { writeJson } from '../body.ts';
import { useRegister } from '../context.tsx';
import { rightsOfDiscounts } from '../given-discounts.ts';
import type { Menu } from '../menu.ts';
import { ORDER_TYPES } from '../order-types.ts';
import type { RegisterOrder } from '../orders.ts';
import { type Details, DetailsDialog } from '../sell/details-dialog.tsx';
import { sendWrites } from '../send-writes.ts';
import { numberOf } from './title.ts';

/** The fields of an existing order beside its lines, as they can be changed. */
function detailsOf(order: RegisterOrder): Details {
  const { customer } = order;
  const name = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ');
  const service = decimalOf(order.tip_service_percent);
  return {
    order_type: ORDER_TYPES.find((type) => type === order.order_type) ?? null,
    group: order.group_id,
    guests: order.guests,
    notes: order.notes,
    customer: customer?.id == null ? null : { id: BigInt(customer.id), name },
    discount: discountOf(order),
    service_percent: service === 0n ? null : service,
    tax_exempt: order.tax_exempt,
  };
}

/** The discount in a PUT: one by name, or by hand, where one kind takes the other's place. */
function discountBody(discount: Discount | null): object {
  const coefficient = discount?.kind === 'percent' ? discount.coefficient : ONE;
  const amount = discount?.kind === 'fixed' ? discount.amount : 0n;
  if (discount?.given === undefined)
    return { discount_id: null, price_variation: coefficient, price_fixed_variation: amount };
  const { id, reason } = discount.given;
  const value =
    discount.kind === 'percent' ? { price_variation: coefficient } : { price_fixed_variation: amount };
  return { discount_id: id, discount_reason: reason, ...value };
}

/** Fields of an order; its lines have calls of their own. */
interface Changed {
  lines?: never;
  [field: string]: unknown;
}

/** The body of the PUT that makes one the other; only what differs is sent. */
function changes(before: Details, after: Details): Changed {
  const body: Changed = {};
  if (after.order_type !== before.order_type) body.order_type = after.order_type;
  if (after.group !== before.group) body.group_id = after.group;
  if (after.guests !== before.guests) body.guests = after.guests;
  if (after.notes !== before.notes) body.notes = after.notes;
  if (after.discount !== before.discount) {
    Object.assign(body, discountBody(after.discount));
  }
  if (after.service_percent !== before.service_percent) body.tip_service_percent = after.service_percent;
  if (after.tax_exempt !== before.tax_exempt) body.tax_exempt = after.tax_exempt;
  if (after.customer !== before.customer) {
    const { customer } = after;
    if (customer === null) body.customer_id = null;
    else if (customer.id === null) body.customer = customer.fields;
    else body.customer_id = customer.id;
  }
  return body;
}

/** Changes table, customer, discount and the like of an order that is there. */
export function EditDetails({ order, menu, close }: { order: RegisterOrder; menu: Menu; close: () => void }) {
  const { core } = useRegister();
  const [before] = useState(() => detailsOf(order));
  const [after, setAfter] = useState(before);
  return (
    <DetailsDialog
      menu={menu}
      details={after}
      change={(fields) => setAfter((now) => ({ ...now, ...fields }))}
      close={() => {
        const body = changes(before, after);
        if (Object.keys(body).length > 0) {
          const label = t('Details of {order}', { order: numberOf(order) });
          const rights = after.discount === before.discount ? [] : rightsOfDiscounts([after]);
          const write = {
            subject: order.id_str,
            kind: 'fields',
            label,
            body: writeJson(body),
            rights,
          } as const;
          sendWrites(core, [write]);
        }
        close();
      }}
    />
  );
}

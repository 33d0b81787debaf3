import type { Call } from '../../edge/call.ts';
import type { Reply, WriteHandler } from '../../edge/route.ts';
import type { Id } from '../../kernel/id.ts';
import { MINUTE, type Micros } from '../../kernel/time.ts';
import { setExternalId } from '../../storage/external-ids.ts';
import type { Writer } from '../../storage/port.ts';
import type { Place } from '../row/store.ts';
import { applyFields, changeStatus } from '../rules/decide.ts';
import { discountsNamed } from '../rules/discounts.ts';
import { waitsForPrinter } from '../rules/passthru.ts';
import { HOLDS_STOCK } from '../rules/status.ts';
import { checksAvailability } from '../rules/stock.ts';
import { orderUpdate } from '../shape/bodies.ts';
import { knownDiscounts, markDiscounts } from '../steps/discounts.ts';
import {
  lineProducts,
  moment,
  requirePlace,
  requireStaff,
  sellingTo,
  startOfTomorrow,
} from '../steps/facts.ts';
import { dueAt } from '../steps/kitchen-tickets.ts';
import { requireAvailable } from '../steps/move-stock.ts';
import { exemptionAfter, isSame, linkOrderCustomer } from '../steps/order-customer.ts';
import { namedByChange, namingAll } from '../steps/references.ts';
import { requireChosen } from '../steps/required.ts';
import { saveOrder } from '../steps/save.ts';
import { atTable } from '../steps/table.ts';
import type { Order, OrderChange } from '../types.ts';
import { checkCallback, type Loaded, loadForChange } from './change.ts';
import { withResent } from './resent.ts';

/** PUT /orders/<id> (reference: orders.10). */
export const update: WriteHandler = async (tx, call) => {
  const { before, audience } = await loadForChange(tx, call);
  const input = call.input(orderUpdate, (ignored) => withResent(ignored, call.body, before));
  checkCallback(call, input.callback_uri, before.callback_uri);
  return namingAll(
    tx,
    call,
    () => namedByChange(input, before),
    () => updateOrder(tx, call, input, { before, audience }),
  );
};

async function updateOrder(
  tx: Writer,
  call: Call,
  input: OrderChange,
  { before, audience }: Loaded,
): Promise<Reply> {
  const place = await requirePlace(tx, call.company, before.site_id, input.register_id ?? undefined);
  const { now, company } = call;
  await requireStaff(tx, company, input.staff_member_id);
  const discounts = await knownDiscounts(tx, company, discountsNamed(input, before));
  const fields = applyFields(before, input, discounts);
  await markDiscounts(tx, fields, discounts);
  const seated = await atTable(tx, fields, before.table_id);
  const moved = input.status === undefined ? seated : changeStatus(seated, input.status);
  const { customer, facts } = await linkOrderCustomer(tx, call, input, before.customer_id);
  const dated: Order = {
    ...moved,
    customer_id: customer,
    tax_exempt:
      input.tax_exempt === undefined ? await exemptionAfter(tx, call, before, customer) : moved.tax_exempt,
    fulfil_at:
      input.fulfil_at === undefined
        ? before.fulfil_at
        : moment(input.fulfil_at, place.timezone, now + place.prep_time_minutes * MINUTE),
    placed_at:
      input.placed_at === undefined
        ? before.placed_at
        : moment(input.placed_at, place.timezone, before.created_at),
  };
  const isExempted = input.tax_exempt !== undefined && !isSame(moved.tax_exempt, before.tax_exempt);
  const order = before.fulfil_at === dated.fulfil_at ? dated : withDue(dated, place, now);
  const sold = (wanted: readonly Id[]) => lineProducts(tx, company, sellingTo(order, place, now), wanted);
  if (!HOLDS_STOCK.has(before.status)) await requireChosen(tx, order, order.lines, sold, () => 'status');
  // Looked at when the order comes to need its products: by its status, or because the check is skipped no more.
  if (!checksAvailability(before, () => startOfTomorrow(now, place.timezone))) {
    await requireAvailable(order, order.lines, { now, zone: place.timezone }, sold);
  }
  const isRenamed = await setExternalId(tx, call, 'order', before.id, input.external_id);
  const saved = await saveOrder(tx, call, before, order, {
    facts,
    isRenamed,
    audience: isRenamed ? undefined : audience,
    discounts,
    rights: isExempted ? ['OverrideTax'] : [],
  });
  return { status: 200, ...saved };
}

/** The order with the time at which it is printed following the time at which it is wanted. */
function withDue(order: Order, place: Place, now: Micros): Order {
  const { pass_thru: pass } = order;
  if (pass === null || !waitsForPrinter(order)) return order;
  return { ...order, pass_thru: { ...pass, due_at: dueAt(order.fulfil_at, place.prep_time_minutes, now) } };
}

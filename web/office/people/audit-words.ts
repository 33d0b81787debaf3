// What entries of the audit log say, in words.

import type { AuditEntry } from '#clients/typescript/index.ts';
import { isRight } from '#src/company/rules/rights.ts';
import { ONE } from '#src/kernel/money.ts';
import { decimalOf, formatNumber, formatPercent, formatQuantity, inLine } from '../../shared/format.ts';
import { isStatus, statusName } from '../../shared/order-words.ts';
import { RIGHT_NAMES } from '../../shared/right-names.ts';
import { type Message, message, t, translated } from '../../shared/words.ts';

/** The words of actions, by their codes. */
export const ACTIONS: Readonly<Record<string, Message>> = {
  'addon.changed': message('Add-on changed'),
  'addon.connected': message('Add-on connected'),
  'addon.created': message('Add-on created'),
  'addon.deleted': message('Add-on deleted'),
  'addon.disconnected': message('Add-on disconnected'),
  'addon.secret_rotated': message('Client secret replaced'),
  'addon.signing_secret_read': message('Signing secret read'),
  'addon.signing_secret_rotated': message('Signing secret replaced'),
  'addon.token_made': message('Access token created'),
  'addon.tokens_revoked': message('Access tokens revoked'),
  'backup.restored': message('Backup restored'),
  'catalogue.imported': message('Catalogue imported'),
  'company.changed': message('Company changed'),
  'company.created': message('Company created'),
  'company.founded': message('Company created'),
  'device.added': message('Device set up'),
  'device.removed': message('Device revoked'),
  'device.renamed': message('Device renamed'),
  'discount.changed': message('Discount changed'),
  'discount.created': message('Discount created'),
  'discount.deleted': message('Discount deleted'),
  'drawer.cash_in': message('Cash put in'),
  'drawer.cash_out': message('Cash taken out'),
  'drawer.opened': message('Drawer opened without a sale'),
  'grant.revoked': message('Connection revoked'),
  'import.closed': message('Import of records ended'),
  'import.opened': message('Import of records begun'),
  'member.invited': message('Person invited'),
  'member.joined': message('Person joined'),
  'member.key_kept': message('Key kept'),
  'member.key_revoked': message('Key revoked'),
  'member.removed': message('Person removed'),
  'member.role_changed': message('Role changed'),
  'member.uninvited': message('Invitation revoked'),
  'option_set.changed': message('Option set changed'),
  'option_set.created': message('Option set created'),
  'option_set.deleted': message('Option set deleted'),
  'order.comped': message('Given for free'),
  'order.deleted': message('Order deleted'),
  'order.discounted': message('Discount given'),
  'order.payment_changed': message('Payment changed'),
  'order.price_changed': message('Price of an order changed'),
  'order.refunded': message('Refund'),
  'order.refunded_without_receipt': message('Refund without receipt'),
  'order.rejected': message('Order rejected'),
  'order.tax_overridden': message('Tax overridden'),
  'order.voided': message('Items voided'),
  'payment_method.changed': message('Payment method changed'),
  'payment_method.created': message('Payment method created'),
  'payment_method.deleted': message('Payment method deleted'),
  'price_list.changed': message('Price list changed'),
  'price_list.created': message('Price list created'),
  'price_list.deleted': message('Price list deleted'),
  'price_list.prices_changed': message('Prices changed'),
  'product.created': message('Product created'),
  'product.deleted': message('Product deleted'),
  'product.price_changed': message('Price or tax of a product changed'),
  'product.tax_changed': message('Tax of a product changed at a site'),
  'register.changed': message('Register changed'),
  'register.created': message('Register created'),
  'register.deleted': message('Register deleted'),
  'register.pin_locked': message('PINs locked at a register'),
  'role.changed': message('Permissions of a role changed'),
  'role.created': message('Role created'),
  'role.deleted': message('Role deleted'),
  'sandbox.reset': message('Sandbox reset'),
  'shift.closed_with_difference': message('Drawer closed with a difference'),
  'site.changed': message('Site changed'),
  'site.created': message('Site created'),
  'site.deleted': message('Site deleted'),
  'staff.changed': message('Staff member changed'),
  'staff.created': message('Staff member created'),
  'staff.deleted': message('Staff member deleted'),
  'staff.pin_locked': message('PIN locked'),
  'staff.pin_removed': message('PIN removed'),
  'staff.pin_set': message('PIN set'),
  'tax.changed': message('Tax changed'),
  'tax.created': message('Tax created'),
  'tax.deleted': message('Tax deleted'),
  'tax_group.changed': message('Tax group changed'),
  'tax_group.created': message('Tax group created'),
  'tax_group.deleted': message('Tax group deleted'),
  'webhook.changed': message('Webhook changed'),
  'webhook.created': message('Webhook created'),
  'webhook.deleted': message('Webhook deleted'),
  'webhook.redelivered': message('Deliveries sent again'),
  'webhook.replayed': message('Events replayed'),
};

/** An action in words; its code where it has none. */
export function actionInWords(action: string): string {
  const words = ACTIONS[action];
  return words === undefined ? action : translated(words);
}

/** The names of entries' values, as far as they have words; others by their fields. */
const NAMES: Readonly<Record<string, Message>> = {
  amount: message('Amount'),
  counted: message('Counted'),
  currency: message('Currency'),
  deleted: message('Deleted'),
  difference: message('Difference'),
  discount: message('Discount'),
  discount_reason: message('Reason'),
  expected: message('Expected'),
  first_name: message('First name'),
  is_admin: message('Admin'),
  last_name: message('Last name'),
  lines: message('Lines'),
  name: message('Name'),
  notes: message('Notes'),
  paid: message('Paid'),
  payments: message('Payments'),
  permissions: message('Permissions'),
  price: message('Price'),
  price_fixed_variation: message('Discount'),
  price_variation: message('Discount'),
  prices: message('Prices'),
  quantity: message('Quantity'),
  rate: message('Rate'),
  ref: message('Reference'),
  roles: message('Roles'),
  status: message('Status'),
  tax_exempt: message('Tax exempt'),
  taxes: message('Taxes'),
  timezone: message('Time zone'),
  total: message('Total'),
  unit_price: message('Price'),
};

const MONEY: ReadonlySet<string> = new Set([
  ...['amount', 'counted', 'difference', 'expected', 'paid', 'price', 'price_fixed_variation', 'tip'],
  ...['total', 'unit_price'],
]);
/** Said elsewhere in an entry, or by nothing that a reader knows. */
const HIDDEN: ReadonlySet<string> = new Set(['staff_id', 'line_id', 'with_tax']);

/** A value that changed, as it was and as it is. */
export interface Change {
  readonly name: string;
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Longest text of a value that is shown. */
const MAX_SHOWN = 200;
const NUMBER = /^-?\d{1,18}(\.\d{1,8})?$/;

/** How money is written. */
type Money = (amount: string) => string;

function figure(name: string, text: string, money: Money): string {
  if (MONEY.has(name)) return money(text);
  // A factor on a price: 0.9 is 10 % off.
  return name === 'price_variation' ? formatPercent(decimalOf(text) - ONE, '+') : formatNumber(text);
}

/** The parts of a line, a payment and the like, those that say nothing left out. */
function members(value: object, money: Money): string {
  const { name, quantity, code, ...others } = value as Readonly<Record<string, unknown>>;
  if (typeof code === 'string' && isRight(code)) return translated(RIGHT_NAMES[code]);
  const count = typeof quantity === 'string' && quantity !== '1' ? `${formatQuantity(quantity)} × ` : '';
  const rest = Object.entries(others).filter(([each, part]) => !HIDDEN.has(each) && part !== '0');
  return inLine([
    typeof name === 'string' ? `${count}${name}` : undefined,
    ...rest.map(([each, part]) => wordsOf(each, part, money)),
  ]);
}

/** A value in words; undefined for none, and for no. */
function wordsOf(name: string, value: unknown, money: Money): string | undefined {
  if (value === undefined || value === null || value === false || value === '') return undefined;
  if (value === true) return t('Yes');
  if (Array.isArray(value))
    return (
      inLine(
        value.map((each: unknown) => wordsOf(name, each, money)),
        ', ',
      ) || undefined
    );
  if (typeof value === 'object') return members(value, money);
  const text = String(value);
  if (name === 'status' && isStatus(text)) return statusName(text);
  if (isRight(text)) return translated(RIGHT_NAMES[text]);
  const isFigure =
    typeof value === 'number' || (NUMBER.test(text) && (MONEY.has(name) || text.includes('.')));
  return isFigure || name === 'price_variation' ? figure(name, text, money) : text;
}

const cut = (text: string | undefined) =>
  text !== undefined && text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;

/** The changes of an entry: each value once, those that are the same before and after left out. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>, money: Money): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name): Change[] => {
    const words = NAMES[name];
    const change = {
      ...{ name, label: words === undefined ? name : translated(words) },
      before: cut(wordsOf(name, before?.[name], money)),
      after: cut(wordsOf(name, after?.[name], money)),
    };
    return change.before === change.after || HIDDEN.has(name) ? [] : [change];
  });
}

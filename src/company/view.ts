import type { Id } from '../kernel/id.ts';
import { jsonDecimal, jsonInteger } from '../kernel/json.ts';
import type { Decimal } from '../kernel/money.ts';
import { bothForms, type PriceForm } from '../kernel/price.ts';
import { type Micros, zoneOffset } from '../kernel/time.ts';
import { ids, optionalId, stamps } from '../kernel/view.ts';
import { presence } from './rules/presence.ts';
import type {
  Company,
  PaymentMethod,
  PriceList,
  Register,
  Site,
  StaffMember,
  Tax,
  TaxGroup,
} from './store.ts';

function zone(name: string, now: Micros) {
  return { name, offset: zoneOffset(name, now) };
}

export function companyView(company: Company, now: Micros) {
  return {
    ...ids(company.id),
    name: company.name,
    business_number: company.business_number,
    currency: company.currency,
    timezone: zone(company.timezone, now),
    website: company.website,
    image: company.image,
    contact_staff_member: optionalId(company.contact_staff_member),
    ...stamps(company),
  };
}

export function siteView(site: Site, company: Company, list: PriceList | undefined, now: Micros) {
  return {
    ...ids(site.id),
    name: site.name,
    code: site.code,
    company_id: jsonInteger(site.company_id),
    currency: site.currency ?? company.currency,
    timezone: zone(site.timezone ?? company.timezone, now),
    postal_address: site.postal_address,
    shipping_address: site.shipping_address,
    email: site.email,
    phone: site.phone,
    location:
      site.latitude === null || site.longitude === null
        ? null
        : { latitude: jsonDecimal(site.latitude), longitude: jsonDecimal(site.longitude) },
    price_list: { ...ids(site.price_list_id), name: list?.name ?? null },
    prep_time_minutes: site.prep_time_minutes,
    online_products_enabled: site.online_products_enabled,
    default_pass_thru_register_id: optionalId(site.default_pass_thru_register_id),
    kitchen_tickets: site.kitchen_tickets,
    ...stamps(site),
  };
}

/**
 * A site is online while one of its registers is; online ordering also needs the site to show products online.
 * `guests` is how many are checked in.
 */
export function siteStatusView(site: Site, registers: readonly Register[], guests: number, now: Micros) {
  const online = registers.some((register) => presence(register.last_seen_at, now) === 'online');
  const printing = registers.find((register) => register.id === site.default_pass_thru_register_id);
  return {
    site_id: jsonInteger(site.id),
    site_id_str: site.id.toString(),
    status: online ? 'online' : 'offline',
    online_ordering: online && site.online_products_enabled ? 'online' : 'offline',
    ...(printing === undefined
      ? {}
      : {
          pass_thru_printing_register: { ...ids(printing.id), status: presence(printing.last_seen_at, now) },
        }),
    checkins: { count: guests },
  };
}

export function registerView(register: Register, now: Micros) {
  return {
    ...ids(register.id),
    code: register.code,
    name: register.name,
    site_id: jsonInteger(register.site_id),
    company_id: jsonInteger(register.company_id),
    sale_prefix: register.sale_prefix,
    return_prefix: register.return_prefix,
    current_staff_member: optionalId(register.current_staff_member),
    assigned_to_device: register.assigned_to_device,
    kitchen_printing: register.kitchen_printing,
    status: presence(register.last_seen_at, now),
    ...stamps(register),
  };
}

export function staffView(member: StaffMember) {
  return {
    ...ids(member.id),
    first_name: member.first_name,
    last_name: member.last_name,
    primary_email_address: member.primary_email_address,
    phone: member.phone,
    is_admin: member.is_admin,
    ...(member.is_admin ? {} : { permissions: member.permissions }),
    ...stamps(member),
  };
}

export function taxView(tax: Tax) {
  return { ...ids(tax.id), code: tax.code, name: tax.name, rate: jsonDecimal(tax.rate), ...stamps(tax) };
}

/** A group's rate is the sum of its members'. */
export function taxGroupView(group: TaxGroup, taxes: ReadonlyMap<Id, Tax>) {
  const members = group.tax_ids.map((id) => BigInt(id));
  let rate: Decimal = 0n;
  for (const id of members) rate += taxes.get(id)?.rate ?? 0n;
  return {
    ...ids(group.id),
    code: group.code,
    name: group.name,
    rate: jsonDecimal(rate),
    taxes: members.map(jsonInteger),
    ...stamps(group),
  };
}

/** One price of a list. */
export interface ListedPrice {
  readonly product_id: Id;
  readonly name: string;
  readonly price: Decimal;
  readonly price_form: PriceForm;
  readonly taxes: string;
}

export function priceListView(list: PriceList, prices: readonly ListedPrice[], taxes: ReadonlyMap<Id, Tax>) {
  return {
    ...ids(list.id),
    name: list.name,
    parent_id: optionalId(list.parent_id),
    products: prices.map((each) => {
      let rate: Decimal = 0n;
      for (const id of JSON.parse(each.taxes) as string[]) rate += taxes.get(BigInt(id))?.rate ?? 0n;
      const { ex, inc } = bothForms({ amount: each.price, form: each.price_form }, rate);
      return {
        ...ids(each.product_id),
        name: each.name,
        unit_price: jsonDecimal(inc),
        unit_price_ex_tax: jsonDecimal(ex),
      };
    }),
    ...stamps(list),
  };
}

export function paymentMethodView(method: PaymentMethod) {
  return {
    ...ids(method.id),
    name: method.name,
    ledger_code: method.ledger_code,
    kind: method.kind,
    ...stamps(method),
  };
}

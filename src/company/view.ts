import type { Id } from '../kernel/id.ts';
import { type Micros, zoneOffset } from '../kernel/time.ts';
import { view } from '../shape/view.ts';
import { coinsIn } from './rules/coins.ts';
import { type Presence, presence } from './rules/presence.ts';
import { shownRate } from './rules/rates.ts';
import * as shapes from './shape.ts';
import * as staff from './staff-shape.ts';

// How answers show the company's records: what of them does not lie in the record itself.

/** A time zone with its distance from UTC now. */
export function zone(name: string, now: Micros) {
  return { name, offset: zoneOffset(name, now) };
}

/** How the figures of a site's orders are rounded. */
function countingOf(site: shapes.Site, company: shapes.Company) {
  return {
    tax_rounding: site.tax_rounding ?? company.tax_rounding,
    rounding_mode: site.rounding_mode ?? company.rounding_mode,
    discounts_include_tax: site.discounts_include_tax ?? company.discounts_include_tax,
    cash_rounding: coinsIn(site.cash_rounding ?? company.cash_rounding, site.currency ?? company.currency),
  };
}

export const companyView = view(shapes.COMPANY, ({ timezone }: shapes.Company, now: Micros) => ({
  timezone: zone(timezone, now),
}));

/** `list` is the price list of the site. */
export const siteView = view(
  shapes.SITE,
  (site: shapes.Site, company: shapes.Company, list: shapes.PriceList | undefined, now: Micros) => ({
    // What add-ons call it is put in for each (storage/external-ids.ts).
    external_id: null,
    currency: site.currency ?? company.currency,
    timezone: zone(site.timezone ?? company.timezone, now),
    location:
      site.latitude === null || site.longitude === null
        ? null
        : { latitude: site.latitude, longitude: site.longitude },
    counting: countingOf(site, company),
    price_list: { id: site.price_list_id, name: list?.name ?? null },
  }),
);

/**
 * A site is online while one of its registers is; online ordering also needs the site to show products online.
 * `guests` is how many are checked in.
 */
export const siteStatusView = view(
  shapes.SITE_STATUS,
  (site: shapes.Site, registers: readonly shapes.Register[], guests: number, now: Micros) => {
    const isOnline = registers.some((register) => presence(register.last_seen_at, now) === 'online');
    const printing = registers.find((register) => register.id === site.default_pass_thru_register_id);
    const status: Presence = isOnline ? 'online' : 'offline';
    const ordering: Presence = isOnline && site.online_products_enabled ? 'online' : 'offline';
    return {
      site_id: site.id,
      status,
      online_ordering: ordering,
      pass_thru_printing_register: printing
        ? { id: printing.id, status: presence(printing.last_seen_at, now) }
        : undefined,
      checkins: { count: guests },
    };
  },
);

export const registerView = view(shapes.REGISTER, (register: shapes.Register, now: Micros) => ({
  status: presence(register.last_seen_at, now),
}));

export const roleView = view(staff.ROLE);

/** An administrator may do everything, and has no permissions of their own. */
export const staffView = view(staff.STAFF, ({ is_admin: isAdmin, permissions }: staff.StaffMember) => ({
  permissions: isAdmin ? undefined : permissions,
}));

export const taxView = view(shapes.TAX);

/** A group's rate is what its members come to in a price, by the clocks of the company. */
export const taxGroupView = view(
  shapes.TAX_GROUP,
  ({ tax_ids: ids }: shapes.TaxGroup, taxes: ReadonlyMap<Id, shapes.Tax>, day: () => string) => ({
    rate: shownRate(
      ids.flatMap((id) => taxes.get(BigInt(id)) ?? []),
      day,
    ),
    taxes: ids.map(BigInt),
  }),
);

export const priceListView = view(shapes.PRICE_LIST);

export const addressView = view(shapes.LISTED_ADDRESS);

export const paymentMethodView = view(shapes.PAYMENT_METHOD);

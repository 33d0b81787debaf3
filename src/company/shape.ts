import { minorUnits, ONE } from '../kernel/money.ts';
import { ORDER_TYPES } from '../kernel/order-type.ts';
import { isTimeZone } from '../kernel/time.ts';
import { LANGUAGES, sentence } from '../kernel/words.ts';
import * as kind from '../shape/kinds.ts';
import {
  count,
  decimal,
  flag,
  id,
  list,
  name,
  oneOf,
  orNull,
  readBy,
  text,
  time,
  whole,
  words,
} from '../shape/kinds.ts';
import { of } from '../shape/nested.ts';
import * as reads from '../shape/reads.ts';
import { because, whyOf, z } from '../shape/reads.ts';
import { IDS, NAMED, NOTED, OWNER, STAMPS } from '../shape/records.ts';
import { derived, field, fixed, hidden, part, type Stored, sent, shape } from '../shape/shape.ts';
import { recordWithId } from '../shape/twins.ts';
import { LIST_TERMS } from './list-terms.ts';
import { COMPANY_MONEY, day, SITE_MONEY, TAX_THRESHOLD, yesNoOrNull } from './money-shape.ts';
import { RETENTION } from './retention-shape.ts';

// The company and what belongs to it: every record, field by field (docs/changing.md).

/** An ISO 4217 code. */
export const currency = readBy(
  text(3),
  reads
    .text(3)
    .refine((code) => minorUnits(code) !== undefined, {
      error: because(sentence('must be an ISO 4217 currency code in capitals, such as AUD.')),
    })
    .meta({ minLength: 3, pattern: '^[A-Z]{3}$', examples: ['AUD'] }),
);

const zoneName = reads
  .text(100)
  .refine(isTimeZone, {
    error: because(sentence('must be the name of a time zone, such as Australia/Sydney.')),
  })
  .meta({ examples: ['Australia/Sydney'] });

/** The name of a time zone, or as a record shows it, so that a record can be sent back as it was read. */
const zone = readBy(
  text(100),
  z.union(
    [
      zoneName,
      z
        .object({ name: zoneName.describe('Its name, such as Australia/Sydney.') })
        .transform((shown) => shown.name),
    ],
    {
      error: because(sentence('must be the name of a time zone, such as Australia/Sydney.')),
    },
  ),
);

/** An e-mail address. */
export const email = readBy(
  text(320),
  reads
    .text(320)
    .refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), {
      error: because(sentence('must be an e-mail address.')),
    })
    .meta({ format: 'email' }),
);

const NO_PICTURE = sentence('must be an http or https address, or a picture as a data URL.');

/** Of what does not begin as a data URL: why it is no address either. */
const noPicture = because(({ input }) => {
  const [issue] = reads.url.safeParse(input).error?.issues ?? [];
  return (issue && whyOf(issue)) ?? NO_PICTURE;
});

/** A picture: its address, or the picture itself as a data URL (checked where it is stored). */
export const picture = readBy(
  text(2000),
  z.union([reads.url, z.string().regex(/^data:/, { error: noPicture })], { error: because(NO_PICTURE) }),
);

export const TIMEZONE = shape('Timezone', 'A time zone.', {
  name: fixed(words, 'Its name, such as Australia/Sydney.'),
  offset: fixed(words, 'Its distance from UTC now, such as +10:00.'),
});

/** The picture of a company or site (reference: company.20). */
const LOGO = field(
  orNull(picture),
  'The address of its picture, which receipts show; a PNG or JPEG itself can be sent as a data URL of up to 512 KiB.',
);

/** A postal address; null parts are not given (reference: company.6). */
export const ADDRESS = shape('Address', 'A postal address; null parts are not given.', {
  address: field(orNull(text(500)), 'Street and number.'),
  city: field(orNull(text(200)), 'The town.'),
  state: field(orNull(text(200)), 'The state or region.'),
  postal_code: field(orNull(text(50)), 'The postal code.'),
  country: field(orNull(text(200)), 'The country.'),
});
export interface Address extends Stored<typeof ADDRESS> {}

/** A company: the tenant everything belongs to. Its own id is its company_id. */
export const COMPANY = shape('Company', 'A company: everything else belongs to one.', {
  ...IDS,
  name: field(name(), 'The name.', { needed: true }),
  business_number: field(orNull(text(100)), 'The number it is registered by, as tax invoices show it.'),
  currency: fixed(currency, 'The ISO 4217 code of its currency.'),
  timezone: field(zone, 'Its time zone, such as Australia/Sydney. It stays as it is once there are orders.', {
    needed: true,
    shows: of(TIMEZONE),
  }),
  website: field(orNull(kind.url), 'Its website.'),
  image: LOGO,
  postal_address: field(orNull(of(ADDRESS)), 'Where its post goes.'),
  shipping_address: field(orNull(of(ADDRESS)), 'Where its deliveries go.'),
  contact_staff_member: field(orNull(id), 'The staff member to speak to.'),
  // Reference: company.18.
  receipt_header: field(
    orNull(text(500)),
    "What its customers' receipts say below its name and address, in as many lines as it has.",
  ),
  receipt_footer: field(orNull(text(500)), "What its customers' receipts say at their end: thanks, terms."),
  ...COMPANY_MONEY,
  // Reference: authentication.32.
  require_second_factor: field(
    flag,
    'Whether its people need an authenticator app or a passkey to work in it. Owners alone change it.',
    { initially: false },
  ),
  // Reference: company.25.
  ...RETENTION,
  is_sandbox: fixed(flag, 'Whether it is a sandbox: a company to try things with.', { initially: false }),
  ...STAMPS,
  ...OWNER,
});
export interface Company extends Stored<typeof COMPANY> {}

/** Where to reach a site or a staff member. */
export const CONTACT = {
  mobile: field(orNull(text(50)), 'The mobile number.'),
  fax: field(orNull(text(50)), 'The fax number.'),
  image: field(orNull(kind.url), 'The address of a picture.'),
};
export const ADDRESSES = {
  postal_address: field(orNull(of(ADDRESS)), 'Where its post goes.'),
  shipping_address: field(orNull(of(ADDRESS)), 'Where its deliveries go.'),
};

const ADDRESS_TYPES = ['postal', 'shipping', 'primary'] as const;

/** An address in the list of those that a record has (reference: company.17). */
export const LISTED_ADDRESS = shape('ListedAddress', 'An address of a record.', {
  ...IDS,
  type: fixed(oneOf(ADDRESS_TYPES), 'The use of the address.'),
  ...ADDRESS.fields,
});
export interface ListedAddress extends Stored<typeof LISTED_ADDRESS> {}

const coordinate = (limit: bigint) => decimal({ places: 8, min: -limit * ONE, max: limit * ONE });

const LOCATION = part('Where it is.', {
  latitude: field(coordinate(90n), 'Degrees north of the equator.', { needed: true }),
  longitude: field(coordinate(180n), 'Degrees east of Greenwich.', { needed: true }),
});

const NAMED_LIST = part('A price list.', { ...IDS, name: fixed(orNull(words), 'Its name.') });

/** A location of the company. */
export const SITE = shape('Site', 'A place of business.', {
  ...IDS,
  name: field(name(), 'The name.', { needed: true }),
  code: field(orNull(text(50)), 'A short name of your own.'),
  company_id: fixed(id, 'The company.'),
  currency: field(orNull(currency), "The ISO 4217 code of its currency: the company's where none is set.", {
    shows: words,
  }),
  timezone: field(
    orNull(zone),
    "Its time zone, such as Australia/Sydney: the company's where none is set, which null brings back.",
    { shows: of(TIMEZONE) },
  ),
  language: field(
    orNull(oneOf(LANGUAGES)),
    'The language of its receipts and kitchen tickets: English where none is set.',
  ),
  business_number: field(orNull(text(100)), 'The number it is registered by, where it has one of its own.'),
  contact_person: field(orNull(text(255)), 'The person to speak to.'),
  ...ADDRESSES,
  email: field(orNull(email), 'The e-mail address.'),
  phone: field(orNull(text(50)), 'The telephone number.'),
  ...CONTACT,
  image: LOGO,
  website: field(orNull(kind.url), 'Its website.'),
  register_level_reconciliation: field(
    yesNoOrNull,
    'Whether each of its registers is reconciled by itself; null is not said.',
  ),
  location: sent(orNull(of(LOCATION)), 'Where it is.', { shows: orNull(of(LOCATION)) }),
  latitude: hidden(orNull(coordinate(90n)), 'Degrees north of the equator.'),
  longitude: hidden(orNull(coordinate(180n)), 'Degrees east of Greenwich.'),
  price_list_id: field(id, 'The price list it sells by; the base price list unless sent.', {
    initially: 0n,
    writeOnly: true,
  }),
  price_list: sent(
    readBy(of(NAMED_LIST), recordWithId(IDS.id.words)),
    'The price list it sells by, as a record shows it; price_list_id goes first.',
    {
      shows: of(NAMED_LIST),
      unset: 0n,
    },
  ),
  prep_time_minutes: field(
    whole(0, 1440),
    'Minutes from placing an order until it is wanted, unless the order says.',
    { initially: 0 },
  ),
  online_products_enabled: field(flag, 'Whether it shows products online.', { initially: false }),
  default_pass_thru_register_id: field(orNull(id), 'The register that prints pass-through orders.'),
  kitchen_tickets: field(flag, 'Whether orders become tickets for its kitchen.', { initially: false }),
  ...SITE_MONEY,
  ...NAMED,
  ...NOTED,
  ...STAMPS,
});
export interface Site extends Stored<typeof SITE> {}

const presence = oneOf(['online', 'offline']);
const ONLINE = 'Online while the last sign of life is under 30 seconds old.';

const PRINTING_REGISTER = part('A register.', { ...IDS, status: fixed(presence, ONLINE) });
const GUESTS = part('The customers who are there.', {
  count: fixed(count, 'How many customers are checked in.'),
});

export const SITE_STATUS = shape('SiteStatus', 'The state of a site.', {
  site_id: derived(id, 'The site.'),
  status: derived(presence, 'Online while one of its registers is.'),
  online_ordering: derived(presence, 'Online while the site is, and shows products online.'),
  pass_thru_printing_register: derived(
    of(PRINTING_REGISTER),
    'The register for pass-through printing, where there is one.',
    { sometimes: true },
  ),
  checkins: derived(of(GUESTS), 'The customers who are there.'),
});

/** A point of sale at a site. */
export const REGISTER = shape('Register', 'A register: one point of sale at a site.', {
  ...IDS,
  code: field(orNull(text(50)), 'A short name of your own.'),
  name: field(name(), 'The name.', { needed: true }),
  site_id: field(id, 'The site it is at.', { needed: true }),
  company_id: fixed(id, 'The company.'),
  sale_prefix: field(orNull(text(10)), 'The prefix of its sale numbers.'),
  return_prefix: field(orNull(text(10)), 'The prefix of its numbers of returns.'),
  current_staff_member: field(orNull(id), 'The staff member who is signed in at it.'),
  assigned_to_device: field(flag, 'Whether a device was let in for it.', { initially: false }),
  kitchen_printing: field(flag, 'Whether it prints the tickets of its kitchen.', { initially: false }),
  status: derived(presence, ONLINE),
  ...STAMPS,
  last_seen_at: hidden(orNull(time), 'When it last gave a sign of life.'),
});
export interface Register extends Stored<typeof REGISTER> {}

/** A tax; its rate is a factor (0.1 = 10 %). */
export const TAX = shape('Tax', 'A tax.', {
  ...IDS,
  code: field(name(50), 'A short name.', { needed: true }),
  name: field(name(), 'The name.', { needed: true }),
  rate: field(decimal({ places: 8, min: 0n, max: 10n * ONE }), 'The rate as a factor: 0.1 is 10 %.', {
    needed: true,
  }),
  sort: field(whole(0, 1000), 'Where it stands among the taxes of a line: a lower one comes first.', {
    initially: 0,
  }),
  compound: field(flag, 'Whether it is charged on the taxes before it, too.', { initially: false }),
  on_top: field(flag, 'Whether it is added to prices with tax, too, instead of being in them.', {
    initially: false,
  }),
  order_types: field(
    orNull(list(oneOf(ORDER_TYPES), 10, 1)),
    'The types of orders it is charged on; null is all. An order without a type counts as `Dine in`.',
  ),
  effective_from: field(orNull(day), 'The first day on which it is charged, by the clocks of the site.'),
  effective_until: field(orNull(day), 'The last day on which it is charged.'),
  threshold: field(orNull(of(TAX_THRESHOLD)), 'The prices of one that it is charged on; null is all.'),
  ledger_code: field(orNull(text(50)), 'Its account in the books.'),
  ...STAMPS,
  ...OWNER,
});
export interface Tax extends Stored<typeof TAX> {}

/** Taxes that are charged together. */
export const TAX_GROUP = shape('TaxGroup', 'Taxes under one name.', {
  ...IDS,
  code: field(name(50), 'A short name.', { needed: true }),
  name: field(name(), 'The name.', { needed: true }),
  rate: derived(
    decimal(),
    'The sum of its members in a price today: those in force, of orders without a type, without those on top.',
  ),
  taxes: sent(list(id, 20, 1), 'The ids of its members.', { needed: true, shows: list(id, 20) }),
  ...STAMPS,
  ...OWNER,
  tax_ids: hidden(list(text(20), 20), 'The ids of its members as text: exact in JSON.', { initially: [] }),
});
export interface TaxGroup extends Stored<typeof TAX_GROUP> {}

/** Prices by product; what a list does not have, its parent does. One list without a parent is the base. */
export const PRICE_LIST = shape(
  'PriceList',
  'A price list. Where it has no price, the one it lies below is asked.',
  {
    ...IDS,
    name: field(name(), 'The name.', { needed: true }),
    parent_id: field(orNull(id), 'The list it lies below; null for the base price list.'),
    ...LIST_TERMS,
    ...STAMPS,
    ...OWNER,
  },
);
export interface PriceList extends Stored<typeof PRICE_LIST> {}

/** The kinds of tender (reference: company.12). */
const PAYMENT_KINDS = ['cash', 'card', 'account', 'addon'] as const;

/** A tender. */
export const PAYMENT_METHOD = shape('PaymentMethod', 'A way to pay.', {
  ...IDS,
  name: field(name(), 'The name.', { needed: true }),
  ledger_code: field(orNull(text(50)), 'Its account in the books.'),
  kind: field(
    oneOf(PAYMENT_KINDS),
    'The kind of tender. One of kind addon belongs to the add-on that made it.',
    { needed: true },
  ),
  takes_requests: field(
    flag,
    'Of kind addon: whether its add-on takes the money when a register asks for it (payment requests).',
    { initially: false },
  ),
  ...STAMPS,
  ...OWNER,
  addon_id: hidden(orNull(id), 'For kind addon: whose own method it is.'),
  used: hidden(flag, 'True once a payment was made with it.', { initially: false }),
});
export interface PaymentMethod extends Stored<typeof PAYMENT_METHOD> {}

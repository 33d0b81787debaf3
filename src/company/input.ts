import { address, decimal, flag, fullAddress, id, name, oneOf, text, whole, z } from '../edge/input.ts';
import type { Id } from '../kernel/id.ts';
import { minorUnits, ONE } from '../kernel/money.ts';
import { isTimeZone } from '../kernel/time.ts';

/** An ISO 4217 code. */
export const currency = text(3)
  .refine((code) => minorUnits(code) !== undefined, {
    message: 'must be an ISO 4217 currency code in capitals, such as AUD.',
  })
  .meta({ minLength: 3, examples: ['AUD'] });

/** The name of a time zone. */
export const timezone = text(100)
  .refine(isTimeZone, {
    message: 'must be the name of a time zone, such as Australia/Sydney.',
  })
  .meta({ examples: ['Australia/Sydney'] });

/** A time zone by its name, or as a record shows it, so that a record can be sent back as it was read. */
const zone = z.union([timezone, z.object({ name: timezone }).transform((shown) => shown.name)], {
  error: 'must be the name of a time zone, such as Australia/Sydney.',
});

const storedAddress = address.nullable().transform(fullAddress);
const email = text(320)
  .refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), {
    message: 'must be an e-mail address.',
  })
  .meta({ format: 'email' });
const coordinate = (limit: bigint) => decimal({ places: 8, min: -limit * ONE, max: limit * ONE });

const site = z.object({
  name: name(),
  code: text(50).nullable(),
  currency: currency.nullable(),
  timezone: zone.nullable(),
  postal_address: storedAddress,
  shipping_address: storedAddress,
  email: email.nullable(),
  phone: text(50).nullable(),
  location: z.object({ latitude: coordinate(90n), longitude: coordinate(180n) }).nullable(),
  price_list_id: id,
  /** As a record shows it; price_list_id goes first. */
  price_list: z.object({ id }),
  prep_time_minutes: whole(0, 1440),
  online_products_enabled: flag,
  default_pass_thru_register_id: id.nullable(),
  kitchen_tickets: flag,
});

/** The two numbers of a location are two columns; a price list is named in one of two ways. */
function flattenSite<
  T extends {
    location?: { latitude: bigint; longitude: bigint } | null | undefined;
    price_list?: { id: Id } | undefined;
    price_list_id?: Id | undefined;
  },
>(input: T) {
  const { location, price_list: list, ...rest } = input;
  const named =
    list === undefined || rest.price_list_id !== undefined ? rest : { ...rest, price_list_id: list.id };
  if (location === undefined) return named;
  return { ...named, latitude: location?.latitude ?? null, longitude: location?.longitude ?? null };
}

export const siteUpdate = site.partial().transform(flattenSite);
export const siteCreate = site.partial().required({ name: true }).transform(flattenSite);

const register = z.object({
  site_id: id,
  code: text(50).nullable(),
  name: name(),
  sale_prefix: text(10).nullable(),
  return_prefix: text(10).nullable(),
  current_staff_member: id.nullable(),
  assigned_to_device: flag,
  kitchen_printing: flag,
});
export const registerUpdate = register.partial();
export const registerCreate = registerUpdate.required({ name: true, site_id: true });

/** What a staff member signs in with at a register. */
const pin = text(12)
  .refine((value) => /^[0-9]{4,12}$/.test(value), { message: 'must have 4 to 12 digits.' })
  .meta({ pattern: '^[0-9]{4,12}$' });

const staff = z.object({
  first_name: name(),
  last_name: text(255).nullable(),
  primary_email_address: email.nullable(),
  phone: text(50).nullable(),
  is_admin: flag,
  permissions: z.array(z.object({ code: name(100), name: text(200), domain: text(100) })).max(200),
  pin: pin.nullable(),
});
const staffFields = staff.partial();
/** A PIN lies in the place of its hash until it is hashed, where the member's id is known. */
const withPin = <T extends z.output<typeof staffFields>>({ pin: pin_hash, ...fields }: T) => ({
  ...fields,
  pin_hash,
});
/** PUT /staff/<id>; `pin` is written only, and kept as a hash. */
export const staffUpdate = staffFields.transform(withPin);
export const staffCreate = staffFields.required({ first_name: true }).transform(withPin);
/** POST /registers/<r>/sessions */
export const signIn = z.object({ staff_id: id, pin });

const tax = z.object({
  code: name(50),
  name: name(),
  rate: decimal({ places: 8, min: 0n, max: 10n * ONE }),
});
export const taxUpdate = tax.partial();
export const taxCreate = taxUpdate.required({ code: true, name: true, rate: true });

const taxGroup = z.object({
  code: name(50),
  name: name(),
  taxes: z.array(id).min(1).max(20),
});

/** The members are stored as text, so that ids of any size stay exact in JSON. */
function storeMembers<T extends { taxes?: bigint[] | undefined }>(input: T) {
  const { taxes, ...rest } = input;
  return taxes === undefined ? rest : { ...rest, tax_ids: [...new Set(taxes.map(String))] };
}
export const taxGroupUpdate = taxGroup.partial().transform(storeMembers);
export const taxGroupCreate = taxGroup.transform(storeMembers);

const priceList = z.object({ name: name(), parent_id: id.nullable() });
export const priceListUpdate = priceList.partial();
export const priceListCreate = priceListUpdate.required({ name: true });

/** The kinds of tender (reference: company.12). */
export const PAYMENT_KINDS = ['cash', 'card', 'account', 'addon'] as const;

const paymentMethod = z.object({
  name: name(),
  ledger_code: text(50).nullable(),
  kind: oneOf(PAYMENT_KINDS),
});
export const paymentMethodUpdate = paymentMethod.partial();
export const paymentMethodCreate = paymentMethodUpdate.required({ name: true, kind: true });

export { email };

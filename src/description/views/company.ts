import { PAYMENT_KINDS } from '../../company/input.ts';
import {
  decimal,
  flag,
  IDS,
  list,
  long,
  object,
  orNull,
  record,
  ref,
  type Schemas,
  STAMPS,
  text,
  time,
  uri,
  whole,
  words,
} from '../schema.ts';

const presence = words(['online', 'offline'], 'Online while the last sign of life is under 30 seconds old.');

const session = {
  ...IDS,
  register_id: long('The register.'),
  staff_member: object('Who is signed in.', {
    ...IDS,
    first_name: text('The first name.'),
    last_name: orNull(text('The last name.')),
    is_admin: flag('Whether they may do everything.'),
  }),
  scope: text('What the token may do: scopes, separated by blanks.'),
  expires_at: time('When the session ends.'),
  created_at: time('When it began.'),
};

/** The company and what belongs to it: see company/view.ts and company/sessions.ts. */
export const COMPANY_VIEWS: Schemas = {
  Timezone: object('A time zone.', {
    name: text('Its name, such as Australia/Sydney.'),
    offset: text('Its distance from UTC now, such as +10:00.'),
  }),
  Address: object('A postal address; null parts are not given.', {
    address: orNull(text('Street and number.')),
    city: orNull(text('The town.')),
    state: orNull(text('The state or region.')),
    postal_code: orNull(text('The postal code.')),
    country: orNull(text('The country.')),
  }),
  Company: record('A company: everything else belongs to one.', {
    name: text('The name.'),
    business_number: orNull(text('The number it is registered by, as tax invoices show it.')),
    currency: text('The ISO 4217 code of its currency.'),
    timezone: ref('Timezone', 'Its time zone.'),
    website: orNull(text('Its website.')),
    image: orNull(text('The address of its picture.')),
    contact_staff_member: orNull(long('The staff member to speak to.')),
  }),
  Site: record('A place of business.', {
    name: text('The name.'),
    code: orNull(text('A short name of your own.')),
    company_id: long('The company.'),
    currency: text("The ISO 4217 code of its currency: the company's where none is set."),
    timezone: ref('Timezone', "Its time zone: the company's where none is set."),
    postal_address: orNull(ref('Address', 'Where its post goes.')),
    shipping_address: orNull(ref('Address', 'Where its deliveries go.')),
    email: orNull(text('The e-mail address.')),
    phone: orNull(text('The telephone number.')),
    location: orNull(
      object('Where it is.', {
        latitude: decimal('Degrees north of the equator.'),
        longitude: decimal('Degrees east of Greenwich.'),
      }),
    ),
    price_list: object('The price list it sells by.', { ...IDS, name: orNull(text('Its name.')) }),
    prep_time_minutes: whole('Minutes from placing an order until it is wanted, unless the order says.'),
    online_products_enabled: flag('Whether it shows products online.'),
    default_pass_thru_register_id: orNull(long('The register that prints pass-through orders.')),
    kitchen_tickets: flag('Whether orders become tickets for its kitchen.'),
  }),
  SiteStatus: object(
    'What is going on at a site.',
    {
      site_id: long('The site.'),
      site_id_str: text('The same as text.'),
      status: words(['online', 'offline'], 'Online while one of its registers is.'),
      online_ordering: words(['online', 'offline'], 'Online while the site is, and shows products online.'),
      checkins: object('Who is there.', { count: whole('How many customers are checked in.') }),
    },
    {
      pass_thru_printing_register: object('The register for pass-through printing, where there is one.', {
        ...IDS,
        status: presence,
      }),
    },
  ),
  Register: record('A till.', {
    code: orNull(text('A short name of your own.')),
    name: text('The name.'),
    site_id: long('The site it is at.'),
    company_id: long('The company.'),
    sale_prefix: orNull(text('What its sale numbers begin with.')),
    return_prefix: orNull(text('What its numbers of returns begin with.')),
    current_staff_member: orNull(long('Who is signed in at it.')),
    assigned_to_device: flag('Whether a device was let in for it.'),
    kitchen_printing: flag('Whether it prints the tickets of its kitchen.'),
    status: presence,
  }),
  StaffMember: record(
    'Somebody who works for the company. A PIN is never shown.',
    {
      first_name: text('The first name.'),
      last_name: orNull(text('The last name.')),
      primary_email_address: orNull(text('The e-mail address.')),
      phone: orNull(text('The telephone number.')),
      is_admin: flag('Whether they may do everything; they then show no permissions.'),
    },
    {
      permissions: list(
        object('A permission.', {
          code: text('Its code.'),
          name: text('Its name.'),
          domain: text('What it is about.'),
        }),
        'What they may do.',
      ),
    },
  ),
  OperatorSession: object('A staff member who is signed in at a register.', session),
  NewOperatorSession: object('A session that has just begun, with its token.', {
    access_token: text('The token of the staff member, shown this once.'),
    token_type: words(['Bearer'], 'How the token is sent.'),
    expires_in: whole('Seconds until it ends.'),
    ...session,
  }),
  Tax: record('A tax.', {
    code: text('A short name.'),
    name: text('The name.'),
    rate: decimal('The rate as a factor: 0.1 is 10 %.'),
  }),
  TaxGroup: record('Taxes under one name.', {
    code: text('A short name.'),
    name: text('The name.'),
    rate: decimal('The sum of the rates of its members.'),
    taxes: list(long(), 'The ids of its members.'),
  }),
  PriceList: record('A price list. Where it has no price, the one it lies below is asked.', {
    name: text('The name.'),
    parent_id: orNull(long('The list it lies below; null for the base price list.')),
    products: list(
      object('A price.', {
        ...IDS,
        name: text("The product's name."),
        unit_price: decimal('The price with tax.'),
        unit_price_ex_tax: decimal('The price without tax.'),
      }),
      'The prices that are set on this list.',
    ),
  }),
  PaymentMethod: record('A way to pay.', {
    name: text('The name.'),
    ledger_code: orNull(text('Its account in the books.')),
    kind: words(
      PAYMENT_KINDS,
      'What kind of tender it is. One of kind addon belongs to the add-on that made it.',
    ),
  }),
  Customer: record('A customer, as one add-on sees it.', {
    first_name: text('The first name.'),
    last_name: orNull(text('The last name.')),
    email: orNull(text('The e-mail address.')),
    primary_email_address: orNull(text('The same as `email`.')),
    phone: orNull(text('The telephone number.')),
    mobile: orNull(text('The mobile number.')),
    description: orNull(text('A note about the customer.')),
    reference_id: text(
      'What your add-on calls the customer; "" when it does not. Other add-ons do not see it.',
    ),
    tags: list(text(), 'Words the customer is filed under.'),
    image: orNull(uri('The address of a picture.')),
    primary_address: orNull(ref('Address', 'The home address.')),
    shipping_address: orNull(ref('Address', 'Where deliveries go.')),
  }),
  Checkin: object('A customer who is at a site.', {
    ...IDS,
    customer_id: long('The customer; also the id of the check-in.'),
    site_id: long('The site.'),
    start_time: time('When the customer came.'),
    duration: whole('How many minutes it lasts at most.'),
    expires_at: time('When it is over by itself.'),
    ...STAMPS,
  }),
};

import { checkinInput } from '../../checkins/input.ts';
import * as company from '../../company/input.ts';
import { customerInput } from '../../customers/input.ts';
import { list, ref } from '../schema.ts';
import { C, type Operations, records } from './operation.ts';

const TIMEZONE = 'The name of its time zone, such as Australia/Sydney; null is that of the company.';
const PIN = 'What the staff member signs in with: 4 to 12 digits. Setting another one ends their sessions.';

/** The company and what belongs to it, customers and check-ins. */
export const COMPANY_OPERATIONS: Operations = {
  'GET /companies': {
    id: 'listCompanies',
    tag: 'Company',
    summary: 'List the companies the token is for',
    text: 'There is one.',
    answer: list(ref('Company')),
  },
  [`GET ${C}`]: { id: 'getCompany', tag: 'Company', summary: 'Read the company', answer: ref('Company') },
  [`GET ${C}/status`]: {
    id: 'listSiteStatuses',
    tag: 'Company',
    summary: 'List what is going on at the sites',
    answer: list(ref('SiteStatus')),
  },
  ...records('sites', 'site_id', {
    tag: 'Company',
    view: 'Site',
    one: 'a site',
    many: 'the sites',
    create: {
      schema: company.siteCreate,
      words: {
        price_list_id: 'The price list it sells by; the base price list unless set.',
        timezone: TIMEZONE,
      },
    },
    update: {
      schema: company.siteUpdate,
      words: { price_list_id: 'The price list it sells by.', timezone: TIMEZONE },
    },
  }),
  [`GET ${C}/sites/:site_id/status`]: {
    id: 'getSiteStatus',
    tag: 'Company',
    summary: 'Read what is going on at a site',
    answer: ref('SiteStatus'),
  },
  [`GET ${C}/sites/:site_id/registers`]: {
    id: 'listSiteRegisters',
    tag: 'Company',
    summary: 'List the registers of a site',
    answer: list(ref('Register')),
  },
  ...records('registers', 'register_id', {
    tag: 'Company',
    view: 'Register',
    one: 'a register',
    many: 'the registers',
    create: { schema: company.registerCreate },
    update: { schema: company.registerUpdate },
  }),
  [`POST ${C}/registers/:register_id/heartbeat`]: {
    id: 'sendHeartbeat',
    tag: 'Company',
    summary: 'Say that a register is there',
    text: 'For clients that hold no stream: at least every 30 seconds, with any or no body.',
    status: 200,
    answer: ref('Register'),
  },
  [`GET ${C}/registers/:register_id/stream`]: {
    id: 'streamRegister',
    tag: 'Company',
    summary: 'Be there as a register',
    text:
      'The register is online while this stream of server-sent events is held, and offline at once when its last one ' +
      'is closed. A comment comes every 10 seconds. It ends after two minutes: open it again at once, as an ' +
      'EventSource does by itself. A register holds 8 at most: a ninth ends the oldest. With `print` or `orders` it ' +
      'also says when it is worth looking for something to print, or for orders of the site.',
  },
  [`POST ${C}/registers/:register_id/sessions`]: {
    id: 'signIn',
    tag: 'Operators',
    summary: 'Sign a staff member in',
    text:
      'Answers a token for the staff member, good for four hours. A wrong PIN is 403; after five in a row the PIN is ' +
      'not tried for a while: 429.',
    body: {
      name: 'SignIn',
      schema: company.signIn,
      description: 'Who signs in, and how.',
      words: { staff_id: 'The staff member.', pin: 'Their PIN.' },
    },
    answer: ref('NewOperatorSession'),
    errors: ['access_denied'],
  },
  [`GET ${C}/registers/:register_id/sessions/:session_id`]: {
    id: 'getSession',
    tag: 'Operators',
    summary: 'Read a session',
    answer: ref('OperatorSession'),
  },
  [`DELETE ${C}/registers/:register_id/sessions/:session_id`]: {
    id: 'signOut',
    tag: 'Operators',
    summary: 'Sign out',
    ifMatch: false,
  },
  [`GET ${C}/staff/me`]: {
    id: 'getOwnStaffMember',
    tag: 'Operators',
    summary: 'Read who is signed in',
    text: "404 for an add-on's own token, which stands for nobody.",
    answer: ref('StaffMember'),
  },
  ...records('staff', 'staff_id', {
    tag: 'Company',
    view: 'StaffMember',
    one: 'a staff member',
    many: 'the staff',
    plural: 'Staff',
    create: { schema: company.staffCreate, words: { pin: PIN } },
    update: { schema: company.staffUpdate, words: { pin: PIN } },
  }),
  ...records('taxes/groups', 'tax_group_id', {
    tag: 'Company',
    view: 'TaxGroup',
    one: 'a group of taxes',
    many: 'the groups of taxes',
    create: { schema: company.taxGroupCreate },
    update: { schema: company.taxGroupUpdate },
  }),
  ...records('taxes', 'tax_id', {
    tag: 'Company',
    view: 'Tax',
    one: 'a tax',
    many: 'the taxes',
    plural: 'Taxes',
    create: { schema: company.taxCreate },
    update: { schema: company.taxUpdate },
  }),
  [`GET ${C}/price_lists/base`]: {
    id: 'getBasePriceList',
    tag: 'Company',
    summary: 'Read the base price list',
    answer: ref('PriceList'),
  },
  ...records('price_lists', 'price_list_id', {
    tag: 'Company',
    view: 'PriceList',
    one: 'a price list',
    many: 'the price lists',
    create: { schema: company.priceListCreate },
    update: { schema: company.priceListUpdate },
  }),
  ...records('payment_methods', 'payment_method_id', {
    tag: 'Company',
    view: 'PaymentMethod',
    one: 'a way to pay',
    many: 'the ways to pay',
    create: { schema: company.paymentMethodCreate },
    update: { schema: company.paymentMethodUpdate },
  }),
  ...records('customers', 'customer_id', {
    tag: 'Customers',
    view: 'Customer',
    one: 'a customer',
    many: 'the customers',
    create: { schema: customerInput },
    update: { schema: customerInput },
  }),
  [`GET ${C}/customers`]: {
    id: 'listCustomers',
    tag: 'Customers',
    summary: 'List or look up customers',
    text:
      'With `email`, or with `first_name` and `phone`, it looks one customer up and answers 302 with the address of ' +
      'the record, or 404. Of several that fit, it is the one that changed last.',
    answer: list(ref('Customer')),
    redirects: true,
  },
  [`POST ${C}/customers`]: {
    id: 'createCustomer',
    tag: 'Customers',
    summary: 'Create a customer',
    text: 'It needs a first name, and an e-mail address or a telephone number.',
    body: {
      name: 'CreateCustomer',
      schema: customerInput,
      like: 'Customer',
      description: 'What a customer is made of.',
    },
    answer: ref('Customer'),
    errors: ['conflict'],
  },
  [`GET ${C}/sites/:site_id/checkins`]: {
    id: 'listCheckins',
    tag: 'Check-ins',
    summary: 'List who is at a site',
    answer: list(ref('Checkin')),
  },
  [`GET ${C}/sites/:site_id/checkins/:checkin_id`]: {
    id: 'getCheckin',
    tag: 'Check-ins',
    summary: 'Read a check-in',
    text: "Its id is the customer's.",
    answer: ref('Checkin'),
  },
  [`POST ${C}/sites/:site_id/checkins`]: {
    id: 'createCheckin',
    tag: 'Check-ins',
    summary: 'Check a customer in',
    text: 'One at a time for a customer at a site; it is over when its duration is.',
    body: {
      name: 'CreateCheckin',
      schema: checkinInput,
      like: 'Checkin',
      description: 'Who, and for how long.',
      words: { duration: 'For how many minutes.' },
    },
    answer: ref('Checkin'),
    errors: ['already_checked_in'],
  },
  [`DELETE ${C}/sites/:site_id/checkins/:checkin_id`]: {
    id: 'deleteCheckin',
    tag: 'Check-ins',
    summary: 'Check a customer out',
  },
};

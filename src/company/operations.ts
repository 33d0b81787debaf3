import { body, C, filedUnder, type Operations, records } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { APPROVAL } from './approval-shape.ts';
import * as handlers from './handlers.ts';
import * as input from './input.ts';
import { COMPANY, LISTED_ADDRESS, PRICE_LIST, REGISTER, SITE_STATUS } from './shape.ts';
import { NEW_OPERATOR_SESSION, OPERATOR_SESSION, STAFF } from './staff-shape.ts';

const company = filedUnder('Company');
const operators = filedUnder('Operators');

/** The company and what belongs to it. */
export const COMPANY_OPERATIONS: Operations = {
  'GET /companies': company('listCompanies', 'List the companies the token is for', {
    text: 'There is one.',
    answer: list(viewOf(COMPANY)),
  }),
  [`GET ${C}`]: company('getCompany', 'Read the company', { answer: viewOf(COMPANY) }),
  [`PUT ${C}`]: company('updateCompany', 'Change the company', {
    body: body('CompanyUpdate', input.companyUpdate, 'The changed fields of the company.'),
    errors: ['access_denied', 'conflict'],
    answer: viewOf(COMPANY),
  }),
  [`GET ${C}/addresses`]: company('listCompanyAddresses', 'List the addresses of the company', {
    answer: list(viewOf(LISTED_ADDRESS)),
  }),
  [`GET ${C}/sites/:site_id/addresses`]: company('listSiteAddresses', 'List the addresses of a site', {
    answer: list(viewOf(LISTED_ADDRESS)),
  }),
  [`GET ${C}/staff/:staff_id/addresses`]: company(
    'listStaffAddresses',
    'List the addresses of a staff member',
    { answer: list(viewOf(LISTED_ADDRESS)) },
  ),
  [`GET ${C}/status`]: company('listSiteStatuses', 'List what is going on at the sites', {
    answer: list(viewOf(SITE_STATUS)),
  }),
  ...records(handlers.siteHandlers.kind, { tag: 'Company', one: 'a site', many: 'the sites' }),
  [`GET ${C}/sites/:site_id/status`]: company('getSiteStatus', 'Read what is going on at a site', {
    answer: viewOf(SITE_STATUS),
  }),
  [`GET ${C}/sites/:site_id/registers`]: company('listSiteRegisters', 'List the registers of a site', {
    answer: list(viewOf(REGISTER)),
  }),
  ...records(handlers.registerHandlers.kind, { tag: 'Company', one: 'a register', many: 'the registers' }),
  [`POST ${C}/registers/:register_id/heartbeat`]: company('sendHeartbeat', 'Say that a register is there', {
    text: 'For clients that hold no stream: at least every 30 seconds, with any or no body.',
    status: 200,
    answer: viewOf(REGISTER),
    errors: ['access_denied'],
  }),
  [`GET ${C}/registers/:register_id/stream`]: company('streamRegister', 'Be there as a register', {
    text:
      'The register is online while this stream of server-sent events is held, and offline at once when its last one ' +
      'is closed. A comment comes every 10 seconds. It ends after two minutes: open it again at once, as an ' +
      'EventSource does by itself. A register holds 8 at most: a ninth ends the oldest. With `print` or `orders` it ' +
      'also says when it is worth looking for something to print, or for orders of the site.',
    errors: ['access_denied'],
  }),
  [`GET ${C}/registers/:register_id/staff`]: operators(
    'listStaffWhoSignIn',
    'List who can sign in at a register',
    {
      text: 'Staff members with a PIN: each of them can sign in at every register of the company.',
      answer: list(viewOf(STAFF)),
    },
  ),
  [`POST ${C}/registers/:register_id/sessions`]: operators('signIn', 'Sign a staff member in', {
    text:
      'Answers a token for the staff member, good for four hours. A wrong PIN is 403; after five in a row the PIN is ' +
      'not tried for a while: 429.',
    body: body('SignIn', input.signIn, 'The staff member who signs in, and the PIN.'),
    answer: viewOf(NEW_OPERATOR_SESSION),
    errors: ['access_denied'],
  }),
  [`GET ${C}/registers/:register_id/sessions/:session_id`]: operators('getSession', 'Read a session', {
    answer: viewOf(OPERATOR_SESSION),
  }),
  [`DELETE ${C}/registers/:register_id/sessions/:session_id`]: operators('signOut', 'Sign out', {
    ifMatch: false,
  }),
  [`POST ${C}/registers/:register_id/approvals`]: operators(
    'approve',
    'Let a staff member do something once',
    {
      text:
        'A staff member with the permission enters their PIN; `X-Approval: <id>` with the act lets it pass, once and within two ' +
        'minutes. A PIN of nobody who has the permission is 403; after five none is tried at the register for a while: 429.',
      body: body('Approve', input.approvalInput, 'The act that is approved, and the PIN.'),
      answer: viewOf(APPROVAL),
      errors: ['access_denied'],
    },
  ),
  [`GET ${C}/registers/:register_id/approvers`]: operators(
    'listApprovers',
    'List who could approve something',
    {
      text: 'Staff members with a PIN, at the site of the register.',
      answer: list(viewOf(STAFF)),
    },
  ),
  [`GET ${C}/registers/:register_id/approvals/:approval_id`]: operators('getApproval', 'Read an approval', {
    answer: viewOf(APPROVAL),
  }),
  [`GET ${C}/staff/me`]: operators('getOwnStaffMember', 'Read who is signed in', {
    text: "404 for an add-on's own token, which stands for nobody.",
    answer: viewOf(STAFF),
  }),
  ...records(handlers.roleHandlers.kind, { tag: 'Company', one: 'a role', many: 'the roles' }),
  ...records(handlers.staffHandlers.kind, {
    tag: 'Company',
    one: 'a staff member',
    many: 'the staff',
    plural: 'Staff',
  }),
  ...records(handlers.taxGroupHandlers.kind, {
    tag: 'Company',
    one: 'a group of taxes',
    many: 'the groups of taxes',
  }),
  ...records(handlers.taxHandlers.kind, { tag: 'Company', one: 'a tax', many: 'the taxes', plural: 'Taxes' }),
  [`GET ${C}/price_lists/base`]: company('getBasePriceList', 'Read the base price list', {
    answer: viewOf(PRICE_LIST),
  }),
  ...records(handlers.priceListHandlers.kind, {
    tag: 'Company',
    one: 'a price list',
    many: 'the price lists',
  }),
  ...records(handlers.paymentMethodHandlers.kind, {
    tag: 'Company',
    one: 'a way to pay',
    many: 'the ways to pay',
  }),
};

// The API, one line per route. Start reading here. Every path lies below /v1; `me` stands for the token's
// company; `.json` may end any path; PATCH is PUT (reference: conventions.3, conventions.4, conventions.11).
import * as addons from './access/addons.ts';
import * as audit from './access/audit.ts';
import { changeCompany } from './access/company.ts';
import * as devices from './access/devices.ts';
import * as grants from './access/grants.ts';
import * as keys from './access/keys.ts';
import * as members from './access/members.ts';
import * as requests from './access/requests.ts';
import { getUsage } from './access/usage.ts';
import * as hooks from './access/webhooks.ts';
import * as cashups from './cashups/handlers.ts';
import * as checkins from './checkins/handlers.ts';
import * as siteStatus from './checkins/status.ts';
import { getApproval, listApprovers } from './company/approvals.ts';
import * as company from './company/handlers.ts';
import * as presence from './company/presence.ts';
import * as sessions from './company/sessions.ts';
import * as customers from './customers/handlers.ts';
import { discountHandlers } from './discounts/handlers.ts';
import { eventList, eventStream } from './edge/events.ts';
import { C } from './edge/operation.ts';
import type { Route } from './edge/route.ts';
import {
  changing,
  get,
  lagging,
  long,
  making,
  ofSandbox,
  once,
  pdf,
  proved,
  records,
  report,
  single,
  withOthers,
  write,
} from './edge/route-lines.ts';
import { exportCsv, importCsv } from './imports/handlers.ts';
import * as moving from './imports/moving-handlers.ts';
import * as mail from './mail/handlers.ts';
import { createApproval } from './orders/http/approvals.ts';
import { refunds } from './orders/http/given-back.ts';
import * as orders from './orders/http/handlers.ts';
import * as orderHistory from './orders/http/history.ts';
import { getInvoiceXml } from './orders/http/invoice-xml.ts';
import { getBelowOwner, isOrderList, listByPath } from './orders/http/lists.ts';
import * as live from './orders/http/live.ts';
import { merge } from './orders/http/merge.ts';
import * as parts from './orders/http/parts.ts';
import { getPdf } from './orders/http/pdf.ts';
import * as printing from './orders/http/printing.ts';
import * as receiptMail from './orders/http/receipt-mail.ts';
import * as shownParts from './orders/http/shown-parts.ts';
import { updateSite } from './orders/http/site.ts';
import { split } from './orders/http/split.ts';
import { tableHandlers } from './orders/http/tables.ts';
import { update as updateOrder } from './orders/http/update.ts';
import * as requested from './payment-requests/handlers.ts';
import * as requestLists from './payment-requests/lists.ts';
import * as jobs from './printing/jobs.ts';
import * as tickets from './printing/tickets.ts';
import * as categories from './products/categories.ts';
import * as products from './products/handlers.ts';
import * as modifiers from './products/modifiers.ts';
import { optionSetHandlers } from './products/options.ts';
import * as prices from './products/price-lists.ts';
import { getMenu } from './products/site-menu.ts';
import * as stock from './products/stock-movements.ts';
import { getReport, getReportCsv } from './reports/handlers.ts';
import { getJournal, getJournalCsv } from './reports/journal.ts';
import { getToday } from './reports/today.ts';
import * as sandbox from './sandbox/handlers.ts';
import * as shifts from './shifts/handlers.ts';
import * as tables from './tables/handlers.ts';
import * as webhooks from './webhooks/handlers.ts';
import * as deliveries from './webhooks/log.ts';

export const ROUTES: readonly Route[] = [
  { method: 'POST', path: `${C}/batch`, access: 'batch' },

  // The company and its settings
  get('/companies', 'company:read', company.listCompanies),
  get(C, 'company:read', company.getOwnCompany),
  changing(write('PUT', C, 'company:write', changeCompany)),
  get(`${C}/addresses`, 'company:read', company.listCompanyAddresses),
  get(`${C}/status`, 'company:read', siteStatus.listSiteStatuses),
  ...records({ ...company.siteHandlers, update: updateSite }),
  get(`${C}/sites/:site_id/addresses`, 'company:read', company.listSiteAddresses),
  get(`${C}/sites/:site_id/status`, 'company:read', siteStatus.getSiteStatus),
  get(`${C}/sites/:site_id/registers`, 'company:read', company.listSiteRegisters),
  ...records(company.registerHandlers),
  {
    method: 'POST',
    path: `${C}/registers/:register_id/heartbeat`,
    scope: 'till',
    access: 'write',
    handler: presence.heartbeat,
    bodiless: true,
  },
  {
    method: 'GET',
    path: `${C}/registers/:register_id/stream`,
    scope: 'till',
    access: 'stream',
    handler: live.stream,
  },
  get(`${C}/registers/:register_id/print_jobs`, 'orders:read', jobs.listJobs),
  get(`${C}/registers/:register_id/print_jobs/:job_id`, 'orders:read', jobs.getJob),
  pdf(`${C}/registers/:register_id/print_jobs/:job_id/pdf`, jobs.previewJob),
  write('POST', `${C}/registers/:register_id/print_jobs/claim`, 'till', jobs.claim),
  write('POST', `${C}/registers/:register_id/print_jobs/:job_id/printed`, 'till', printing.jobPrinted),
  write('POST', `${C}/registers/:register_id/print_jobs/:job_id/failed`, 'till', jobs.failJob),
  write('POST', `${C}/registers/:register_id/print_jobs/:job_id/extend`, 'till', jobs.extendJob),
  once(`${C}/registers/:register_id/print_jobs/:job_id/reprint`, 'orders:write', printing.reprint),
  get(`${C}/registers/:register_id/staff`, 'company:read', sessions.listStaffWhoSignIn),
  write('POST', `${C}/registers/:register_id/sessions`, 'till', sessions.createSession),
  get(`${C}/registers/:register_id/sessions/:session_id`, 'till', sessions.getSession),
  write('DELETE', `${C}/registers/:register_id/sessions/:session_id`, 'till', sessions.deleteSession),
  write('POST', `${C}/registers/:register_id/approvals`, 'orders:write', createApproval),
  get(`${C}/registers/:register_id/approvers`, 'company:read', listApprovers),
  get(`${C}/registers/:register_id/approvals/:approval_id`, 'orders:write', getApproval),
  get(`${C}/staff/me`, 'company:read', company.getOwnStaff),
  ...records(company.staffHandlers),
  ...records(company.roleHandlers),
  get(`${C}/staff/:staff_id/addresses`, 'company:read', company.listStaffAddresses),
  ...records(company.taxGroupHandlers),
  ...records(company.taxHandlers),
  get(`${C}/price_lists/base`, 'company:read', company.getBasePriceList),
  ...records(company.priceListHandlers),
  ...records(company.paymentMethodHandlers),
  ...records(discountHandlers),

  // Customers
  get(`${C}/customers`, 'customers:read', customers.list),
  get(`${C}/customers/:customer_id/addresses`, 'customers:read', customers.listAddressesOf),
  get(`${C}/customers/:customer_id`, 'customers:read', customers.get),
  making(write('POST', `${C}/customers`, 'customers:write', customers.create)),
  write('PUT', `${C}/customers/:customer_id`, 'customers:write', customers.update),
  write('DELETE', `${C}/customers/:customer_id`, 'customers:write', customers.remove),

  // Check-ins at a site
  get(`${C}/sites/:site_id/checkins`, 'checkins:read', checkins.list),
  get(`${C}/customers/:customer_id/checkins`, 'checkins:read', checkins.listOfCustomer),
  get(`${C}/sites/:site_id/checkins/:checkin_id`, 'checkins:read', checkins.get),
  write('POST', `${C}/sites/:site_id/checkins`, 'checkins:write', checkins.create),
  write('DELETE', `${C}/sites/:site_id/checkins/:checkin_id`, 'checkins:write', checkins.remove),

  // Its floors and tables
  ...records({ ...tables.floorHandlers, list: tables.listFloors }),
  ...records(tableHandlers),

  // Its kitchen
  get(`${C}/sites/:site_id/print_jobs/late`, 'orders:read', jobs.listLateJobs),
  get(`${C}/sites/:site_id/tickets`, 'orders:read', tickets.listTickets),
  get(`${C}/sites/:site_id/tickets/:ticket_id`, 'orders:read', tickets.getTicket),
  write('POST', `${C}/sites/:site_id/tickets/:ticket_id/bump`, 'till', tickets.bumpTicket),
  write('POST', `${C}/sites/:site_id/tickets/:ticket_id/recall`, 'till', tickets.recallTicket),

  // The catalogue
  ...records(categories.categoryHandlers, 'products'),
  write('PUT', `${C}/categories/:category_id/products`, 'products:write', categories.addCategoryProducts),
  write(
    'DELETE',
    `${C}/categories/:category_id/products/:product_id`,
    'products:write',
    categories.removeCategoryProduct,
  ),
  get(`${C}/price_lists/:price_list_id/products`, 'products:read', prices.listPrices),
  write('PUT', `${C}/price_lists/:price_list_id/products`, 'products:write', prices.putPrices),
  write('PUT', `${C}/price_lists/:price_list_id/products/:product_id`, 'products:write', prices.putPrice),
  get(`${C}/sites/:site_id/categories`, 'products:read', categories.listAtSite),
  get(`${C}/sites/:site_id/categories/:category_id`, 'products:read', categories.getAtSite),
  get(`${C}/products/:product_id/categories`, 'products:read', categories.listOfProduct),
  ...records(optionSetHandlers, 'products'),
  get(`${C}/products/:product_id/modifiers`, 'products:read', modifiers.listModifiers),
  get(`${C}/sites/:site_id/products/:product_id/modifiers`, 'products:read', modifiers.listModifiersAtSite),
  write('PUT', `${C}/products/:product_id/modifiers`, 'products:write', modifiers.replaceModifiers),
  write(
    'DELETE',
    `${C}/products/:product_id/modifiers/:modifier_id`,
    'products:write',
    modifiers.removeModifier,
  ),
  get(`${C}/products`, 'products:read', products.list),
  get(`${C}/categories/:category_id/products`, 'products:read', products.list),
  get(`${C}/sites/:site_id/products`, 'products:read', products.listAtSite),
  get(`${C}/sites/:site_id/categories/:category_id/products`, 'products:read', products.listAtSite),
  get(`${C}/products/:product_id`, 'products:read', products.get),
  get(`${C}/sites/:site_id/products/:product_id`, 'products:read', products.getAtSite),
  get(`${C}/sites/:site_id/menu`, 'products:read', getMenu),
  get(`${C}/sites/:site_id/inventory`, 'products:read', products.inventory),
  lagging(`${C}/sites/:site_id/stock_movements`, 'products:read', stock.listStockMovements),
  get(`${C}/sites/:site_id/stock_movements/:movement_id`, 'products:read', stock.getStockMovement),
  once(`${C}/sites/:site_id/stock_movements`, 'products:write', stock.createStockMovement),
  making(write('POST', `${C}/products`, 'products:write', products.create)),
  making(write('POST', `${C}/sites/:site_id/products`, 'products:write', products.createAtSite)),
  write('PUT', `${C}/products/:product_id`, 'products:write', products.update),
  write('PUT', `${C}/sites/:site_id/products/:product_id`, 'products:write', products.updateAtSite),
  write('DELETE', `${C}/products/:product_id`, 'products:write', products.remove),
  write('DELETE', `${C}/sites/:site_id/products/:product_id`, 'products:write', products.removeAtSite),
  long(`${C}/imports`, 'products:write', importCsv),
  get(`${C}/imports`, 'company:read', moving.listImports),
  write('POST', `${C}/imports/open`, 'company:write', moving.openImport),
  get(`${C}/imports/:import_id`, 'company:read', moving.getImport),
  long(`${C}/imports/:import_id/rows`, 'company:write', moving.sendRows),
  {
    method: 'POST',
    path: `${C}/imports/:import_id/close`,
    scope: 'company:write',
    access: 'write',
    handler: moving.closeImport,
    bodiless: true,
  },
  lagging(`${C}/imports/:import_id/reconciliation`, 'company:read', moving.getReconciliation, {
    fresh: true,
  }),
  lagging(`${C}/imports/:import_id/reconciliation/csv`, 'company:read', moving.getReconciliationCsv, {
    fresh: true,
    type: 'text/csv',
  }),
  lagging(`${C}/export/:file/csv`, 'products:read', exportCsv, { type: 'text/csv' }),

  // Orders
  making(withOthers('new orders', once(`${C}/orders`, 'orders:write', orders.create))),
  { method: 'POST', path: `${C}/orders/price`, scope: 'orders:read', access: 'read', handler: orders.price },
  lagging(`${C}/orders`, 'orders:read', listByPath),
  single(`${C}/orders/saleid/:saleid`, orders.getBySaleId),
  single(`${C}/orders/:order_id(^\\d+$)`, orders.get),
  get(`${C}/orders/:order_id(^\\d+$)/history`, 'orders:read', orderHistory.listHistory),
  get(`${C}/orders/:order_id(^\\d+$)/explain`, 'orders:read', orders.explain),
  get(`${C}/orders/:order_id(^\\d+$)/refunds`, 'orders:read', refunds),
  pdf(`${C}/orders/:order_id(^\\d+$)/pdf`, getPdf),
  {
    method: 'GET',
    path: `${C}/orders/:order_id(^\\d+$)/invoice/xml`,
    scope: 'orders:read',
    access: 'read',
    handler: getInvoiceXml,
    type: 'application/xml',
  },
  get(`${C}/orders/:order_id(^\\d+$)/tickets`, 'orders:read', printing.listTickets),
  get(`${C}/orders/:order_id(^\\d+$)/print_jobs`, 'orders:read', printing.listJobs),
  get(`${C}/orders/:order_id(^\\d+$)/receipt`, 'orders:read', printing.getReceipt),
  pdf(`${C}/orders/:order_id(^\\d+$)/receipt/pdf`, printing.previewReceipt),
  once(`${C}/orders/:order_id/receipt`, 'orders:write', printing.printReceipt),
  get(`${C}/orders/:order_id(^\\d+$)/receipt/link`, 'orders:read', receiptMail.getReceiptLink),
  once(`${C}/orders/:order_id/receipt/mail`, 'orders:write', receiptMail.mailReceipt),
  withOthers('changed orders', write('PUT', `${C}/orders/:order_id`, 'orders:write', updateOrder)),
  write('DELETE', `${C}/orders/:order_id`, 'orders:write', orders.remove),
  get(`${C}/orders/:order_id(^\\d+$)/lines`, 'orders:read', shownParts.listLines),
  get(`${C}/orders/:order_id(^\\d+$)/lines/:number`, 'orders:read', shownParts.getLine),
  once(`${C}/orders/:order_id/split`, 'orders:write', split),
  once(`${C}/orders/:order_id/merge`, 'orders:write', merge),
  withOthers('changed orders', once(`${C}/orders/:order_id/lines`, 'orders:write', parts.createLines)),
  withOthers(
    'changed orders',
    write('PUT', `${C}/orders/:order_id/lines/:number`, 'orders:write', parts.updateLine),
  ),
  withOthers(
    'changed orders',
    write('DELETE', `${C}/orders/:order_id/lines/:number`, 'orders:write', parts.deleteLine),
  ),
  get(`${C}/orders/:order_id(^\\d+$)/optionsets`, 'orders:read', shownParts.listSets),
  get(`${C}/orders/:order_id(^\\d+$)/optionsets/:number`, 'orders:read', shownParts.getSet),
  withOthers('changed orders', once(`${C}/orders/:order_id/optionsets`, 'orders:write', parts.createSet)),
  withOthers(
    'changed orders',
    write('PUT', `${C}/orders/:order_id/optionsets/:number`, 'orders:write', parts.updateSet),
  ),
  withOthers(
    'changed orders',
    write('DELETE', `${C}/orders/:order_id/optionsets/:number`, 'orders:write', parts.deleteSet),
  ),
  get(`${C}/orders/:order_id(^\\d+$)/payments`, 'orders:read', shownParts.listPayments),
  get(`${C}/orders/:order_id(^\\d+$)/payments/:number`, 'orders:read', shownParts.getPayment),
  withOthers('changed orders', once(`${C}/orders/:order_id/payments`, 'orders:write', parts.createPayment)),
  withOthers(
    'changed orders',
    write('PUT', `${C}/orders/:order_id/payments/:number`, 'orders:write', parts.updatePayment),
  ),
  get(`${C}/sites/:site_id/groups/:group`, 'orders:read', orders.getGroup),
  get(`${C}/sites/:site_id/orders/:order_id(^\\d+$)`, 'orders:read', getBelowOwner),
  get(`${C}/registers/:register_id/orders/:order_id(^\\d+$)`, 'orders:read', getBelowOwner),
  get(`${C}/staff/:staff_id/orders/:order_id(^\\d+$)`, 'orders:read', getBelowOwner),
  get(`${C}/customers/:customer_id/orders/:order_id(^\\d+$)`, 'orders:read', getBelowOwner),
  // Every other order list: sites, registers, staff and customers before or after `orders`, then filters.
  {
    method: 'GET',
    path: `${C}/*`,
    scope: 'orders:read',
    access: 'read',
    handler: listByPath,
    isPath: isOrderList,
  },

  // Messages by e-mail
  lagging(`${C}/mails`, 'orders:read', mail.listMails),
  get(`${C}/mails/:mail_id`, 'orders:read', mail.getMail),
  once(`${C}/mails/:mail_id/resend`, 'orders:write', mail.resendMail),

  // The drawers of registers
  // Payments that the add-on of a method is asked to take
  get(`${C}/payment_requests`, 'orders:read', requestLists.listRequests),
  get(`${C}/orders/:order_id(^\\d+$)/payment_requests`, 'orders:read', requestLists.listOrderRequests),
  once(`${C}/payment_requests`, 'orders:write', requested.create),
  get(`${C}/payment_requests/:payment_request_id`, 'orders:read', requestLists.getRequest),
  write('PUT', `${C}/payment_requests/:payment_request_id`, 'orders:write', requested.answer),
  once(`${C}/payment_requests/:payment_request_id/cancel`, 'orders:write', requested.cancel),
  once(`${C}/payment_requests/:payment_request_id/resolve`, 'orders:write', requested.resolve),

  get(`${C}/shifts`, 'orders:read', shifts.listShifts),
  get(`${C}/shifts/since/:date`, 'orders:read', shifts.listShifts),
  get(`${C}/sites/:site_id/shifts`, 'orders:read', shifts.listShifts),
  get(`${C}/registers/:register_id/shifts`, 'orders:read', shifts.listShifts),
  get(`${C}/staff/:staff_id/shifts`, 'orders:read', shifts.listShifts),
  once(`${C}/shifts`, 'orders:write', shifts.openDrawer),
  get(`${C}/shifts/:shift_id`, 'orders:read', shifts.getShift),
  get(`${C}/shifts/:shift_id/movements`, 'orders:read', shifts.listMovements),
  get(`${C}/shifts/:shift_id/movements/:movement_id`, 'orders:read', shifts.getMovement),
  once(`${C}/shifts/:shift_id/movements`, 'orders:write', shifts.createMovement),
  get(`${C}/shifts/:shift_id/report`, 'orders:read', cashups.getReport),
  once(`${C}/shifts/:shift_id/close`, 'orders:write', cashups.closeShift),
  lagging(`${C}/cashups`, 'orders:read', cashups.listCashups),
  get(`${C}/cashups/unprocessed`, 'orders:read', cashups.listUnprocessed),
  lagging(`${C}/cashups/since/:date`, 'orders:read', cashups.listCashups),
  lagging(`${C}/sites/:site_id/cashups`, 'orders:read', cashups.listCashups),
  lagging(`${C}/registers/:register_id/cashups`, 'orders:read', cashups.listCashups),
  get(`${C}/cashups/:cashup_id`, 'orders:read', cashups.getCashup),
  pdf(`${C}/cashups/:cashup_id/pdf`, cashups.getCashupPdf),
  write('PUT', `${C}/cashups/:cashup_id`, 'orders:write', cashups.updateCashup),

  // Reports
  report(`${C}/reports/today`, getToday),
  report(`${C}/reports/journal`, getJournal),
  report(`${C}/reports/journal/csv`, getJournalCsv, { type: 'text/csv' }),
  report(`${C}/reports/:by`, getReport),
  report(`${C}/reports/:by/csv`, getReportCsv, { type: 'text/csv' }),

  // Events
  get(`${C}/events`, 'events:read', eventList(cashups.hiddenTopics)),
  {
    method: 'GET',
    path: `${C}/events/stream`,
    scope: 'events:read',
    access: 'stream',
    handler: eventStream(cashups.hiddenTopics),
    perAddon: true,
  },
  get(`${C}/webhooks`, 'webhooks', webhooks.list),
  get(`${C}/webhooks/:webhook_id`, 'webhooks', webhooks.get),
  write('POST', `${C}/webhooks`, 'webhooks', hooks.ofAddon(webhooks.create)),
  write('PUT', `${C}/webhooks/:webhook_id`, 'webhooks', hooks.ofAddon(webhooks.update)),
  write('DELETE', `${C}/webhooks/:webhook_id`, 'webhooks', hooks.removeOwn),
  write('GET', `${C}/webhooks/:webhook_id/test`, 'webhooks', webhooks.testByGet),
  write('POST', `${C}/webhooks/:webhook_id/test`, 'webhooks', webhooks.testByPost),
  write('POST', `${C}/webhooks/signing_secret`, 'webhooks', hooks.ofAddon(webhooks.rotateSigning)),
  get(`${C}/webhooks/:webhook_id/deliveries`, 'webhooks', deliveries.list),
  get(`${C}/webhooks/:webhook_id/deliveries/:delivery_id`, 'webhooks', deliveries.get),
  get(`${C}/webhooks/:webhook_id/deliveries/:delivery_id/request`, 'webhooks', deliveries.request),
  write(
    'POST',
    `${C}/webhooks/:webhook_id/deliveries/:delivery_id/redeliver`,
    'webhooks',
    deliveries.redeliverOne,
  ),
  write('POST', `${C}/webhooks/:webhook_id/redeliver`, 'webhooks', deliveries.redeliverAll),
  write('POST', `${C}/webhooks/:webhook_id/replay`, 'webhooks', hooks.ofAddon(deliveries.replay)),
  get(`${C}/callbacks`, 'webhooks', deliveries.listCallbacks),
  get(`${C}/callbacks/:delivery_id`, 'webhooks', deliveries.getCallback),
  write('POST', `${C}/callbacks/:delivery_id/redeliver`, 'webhooks', deliveries.redeliverCallback),

  // The back office: for owners and managers
  get(`${C}/devices`, 'admin', devices.list),
  write('PUT', `${C}/devices/:device_id`, 'admin', devices.update),
  write('DELETE', `${C}/devices/:device_id`, 'admin', devices.remove),
  get(`${C}/addons`, 'admin', addons.list),
  get(`${C}/addons/:addon_id`, 'admin', addons.get),
  proved('POST', `${C}/addons`, addons.create),
  proved('PUT', `${C}/addons/:addon_id`, addons.update),
  write('DELETE', `${C}/addons/:addon_id`, 'admin', addons.remove),
  proved('POST', `${C}/addons/:addon_id/secret`, addons.rotateSecret),
  proved('GET', `${C}/addons/:addon_id/signing_secret`, addons.showSigning),
  proved('POST', `${C}/addons/:addon_id/signing_secret`, hooks.rotateSigning),
  proved('POST', `${C}/addons/:addon_id/access_token`, addons.createToken),
  write('DELETE', `${C}/addons/:addon_id/access_tokens`, 'admin', addons.revokeTokens),
  get(`${C}/addons/:addon_id/webhooks`, 'admin', hooks.list),
  get(`${C}/addons/:addon_id/webhooks/:webhook_id`, 'admin', hooks.get),
  write('POST', `${C}/addons/:addon_id/webhooks`, 'admin', hooks.create),
  write('PUT', `${C}/addons/:addon_id/webhooks/:webhook_id`, 'admin', hooks.update),
  write('DELETE', `${C}/addons/:addon_id/webhooks/:webhook_id`, 'admin', hooks.remove),
  write('POST', `${C}/addons/:addon_id/webhooks/:webhook_id/test`, 'admin', hooks.test),
  get(`${C}/addons/:addon_id/webhooks/:webhook_id/deliveries`, 'admin', hooks.listDeliveries),
  get(`${C}/addons/:addon_id/webhooks/:webhook_id/deliveries/:delivery_id`, 'admin', hooks.getDelivery),
  get(
    `${C}/addons/:addon_id/webhooks/:webhook_id/deliveries/:delivery_id/request`,
    'admin',
    hooks.getRequest,
  ),
  write(
    'POST',
    `${C}/addons/:addon_id/webhooks/:webhook_id/deliveries/:delivery_id/redeliver`,
    'admin',
    hooks.redeliver,
  ),
  write('POST', `${C}/addons/:addon_id/webhooks/:webhook_id/redeliver`, 'admin', hooks.redeliverAll),
  write('POST', `${C}/addons/:addon_id/webhooks/:webhook_id/replay`, 'admin', hooks.replay),
  get(`${C}/grants`, 'admin', grants.list),
  write('DELETE', `${C}/grants/:grant_id`, 'admin', grants.remove),
  get(`${C}/members`, 'admin', members.list),
  proved('PUT', `${C}/members/:user_id`, members.update),
  proved('DELETE', `${C}/members/:user_id`, members.remove),
  get(`${C}/members/:user_id/keys`, 'admin', keys.list),
  get(`${C}/invitations`, 'admin', members.listInvitations),
  proved('POST', `${C}/invitations`, members.invite),
  write('DELETE', `${C}/invitations/:invitation_id`, 'admin', members.withdraw),
  lagging(`${C}/audit`, 'company:read', audit.list),
  lagging(`${C}/audit/csv`, 'company:read', audit.getCsv, { type: 'text/csv' }),
  lagging(`${C}/audit/jsonl`, 'company:read', audit.getLines, { type: 'application/x-ndjson' }),
  get(`${C}/audit/:number`, 'company:read', audit.get),
  lagging(`${C}/requests`, 'admin', requests.list),
  get(`${C}/usage`, 'company:read', getUsage),

  // A sandbox: for add-ons that are tried in it
  get(`${C}/sandbox/clock`, 'orders:read', sandbox.getClock),
  ofSandbox('POST', `${C}/sandbox/clock`, sandbox.setClock),
  get(`${C}/sandbox/faults`, 'orders:read', sandbox.getFaults),
  get(`${C}/sandbox/faults/:fault_id`, 'orders:read', sandbox.getFault),
  ofSandbox('POST', `${C}/sandbox/faults`, sandbox.createFault),
  ofSandbox('DELETE', `${C}/sandbox/faults`, sandbox.deleteFaults),
  ofSandbox('DELETE', `${C}/sandbox/faults/:fault_id`, sandbox.deleteFault),
  { ...ofSandbox('POST', `${C}/sandbox/reset`, sandbox.reset), bodiless: true as const },
];

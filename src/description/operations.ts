import { ACCESS_OPERATIONS } from '../access/operations.ts';
import { CASHUP_OPERATIONS } from '../cashups/operations.ts';
import { CHECKIN_OPERATIONS } from '../checkins/operations.ts';
import { COMPANY_OPERATIONS } from '../company/operations.ts';
import { CUSTOMER_OPERATIONS } from '../customers/operations.ts';
import { DISCOUNT_OPERATIONS } from '../discounts/operations.ts';
import type { Operations } from '../edge/operation.ts';
import { EDGE_OPERATIONS } from '../edge/operations.ts';
import { IMPORT_OPERATIONS } from '../imports/operations.ts';
import { MAIL_OPERATIONS } from '../mail/operations.ts';
import { ORDER_OPERATIONS } from '../orders/http/operations.ts';
import { PAYMENT_REQUEST_OPERATIONS } from '../payment-requests/operations.ts';
import { PRINTING_OPERATIONS } from '../printing/operations.ts';
import { PRODUCT_OPERATIONS } from '../products/operations.ts';
import { REPORT_OPERATIONS } from '../reports/operations.ts';
import { SANDBOX_OPERATIONS } from '../sandbox/operations.ts';
import { SHIFT_OPERATIONS } from '../shifts/operations.ts';
import { TABLE_OPERATIONS } from '../tables/operations.ts';
import { WEBHOOK_OPERATIONS } from '../webhooks/operations.ts';

/** The operations of all routes. A new file of operations is added here. */
export const OPERATIONS: Operations = {
  ...EDGE_OPERATIONS,
  ...COMPANY_OPERATIONS,
  ...CUSTOMER_OPERATIONS,
  ...CHECKIN_OPERATIONS,
  ...PRODUCT_OPERATIONS,
  ...IMPORT_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...PRINTING_OPERATIONS,
  ...MAIL_OPERATIONS,
  ...SHIFT_OPERATIONS,
  ...PAYMENT_REQUEST_OPERATIONS,
  ...TABLE_OPERATIONS,
  ...DISCOUNT_OPERATIONS,
  ...CASHUP_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...SANDBOX_OPERATIONS,
  ...ACCESS_OPERATIONS,
};

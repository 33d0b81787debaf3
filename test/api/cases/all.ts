import { ACCESS_CASES } from './access.ts';
import { BATCH_CASES } from './batch.ts';
import type { RouteCases } from './case.ts';
import { COMPANY_CASES, CUSTOMER_CASES, EVENT_CASES } from './company.ts';
import { FLOOR_CASES } from './floor.ts';
import { IMPORT_CASES } from './imports.ts';
import { MAIL_CASES } from './mail.ts';
import { MOVING_CASES } from './moving-in.ts';
import { ORDER_CASES } from './orders.ts';
import { PAYMENT_REQUEST_CASES } from './payment-requests.ts';
import { PRINTING_CASES } from './printing.ts';
import { PRODUCT_CASES } from './products.ts';
import { REPORT_CASES } from './reports.ts';
import { SANDBOX_CASES } from './sandbox.ts';
import { SHIFT_CASES } from './shifts.ts';
import { TABLE_CASES } from './tables.ts';
import { WEBHOOK_CASES } from './webhooks.ts';

/** The cases of every route. A new file of cases is added here. */
export const CASES: RouteCases = {
  ...BATCH_CASES,
  ...COMPANY_CASES,
  ...CUSTOMER_CASES,
  ...FLOOR_CASES,
  ...PRINTING_CASES,
  ...PRODUCT_CASES,
  ...IMPORT_CASES,
  ...MOVING_CASES,
  ...ORDER_CASES,
  ...MAIL_CASES,
  ...SHIFT_CASES,
  ...PAYMENT_REQUEST_CASES,
  ...TABLE_CASES,
  ...REPORT_CASES,
  ...EVENT_CASES,
  ...WEBHOOK_CASES,
  ...SANDBOX_CASES,
  ...ACCESS_CASES,
};

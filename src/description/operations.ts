import { ACCESS_OPERATIONS } from './operations/access.ts';
import { COMPANY_OPERATIONS } from './operations/company.ts';
import { IMPORT_OPERATIONS } from './operations/imports.ts';
import type { Operations } from './operations/operation.ts';
import { ORDER_OPERATIONS } from './operations/orders.ts';
import { PRINTING_OPERATIONS } from './operations/printing.ts';
import { PRODUCT_OPERATIONS } from './operations/products.ts';
import { REPORT_OPERATIONS } from './operations/reports.ts';
import { WEBHOOK_OPERATIONS } from './operations/webhooks.ts';

/** What the description says of each route. A new file of operations is added here. */
export const OPERATIONS: Operations = {
  ...COMPANY_OPERATIONS,
  ...PRODUCT_OPERATIONS,
  ...IMPORT_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...PRINTING_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...ACCESS_OPERATIONS,
};

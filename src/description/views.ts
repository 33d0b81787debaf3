import type { Schemas } from './schema.ts';
import { ACCESS_VIEWS } from './views/access.ts';
import { COMPANY_VIEWS } from './views/company.ts';
import { IMPORT_VIEWS } from './views/imports.ts';
import { ORDER_VIEWS } from './views/orders.ts';
import { PRINTING_VIEWS } from './views/printing.ts';
import { PRODUCT_VIEWS } from './views/products.ts';
import { REPORT_VIEWS } from './views/reports.ts';
import { WEBHOOK_VIEWS } from './views/webhooks.ts';

/** What answers look like, by name. A new file of views is added here. */
export const VIEWS: Schemas = {
  ...COMPANY_VIEWS,
  ...PRODUCT_VIEWS,
  ...IMPORT_VIEWS,
  ...ORDER_VIEWS,
  ...PRINTING_VIEWS,
  ...REPORT_VIEWS,
  ...WEBHOOK_VIEWS,
  ...ACCESS_VIEWS,
};

import type { Schemas } from '../shape/schema.ts';
import { IMPORT_VIEWS } from './views/imports.ts';
import { REPORT_VIEWS } from './views/reports.ts';

/** What answers look like, by name. A new file of views is added here. */
export const VIEWS: Schemas = {
  ...IMPORT_VIEWS,
  ...REPORT_VIEWS,
};

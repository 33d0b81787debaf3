import { body, C, filedUnder, type Operations } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { importRequest } from './handlers.ts';
import { openInput, rowsInput } from './moving-handlers.ts';
import { IMPORT_PART, IMPORT_ROWS, MOVED_IMPORT, OPEN_IMPORT, RECONCILIATION } from './moving-shape.ts';
import { IMPORT, IMPORT_REPORT } from './shape.ts';

const products = filedUnder('Products');
const moving = filedUnder('Imports');

/** Catalogues as CSV, and what another system kept. */
export const IMPORT_OPERATIONS: Operations = {
  [`POST ${C}/imports`]: products('importCatalogue', 'Bring products or option sets in from a CSV file', {
    text:
      'Up to 2000 rows. Products are known again by their SKU, option sets by name. A row that cannot be saved is 400, ' +
      'and nothing is saved; with `skip_bad` it is left out. With `dry_run` the answer says what would be done.',
    status: 200,
    body: body('ImportCatalogue', importRequest, IMPORT.words),
    answer: viewOf(IMPORT_REPORT),
    errors: ['conflict', 'row_quota_exceeded'],
  }),
  [`GET ${C}/imports`]: moving('listImports', 'List imports of what another system kept', {
    text: 'Customers, staff and sales; the first one first, or the newest with `newest`. For owners and managers, and add-ons.',
    answer: list(viewOf(MOVED_IMPORT)),
  }),
  [`POST ${C}/imports/open`]: moving(
    'openImport',
    'Begin to bring in customers, staff or sales of another system',
    {
      text:
        'Its rows follow in parts. What is brought in makes no events, deliveries, messages or tickets, and leaves the stock alone. ' +
        'Records of this `source` that were brought in before stay as they are: a file can be sent again. ' +
        'Customers take `customers:write` and sales `orders:write` as well.',
      body: body('OpenImport', openInput, OPEN_IMPORT.words),
      answer: viewOf(MOVED_IMPORT),
    },
  ),
  [`GET ${C}/imports/:import_id`]: moving('getImport', 'Read how far an import is', {
    answer: viewOf(MOVED_IMPORT),
  }),
  [`POST ${C}/imports/:import_id/rows`]: moving('sendImportRows', 'Send a part of the file of an import', {
    text:
      'Up to 2000 rows with their head line, in which columns have the names of docs/moving-in.md; the rows of a sale in one part. ' +
      'Each part is saved by itself: what is good of it stays, and mistakes are in the import. Refunds of sales that are not there ' +
      'yet wait; their rows are sent again at the end, with `again` and `last`.',
    status: 200,
    body: body('ImportRows', rowsInput, IMPORT_ROWS.words),
    answer: viewOf(IMPORT_PART),
    errors: ['conflict', 'row_quota_exceeded'],
  }),
  [`POST ${C}/imports/:import_id/close`]: moving('closeImport', 'Say that all rows of an import were sent', {
    status: 200,
    answer: viewOf(MOVED_IMPORT),
  }),
  [`GET ${C}/imports/:import_id/reconciliation`]: moving(
    'getReconciliation',
    'Hold the totals of an imported file against the reports',
    {
      text: 'Of sales: by day, payment method and tax, what the file has and what the reports say. With `differing` only what is not the same.',
      answer: viewOf(RECONCILIATION),
    },
  ),
  [`GET ${C}/imports/:import_id/reconciliation/csv`]: moving(
    'getReconciliationCsv',
    'Hold the totals of an imported file against the reports, as a file',
    {
      text: 'Also at `…/reconciliation.csv`; with every row. 503 while the reports are behind.',
      errors: ['temporarily_unavailable'],
    },
  ),
  [`GET ${C}/export/:file/csv`]: products(
    'exportCatalogue',
    'Read the catalogue as a CSV file that can be imported again',
    {
      text:
        'Also at `/export/products.csv` and `/export/option_sets.csv`. 409 says which records share a name that a file ' +
        'tells them apart by, or that the file would be larger than 16 MiB.',
      errors: ['conflict'],
    },
  ),
};

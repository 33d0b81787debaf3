import { C, type Operations } from '../edge/operation.ts';
import { viewOf } from '../shape/nested.ts';
import { importRequest } from './handlers.ts';
import { IMPORT, IMPORT_REPORT } from './shape.ts';

/** Catalogues as CSV. */
export const IMPORT_OPERATIONS: Operations = {
  [`POST ${C}/imports`]: {
    id: 'importCatalogue',
    tag: 'Products',
    summary: 'Bring products or option sets in from a CSV file',
    text:
      'Up to 2000 rows. Products are known again by their SKU, option sets by name. A row that cannot be saved is 400, ' +
      'and nothing is saved; with `skip_bad` it is left out. With `dry_run` the answer says what would be done.',
    status: 200,
    body: {
      name: 'ImportCatalogue',
      schema: importRequest,
      description: IMPORT.words,
    },
    answer: viewOf(IMPORT_REPORT),
    errors: ['conflict'],
  },
  [`GET ${C}/export/:file/csv`]: {
    id: 'exportCatalogue',
    tag: 'Products',
    summary: 'Read the catalogue as a CSV file that can be imported again',
    text:
      'Also at `/export/products.csv` and `/export/option_sets.csv`. 409 says which records share a name that a file ' +
      'tells them apart by, or that the file would be larger than 16 MiB.',
    errors: ['conflict'],
  },
};

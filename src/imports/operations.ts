import { C, type Operations } from '../edge/operation.ts';
import { ref } from '../shape/schema.ts';
import { importRequest } from './input.ts';

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
      description: 'A file, and what to do with it.',
      words: {
        csv: 'The file itself. Its first line names the columns: `sku` makes it one of products, `name` and `options` one of option sets.',
        dry_run: 'Whether only to say what would be done.',
        skip_bad: 'Whether to save the good rows when there are bad ones.',
      },
    },
    answer: ref('ImportReport'),
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

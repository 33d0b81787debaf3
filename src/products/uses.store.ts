import { sentence } from '../kernel/words.ts';
import { contains, sql } from '../storage/sql.ts';
import { inTable, type RecordUses } from '../storage/uses.ts';

/** The columns of the catalogue that refer to records of the company. */
export const productUses: RecordUses = {
  sites: ({ company_id: company, id }) => [
    inTable(sentence('products available there'), 'site_products', company, sql`site_id = ${id}`),
  ],
  // Ids lie in JSON lists as strings, so a whole one is found with its quotes.
  taxes: ({ company_id: company, id }) => {
    const like = contains(`"${id}"`);
    const listed = sql`(taxes like ${like} escape '!' or cost_taxes like ${like} escape '!')`;
    return [
      inTable(sentence('products'), 'products', company, sql`deleted = 0 and ${listed}`),
      inTable(sentence('products at a site'), 'site_products', company, listed),
    ];
  },
};

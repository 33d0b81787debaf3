import type { Migration } from '../migration.ts';

export const addressesAndContacts: Migration = {
  number: 20,
  name: 'addresses and contacts',
  statements: () => [
    `alter table companies add column postal_address text`,
    `alter table companies add column shipping_address text`,
    `alter table sites add column business_number text`,
    `alter table sites add column contact_person text`,
    `alter table sites add column mobile text`,
    `alter table sites add column fax text`,
    `alter table sites add column image text`,
    `alter table sites add column website text`,
    `alter table sites add column register_level_reconciliation text`,
    `alter table staff add column email_addresses text not null default '[]'`,
    `alter table staff add column mobile text`,
    `alter table staff add column fax text`,
    `alter table staff add column image text`,
    `alter table staff add column postal_address text`,
    `alter table staff add column shipping_address text`,
    `alter table products add column number text`,
  ],
};

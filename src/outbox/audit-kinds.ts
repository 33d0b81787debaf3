/** The kinds of records that entries of the audit log are about. */
export const RECORD_KINDS = [
  'addon',
  'company',
  'device',
  'discount',
  'option_set',
  'order',
  'payment_method',
  'price_list',
  'product',
  'register',
  'role',
  'shift',
  'site',
  'staff',
  'tax',
  'tax_group',
  'user',
] as const;
export type RecordKindName = (typeof RECORD_KINDS)[number];

import { accessUses } from './access/uses.store.ts';
import { checkinUses } from './checkins/uses.store.ts';
import { companyUses } from './company/uses.store.ts';
import { orderUses } from './orders/row/uses.store.ts';
import { requestUses } from './payment-requests/uses.store.ts';
import { productUses } from './products/uses.store.ts';
import { shiftUses } from './shifts/uses.store.ts';
import type { RecordUses } from './storage/uses.ts';
import { tableUses } from './tables/uses.store.ts';

/** The references between features: in the order in which a refused deletion names the first one. */
export const USES: readonly RecordUses[] = [
  companyUses,
  orderUses,
  requestUses,
  shiftUses,
  tableUses,
  productUses,
  checkinUses,
  accessUses,
];

import type { CHECKIN } from '#src/checkins/shape.ts';
import type { CUSTOMER } from '#src/customers/shape.ts';
import type { OnScreen } from '#src/shape/shape.ts';

/** A customer as GET /customers shows them. */
export type CustomerRecord = OnScreen<typeof CUSTOMER>;
export type Address = NonNullable<CustomerRecord['primary_address']>;

export const ADDRESS_PARTS = ['address', 'city', 'state', 'postal_code', 'country'] as const;

/** A customer at a site; the id is the customer's. */
export type Checkin = OnScreen<typeof CHECKIN>;

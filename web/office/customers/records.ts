import type { Id } from '../../shared/json.ts';
import type { Entity } from '../../shared/records.ts';

export interface Address {
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
}

/** A customer as GET /customers shows them. */
export interface CustomerRecord extends Entity {
  readonly first_name: string;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly description: string | null;
  readonly reference_id: string;
  readonly tags: readonly string[];
  readonly primary_address: Address | null;
  readonly shipping_address: Address | null;
}

export const ADDRESS_PARTS = ['address', 'city', 'state', 'postal_code', 'country'] as const;

/** A customer at a site; the id is the customer's. */
export interface Checkin extends Entity {
  readonly customer_id: Id;
  readonly site_id: Id;
  readonly start_time: string;
  /** In minutes. */
  readonly duration: number;
  readonly expires_at: string;
}

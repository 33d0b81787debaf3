// The records that only the back office reads.

import type {
  ADDRESS,
  PAYMENT_METHOD,
  PRICE_LIST,
  SITE_STATUS,
  STAFF,
  TAX,
  TAX_GROUP,
} from '#src/company/shape.ts';
import type { AddonScope, Role } from '#src/edge/scopes.ts';
import type { Topic } from '#src/kernel/event.ts';
import type { JobState } from '#src/printing/types.ts';
import type { OnScreen } from '#src/shape/shape.ts';
import type { DeliveryState } from '#src/webhooks/shape.ts';
import type { Id } from '../shared/json.ts';
import type { Entity } from '../shared/records.ts';

export type { Company, Register, Site } from '../shared/records.ts';

export type Address = OnScreen<typeof ADDRESS>;
export type SiteStatus = OnScreen<typeof SITE_STATUS>;
export type Presence = SiteStatus['status'];
export type PriceListHead = Pick<OnScreen<typeof PRICE_LIST>, keyof Entity | 'name'>;

export interface DeviceRecord extends Entity {
  readonly name: string;
  readonly kind: 'register' | 'kitchen' | 'agent' | null;
  readonly register_id: Id;
  readonly last_used_at: string | null;
}

export interface PrintJob extends Entity {
  readonly order_id_str: Id;
  readonly kind: 'ticket' | 'receipt';
  readonly state: JobState;
  readonly pass_thru: boolean;
  readonly copy: boolean;
  readonly attempt: number;
  readonly agent: string | null;
  readonly failure: string | null;
  readonly printed_at: string | null;
}

export type StaffMember = OnScreen<typeof STAFF>;
export type Permission = NonNullable<StaffMember['permissions']>[number];
export type Tax = OnScreen<typeof TAX>;
export type TaxGroup = OnScreen<typeof TAX_GROUP>;
export type PaymentMethod = OnScreen<typeof PAYMENT_METHOD>;

export interface Member {
  readonly id_str: Id;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly created_at: string;
}

/** What a member made that lets somebody in. */
export interface MemberKey {
  readonly key: string;
  readonly kind: 'access_token' | 'client_secret' | 'device' | 'grant' | 'invitation';
  readonly name: string;
  readonly register_id_str: Id | null;
  readonly last_used_at: string | null;
  readonly created_at: string;
}

export interface Invitation {
  readonly id_str: Id;
  readonly email: string;
  readonly role: Role;
  readonly created_at: string;
  readonly expires_at: string;
}

export interface AuditEntry {
  readonly id_str: Id;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly address: string | null;
  readonly created_at: string;
}

/** An add-on that somebody connected. */
export interface Grant {
  readonly id_str: Id;
  readonly addon: {
    readonly id_str: Id;
    readonly name: string;
    readonly company: { readonly id_str: Id; readonly name: string };
  };
  readonly scopes: readonly AddonScope[];
  readonly user: { readonly email: string; readonly name: string };
  readonly last_used_at: string;
  readonly created_at: string;
}

/** An add-on of the company's own. */
export interface OwnAddon {
  readonly id_str: Id;
  readonly name: string;
  readonly client_id: string;
  readonly is_public: boolean;
  readonly scopes: readonly AddonScope[];
  readonly redirect_uris: readonly string[];
  readonly old_secret_valid_until: string | null;
  readonly last_used_at: string | null;
  readonly created_at: string;
}

export interface SigningSecret {
  readonly signing_secret: string;
  readonly signing_secret_base64: string;
}

export interface NewAddon extends OwnAddon, SigningSecret {
  readonly client_secret: string | null;
}

export interface Webhook extends Entity {
  readonly topic: Topic;
  readonly address: string;
  readonly format: 'json' | 'xml';
  readonly headers: Readonly<Record<string, string>>;
  readonly filter: { readonly site_ids?: readonly Id[]; readonly attributes?: readonly string[] };
  /** In lists alone. */
  readonly dead_deliveries?: number;
}

export interface DeliveryAttempt {
  readonly number: number;
  readonly started_at: string;
  readonly latency_ms: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
}

export interface Delivery {
  readonly id_str: Id;
  readonly topic: string;
  readonly event_number: number | string | null;
  readonly resource_id_str: Id;
  readonly address: string;
  readonly state: DeliveryState;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly DeliveryAttempt[];
  readonly created_at: string;
  readonly ended_at: string | null;
}

/** A request of the log. */
export interface LoggedRequest {
  readonly id_str: Id;
  readonly at: string;
  readonly request_id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly error: string | null;
  readonly error_description: string | null;
  readonly duration_ms: number;
  readonly addon: { readonly id_str: Id; readonly name: string | null } | null;
  readonly user: { readonly id_str: Id; readonly email: string | null } | null;
  readonly device_id: Id | null;
  readonly staff_id: Id | null;
  readonly body: string | null;
}

/** An event of the log, as lists show it. */
export interface LoggedEvent {
  readonly number: number | string;
  readonly topic: Topic;
  readonly resource_id_str: Id;
  readonly site_ids: readonly Id[];
  readonly changed: readonly string[];
  readonly created_at: string;
  readonly payload: unknown;
}

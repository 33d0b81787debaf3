// The records that only the back office reads.

import type {
  ADDON,
  ADDON_WEBHOOK,
  DEVICE,
  LOGGED_REQUEST,
  MEMBER_KEY,
  NEW_ADDON,
  SIGNING_KEY,
} from '#src/access/shape.ts';
import type {
  ADDRESS,
  PAYMENT_METHOD,
  PRICE_LIST,
  SITE_STATUS,
  STAFF,
  TAX,
  TAX_GROUP,
} from '#src/company/shape.ts';
import type { GRANT } from '#src/oauth/shape.ts';
import type { EVENT } from '#src/outbox/shape.ts';
import type { AUDIT_ENTRY, INVITATION, MEMBER } from '#src/people/shape.ts';
import type { PRINT_JOB } from '#src/printing/shape.ts';
import type { OnScreen } from '#src/shape/shape.ts';
import type { DELIVERY, WEBHOOK } from '#src/webhooks/shape.ts';
import type { Entity } from '../shared/records.ts';

export type { Company, Register, Site } from '../shared/records.ts';

export type Address = OnScreen<typeof ADDRESS>;
export type SiteStatus = OnScreen<typeof SITE_STATUS>;
export type Presence = SiteStatus['status'];
export type PriceListHead = Pick<OnScreen<typeof PRICE_LIST>, keyof Entity | 'name'>;

export type DeviceRecord = OnScreen<typeof DEVICE>;

export type PrintJob = OnScreen<typeof PRINT_JOB>;

export type StaffMember = OnScreen<typeof STAFF>;
export type Permission = NonNullable<StaffMember['permissions']>[number];
export type Tax = OnScreen<typeof TAX>;
export type TaxGroup = OnScreen<typeof TAX_GROUP>;
export type PaymentMethod = OnScreen<typeof PAYMENT_METHOD>;

export type Member = OnScreen<typeof MEMBER>;
export type MemberKey = OnScreen<typeof MEMBER_KEY>;
export type Invitation = OnScreen<typeof INVITATION>;
export type AuditEntry = OnScreen<typeof AUDIT_ENTRY>;
/** A connected add-on. */
export type Grant = OnScreen<typeof GRANT>;
/** An add-on of the company's own. */
export type OwnAddon = OnScreen<typeof ADDON>;
export type NewAddon = OnScreen<typeof NEW_ADDON>;
export type SigningSecret = OnScreen<typeof SIGNING_KEY>;
/** With what needs attention in lists alone. */
export type Webhook = OnScreen<typeof WEBHOOK> & Partial<OnScreen<typeof ADDON_WEBHOOK>>;
export type Delivery = OnScreen<typeof DELIVERY>;
export type DeliveryAttempt = Delivery['attempts'][number];
/** A request of the log. */
export type LoggedRequest = OnScreen<typeof LOGGED_REQUEST>;
/** An event of the log, as lists show it. */
export type LoggedEvent = OnScreen<typeof EVENT>;

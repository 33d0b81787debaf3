import { orNull, whole } from '../shape/kinds.ts';
import { field } from '../shape/shape.ts';

// How long what a company does not need for ever is kept (reference: company.25).

/** Days that deliveries are kept where the company says nothing else, and at most. */
const DELIVERIES_DAYS = 30;
const MOST_DELIVERIES_DAYS = 90;
/** Days that the log of requests goes back where the company says nothing else, and at most. */
const REQUESTS_DAYS = 7;
const MOST_REQUESTS_DAYS = 30;
/** Hours that an idempotency key is kept where the company says nothing else, which are the fewest; and the most. */
const KEYS_HOURS = 24;
const MOST_KEYS_HOURS = 168;
/** The fewest days that events and the history of orders are kept, and the most that can be said of any. */
const FEWEST_EVENTS_DAYS = 31;
const FEWEST_HISTORY_DAYS = 90;
const MOST_DAYS = 3_650;

const OWNERS = ' Owners alone change it.';

/** The fields of the company that say it. */
export const RETENTION = {
  keep_events_days: field(
    orNull(whole(FEWEST_EVENTS_DAYS, MOST_DAYS)),
    `Days that events stay in the event log; null is for ever. More than deliveries are kept.${OWNERS}`,
  ),
  keep_deliveries_days: field(
    whole(1, MOST_DELIVERIES_DAYS),
    `Days that deliveries of webhooks stay in the log after they have ended.${OWNERS}`,
    { initially: DELIVERIES_DAYS },
  ),
  keep_requests_days: field(
    whole(1, MOST_REQUESTS_DAYS),
    `Days that requests of add-ons stay in the log of requests.${OWNERS}`,
    { initially: REQUESTS_DAYS },
  ),
  keep_idempotency_keys_hours: field(
    whole(KEYS_HOURS, MOST_KEYS_HOURS),
    `Hours that an idempotency key gets its first answer again.${OWNERS}`,
    { initially: KEYS_HOURS },
  ),
  keep_order_history_days: field(
    orNull(whole(FEWEST_HISTORY_DAYS, MOST_DAYS)),
    'Days after its last change that a closed order keeps its history, of which the first and the last entry stay; ' +
      `null is for ever.${OWNERS}`,
  ),
} as const;

/** The names of these fields. */
export const RETENTION_FIELDS = Object.keys(RETENTION) as readonly (keyof typeof RETENTION)[];

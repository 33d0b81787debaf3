import { sayReason } from '../edge/errors.ts';
import { ONE } from '../kernel/money.ts';
import type { Param } from '../kernel/reasons.ts';
import type { Micros } from '../kernel/time.ts';
import type { Words } from '../kernel/words.ts';
import * as people from '../people/shape.ts';
import { view } from '../shape/view.ts';
import type { HeaderMap } from '../webhooks/headers.ts';
import type { Webhook } from '../webhooks/shape.ts';
import { bothForms } from '../webhooks/view.ts';
import { MAX_SENTENCE } from './rules/refusal-text.ts';
import * as shapes from './shape.ts';

// How answers show what the back office has: what of it does not lie in the record itself.

export const deviceView = view(shapes.DEVICE, () => ({}));

const validUntil = ({ old_secret_until: until }: shapes.Addon, now: Micros) => ({
  old_secret_valid_until: until !== null && until > now ? until : null,
});

/** An add-on as its maker sees it: no secret, only until when the one before the last is taken. */
export const addonView = view(shapes.ADDON, validUntil);

/** The secrets of an add-on that was just made. */
interface Secrets {
  readonly client_secret: string | null;
  readonly signing_secret: string;
}

/** The same with its secrets, which are shown this once. */
export const newAddonView = view(
  shapes.NEW_ADDON,
  (addon: shapes.Addon, now: Micros, { client_secret, signing_secret }: Secrets) => ({
    ...validUntil(addon, now),
    client_secret,
    ...bothForms(signing_secret),
  }),
);

export const clientSecretView = view(shapes.CLIENT_SECRET);
export const signingKeyView = view(shapes.SIGNING_KEY, ({ secret }: { readonly secret: string }) =>
  bothForms(secret),
);
export const addonTokenView = view(shapes.ADDON_TOKEN);

/** The counts of a webhook that need attention. */
interface Attention {
  readonly dead_deliveries: number;
  readonly stalled_since: Micros | null;
}
export const addonWebhookView = view(
  shapes.ADDON_WEBHOOK,
  (_webhook: Webhook, headers: HeaderMap, attention: Attention) => ({ headers, ...attention }),
);

export const memberView = view(people.MEMBER, ({ factor_since: since, passkeys }: people.Member) => ({
  has_second_factor: since !== null || passkeys > 0n,
}));
export const invitationView = view(people.INVITATION);
export const newInvitationView = view(
  people.NEW_INVITATION,
  (_invitation: people.Invitation, link: string, mailed: boolean) => ({ link, mailed }),
);

/** The name of a key among those of a member: an access token by the beginning of its hash. */
export function keyName({ kind, id }: shapes.Key): string {
  return `${kind}-${id.slice(0, 20)}`;
}
const keyView = view(shapes.MEMBER_KEY, (key: shapes.Key) => ({ key: keyName(key) }));
export const keysView = view(shapes.MEMBER_KEYS, (keys: readonly shapes.Key[]) => ({
  keys: keys.map((key) => keyView(key)),
}));

/** The sentence of a refusal in the log, in the language of its reader; as it was sent where that was kept. */
function tellSaid({ said, error_description: kept }: shapes.ListedRequest, words: Words) {
  const param = said === null ? null : (JSON.parse(said) as Param);
  const description =
    param === null ? kept : words.tell({ whole: sayReason(param, words), longest: MAX_SENTENCE });
  const { reason = null, params = {} } =
    param !== null && typeof param === 'object' && 'reason' in param ? param : {};
  return { error_description: description, reason, params };
}

/** A request of the log; the body is the beginning of a refused one, without secrets. */
export const requestView = view(shapes.LOGGED_REQUEST, (row: shapes.ListedRequest, words: Words) => ({
  status: Number(row.status),
  ...tellSaid(row, words),
  duration_ms: (row.duration * ONE) / 1000n,
  addon: { id: row.addon_id, name: row.addon_name },
  user: row.user_id === null ? null : { id: row.user_id, email: row.user_email },
}));

export const sessionView = view(shapes.SESSION);
export const screenTokenView = view(shapes.SCREEN_TOKEN);
export const deviceTokenView = view(shapes.DEVICE_TOKEN);
export const exchangedDeviceView = view(shapes.EXCHANGED_DEVICE);

/** A device that was let in; an agent has its token with it. */
export const newDeviceView = view(
  shapes.NEW_DEVICE,
  (_made: { readonly device: shapes.Device }, access_token: string | undefined) => ({
    access_token,
    token_type: access_token === undefined ? undefined : ('Bearer' as const),
  }),
);

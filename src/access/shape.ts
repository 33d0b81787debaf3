import { REGISTER } from '../company/shape.ts';
import { ROLES } from '../edge/scopes.ts';
import { LANGUAGES } from '../kernel/words.ts';
import { SCOPE, SHORT_TOKEN, scopes, TOKEN_TYPE } from '../oauth/shape.ts';
import {
  anyObject,
  count,
  decimal,
  flag,
  id,
  list,
  long,
  name,
  oneOf,
  orNull,
  readBy,
  time,
  words,
} from '../shape/kinds.ts';
import { of, viewOf } from '../shape/nested.ts';
import * as reads from '../shape/reads.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import { derived, field, fixed, hidden, part, type Stored, sent, shape } from '../shape/shape.ts';
import { SIGNING, WEBHOOK } from '../webhooks/shape.ts';

// What the back office has: every record, field by field (docs/changing.md).

/** Longest name of an add-on or a device, in characters. */
const MAX_NAME = 100;
/** More redirect addresses than an add-on can have are not even read. */
const MAX_LISTED = 100;

const { created_at } = STAMPS;
const lastUsed = fixed(orNull(time), 'When it last called, to the minute; null when it never did.');

/** An add-on as its maker sees it. */
export const ADDON = shape('Addon', 'An add-on that the company made.', {
  ...IDS,
  name: field(name(MAX_NAME), 'The name.', { needed: true }),
  client_id: fixed(words, 'The client_id.'),
  is_public: field(
    readBy(flag, reads.flag.nullable()),
    'Whether it is a public client, which has no secret.',
    { on: 'create' },
  ),
  scopes: field(scopes, 'The scopes that it may ask for.', { needed: true }),
  redirect_uris: field(
    list(readBy(name(1_000), reads.name(1_000).meta({ format: 'uri' })), MAX_LISTED),
    'Where people come back to after consent.',
    {
      unset: [],
    },
  ),
  old_secret_valid_until: derived(orNull(time), 'Until when the client_secret before the last one is taken.'),
  last_used_at: lastUsed,
  created_at,
  ...OWNER,
  signing_secret: hidden(words, 'The secret that signs its messages, sealed.'),
  old_signing_secret: hidden(orNull(words), 'The one before, sealed.'),
  old_signing_until: hidden(orNull(time), 'Until when that one signs as well.'),
  old_secret_until: hidden(orNull(time), 'Until when the client_secret before the last one is taken.'),
});
export interface Addon extends Stored<typeof ADDON> {}

export const NEW_ADDON = shape('NewAddon', 'A new add-on, with its secrets.', {
  ...ADDON.fields,
  client_secret: derived(orNull(words), 'The client_secret, shown this once; null for a public client.'),
  ...SIGNING,
});

export const CLIENT_SECRET = shape('ClientSecret', 'A new client_secret.', {
  client_secret: fixed(words, 'The secret, shown this once.'),
  old_secret_valid_until: fixed(time, 'Until when the one before is taken as well.'),
});

export const SIGNING_KEY = shape('SigningKey', 'The signing secret.', SIGNING);

/** The body of a request for an add-on's token. */
export const ADDON_TOKEN_REQUEST = part('For how long, and for what.', {
  expires_at: sent(orNull(time), 'When it ends; null or absent is never.'),
  scopes: sent(orNull(scopes), 'The scopes of the token; all those of the add-on unless given.'),
});

export const ADDON_TOKEN = shape('AddonToken', 'A token of an add-on for its own company.', {
  access_token: fixed(words, 'The token, shown this once.'),
  token_type: TOKEN_TYPE,
  expires_at: fixed(orNull(time), 'When it ends; null is never.'),
  scope: SCOPE,
});

/** A webhook with what of it needs attention. */
export const ADDON_WEBHOOK = shape('AddonWebhook', WEBHOOK.words, {
  ...WEBHOOK.fields,
  dead_deliveries: derived(count, 'How many of its messages were given up.'),
  stalled_since: derived(orNull(time), 'Since when a message of its is due and is not sent; null is usual.'),
});

/** A screen has its key in a cookie and short-lived tokens; an agent, which is no browser, has a token without end. */
const SCREEN_KINDS = ['register', 'kitchen'] as const;
const DEVICE_KINDS = [...SCREEN_KINDS, 'agent'] as const;
export type ScreenKind = (typeof SCREEN_KINDS)[number];

/** A register, kitchen screen or print agent that was let in. */
export const DEVICE = shape('Device', 'A till, kitchen screen or print agent that was let in.', {
  ...IDS,
  name: field(name(MAX_NAME), 'The name.', { needed: true }),
  kind: fixed(
    orNull(oneOf(DEVICE_KINDS)),
    'The kind of device; null where an earlier version did not keep it.',
  ),
  register_id: fixed(id, 'The register it is for.'),
  register: derived(orNull(viewOf(REGISTER)), 'That register, with `expand`.', { sometimes: true }),
  last_used_at: lastUsed,
  ...STAMPS,
  ...OWNER,
  user_id: hidden(id, 'The user who let it in.'),
  revoked_at: hidden(orNull(time), 'When it was let in no more.'),
});
export interface Device extends Stored<typeof DEVICE> {}

/** The kinds of keys that stay valid after the membership of their maker. */
const KEY_KINDS = ['access_token', 'client_secret', 'device', 'grant', 'invitation'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** A key that a member of a company made, let in, granted or sent. */
export const MEMBER_KEY = shape(
  'MemberKey',
  'A key that a member made and that gives access, also when the member has left.',
  {
    key: derived(words, 'Its name in `keep`.'),
    kind: fixed(
      oneOf(KEY_KINDS),
      'A token that was made for an add-on of the company, the client_secret of one, a device that was let in, an add-on that was connected, or an invitation.',
    ),
    name: fixed(words, 'The add-on, the device, or the e-mail address that was invited.'),
    addon_id: fixed(orNull(id), 'The add-on, of a token, a client_secret and a connection.'),
    register_id: fixed(orNull(id), 'The register, of a device.'),
    last_used_at: lastUsed,
    created_at,
    id: hidden(
      words,
      "An id, of a client secret the add-on's; of an access token, which has none, its hash.",
    ),
  },
);
export interface Key extends Stored<typeof MEMBER_KEY> {}

export const MEMBER_KEYS = shape('MemberKeys', 'The keys of a member.', {
  keys: derived(list(viewOf(MEMBER_KEY)), 'All of them.'),
});

const ADDON_NAME = part('The add-on that asked.', { ...IDS, name: fixed(orNull(words), 'Its name.') });
const USER_NAME = part('The user who asked.', {
  ...IDS,
  email: fixed(orNull(words), 'The e-mail address.'),
});

/** A request as the log shows it, with the names of its add-on and user. */
export const LOGGED_REQUEST = shape('LoggedRequest', 'A request to the API.', {
  ...IDS,
  at: fixed(time, 'When.'),
  request_id: fixed(words, 'The X-Request-Id.'),
  method: fixed(words, 'The method.'),
  path: fixed(words, 'The path, without secrets.'),
  status: fixed(long, 'The status of the answer.', { shows: count }),
  error: fixed(orNull(words), 'The code of the refusal.'),
  error_description: fixed(orNull(words), 'Its sentence, in the language of who reads it.', {
    shows: orNull(words),
  }),
  reason: derived(orNull(words), 'The code of the sentence; null where it has none, or there are several.'),
  params: derived(anyObject, 'The values that stand in it, by their names.'),
  duration_ms: derived(decimal(), 'How long it took, in milliseconds.'),
  addon: derived(orNull(of(ADDON_NAME)), 'The add-on that asked.'),
  user: derived(orNull(of(USER_NAME)), 'The user who asked.'),
  device_id: fixed(orNull(id), 'The device that asked.'),
  staff_id: fixed(orNull(id), 'The staff member who was signed in.'),
  body: fixed(orNull(words), 'The beginning of the body of what was refused, without secrets.'),
  said: hidden(orNull(words), 'The sentence of the refusal, by code and values, as JSON.'),
  duration: hidden(long, 'How long it took, in microseconds.'),
  addon_id: hidden(id, 'The add-on.'),
  addon_name: hidden(orNull(words), 'Its name.'),
  user_id: hidden(orNull(id), 'The user.'),
  user_email: hidden(orNull(words), 'Their e-mail address.'),
});
export interface ListedRequest extends Stored<typeof LOGGED_REQUEST> {}

const USER = part('The user.', {
  ...IDS,
  email: fixed(words, 'The e-mail address.'),
  name: fixed(words, 'The name.'),
  language: fixed(orNull(oneOf(LANGUAGES)), 'The language of their screens; null leaves it to the browser.'),
});
const ROLE = fixed(oneOf(ROLES), 'As what.');
const OWN_COMPANY = part('A company they are in.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  role: ROLE,
  needs_second_factor: fixed(
    flag,
    'Whether the company asks for a second factor that the user has not set up: until then only the own account is open.',
  ),
});

export const SESSION = shape('Session', 'The user who is signed in to the screens.', {
  user: fixed(of(USER), 'The user.'),
  companies: fixed(list(of(OWN_COMPANY)), 'The companies they are in.'),
});

const COMPANY = {
  company_id: fixed(id, 'The company.'),
  last_event: fixed(
    long,
    'The number of the last event of the company: what is read with the token shows everything up to it.',
  ),
};
const company_id = sent(id, 'The company.', { needed: true });
const screen = sent(oneOf(SCREEN_KINDS), 'The screen.', { needed: true });
/** The record itself, within another answer. */
const device = fixed(of(DEVICE), 'The device.');

export const SCREEN_TOKEN_REQUEST = shape('ScreenTokenRequest', 'For which company.', { company_id });

export const LANGUAGE_REQUEST = shape('LanguageRequest', 'In which language.', {
  language: sent(orNull(oneOf(LANGUAGES)), 'The language; null leaves it to the browser.', { needed: true }),
});

export const SCREEN_TOKEN = shape('ScreenToken', 'A token for a screen, good for 15 minutes.', {
  ...SHORT_TOKEN,
  ...COMPANY,
  role: ROLE,
});

export const DEVICE_REQUEST = shape('DeviceRequest', 'Which device, and where it is.', {
  company_id,
  register_id: sent(id, 'The register it is for.', { needed: true }),
  name: sent(name(MAX_NAME), 'The name.', { needed: true }),
  kind: sent(
    orNull(oneOf(DEVICE_KINDS)),
    'The kind of device: an agent, unless given. A screen has its key in a cookie.',
  ),
});

export const NEW_DEVICE = shape(
  'NewDevice',
  'A device that was let in. An agent has its token with it; a screen has its key in a cookie.',
  {
    access_token: derived(words, 'The token of an agent, shown this once.', { sometimes: true }),
    token_type: derived(TOKEN_TYPE.kind, TOKEN_TYPE.words, { sometimes: true }),
    device,
  },
);

export const DEVICE_TOKEN_REQUEST = shape('DeviceTokenRequest', 'For which screen of this browser.', {
  kind: screen,
  operator_token: sent(
    orNull(name(200)),
    'The token of a session at this device, also when it is over: for sending what was made in it, for 7 days.',
  ),
});

export const DEVICE_TOKEN = shape('DeviceToken', 'A token for the screen of a device, good for 15 minutes.', {
  ...SHORT_TOKEN,
  ...COMPANY,
  device,
});

export const DEVICE_EXCHANGE_REQUEST = shape(
  'DeviceExchangeRequest',
  'The key that an earlier version of a screen kept.',
  {
    kind: screen,
    access_token: sent(name(200), 'Its token without an end.', { needed: true }),
  },
);

export const EXCHANGED_DEVICE = shape('ExchangedDevice', 'A device that has a key now.', { device });

/** Of what begins anew each day. */
const DAILY = part('The use of a quota today.', {
  used: fixed(count, 'How much is used.'),
  limit: fixed(orNull(count), 'The quota; null where there is none.'),
  remaining: fixed(orNull(count), 'The rest of it.'),
});
const STORED_ROWS = part('The stored records.', {
  used: fixed(
    orNull(count),
    'How many there are; null where they were never counted, as nothing limits them.',
  ),
  limit: fixed(orNull(count), 'The quota; null where there is none.'),
  remaining: fixed(orNull(count), 'The rest of it.'),
  counted_at: fixed(orNull(time), 'When they were counted; those that were made since are added.'),
});
const USE_OF_DAY = part('The use of a day.', {
  day: fixed(words, 'The day of UTC.'),
  requests: fixed(count, 'The requests of its add-ons.'),
  bytes: fixed(count, 'The bytes of their bodies and of the answers.'),
});

export const USAGE = shape('Usage', "The use of a company's quotas. Days are those of UTC.", {
  day: fixed(words, 'Today.'),
  requests: fixed(of(DAILY), 'The requests of its add-ons today.'),
  bytes: fixed(of(DAILY), 'The bytes of the bodies of these requests and of their answers.'),
  rows: fixed(of(STORED_ROWS), 'Its orders, products and customers.'),
  days: fixed(list(of(USE_OF_DAY)), 'The last 30 days in which something was used, the newest first.'),
});

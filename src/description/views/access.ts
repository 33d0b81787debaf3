import { KEY_KINDS } from '../../access/keys.store.ts';
import { DEVICE_KINDS } from '../../access/store.ts';
import { ROLES, SCOPES } from '../../edge/scopes.ts';
import {
  decimal,
  flag,
  IDS,
  list,
  long,
  object,
  orNull,
  ref,
  type Schemas,
  STAMPS,
  text,
  time,
  whole,
  words,
} from '../../shape/schema.ts';
import { WEBHOOK_VIEWS } from './webhooks.ts';

const created_at = time('When it was made.');
const scopes = list(words(SCOPES), 'What it may do.');
const lastUsed = orNull(time('When it last called, to the minute; null when it never did.'));

const addon = {
  ...IDS,
  name: text('The name.'),
  client_id: text('The client_id.'),
  is_public: flag('Whether it is a public client, which has no secret.'),
  scopes,
  redirect_uris: list(text(), 'Where people come back to after consent.'),
  old_secret_valid_until: orNull(time('Until when the client_secret before the last one is taken.')),
  last_used_at: lastUsed,
  created_at,
};

const signing = {
  signing_secret: text('The secret messages are signed with. Its bytes are the key.'),
  signing_secret_base64: text('The same key for libraries of Standard Webhooks.'),
};

const invitation = {
  ...IDS,
  email: text('Who is invited.'),
  role: words(ROLES, 'As what.'),
  created_at,
  expires_at: time('Until when the link works.'),
};

const named = (description: string, always: Schemas) => orNull(object(description, { ...IDS, ...always }));

/** The back office: see access/view.ts. */
export const ACCESS_VIEWS: Schemas = {
  Addon: object('An add-on that the company made.', addon),
  NewAddon: object('A new add-on, with its secrets.', {
    ...addon,
    client_secret: orNull(text('The client_secret, shown this once; null for a public client.')),
    ...signing,
  }),
  ClientSecret: object('A new client_secret.', {
    client_secret: text('The secret, shown this once.'),
    old_secret_valid_until: time('Until when the one before is taken as well.'),
  }),
  SigningKey: object('The signing secret.', signing),
  AddonToken: object('A token of an add-on for its own company.', {
    access_token: text('The token, shown this once.'),
    token_type: words(['Bearer'], 'How it is sent.'),
    expires_at: orNull(time('When it ends; null is never.')),
    scope: text('What it may do: scopes, separated by blanks.'),
  }),
  AddonWebhook: {
    ...WEBHOOK_VIEWS.Webhook,
    properties: {
      ...WEBHOOK_VIEWS.Webhook?.properties,
      dead_deliveries: whole('How many of its messages were given up.'),
      stalled_since: orNull(time('Since when a message of its is due and is not sent; null is usual.')),
    },
  },
  Device: object('A till, kitchen screen or print agent that was let in.', {
    ...IDS,
    name: text('The name.'),
    kind: orNull(words(DEVICE_KINDS, 'What it is; null where an earlier version did not write it down.')),
    register_id: long('The register it is for.'),
    register_id_str: text('The same as text.'),
    last_used_at: lastUsed,
    ...STAMPS,
  }),
  Grant: object('An add-on that somebody connected.', {
    ...IDS,
    addon: object('The add-on.', {
      ...IDS,
      name: text('Its name.'),
      company: object('Who made it.', { ...IDS, name: text('The name of the company.') }),
    }),
    scopes,
    user: object('Who connected it.', {
      ...IDS,
      email: text('The e-mail address.'),
      name: text('The name.'),
    }),
    last_used_at: time('When it last called, or was connected.'),
    created_at,
  }),
  Member: object('Somebody who is in the company.', {
    ...IDS,
    email: text('The e-mail address they sign in with.'),
    name: text('The name.'),
    role: words(ROLES, 'An owner may do everything, a manager the daily business, staff the till.'),
    created_at: time('When they joined.'),
  }),
  MemberKey: object('What a member made that lets somebody in, also when the member is none any more.', {
    key: text('What it is called in `keep`.'),
    kind: words(
      KEY_KINDS,
      'A token that was made for an add-on of the company, the client_secret of one, a device that was let in, an add-on that was connected, or an invitation.',
    ),
    name: text('The add-on, the device, or the e-mail address that was invited.'),
    addon_id: orNull(long('The add-on, of a token, a client_secret and a connection.')),
    addon_id_str: orNull(text('The same as text.')),
    register_id: orNull(long('The register, of a device.')),
    register_id_str: orNull(text('The same as text.')),
    last_used_at: lastUsed,
    created_at,
  }),
  MemberKeys: object('The keys of a member.', { keys: list(ref('MemberKey'), 'All of them.') }),
  Invitation: object('Somebody who may join.', invitation),
  NewInvitation: object('A new invitation, with its link.', {
    ...invitation,
    link: text('The link to hand out, shown this once.'),
  }),
  AuditEntry: object('Something that somebody did.', {
    ...IDS,
    user_id: orNull(long('Who.')),
    user_id_str: orNull(text('The same as text.')),
    actor: text('Who, in words.'),
    action: text('What, such as addon.created.'),
    subject: orNull(text('To what.')),
    address: orNull(text('The address of the network it came from.')),
    created_at: time('When.'),
  }),
  LoggedRequest: object('A request to the API.', {
    ...IDS,
    at: time('When.'),
    request_id: text('The X-Request-Id.'),
    method: text('The method.'),
    path: text('The path, without secrets.'),
    status: whole('The status of the answer.'),
    error: orNull(text('The code of the refusal.')),
    error_description: orNull(text('Its sentence.')),
    duration_ms: decimal('How long it took, in milliseconds.'),
    addon: named('The add-on that asked.', { name: orNull(text('Its name.')) }),
    user: named('The person who asked.', { email: orNull(text('The e-mail address.')) }),
    device_id: orNull(long('The device that asked.')),
    staff_id: orNull(long('The staff member who was signed in.')),
    body: orNull(text('The beginning of the body of what was refused, without secrets.')),
  }),
  Session: object('Who is signed in to the screens.', {
    user: object('The person.', {
      ...IDS,
      email: text('The e-mail address.'),
      name: text('The name.'),
    }),
    companies: list(
      object('A company they are in.', { ...IDS, name: text('Its name.'), role: words(ROLES, 'As what.') }),
      'The companies they are in.',
    ),
  }),
  ScreenToken: object('A token for a screen, good for 15 minutes.', {
    access_token: text('The token.'),
    token_type: words(['Bearer'], 'How it is sent.'),
    expires_in: whole('Seconds until it ends.'),
    company_id: long('The company.'),
    company_id_str: text('The same as text.'),
    role: words(ROLES, 'As what.'),
    scope: text('What it may do: scopes, separated by blanks.'),
  }),
  NewDevice: {
    ...object('A device that was let in. An agent has its token with it; a screen has its key in a cookie.', {
      access_token: text('The token of an agent, shown this once.'),
      token_type: words(['Bearer'], 'How it is sent.'),
      device: ref('Device', 'The device.'),
    }),
    required: ['device'],
  },
  DeviceToken: object('A token for the screen of a device, good for 15 minutes.', {
    access_token: text('The token.'),
    token_type: words(['Bearer'], 'How it is sent.'),
    expires_in: whole('Seconds until it ends.'),
    company_id: long('The company.'),
    company_id_str: text('The same as text.'),
    scope: text('What it may do: scopes, separated by blanks.'),
    device: ref('Device', 'The device.'),
  }),
  ExchangedDevice: object('A device that has a key now.', { device: ref('Device', 'The device.') }),
};

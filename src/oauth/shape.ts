import { type AddonScope, SCOPES } from '../edge/scopes.ts';
import { count, flag, id, list, name, oneOf, orNull, time, words } from '../shape/kinds.ts';
import { of } from '../shape/nested.ts';
import { IDS } from '../shape/records.ts';
import { derived, fixed, hidden, part, type Stored, shape } from '../shape/shape.ts';

// Tokens, and what was granted to add-ons: field by field (docs/changing.md).

export const TOKEN_TYPE = fixed(oneOf(['Bearer']), 'How it is sent.');
export const SCOPE = fixed(words, 'The scopes it was given, separated by blanks.');

/** The fields of every answer that issues a token with an end. */
export const SHORT_TOKEN = {
  access_token: fixed(words, 'Sent with every call as `Authorization: Bearer …`.'),
  token_type: TOKEN_TYPE,
  expires_in: fixed(count, 'Seconds until it ends.'),
  scope: SCOPE,
};

export const TOKEN = shape('Token', 'A token.', {
  ...SHORT_TOKEN,
  company_id: fixed(id, 'The company that it is for.'),
  refresh_token: derived(words, 'Gets the next one; not given to client_credentials.', { sometimes: true }),
});

const known = { sometimes: true } as const;

export const TOKEN_FACTS = shape('TokenFacts', 'The facts about a token.', {
  active: fixed(flag, 'Whether it is good.'),
  scope: derived(words, 'The scopes.', known),
  client_id: derived(words, 'Whose it is.', known),
  username: derived(words, 'The user who allowed it.', known),
  sub: derived(words, 'The user who allowed it, or the add-on itself.', known),
  company_id: derived(id, 'The company.', known),
  iss: derived(words, 'The issuer.', known),
  iat: derived(count, 'When it was issued, in Unix seconds.', known),
  exp: derived(count, 'When it expires, in Unix seconds.', known),
  token_type: derived(TOKEN_TYPE.kind, TOKEN_TYPE.words, known),
});

export const NOTHING = shape('Nothing', 'Nothing to say.', {});

/** The scopes that an add-on is registered for. */
export const scopes = list(oneOf(SCOPES), 100, 1);
export type Scopes = readonly AddonScope[];

const MAKER = part('The company that made it.', { ...IDS, name: fixed(name(), 'The name of the company.') });
const CONNECTED = part('The add-on.', {
  ...IDS,
  name: fixed(name(), 'Its name.'),
  company: fixed(of(MAKER), 'The company that made it.'),
});
const CONNECTOR = part('The user who connected it.', {
  ...IDS,
  email: fixed(words, 'The e-mail address.'),
  name: fixed(words, 'The name.'),
});

/** A grant as a list shows it. */
export const GRANT = shape('Grant', 'An add-on that somebody connected.', {
  ...IDS,
  addon: derived(of(CONNECTED), 'The add-on.'),
  scopes: fixed(words, 'The scopes.', { shows: scopes }),
  user: derived(of(CONNECTOR), 'The user who connected it.'),
  last_used_at: fixed(orNull(time), 'When it last called, or was connected.', { shows: time }),
  created_at: fixed(time, 'When it was made.'),
  addon_id: hidden(id, 'The add-on.'),
  addon_name: hidden(words, 'Its name.'),
  maker_id: hidden(id, 'The company that made it.'),
  maker_name: hidden(words, 'The name of that company.'),
  user_id: hidden(id, 'The user who connected it.'),
  user_email: hidden(words, 'Their e-mail address.'),
  user_name: hidden(words, 'Their name.'),
  used_at: hidden(time, 'When a token was last made from it.'),
});
export interface ListedGrant extends Stored<typeof GRANT> {}

// Paths that are not in the route table: tokens, sessions, and the description itself.

import * as account from '../access/account-shape.ts';
import * as access from '../access/shape.ts';
import { ERROR } from '../edge/shape.ts';
import { NOTHING, TOKEN, TOKEN_FACTS } from '../oauth/shape.ts';
import { bodies } from '../shape/bodies.ts';
import { ref, type Schemas, text, words } from '../shape/schema.ts';
import type { Shape } from '../shape/shape.ts';
import { bodySchemas } from './input.ts';
import { accountPaths } from './own-account.ts';

const FORM = 'application/x-www-form-urlencoded';

const error = (description: string) => ({
  description,
  content: { 'application/json': { schema: ref('Error') } },
});
const json = (description: string, schema: object, example: unknown) => ({
  description,
  content: { 'application/json': { schema, example } },
});

const client = {
  client_id: text("The add-on's client id, unless it is sent by HTTP Basic."),
  client_secret: text('Its secret, unless that is sent by HTTP Basic. A public client has none.'),
};
const both = (name: string, example: unknown) => ({
  required: true,
  content: { [FORM]: { schema: ref(name), example }, 'application/json': { schema: ref(name), example } },
});

/** The answers of these paths, and of every refused call. */
export const UNROUTED_ANSWERS: readonly Shape[] = [
  ERROR,
  TOKEN,
  TOKEN_FACTS,
  NOTHING,
  access.SESSION,
  access.SCREEN_TOKEN,
  access.NEW_DEVICE,
  access.DEVICE_TOKEN,
  access.EXCHANGED_DEVICE,
  account.ACCOUNT,
  account.TOTP_SETUP,
  account.RECOVERY_CODES,
  account.PASSKEY_OPTIONS,
];

/** The schemas of a body, by the name and the words of its shape. */
function bodyOf(shape: Shape): Schemas {
  const { name = '', words: description } = shape;
  return bodySchemas({ name, description, schema: bodies(shape).create });
}

/** The schemas of the bodies, and those without a shape: RFCs have their names. */
export const UNROUTED_SCHEMAS: Schemas = {
  ...bodyOf(access.SCREEN_TOKEN_REQUEST),
  ...bodyOf(access.LANGUAGE_REQUEST),
  ...bodyOf(access.DEVICE_REQUEST),
  ...bodyOf(access.DEVICE_TOKEN_REQUEST),
  ...bodyOf(access.DEVICE_EXCHANGE_REQUEST),
  ...bodyOf(account.PROOF_REQUEST),
  ...bodyOf(account.PASSWORD_REQUEST),
  ...bodyOf(account.END_SESSION_REQUEST),
  ...bodyOf(account.CODE_REQUEST),
  ...bodyOf(account.PASSKEY_REQUEST),
  ...bodyOf(account.REMOVE_PASSKEY_REQUEST),
  ...bodyOf(account.PASSKEY_SIGNIN_REQUEST),
  ...bodyOf(account.NOTHING_REQUEST),
  TokenRequest: {
    type: 'object',
    description: 'A grant (RFC 6749).',
    required: ['grant_type'],
    properties: {
      grant_type: words(['authorization_code', 'refresh_token', 'client_credentials'], 'Which grant.'),
      ...client,
      code: text('The code, of authorization_code.'),
      redirect_uri: text('Where the code was given to.'),
      code_verifier: text('The verifier of PKCE.'),
      refresh_token: text('The refresh token, of refresh_token.'),
      scope: text('The scopes that are wanted, separated by blanks; without, all there are to be had.'),
    },
  },
  TokenQuestion: {
    type: 'object',
    description: 'A token.',
    required: ['token'],
    properties: { token: text('The token.'), token_type_hint: text('Is not needed.'), ...client },
  },
  ServerMetadata: {
    type: 'object',
    description: 'Where everything is (RFC 8414).',
    required: ['issuer', 'authorization_endpoint', 'token_endpoint'],
    properties: {
      issuer: text('The issuer of tokens.'),
      authorization_endpoint: text('Where people are sent.'),
      token_endpoint: text('Where tokens are to be had.'),
    },
    additionalProperties: true,
  },
};

const ASKED = { token: 'pb_at_EXAMPLE', client_id: 'pb_ci_EXAMPLE', client_secret: 'pb_cs_EXAMPLE' };
const NO_TOKEN: readonly object[] = [];
/** Refusals that every request can get. */
const FAILURES = {
  500: error('`server_error`: it failed for a reason of its own.'),
  503: error('`temporarily_unavailable`: the database is away.'),
};
const TOO_LARGE = error('`payload_too_large`: a body has at most 1 MiB.');
const CLIENT_ERRORS = {
  401: error('`invalid_client`: the client is not known, or its secret is wrong.'),
  413: TOO_LARGE,
  429: error('`rate_limit_exceeded`: too many failed sign-ins of this add-on in this minute.'),
  ...FAILURES,
};
const SIGNED_IN: readonly object[] = [{ session: [] }];
const AT_DEVICE: readonly object[] = [{ device: [] }];
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const SCREEN = {
  name: 'X-Passbell-Screen',
  in: 'header',
  required: true,
  description: 'Says that one of our own pages asks.',
  schema: words(['1']),
};
const SESSION_ERRORS = {
  400: error('`invalid_request`.'),
  401: error('`invalid_token`: nobody is signed in.'),
  403: error(
    '`access_denied`: it is no page of ours, or the role does not allow it. `reauthentication_required`: the person has to prove who they are.',
  ),
  404: error('`not_found`: there is no such company for this person.'),
  413: TOO_LARGE,
  429: error('`rate_limit_exceeded`: too many tokens in this minute.'),
  ...FAILURES,
};

const DEVICE_ERRORS = {
  400: error('`invalid_request`.'),
  401: error('`invalid_token`: this browser is no device, or one that was revoked.'),
  403: error('`access_denied`: it is no page of ours, or the session was none of this device lately.'),
  413: TOO_LARGE,
  429: error('`rate_limit_exceeded`: too many tokens in this minute.'),
  ...FAILURES,
};

/** Its paths. */
export const UNROUTED: Readonly<Record<string, object>> = {
  '/v1/token': {
    post: {
      operationId: 'getToken',
      tags: ['Authentication'],
      summary: 'Get a token',
      description: 'Also at `/oauth/token` and `/v1/oauth/token`. As a form or as JSON.',
      security: NO_TOKEN,
      requestBody: both('TokenRequest', {
        grant_type: 'client_credentials',
        client_id: 'pb_ci_EXAMPLE',
        client_secret: 'pb_cs_EXAMPLE',
      }),
      responses: {
        200: json('A token.', ref('Token'), {
          access_token: 'pb_at_EXAMPLE',
          token_type: 'Bearer',
          expires_in: 3600,
          scope: 'orders:write products:read',
          company_id: 1,
          company_id_str: '1',
        }),
        400: error(
          '`invalid_request`, `invalid_grant`, `invalid_scope`, `unsupported_grant_type` or `unauthorized_client`.',
        ),
        ...CLIENT_ERRORS,
      },
    },
  },
  '/oauth/revoke': {
    post: {
      operationId: 'revokeToken',
      tags: ['Authentication'],
      summary: 'Revoke a token',
      description: 'RFC 7009: an access token by itself, a refresh token with all that was made of it.',
      security: NO_TOKEN,
      requestBody: both('TokenQuestion', ASKED),
      responses: {
        200: json('It is not good any more, or never was.', ref('Nothing'), {}),
        400: error('`invalid_request` or `invalid_grant`.'),
        ...CLIENT_ERRORS,
      },
    },
  },
  '/oauth/introspect': {
    post: {
      operationId: 'introspectToken',
      tags: ['Authentication'],
      summary: 'Ask about a token',
      description: 'RFC 7662: for confidential clients, about their own tokens.',
      security: NO_TOKEN,
      requestBody: both('TokenQuestion', ASKED),
      responses: {
        200: json('The facts about the token.', ref('TokenFacts'), { active: false }),
        400: error('`invalid_request`.'),
        ...CLIENT_ERRORS,
      },
    },
  },
  '/.well-known/oauth-authorization-server': {
    get: {
      operationId: 'getServerMetadata',
      tags: ['Authentication'],
      summary: 'Find out where everything is',
      security: NO_TOKEN,
      responses: {
        200: json('The metadata.', ref('ServerMetadata'), {
          issuer: 'https://pos.example.com',
          authorization_endpoint: 'https://pos.example.com/oauth/authorize',
          token_endpoint: 'https://pos.example.com/v1/token',
        }),
        404: error('`not_found`: the address does not fit the issuer.'),
      },
    },
  },
  '/session': {
    get: {
      operationId: 'getOwnSession',
      tags: ['Back office'],
      summary: 'Read who is signed in at this browser',
      security: SIGNED_IN,
      responses: {
        200: { description: 'The person and their companies.', ...content(ref('Session')) },
        401: error('`invalid_token`: nobody is signed in.'),
        ...FAILURES,
      },
    },
  },
  '/session/language': {
    post: {
      operationId: 'setOwnLanguage',
      tags: ['Back office'],
      summary: "Choose the language of the user's screens",
      security: SIGNED_IN,
      parameters: [SCREEN],
      requestBody: { required: true, ...content(ref('LanguageRequest')) },
      responses: { 204: { description: 'Chosen.' }, ...SESSION_ERRORS },
    },
  },
  '/session/token': {
    post: {
      operationId: 'createScreenToken',
      tags: ['Back office'],
      summary: 'Get a token for a screen',
      security: SIGNED_IN,
      parameters: [SCREEN],
      requestBody: { required: true, ...content(ref('ScreenTokenRequest')) },
      responses: { 200: { description: 'The token.', ...content(ref('ScreenToken')) }, ...SESSION_ERRORS },
    },
  },
  '/session/device': {
    post: {
      operationId: 'createDevice',
      tags: ['Back office'],
      summary: 'Let a device in',
      security: SIGNED_IN,
      parameters: [SCREEN],
      requestBody: { required: true, ...content(ref('DeviceRequest')) },
      responses: {
        201: { description: 'The device.', ...content(ref('NewDevice')) },
        ...SESSION_ERRORS,
      },
    },
  },
  '/session/device/token': {
    post: {
      operationId: 'createDeviceToken',
      tags: ['Back office'],
      summary: "Get a token for a device's screen",
      security: AT_DEVICE,
      parameters: [SCREEN],
      requestBody: { required: true, ...content(ref('DeviceTokenRequest')) },
      responses: { 200: { description: 'The token.', ...content(ref('DeviceToken')) }, ...DEVICE_ERRORS },
    },
  },
  '/session/device/exchange': {
    post: {
      operationId: 'exchangeDeviceToken',
      tags: ['Back office'],
      summary: "Get a key in a cookie for a device's token without an end",
      security: NO_TOKEN,
      parameters: [SCREEN],
      requestBody: { required: true, ...content(ref('DeviceExchangeRequest')) },
      responses: {
        200: { description: 'The device.', ...content(ref('ExchangedDevice')) },
        ...DEVICE_ERRORS,
      },
    },
  },
  ...accountPaths({ parameters: [SCREEN], errors: SESSION_ERRORS, noToken: NO_TOKEN, signedIn: SIGNED_IN }),
  '/openapi.json': {
    get: {
      operationId: 'getDescription',
      tags: ['Service'],
      summary: 'Read this description',
      security: NO_TOKEN,
      responses: {
        200: json('An OpenAPI 3.1 document.', { type: 'object' }, { openapi: '3.1.1' }),
        304: { description: 'Nothing has changed since the tag in If-None-Match.' },
        404: error('`not_found`: the process serves no API (its ROLE is delivery).'),
        429: error('`rate_limit_exceeded`: too many bytes of it are on their way already.'),
        503: error('`temporarily_unavailable`: too many bytes of answers are on their way already.'),
      },
    },
  },
};

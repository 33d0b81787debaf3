import { ApiError } from './errors.ts';
import { BROWSER, type Fetch } from './transport.ts';

/** An add-on and where it gets its tokens. */
export interface Credentials {
  /** Such as `https://localhost:8443`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scopes that are wanted, separated by blanks; all it is registered for where not given. */
  readonly scope?: string;
  readonly fetch?: Fetch;
  /** Now, in ms. */
  readonly now?: () => number;
}

/** How long before its end a token is replaced, in ms. */
const EARLY_MS = 60_000;

/** Gives tokens; `fresh` a new one, when the one before was refused. */
export interface TokenSource {
  (): Promise<string>;
  fresh(): Promise<string>;
}

/**
 * Gives an add-on's own tokens (client_credentials), a new one when the one before is about to end: the `token` of
 * Passbell. Calls at the same time share one request.
 */
export function clientCredentials(credentials: Credentials): TokenSource {
  const { now = () => Date.now() } = credentials;
  let known: { readonly token: string; readonly until: number } | undefined;
  let asked: Promise<{ readonly token: string; readonly until: number }> | undefined;
  const ask = async () => {
    const scope = credentials.scope === undefined ? {} : { scope: credentials.scope };
    const given = await getToken(credentials, { grant_type: 'client_credentials', ...scope });
    return { token: given.access_token, until: now() + given.expires_in * 1000 - EARLY_MS };
  };
  const fresh = async () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    known = await asked;
    return known.token;
  };
  const current = () => (known !== undefined && known.until > now() ? Promise.resolve(known.token) : fresh());
  return Object.assign(current, { fresh });
}

/** What the token endpoint answers. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly refresh_token?: string;
}

/** Asks the token endpoint for a token, by any grant; a public client has no secret. Throws ApiError when it is refused. */
export async function getToken(
  credentials: Pick<Credentials, 'baseUrl' | 'clientId' | 'fetch'> &
    Partial<Pick<Credentials, 'clientSecret'>>,
  grant: Readonly<Record<string, string>>,
): Promise<TokenAnswer> {
  const { baseUrl, clientId, clientSecret } = credentials;
  const send: Fetch = credentials.fetch ?? ((url, init) => fetch(url, init));
  const response = await send(`${baseUrl.replace(/\/$/, '')}/v1/token`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ ...grant, client_id: clientId, client_secret: clientSecret }),
    ...BROWSER,
  });
  const body = parseOrNothing(new TextDecoder().decode(await response.arrayBuffer()));
  if (response.status !== 200) throw new ApiError('getToken', response.status, body, response.headers);
  return body as TokenAnswer;
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

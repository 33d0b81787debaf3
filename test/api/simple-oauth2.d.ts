// What the tests use of simple-oauth2, which has no types of its own.
declare module 'simple-oauth2' {
  interface Options {
    readonly client: { readonly id: string; readonly secret: string };
    readonly auth: {
      readonly tokenHost: string;
      readonly tokenPath: string;
      readonly revokePath: string;
      readonly authorizePath?: string;
    };
    readonly http?: Readonly<Record<string, unknown>>;
    readonly options?: {
      readonly authorizationMethod?: 'header' | 'body';
      readonly bodyFormat?: 'form' | 'json';
    };
  }
  interface AccessToken {
    readonly token: Readonly<Record<string, unknown>>;
    refresh(params?: Readonly<Record<string, unknown>>): Promise<AccessToken>;
    revoke(type: 'access_token' | 'refresh_token'): Promise<void>;
    revokeAll(): Promise<void>;
  }
  export class AuthorizationCode {
    constructor(options: Options);
    authorizeURL(params: Readonly<Record<string, unknown>>): string;
    getToken(params: Readonly<Record<string, unknown>>): Promise<AccessToken>;
  }
  export class ClientCredentials {
    constructor(options: Options);
    getToken(params: Readonly<Record<string, unknown>>): Promise<AccessToken>;
  }
}

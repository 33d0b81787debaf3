// For tests: the register's access to a service that runs in the test.

import type { Api } from '../../web/register/api.ts';
import type { Client } from './service.ts';

/** The API as a test's client reaches it. */
export function clientApi(client: Client): Api {
  return async ({ method, path, body, key, ifMatch, ifNoneMatch }) => {
    const headers = {
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    };
    const answer = await client.ask(method, path, { headers, ...(body === undefined ? {} : { raw: body }) });
    return {
      status: answer.status,
      text: answer.text,
      header: (name) => answer.headers[name.toLowerCase()] ?? null,
    };
  };
}

// For tests: the published client of a service that runs in the test.

import { Agent, fetch as undiciFetch } from 'undici';
import { type Fetch, Passbell, type PassbellOptions } from '#clients/typescript/index.ts';
import type { Service } from './service.ts';

/** How requests reach a service of a test, whose certificate is its own. */
export function fetchFrom({ ca }: Pick<Service, 'ca'>): Fetch {
  const dispatcher = new Agent({ connect: { ca } });
  return (url, init) => undiciFetch(url, { ...init, dispatcher });
}

/** The client, as the sandbox's add-on unless it is given another token. Everything is sent once. */
export function clientOf(service: Service, options: Partial<PassbellOptions> = {}): Passbell {
  return new Passbell({
    baseUrl: service.url,
    token: service.client.token.replace('Bearer ', ''),
    fetch: fetchFrom(service),
    patience: { tries: 1 },
    ...options,
  });
}

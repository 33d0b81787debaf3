// An edge of its own over a service's database, for tests of routes and logs that the service has not.

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { BlockList } from 'node:net';
import { after } from 'node:test';
import { Languages } from '#src/edge/languages.ts';
import type { EdgeParts } from '#src/edge/parts.ts';
import { Keyring } from '#src/edge/secrets.ts';
import { createEdge, type Edge } from '#src/edge/server.ts';
import { IMPORT_TURNS } from '#src/kernel/budget.ts';
import { FairQueue } from '#src/kernel/fair-queue.ts';
import { sentence } from '#src/kernel/words.ts';
import type { Service } from './service.ts';

/** Makes the edge; it is closed after the test. */
export function edgeOver(
  { app, clock, ticker }: Service,
  parts: Pick<EdgeParts, 'routes' | 'logger'> & Partial<Pick<EdgeParts, 'storage' | 'slowMs'>>,
): Edge {
  const edge = createEdge({
    storage: app.storage,
    uses: [],
    clock,
    keyTime: clock,
    ticker,
    random: { bytes: (count) => randomBytes(count) },
    keyring: new Keyring(randomBytes(32)),
    refuseAddress: () => undefined,
    trusted: new BlockList(),
    rateLimit: 0,
    baseUrl: undefined,
    fallbackUrl: () => 'https://localhost',
    languages: new Languages(() => undefined),
    longWork: new FairQueue(IMPORT_TURNS, { ofKey: sentence('Full.'), ofAll: sentence('Full.') }),
    print: (_company, document) => Promise.resolve(Buffer.from(document)),
    createServer: (handler) => createServer(handler),
    ...parts,
  });
  after(() => edge.app.close());
  return edge;
}

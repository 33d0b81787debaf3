import type { Config } from './config.ts';
import { isReady, type Readiness } from './edge/readiness.ts';
import type { Edge } from './edge/server.ts';
import type { Storage } from './storage/port.ts';
import type { Delivery } from './webhooks/service.ts';

// Liveness and readiness of a process.

/** The state of deliveries in this process, for /readyz. */
export function stateOf({ role }: Config, delivery: Delivery | undefined): DeliveryState {
  if (role === 'api') return 'elsewhere';
  if (delivery?.engine.isRunning !== true) return 'not running';
  return delivery.engine.stalls.length > 0 ? 'stalled' : 'running';
}

/** Why a process is not ready although everything answers; the log has the address and the record. */
export const STALLED =
  'A delivery has been due for over a minute with slots free, and is not sent: see the log.';

/** The same of mail. */
export const MAIL_STALLED = 'A message by e-mail has been due for minutes and is not sent: see the log.';

/** Whether deliveries run in a process. */
type DeliveryState = 'running' | 'stalled' | 'not running' | 'elsewhere';

/**
 * /healthz: the process is up. /readyz: a request would be served, each check by name with why not. Neither needs a
 * token.
 */
export function addHealth(
  { app }: Edge,
  storage: Storage,
  readiness: Readiness,
  deliveryState: () => DeliveryState,
): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'up' }));
  app.get('/readyz', async (_request, reply) => {
    const results = await readiness.runChecks();
    const ready = isReady(results);
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database: storage.engine,
      delivery: deliveryState(),
      checks: Object.fromEntries(results),
    });
  });
}

// A network between a service and its database: a process that passes bytes on, each way after half of a round trip.
import { once } from 'node:events';
import { createServer, type Socket, connect as socketTo } from 'node:net';

/** Where the bytes go, and how long a round trip takes, in ms. */
export interface DistanceJob {
  readonly port: number;
  readonly roundTripMs: number;
}

/** Passes on what comes, in its order, after the delay. */
function pass(from: Socket, to: Socket, delayMs: number): void {
  from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), delayMs));
  from.on('close', () => setTimeout(() => to.destroy(), delayMs));
  from.on('error', () => undefined);
  from.setNoDelay(true);
}

process.once('message', async ({ port, roundTripMs }: DistanceJob) => {
  const server = createServer((client) => {
    const database = socketTo(port, '127.0.0.1');
    pass(client, database, roundTripMs / 2);
    pass(database, client, roundTripMs / 2);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});
process.once('disconnect', () => process.exit(0));

// A process that adds up orders for reports, one at a time, and says so after each. To be killed in between.
import { Projector } from '#src/reports/projector.ts';
import { systemRuntime } from '#src/runtime.ts';
import { PostgresStorage } from '#src/storage/engines/postgres.ts';
import { SqliteStorage } from '#src/storage/engines/sqlite.ts';
import type { Storage } from '#src/storage/port.ts';

const [place = '', batch = '1'] = process.argv.slice(2);
const real: Storage = place.startsWith('postgres') ? new PostgresStorage(place) : new SqliteStorage(place);
const storage: Storage = {
  engine: real.engine,
  read: (work) => real.read(work),
  write: async (work, options) => {
    const done = await real.write(work, options);
    process.stdout.write('step\n');
    return done;
  },
  startIdsAt: (kind, first) => real.startIdsAt(kind, first),
  onWake: (listener) => real.onWake(listener),
  tryWrite: () => real.tryWrite(),
  figures: () => real.figures(),
  close: () => real.close(),
};
const projector = new Projector({
  storage,
  stopwatch: systemRuntime.clock,
  batch: Number(batch),
  warn: (error) => {
    process.stderr.write(`${String(error)}\n`);
  },
});
await projector.catchUp();
await real.close();

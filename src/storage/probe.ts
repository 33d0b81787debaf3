import { createHash } from 'node:crypto';
import type { Storage } from './port.ts';
import { sql } from './sql.ts';

/** The key of its counter in `meta`. */
const COUNT = 'write_probe';
const BALLAST = 'write_probe_ballast';
/** Bytes that have to fit where a disk was full: more than a usual change takes, before base64. */
const BALLAST_BYTES = 48_000;

/** Text that no database can compress. */
function ballast(): string {
  return createHash('shake256', { outputLength: BALLAST_BYTES }).update(BALLAST).digest('base64');
}

/**
 * Tries a write: rejects as a write would. The small one needs hardly any room; where a disk was full, `needsRoom`
 * tries one that does.
 */
export async function probe(storage: Pick<Storage, 'write'>, needsRoom: boolean): Promise<void> {
  await storage.write(async (tx) =>
    tx.run(
      sql`insert into meta (key, value) values (${COUNT}, '1')
          on conflict (key) do update set value = cast(cast(meta.value as bigint) + 1 as text)`,
    ),
  );
  if (!needsRoom) return;
  await storage.write(async (tx) =>
    tx.run(
      sql`insert into meta (key, value) values (${BALLAST}, ${ballast()})
          on conflict (key) do update set value = excluded.value`,
    ),
  );
  await storage.write(async (tx) => tx.run(sql`delete from meta where key = ${BALLAST}`));
}

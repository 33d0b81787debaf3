// Saving what stands on floors: with the tag of what was read just before, so that nobody's change is lost.

import { type Answer, ApiError, type Id, type Passbell, type Table } from '#clients/typescript/index.ts';
import { t } from '../../shared/words.ts';

/** How often a change is sent again when only who sits at a table changed meanwhile. */
const MAX_ROUNDS = 4;

/** The drawn fields of a table. */
export type Drawn = Pick<Table, 'floor_id' | 'name' | 'seats' | 'shape' | 'x' | 'y' | 'width' | 'height'>;

export const drawnOf = ({ floor_id, name, seats, shape, x, y, width, height }: Drawn): Drawn => ({
  ...{ floor_id, name, seats, shape, x, y, width, height },
});

/** Reads a record, and changes it unless it is another one than the screen shows. */
export async function saveMatching<T>(
  read: () => Promise<Answer<T>>,
  isShown: (now: T) => boolean,
  write: (options: { ifMatch?: string }) => Promise<Answer<T>>,
): Promise<T> {
  for (let round = 1; ; round++) {
    const { body, etag } = await read();
    if (!isShown(body)) throw new Error(t('Somebody else changed this meanwhile. Reload to go on.'));
    try {
      return (await write(etag === undefined ? {} : { ifMatch: etag })).body;
    } catch (error) {
      const isBehind = error instanceof ApiError && error.status === 412;
      if (!isBehind || round === MAX_ROUNDS) throw error;
    }
  }
}

/** Changes a table that is drawn as it was shown. */
export function saveTable(passbell: Passbell, base: Table, body: Partial<Drawn>): Promise<Table> {
  const at: { site_id: Id; table_id: Id } = { site_id: base.site_id, table_id: base.id_str };
  const shown = JSON.stringify(drawnOf(base));
  return saveMatching(
    () => passbell.request('getTable', at),
    (now) => JSON.stringify(drawnOf(now)) === shown,
    (options) => passbell.request('updateTable', { ...at, body }, options),
  );
}

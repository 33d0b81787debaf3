import { MAX_BODY } from '../edge/errors.ts';
import { flag, text, z } from '../shape/reads.ts';

/** POST /imports */
export const importRequest = z.object({
  csv: text(MAX_BODY, 1),
  dry_run: flag.optional(),
  skip_bad: flag.optional(),
});

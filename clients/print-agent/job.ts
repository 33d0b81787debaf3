import { z } from 'zod';
import { DOCUMENT, type Document } from '../../src/printing/shape.ts';
import type { ClaimedJob as Handed } from '../typescript/index.ts';

// Jobs as the service hands them out. Unknown fields of a newer service are ignored.

const claimed = z.object({
  jobs: z.array(
    z.object({
      id: z.string().regex(/^\d{1,19}$/),
      attempt: z.int().min(1),
      copy: z.boolean(),
      document: z.unknown(),
      /** True when every hand-out that was never answered was to the agent that asks. */
      mine: z.boolean().optional(),
    } satisfies { readonly [K in keyof Handed]?: z.ZodType<Handed[K] | undefined> | z.ZodUnknown }),
  ),
});

/** A job, and how the service handed it out. */
export interface ClaimedJob extends Pick<Handed, 'attempt' | 'copy' | 'mine'> {
  readonly id: Handed['id'];
  /** Undefined when it is nothing that this agent can print. */
  readonly document: Document | undefined;
}

/** Reads the answer to a claim; undefined when it is no such answer. */
export function readClaim(body: unknown): ClaimedJob[] | undefined {
  return claimed.safeParse(body).data?.jobs.map(({ id, attempt, copy, mine = false, document: held }) => {
    return { id, attempt, copy, mine, document: DOCUMENT.reads.safeParse(held).data };
  });
}

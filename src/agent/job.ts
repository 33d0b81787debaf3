import { z } from 'zod';
import type { Document, TicketOption } from '../printing/documents.ts';

// Jobs as the service hands them out. Unknown fields of a newer service are ignored.

const text = z.string();
const some = z.string().nullable();

const option: z.ZodType<TicketOption> = z.lazy(() =>
  z.object({ set: text, name: text, instructions: some, options: z.array(option) }),
);

const ticket = z.object({
  kind: z.literal('ticket'),
  order_id: text,
  saleid: text,
  number: z.number(),
  site_name: text,
  timezone: text,
  addon_name: some,
  staff_name: some,
  customer_name: some,
  order_type: some,
  group_id: some,
  sale_number: some,
  guests: z.number().nullable(),
  notes: some,
  placed_at: text,
  fulfil_at: text,
  at: text,
  lines: z.array(
    z.object({
      line_id: text,
      action: z.enum(['new', 'more', 'less', 'void']),
      quantity: text,
      name: text,
      product_id: text,
      category_ids: z.array(text),
      course: z.number().nullable(),
      notes: some,
      modifiers: z.array(z.object({ name: text, count: z.number(), without: z.boolean() })),
      options: z.array(option),
    }),
  ),
});

const figures = z.array(z.object({ label: text, amount: text }));

const receipt = z.object({
  kind: z.literal('receipt'),
  order_id: text,
  saleid: text,
  company_name: text,
  business_number: some,
  site_name: text,
  address: z.array(text),
  phone: some,
  timezone: text,
  currency: text,
  title: text,
  status: text,
  is_refund: z.boolean(),
  refund_of: some,
  order_type: some,
  group_id: some,
  sale_number: some,
  staff_name: some,
  customer_name: some,
  placed_at: text,
  at: text,
  lines: z.array(
    z.object({ level: z.number(), quantity: text, name: text, details: z.array(text), total: text }),
  ),
  notes: z.array(text),
  total: text,
  taxes: figures,
  payments: figures,
  extras: figures,
  due: text,
});

const document: z.ZodType<Document> = z.union([ticket, receipt]);

const claimed = z.object({
  jobs: z.array(
    z.object({
      id_str: z.string().regex(/^\d{1,19}$/),
      attempt: z.int().min(1),
      copy: z.boolean(),
      document: z.unknown(),
      /** True when every hand-out that was never answered was to the agent that asks. */
      mine: z.boolean().optional(),
    }),
  ),
});

/** A job, and how the service handed it out. */
export interface ClaimedJob {
  readonly id: string;
  readonly attempt: number;
  readonly copy: boolean;
  readonly mine: boolean;
  /** Undefined when it is nothing that this agent can print. */
  readonly document: Document | undefined;
}

/** Reads the answer to a claim; undefined when it is no such answer. */
export function readClaim(body: unknown): ClaimedJob[] | undefined {
  return claimed
    .safeParse(body)
    .data?.jobs.map(({ id_str: id, attempt, copy, mine = false, document: held }) => {
      const read = document.safeParse(held);
      return { id, attempt, copy, mine, document: read.success ? read.data : undefined };
    });
}

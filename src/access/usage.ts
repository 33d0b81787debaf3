import { dayOf } from '../edge/quotas.ts';
import { ok, type ReadHandler } from '../edge/route.ts';
import { readQuotas, readUses, resolved } from '../edge/usage.store.ts';
import { DAY, formatTime } from '../kernel/time.ts';
import { view } from '../shape/view.ts';
import { USAGE } from './shape.ts';

// What a company uses, and may use (reference: limits.18).

/** Days that an answer has, the present one among them. */
const DAYS = 30;

const usageView = view(USAGE);

const textOf = (day: bigint) => formatTime(day * DAY).slice(0, 10);

const amount = (used: number, limit: number | undefined) => ({
  ...{ used, limit: limit ?? null, remaining: limit === undefined ? null : Math.max(0, limit - used) },
});

/** GET /usage: the quotas of the company, and what its add-ons have used of them in the last 30 days. */
export const getUsage: ReadHandler = async (tx, call) => {
  const today = dayOf(call.serverTime);
  const from = today - BigInt(DAYS - 1);
  const uses = await readUses(tx, call.company, from, DAYS);
  const [found] = await readQuotas(tx, [call.company]);
  const quotas = resolved(found?.own, call.quotas);
  const { requests = 0, bytes = 0 } = uses.find(({ day }) => day === today) ?? {};
  const counted = found?.countedAt ?? null;
  const rows = counted === null ? null : (found?.counted ?? 0) + (found?.made ?? 0);
  return ok(
    usageView({
      day: textOf(today),
      requests: amount(requests, quotas.requests),
      bytes: amount(bytes, quotas.bytes),
      rows: {
        used: rows,
        limit: quotas.rows ?? null,
        remaining: quotas.rows === undefined || rows === null ? null : Math.max(0, quotas.rows - rows),
        counted_at: counted,
      },
      days: uses.map((use) => ({ day: textOf(use.day), requests: use.requests, bytes: use.bytes })),
    }),
  );
};

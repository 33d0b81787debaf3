import type { Call } from '../edge/call.ts';
import { beside, expanding, requireExpandable } from '../edge/expand.ts';
import type { Id } from '../kernel/id.ts';
import type { Reader } from '../storage/port.ts';
import type { Register } from './shape.ts';
import { byIds, registers } from './store.ts';
import { registerView } from './view.ts';

const REGISTER = { register: 'company:read' } as const;

/** The parameter of records that name a register. */
export const EXPAND_REGISTER = expanding(REGISTER);

/** Registers as JSON for records that name them. */
export async function expandedRegisters(
  tx: Reader,
  call: Call,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, string>> {
  const rows = await byIds<Register>(registers, tx, call.company, [...new Set(ids)]);
  return new Map(Array.from(rows, ([id, row]) => [id, JSON.stringify(registerView(row, call.now))]));
}

/**
 * The JSON of records that name registers, with those beside them where they are asked for, in one query (reference:
 * conventions.58). 403 when the caller may not read registers.
 */
export async function besideRegisters<T extends { readonly register_id: Id | null }>(
  tx: Reader,
  call: Call,
  records: readonly T[],
  texts: readonly string[],
  asked: ReadonlySet<keyof typeof REGISTER>,
): Promise<string[]> {
  requireExpandable(call, REGISTER, asked);
  if (!asked.has('register')) return [...texts];
  const found = await expandedRegisters(
    tx,
    call,
    records.flatMap((record) => record.register_id ?? []),
  );
  return texts.map((text, at) => beside(text, 'register', found.get(records[at]?.register_id ?? 0n)));
}

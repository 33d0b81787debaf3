// The permissions that a change needs: the register says what is locked before it is sent, and the service decides.

import { isRight, type Right } from '#src/company/rules/rights.ts';
import type { NewWrite, Write } from './writes.ts';

/** True for a staff member who has a permission; of a session from before permissions only the service knows. */
export function mayDo(rights: readonly Right[] | undefined, right: Right): boolean {
  return rights === undefined || rights.includes(right);
}

interface Priced {
  readonly price_variation?: number | null;
  readonly price_fixed_variation?: number | null;
  readonly discount_id?: string | null;
}

function discountOf({
  price_variation: percent,
  price_fixed_variation: fixed,
  discount_id: id,
}: Priced): Right[] {
  if (percent === 0) return ['ApplyComp'];
  // A discount by name needs its own permission, which the write says besides.
  if (id != null) return [];
  return (percent ?? 1) < 1 || (fixed ?? 0) < 0 ? ['MakeDiscount'] : [];
}

interface Body extends Priced {
  readonly status?: string;
  readonly original_order_id_str?: string;
  readonly tax_exempt?: unknown;
  readonly lines?: readonly (Priced & { readonly quantity?: number })[];
  readonly payments?: readonly unknown[];
  readonly amount?: number;
}

function rightsOfBody({ lines = [], payments = [], ...order }: Body): Right[] {
  if (order.original_order_id_str !== undefined) return ['Refund'];
  return [
    ...(order.status === 'COMPLETE' || payments.length > 0 ? ['FinishSale' as const] : []),
    ...[order, ...lines].flatMap(discountOf),
    ...(order.tax_exempt == null ? [] : ['OverrideTax' as const]),
    ...(lines.some(({ quantity = 1 }) => quantity < 0) ? ['RefundWithoutReceipt' as const] : []),
  ];
}

/** The permissions that a write needs, as far as it says so itself, each once. */
export function rightsOfWrite({
  kind,
  body,
  rights = [],
}: Pick<NewWrite, 'kind' | 'body' | 'rights'>): Right[] {
  const sent = JSON.parse(body ?? '{}') as Body | Body['lines'];
  const own = (): Right[] => {
    switch (kind) {
      case 'create':
      case 'fields':
        return rightsOfBody(sent as Body);
      case 'lines':
        return rightsOfBody({ lines: (sent as Body['lines']) ?? [] });
      case 'payment':
        return [((sent as Body).amount ?? 0) < 0 ? 'Refund' : 'FinishSale'];
      case 'void':
        return ['Void'];
      case 'delete':
        return ['DeleteHeldOrder'];
      case 'line':
        return [];
    }
  };
  return [...new Set([...own(), ...rights])];
}

/** The same of a write that may have been refused for another one, which only the service knew. */
export function rightsToSend(write: Pick<Write, 'kind' | 'body' | 'rights' | 'refusal'>): Right[] {
  const missing = write.refusal?.right;
  const rights = write.rights ?? [];
  return rightsOfWrite(
    missing !== undefined && isRight(missing) ? { ...write, rights: [...rights, missing] } : write,
  );
}

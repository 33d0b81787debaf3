// The figures of a shift: what is in the drawer, what was taken, and what was sold (reference: shifts.5, shifts.6).
import type { Id } from '../../kernel/id.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { CashFigures, MethodTakings, MovementKind, TenderFigures } from '../types.ts';

/** The kind of payment method whose money lies in the drawer. */
const CASH = 'cash';

/** The name and the kind of a method. */
export interface KnownMethod {
  readonly name: string;
  readonly kind: string;
}

/** The takings of each method with their sum; methods without any are left out. */
export function tendersOf(
  takings: readonly MethodTakings[],
  methods: ReadonlyMap<Id, KnownMethod>,
): TenderFigures[] {
  return takings
    .filter(
      ({ payments, amount, tip, surcharge }) =>
        payments > 0 || amount !== 0n || tip !== 0n || surcharge !== 0n,
    )
    .map(({ method, payments, amount, tip, surcharge, rounding }) => {
      const { name = '', kind = '' } = methods.get(method) ?? {};
      return {
        payment_method_id: method,
        name,
        kind,
        payments,
        amount,
        tip,
        credit_card_surcharge: surcharge,
        rounding,
        total: amount + tip + surcharge,
      };
    });
}

/** The cash expected in the drawer: the float, what was put in less what was taken out, and what was paid in cash. */
export function cashOf(
  float: Decimal,
  movements: readonly { readonly kind: MovementKind; readonly amount: Decimal }[],
  tenders: readonly TenderFigures[],
): CashFigures {
  const moved = (kind: MovementKind) =>
    movements.reduce((sum, movement) => (movement.kind === kind ? sum + movement.amount : sum), 0n);
  const [cashIn, cashOut] = [moved('in'), moved('out')];
  const taken = tenders.reduce((sum, { kind, total }) => (kind === CASH ? sum + total : sum), 0n);
  return {
    float,
    cash_in: cashIn,
    cash_out: cashOut,
    no_sales: movements.filter(({ kind }) => kind === 'no_sale').length,
    cash_taken: taken,
    expected: float + cashIn - cashOut + taken,
  };
}

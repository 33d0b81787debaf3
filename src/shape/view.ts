import { type Computed, type Direct, isShown, type Shape, type View } from './shape.ts';
import { templateOf } from './state.ts';
import { shownTwin } from './twins.ts';

/** How one field gets into an answer. */
interface Step {
  readonly name: string;
  /** Where its value is: in what the view computed or in the record, under this name. */
  readonly isComputed: boolean;
  readonly key: string;
  readonly show: { toJson(value: unknown): unknown } | undefined;
  readonly unlessNull: boolean;
  readonly sometimes: boolean;
}

function stepsOf(shape: Shape): Step[] {
  return Object.entries(shape.fields).flatMap(([name, each]): Step[] => {
    if (!isShown(each)) return [];
    const { use, kind, options } = each;
    const { shows, from, sometimes = false, unlessNull = false } = options;
    const isComputed = shows !== undefined || (use === 'derived' && from === undefined);
    const { show } = shows ?? kind;
    const own = { name, isComputed, key: isComputed ? name : (from ?? name), show, unlessNull, sometimes };
    const twin = shownTwin(shape, name, each);
    return twin === undefined ? [own] : [own, { ...own, name: twin.name, show: twin.kind.show }];
  });
}

/**
 * Makes the function that shows a record in answers, fields in the order of the shape. `compute` gives the value of each
 * derived field; one that it leaves out does not compile.
 */
export function view<S extends Shape>(
  shape: [keyof Computed<S>] extends [never] ? S : never,
): (record: Direct<S>) => View<S>;
export function view<S extends Shape, R extends Direct<S>, C extends readonly unknown[]>(
  shape: S,
  compute: (record: R, ...context: C) => Computed<S>,
): (record: R, ...context: C) => View<S>;
export function view(
  shape: Shape,
  compute: (record: object, ...context: unknown[]) => object = () => ({}),
): (record: object, ...context: unknown[]) => View {
  const steps = stepsOf(shape);
  // A value that `compute` leaves out stays undefined, and JSON.stringify omits it.
  const template = templateOf(Object.fromEntries(steps.map(({ name }) => [name, undefined])));
  return (record, ...context) => {
    const stored = record as Readonly<Record<string, unknown>>;
    const computed = compute(record, ...context) as Readonly<Record<string, unknown>>;
    const shown: Record<string, unknown> = { ...template };
    for (const { name, isComputed, key, show, unlessNull, sometimes } of steps) {
      const value = isComputed ? computed[key] : stored[key];
      if ((sometimes && value === undefined) || (unlessNull && value === null)) continue;
      shown[name] = show === undefined ? value : show.toJson(value);
    }
    return shown;
  };
}

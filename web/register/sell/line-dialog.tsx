import {
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMemo, useState } from 'react';
import { type Decimal, formatDecimal, ONE } from '#src/kernel/money.ts';
import { formatMoney } from '../../shared/format.ts';
import {
  add,
  type BasketLine,
  type BasketModifier,
  type BasketSet,
  type Discount,
  EMPTY_BASKET,
  type LineChoices,
} from '../basket.ts';
import { Dialog } from '../dialog.tsx';
import { isOut, variantsOf } from '../find.ts';
import { quantityText } from '../line-text.ts';
import type { Menu, MenuProduct } from '../menu.ts';
import { typed } from '../money.ts';
import { quoteOf } from '../quote.ts';
import { DiscountField } from './discount-field.tsx';
import { ModifierPicker } from './modifier-picker.tsx';
import { SetPicker } from './set-picker.tsx';

/** A line that is being made or changed in the dialog. */
export interface Editing {
  readonly product: MenuProduct;
  readonly line: BasketLine | undefined;
}

interface Props {
  readonly menu: Menu;
  readonly editing: Editing;
  readonly close: () => void;
  readonly save: (product: MenuProduct, choices: LineChoices) => void;
}

/** The choices for a line: variant, options, modifiers, price, quantity, notes, discount, course. */
export function LineDialog({ menu, editing, close, save }: Props) {
  const [variant, setVariant] = useState<MenuProduct>();
  const product = editing.product.is_template ? variant : editing.product;
  return (
    <Dialog onClose={close} title={(product ?? editing.product).name} size="lg">
      {product === undefined ? (
        <fieldset className="bare sell-products" aria-label="Variants">
          {variantsOf(menu, editing.product.id).map((each) => (
            <button
              key={String(each.id)}
              type="button"
              className="product"
              aria-disabled={isOut(menu, each)}
              onClick={() => {
                if (!isOut(menu, each)) setVariant(each);
              }}
            >
              <span className="product-name">
                {each.attributes.map(([, value]) => value).join(', ') || each.name}
              </span>
              <span className="product-price">{isOut(menu, each) ? 'Out of stock' : each.name}</span>
            </button>
          ))}
        </fieldset>
      ) : (
        <LineForm key={String(product.id)} menu={menu} product={product} editing={editing} save={save} />
      )}
    </Dialog>
  );
}

const COURSES = [
  { value: '', label: 'No course' },
  { value: '1', label: '1st' },
  { value: '2', label: '2nd' },
  { value: '3', label: '3rd' },
];

function LineForm({
  menu,
  product,
  editing: { line },
  save,
}: Omit<Props, 'close'> & { product: MenuProduct }) {
  const [quantity, setQuantity] = useState<Decimal>(line?.quantity ?? ONE);
  const [sets, setSets] = useState<readonly BasketSet[]>(line?.sets ?? []);
  const [modifiers, setModifiers] = useState<readonly BasketModifier[]>(line?.modifiers ?? []);
  const [notes, setNotes] = useState(line?.notes ?? '');
  const [course, setCourse] = useState(line?.course ?? null);
  const [discount, setDiscount] = useState<Discount | null>(line?.discount ?? null);
  const asks = product.asks_price !== null || product.price === null;
  const [price, setPrice] = useState(line?.unit == null ? '' : formatDecimal(line.unit.amount));
  const amount = typed(price);
  const choices: LineChoices = {
    quantity,
    // A set from which nothing is chosen is not sent.
    sets: sets.filter((set) => set.choices.length > 0 || (menu.sets.get(set.set)?.min_selection ?? 0) > 0),
    modifiers,
    notes: notes.trim() === '' ? null : notes.trim(),
    course,
    discount,
    unit: asks && amount !== undefined ? { amount, form: 'inc' } : null,
  };
  const problem = useMemo(() => {
    if (asks) {
      if (amount === undefined) return 'Enter the price.';
      const { min = null, max = null } = product.asks_price ?? {};
      if (min !== null && amount < min)
        return `The price is at least ${formatMoney(min, menu.site.currency)}.`;
      if (max !== null && amount > max)
        return `The price is at most ${formatMoney(max, menu.site.currency)}.`;
    }
    for (const id of product.option_sets) {
      const set = menu.sets.get(id);
      const chosen = sets.find((each) => each.set === id)?.choices.length ?? 0;
      if (set !== undefined && chosen < set.min_selection) return `Choose ${set.name}.`;
    }
    return undefined;
  }, [asks, amount, product, menu, sets]);
  const quoted = problem === undefined ? quoteOf(add(EMPTY_BASKET, product, choices), menu) : undefined;
  const said = problem ?? (quoted?.ok === false ? quoted.refusal.sentence : undefined);
  const total = quoted?.ok === true ? formatMoney(quoted.quote.figures.priced.total, menu.site.currency) : '';
  const hasSets = choices.sets !== undefined && choices.sets.length > 0;
  return (
    <Stack gap="md">
      {asks && (
        <TextInput
          label="Price, with tax"
          inputMode="decimal"
          data-autofocus
          value={price}
          onChange={({ currentTarget }) => setPrice(currentTarget.value)}
          size="md"
        />
      )}
      {product.option_sets.map((id) => {
        const set = menu.sets.get(id);
        return (
          set !== undefined && (
            <SetPicker
              key={String(id)}
              menu={menu}
              set={set}
              chosen={sets.find((each) => each.set === id)?.choices ?? []}
              depth={1}
              change={(chosen) =>
                setSets([
                  ...sets.filter((each) => each.set !== id),
                  ...(chosen.length === 0 ? [] : [{ set: id, choices: chosen }]),
                ])
              }
            />
          )
        );
      })}
      {product.modifiers.length > 0 && !hasSets && (
        <ModifierPicker menu={menu} product={product} chosen={modifiers} change={setModifiers} />
      )}
      <Group align="end" grow>
        <NumberInput
          hideControls
          label="Quantity"
          size="md"
          value={Number(formatDecimal(quantity))}
          onChange={(value) => {
            const next = typed(String(value));
            if (next !== undefined && next !== 0n) setQuantity(next);
          }}
          decimalScale={4}
          step={1}
        />
        <div>
          <Text size="sm" fw={500} id="course-label">
            Course
          </Text>
          <SegmentedControl
            aria-labelledby="course-label"
            fullWidth
            size="md"
            data={COURSES}
            value={course === null ? '' : String(course)}
            onChange={(value) => setCourse(value === '' ? null : Number(value))}
          />
        </div>
      </Group>
      <Textarea
        label="Notes for the kitchen"
        autosize
        value={notes}
        maxLength={1000}
        onChange={({ currentTarget }) => setNotes(currentTarget.value)}
      />
      {!hasSets && (
        <DiscountField
          label="Discount of this line"
          value={discount}
          change={setDiscount}
          minorUnits={menu.site.minor_units}
        />
      )}
      <Text role="status" c="dimmed" mih={22}>
        {said ?? ''}
      </Text>
      <Button size="lg" disabled={said !== undefined} onClick={() => save(product, choices)}>
        {line === undefined ? 'Add' : 'Save'} {quantity === ONE ? '' : `${quantityText(quantity)} `}
        {total === '' ? '' : `· ${total}`}
      </Button>
    </Stack>
  );
}

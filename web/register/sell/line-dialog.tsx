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
import type { OfferedSet } from '#src/orders/rules/offer.ts';
import type { Discount } from '../../shared/discount.ts';
import { formatMoney, formatNumber, inLine } from '../../shared/format.ts';
import { type Message, message, t, told, translated } from '../../shared/words.ts';
import {
  add,
  type BasketLine,
  type BasketModifier,
  type BasketSet,
  EMPTY_BASKET,
  type LineChoices,
} from '../basket.ts';
import { Dialog } from '../dialog.tsx';
import { lacking } from '../discounts.ts';
import { isOut, needsDialog, variantsOf } from '../find.ts';
import type { Menu, MenuProduct } from '../menu.ts';
import { moneyText, typed } from '../money.ts';
import { priceText } from '../prices.ts';
import { quoteOf } from '../quote.ts';
import { DiscountField } from './discount-field.tsx';
import { ModifierPicker } from './modifier-picker.tsx';
import { SeatField } from './seat-field.tsx';
import { SetPicker } from './set-picker.tsx';
import { hueOf, Tile } from './tile.tsx';

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
  // A size with nothing more to choose is sold at a tap.
  const pickVariant = (chosen: MenuProduct) => {
    if (needsDialog(menu, chosen)) setVariant(chosen);
    else save(chosen, {});
  };
  const product = editing.product.is_template ? variant : editing.product;
  return (
    <Dialog onClose={close} title={(product ?? editing.product).name} size="lg">
      {product === undefined ? (
        <fieldset className="bare sell-products" aria-label={t('Variants')}>
          {variantsOf(menu, editing.product.id).map((each) => (
            <Tile
              key={String(each.id)}
              product={each}
              name={each.attributes.map(([, value]) => value).join(', ') || each.name}
              price={priceText(menu, each)}
              out={isOut(menu, each)}
              hue={hueOf(menu, editing.product)}
              pick={pickVariant}
            />
          ))}
        </fieldset>
      ) : (
        <LineForm key={String(product.id)} menu={menu} product={product} editing={editing} save={save} />
      )}
    </Dialog>
  );
}

const COURSES: readonly { readonly value: string; readonly label: Message }[] = [
  { value: '', label: message('No course') },
  { value: '1', label: message('1st') },
  { value: '2', label: message('2nd') },
  { value: '3', label: message('3rd') },
];

/** A set of a product, or of an option that was chosen for it, from which more has to be chosen. */
function unchosenSet(
  menu: Menu,
  product: MenuProduct | undefined,
  sets: readonly BasketSet[],
): OfferedSet | undefined {
  for (const id of product?.option_sets ?? []) {
    const set = menu.sets.get(id);
    const choices = sets.find((each) => each.set === id)?.choices ?? [];
    const taken = choices.filter((choice) => choice.instructions !== 'No');
    if (set !== undefined && taken.length < set.min_selection) return set;
    for (const choice of taken) {
      const below = unchosenSet(menu, menu.products.get(choice.product), choice.sets);
      if (below !== undefined) return below;
    }
  }
  return undefined;
}

/** The course that a line is called with. */
function CourseField({
  course,
  change,
}: {
  readonly course: number | null;
  readonly change: (course: number | null) => void;
}) {
  return (
    <div>
      <Text size="sm" fw={500} id="course-label">
        {t('Course')}
      </Text>
      <SegmentedControl
        aria-labelledby="course-label"
        fullWidth
        size="md"
        data={COURSES.map(({ value, label }) => ({ value, label: translated(label) }))}
        value={course === null ? '' : String(course)}
        onChange={(value) => change(value === '' ? null : Number(value))}
      />
    </div>
  );
}

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
  const [seat, setSeat] = useState(line?.seat ?? null);
  const [discount, setDiscount] = useState<Discount | null>(line?.discount ?? null);
  const asks = product.asks_price !== null || product.price === null;
  const [price, setPrice] = useState(
    line?.unit == null ? '' : moneyText(line.unit.amount, menu.site.minor_units),
  );
  const amount = typed(price);
  const choices: LineChoices = {
    quantity,
    // A set from which nothing is chosen is not sent.
    sets: sets.filter((set) => set.choices.length > 0 || (menu.sets.get(set.set)?.min_selection ?? 0) > 0),
    modifiers,
    notes: notes.trim() === '' ? null : notes.trim(),
    course,
    seat,
    discount,
    unit: asks && amount !== undefined ? { amount, form: 'inc' } : null,
  };
  const problem = useMemo(() => {
    if (asks) {
      if (amount === undefined) return t('Enter a price.');
      const { min = null, max = null } = product.asks_price ?? {};
      if (min !== null && amount < min)
        return t('The price is at least {price}.', { price: formatMoney(min, menu.site.currency) });
      if (max !== null && amount > max)
        return t('The price is at most {price}.', { price: formatMoney(max, menu.site.currency) });
    }
    const set = unchosenSet(menu, product, sets);
    if (set !== undefined) return t('Choose {set}.', { set: set.name });
    return lacking(menu, discount);
  }, [asks, amount, product, menu, sets, discount]);
  const quoted = problem === undefined ? quoteOf(add(EMPTY_BASKET, product, choices), menu) : undefined;
  const said = problem ?? (quoted?.ok === false ? told(quoted.refusal.description) : undefined);
  const total = quoted?.ok === true ? formatMoney(quoted.quote.figures.priced.total, menu.site.currency) : '';
  const hasSets = choices.sets !== undefined && choices.sets.length > 0;
  return (
    <Stack gap="md">
      {asks && (
        <TextInput
          label={t('Price, tax included')}
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
          label={t('Quantity')}
          size="md"
          value={Number(formatDecimal(quantity))}
          onChange={(value) => {
            const next = typed(String(value));
            if (next !== undefined && next !== 0n) setQuantity(next);
          }}
          decimalScale={4}
          step={1}
        />
        <CourseField course={course} change={setCourse} />
      </Group>
      <SeatField seat={seat} change={setSeat} />
      <Textarea
        label={t('Kitchen notes')}
        autosize
        value={notes}
        maxLength={1000}
        onChange={({ currentTarget }) => setNotes(currentTarget.value)}
      />
      {!hasSets && (
        <DiscountField
          menu={menu}
          on="line"
          label={t('Line discount')}
          value={discount}
          change={setDiscount}
        />
      )}
      <Text role="status" c="dimmed" mih={22}>
        {said ?? ''}
      </Text>
      <Button size="lg" disabled={said !== undefined} onClick={() => save(product, choices)}>
        {inLine([
          line === undefined ? t('Add') : t('Save'),
          quantity === ONE ? null : `${formatNumber(quantity)} ×`,
          total,
        ])}
      </Button>
    </Stack>
  );
}

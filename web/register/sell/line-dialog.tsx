import '../parts.css';
import { Button, SegmentedControl, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { type Decimal, ONE } from '#src/kernel/money.ts';
import type { Discount } from '../../shared/discount.ts';
import { formatMoney, formatNumber, inLine } from '../../shared/format.ts';
import { fieldNumber } from '../../shared/typed-number.ts';
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
import { fitting, hasOptions, isLeftOut, readQuantity, unchosenSet } from './line-choices.ts';
import { ModifierPicker } from './modifier-picker.tsx';
import { SeatField } from './seat-field.tsx';
import { SetPicker } from './set-picker.tsx';
import { hueOf, Tile } from './tile.tsx';
import { useWalk } from './walk.ts';

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
  const variants = useRef<HTMLFieldSetElement>(null);
  useWalk(variants);
  const product = editing.product.is_template ? variant : editing.product;
  return (
    <Dialog onClose={close} title={(product ?? editing.product).name} size="lg">
      {product === undefined ? (
        <fieldset ref={variants} className="bare sell-products" aria-label={t('Variants')}>
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
      <Text fw={500} id="course-label">
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

/** The fault of an asked price; undefined when there is none. */
function priceProblem(menu: Menu, product: MenuProduct, amount: Decimal | undefined): string | undefined {
  const { currency } = menu.site;
  const { min = null, max = null } = product.asks_price ?? {};
  if (amount === undefined) return t('Enter a price.');
  if (min !== null && amount < min)
    return t('The price is at least {price}.', { price: formatMoney(min, currency) });
  if (max !== null && amount > max)
    return t('The price is at most {price}.', { price: formatMoney(max, currency) });
  return undefined;
}

function LineForm({
  menu,
  product,
  editing: { line },
  save,
}: Omit<Props, 'close'> & { product: MenuProduct }) {
  const [quantityText, setQuantityText] = useState(fieldNumber(line?.quantity ?? ONE));
  const [sets, setSets] = useState<readonly BasketSet[]>(line?.sets ?? []);
  const [modifiers, setModifiers] = useState<readonly BasketModifier[]>(line?.modifiers ?? []);
  const [notes, setNotes] = useState(line?.notes ?? '');
  const [course, setCourse] = useState(line?.course ?? null);
  const [seat, setSeat] = useState(line?.seat ?? null);
  const [discount, setDiscount] = useState<Discount | null>(line?.discount ?? null);
  const [discountWrong, setDiscountWrong] = useState<string>();
  const asks = product.asks_price !== null || product.price === null;
  const [price, setPrice] = useState(
    line?.unit == null ? '' : moneyText(line.unit.amount, menu.site.minor_units),
  );
  const amount = typed(price);
  const quantity = readQuantity(quantityText);
  const wanted: LineChoices = {
    quantity: quantity ?? ONE,
    sets,
    modifiers,
    notes: notes.trim() === '' ? null : notes.trim(),
    course,
    seat,
    discount,
    unit: asks && amount !== undefined ? { amount, form: 'inc' } : null,
  };
  const choices = fitting(menu, product, wanted);
  const isPlain = !hasOptions(menu, product, sets);
  // Nothing of a line that is there takes it out; of a new one nothing can be added.
  const isRemoved = quantity === 0n && line !== undefined;
  const problem = useMemo(() => {
    if (quantity === undefined || (quantity === 0n && line === undefined)) return t('Enter a quantity.');
    if (quantity === 0n) return undefined;
    const wrong = asks ? priceProblem(menu, product, amount) : undefined;
    if (wrong !== undefined) return wrong;
    const set = unchosenSet(menu, product, sets);
    if (set !== undefined) return t('Choose {set}.', { set: set.name });
    return isPlain ? (discountWrong ?? lacking(menu, discount)) : undefined;
  }, [quantity, line, asks, amount, product, menu, sets, isPlain, discount, discountWrong]);
  const quoted =
    problem === undefined && !isRemoved ? quoteOf(add(EMPTY_BASKET, product, choices), menu) : undefined;
  const said = problem ?? (quoted?.ok === false ? told(quoted.refusal.description) : undefined);
  const total = quoted?.ok === true ? formatMoney(quoted.quote.figures.priced.total, menu.site.currency) : '';
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
      <SetFields menu={menu} product={product} sets={sets} change={setSets} />
      {product.modifiers.length > 0 && isPlain && (
        <ModifierPicker menu={menu} product={product} chosen={modifiers} change={setModifiers} />
      )}
      {isLeftOut(menu, product, wanted) && (
        <Text role="status" size="sm">
          {t('A line with options has no modifiers and no discount of its own: they are left out.')}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ alignItems: 'end' }}>
        <TextInput
          label={t('Quantity')}
          size="md"
          inputMode="decimal"
          autoComplete="off"
          error={quantity === undefined || (quantity === 0n && line === undefined)}
          value={quantityText}
          onChange={({ currentTarget }) => setQuantityText(currentTarget.value)}
        />
        <CourseField course={course} change={setCourse} />
      </SimpleGrid>
      <SeatField seat={seat} change={setSeat} />
      <Textarea
        label={t('Kitchen notes')}
        size="md"
        autosize
        value={notes}
        maxLength={1000}
        onChange={({ currentTarget }) => setNotes(currentTarget.value)}
      />
      {isPlain && (
        <DiscountField
          menu={menu}
          on="line"
          label={t('Line discount')}
          value={discount}
          change={(next, wrong) => {
            setDiscount(next);
            setDiscountWrong(wrong);
          }}
        />
      )}
      <div className="dialog-foot">
        <Text role="status" c="dimmed" mih={22} mb={4}>
          {said ?? ''}
        </Text>
        <Button
          fullWidth
          size="lg"
          disabled={said !== undefined}
          onClick={() => save(product, isRemoved ? { quantity: 0n } : choices)}
        >
          {isRemoved
            ? t('Remove line')
            : inLine([
                line === undefined ? t('Add') : t('Save'),
                quantity === undefined || quantity === ONE ? null : `${formatNumber(quantity)} ×`,
                total,
              ])}
        </Button>
      </div>
    </Stack>
  );
}

interface SetFieldsProps {
  readonly menu: Menu;
  readonly product: MenuProduct;
  readonly sets: readonly BasketSet[];
  readonly change: (sets: readonly BasketSet[]) => void;
}

/** The option sets of a product. */
function SetFields({ menu, product, sets, change }: SetFieldsProps) {
  return product.option_sets.map((id) => {
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
            change([
              ...sets.filter((each) => each.set !== id),
              ...(chosen.length === 0 ? [] : [{ set: id, choices: chosen }]),
            ])
          }
        />
      )
    );
  });
}

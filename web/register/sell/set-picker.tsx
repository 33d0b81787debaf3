import { Fieldset, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { formatDecimal } from '#src/kernel/money.ts';
import type { OfferedSet } from '#src/orders/rules/offer.ts';
import type { Instruction } from '#src/orders/types.ts';
import type { BasketChoice } from '../basket.ts';
import { isOut } from '../find.ts';
import type { Menu } from '../menu.ts';

/** How deep sets nest at most (docs/api.md, Option sets). */
const MAX_DEPTH = 6;
const INSTRUCTIONS: readonly { readonly value: Instruction | ''; readonly label: string }[] = [
  { value: '', label: 'Normal' },
  { value: 'No', label: 'No' },
  { value: 'Extra', label: 'Extra' },
  { value: 'Only', label: 'Only' },
  { value: 'On Side', label: 'On side' },
];

interface Props {
  readonly menu: Menu;
  readonly set: OfferedSet;
  readonly chosen: readonly BasketChoice[];
  readonly depth: number;
  readonly change: (chosen: readonly BasketChoice[]) => void;
}

/** What one may choose: `1 to 2`, `any`. */
function bounds({ min_selection: min, max_selection: max }: OfferedSet): string {
  if (max === null) return min === 0 ? 'as many as wanted' : `at least ${min}`;
  if (min === max) return `${min}`;
  return min === 0 ? `up to ${max}` : `${min} to ${max}`;
}

/** An option set; the options' own sets open below the chosen ones. */
export function SetPicker({ menu, set, chosen, depth, change }: Props) {
  const one = set.max_selection === 1;
  const full = set.max_selection !== null && chosen.filter(counts).length >= set.max_selection;
  const options = [...set.options.keys()].flatMap((id) => menu.products.get(id) ?? []);
  return (
    <Fieldset legend={`${set.name} (${bounds(set)})`} p="sm">
      <Group gap="xs">
        {options.map((option) => {
          const count = chosen.filter((choice) => choice.product === option.id).length;
          const out = isOut(menu, option) && count === 0;
          const blocked = out || (full && count === 0 && !one);
          return (
            <button
              key={String(option.id)}
              type="button"
              className="chip"
              aria-pressed={count > 0}
              aria-disabled={blocked}
              onClick={() => {
                if (blocked) return;
                const rest = chosen.filter((choice) => choice.product !== option.id);
                if (count > 0) change(rest);
                else change([...(one ? [] : rest), { product: option.id, instructions: null, sets: [] }]);
              }}
            >
              {option.name}
              {count > 1 ? ` × ${count}` : ''}
              {surcharge(set, option.id)}
              {out ? ' (out)' : ''}
            </button>
          );
        })}
      </Group>
      {chosen.map((choice, at) => (
        <ChosenOption
          // biome-ignore lint/suspicious/noArrayIndexKey: the same option may be chosen twice
          key={`${choice.product} ${at}`}
          menu={menu}
          set={set}
          choice={choice}
          depth={depth}
          change={(next) => change(chosen.map((each, place) => (place === at ? next : each)))}
        />
      ))}
    </Fieldset>
  );
}

/** The additional price of an option, when the set has one; before tax, as entered. */
function surcharge(set: OfferedSet, option: bigint): string {
  const price = set.options.get(option);
  return price === null || price === undefined || price === 0n ? '' : ` +${formatDecimal(price)}`;
}

/** An option with No is no selection. */
function counts(choice: BasketChoice): boolean {
  return choice.instructions !== 'No';
}

function ChosenOption({
  menu,
  set,
  choice,
  depth,
  change,
}: Omit<Props, 'chosen' | 'change'> & { choice: BasketChoice; change: (choice: BasketChoice) => void }) {
  const product = menu.products.get(choice.product);
  const below =
    depth >= MAX_DEPTH ? [] : (product?.option_sets ?? []).flatMap((id) => menu.sets.get(id) ?? []);
  if (!set.instructions && below.length === 0) return null;
  return (
    <Stack gap="xs" mt="sm" pl="sm">
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {product?.name}
        </Text>
        {set.instructions && (
          <SegmentedControl
            aria-label={`Instructions for ${product?.name ?? 'this option'}`}
            size="sm"
            data={[...INSTRUCTIONS]}
            value={choice.instructions ?? ''}
            onChange={(value) => {
              const instructions = INSTRUCTIONS.find((each) => each.value === value)?.value ?? '';
              change({
                ...choice,
                instructions: instructions === '' ? null : instructions,
                sets: instructions === 'No' ? [] : choice.sets,
              });
            }}
          />
        )}
      </Group>
      {counts(choice) &&
        below.map((each) => (
          <SetPicker
            key={String(each.id)}
            menu={menu}
            set={each}
            depth={depth + 1}
            chosen={choice.sets.find((chosen) => chosen.set === each.id)?.choices ?? []}
            change={(choices) =>
              change({
                ...choice,
                sets: [
                  ...choice.sets.filter((chosen) => chosen.set !== each.id),
                  ...(choices.length === 0 ? [] : [{ set: each.id, choices }]),
                ],
              })
            }
          />
        ))}
    </Stack>
  );
}

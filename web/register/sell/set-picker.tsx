import { Fieldset, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { OfferedSet } from '#src/orders/rules/offer.ts';
import type { Instruction } from '#src/orders/types.ts';
import { inLine } from '../../shared/format.ts';
import { type Message, message, t, translated } from '../../shared/words.ts';
import type { BasketChoice } from '../basket.ts';
import { isOut } from '../find.ts';
import type { Menu } from '../menu.ts';
import { optionAddedText } from '../prices.ts';

/** How deep sets nest at most (docs/api.md, Option sets). */
const MAX_DEPTH = 6;
const INSTRUCTIONS: readonly { readonly value: Instruction | ''; readonly label: Message }[] = [
  { value: '', label: message('Normal') },
  { value: 'No', label: message('No') },
  { value: 'Extra', label: message('Extra') },
  { value: 'Only', label: message('Only') },
  { value: 'On Side', label: message('On side') },
];

interface Props {
  readonly menu: Menu;
  readonly set: OfferedSet;
  readonly chosen: readonly BasketChoice[];
  readonly depth: number;
  readonly change: (chosen: readonly BasketChoice[]) => void;
}

/** How many may be chosen: `Required`, `Choose 1 to 2`, `Optional`. */
function bounds({ min_selection: min, max_selection: max }: OfferedSet): string {
  const [least, most] = [String(min), String(max)];
  if (max === null) return min === 0 ? t('Optional') : t('Required, at least {least}', { least });
  if (min === 0) return max === 1 ? t('Optional') : t('Up to {most}', { most });
  if (min === max) return min === 1 ? t('Required') : t('Required, choose {most}', { most });
  return t('Required, {least} to {most}', { least, most });
}

/** An option set; the options' own sets open below the chosen ones. */
export function SetPicker({ menu, set, chosen, depth, change }: Props) {
  const one = set.max_selection === 1;
  const full = set.max_selection !== null && chosen.filter(counts).length >= set.max_selection;
  const options = [...set.options.keys()].flatMap((id) => menu.products.get(id) ?? []);
  return (
    <Fieldset legend={inLine([set.name, bounds(set)])} p="sm">
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
              {count > 1 && `${count} × `}
              {option.name}
              <span className="chip-price">
                {out ? t('Out of stock') : optionAddedText(menu, set.id, option.id)}
              </span>
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

/** An option with No is no selection. */
function counts(choice: BasketChoice): boolean {
  return choice.instructions !== 'No';
}

type ChosenProps = Omit<Props, 'chosen' | 'change'> & {
  readonly choice: BasketChoice;
  readonly change: (choice: BasketChoice) => void;
};

/** The further choices for a chosen option. */
function ChosenOption({ menu, set, choice, depth, change }: ChosenProps) {
  const product = menu.products.get(choice.product);
  const below =
    depth >= MAX_DEPTH ? [] : (product?.option_sets ?? []).flatMap((id) => menu.sets.get(id) ?? []);
  if (!set.instructions && below.length === 0) return null;
  return (
    <Stack gap="xs" mt="sm" ps="sm">
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {product?.name}
        </Text>
        {set.instructions && (
          <SegmentedControl
            aria-label={t('Instructions for {option}', { option: product?.name })}
            size="sm"
            data={INSTRUCTIONS.map(({ value, label }) => ({ value, label: translated(label) }))}
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

import { Fieldset, Group } from '@mantine/core';
import type { Id } from '#src/kernel/id.ts';
import { t } from '../../shared/words.ts';
import type { BasketModifier } from '../basket.ts';
import type { Menu, MenuProduct } from '../menu.ts';
import { addedText } from '../prices.ts';

interface Props {
  readonly menu: Menu;
  readonly product: MenuProduct;
  readonly chosen: readonly BasketModifier[];
  readonly change: (chosen: readonly BasketModifier[]) => void;
}

/** Modifiers: a press adds one, the next leaves it out, the next does neither. */
export function ModifierPicker({ menu, product, chosen, change }: Props) {
  const next = (id: Id) => {
    const now = chosen.find((each) => each.id === id);
    const rest = chosen.filter((each) => each.id !== id);
    if (now === undefined) change([...rest, { id, without: false }]);
    else if (!now.without) change([...rest, { id, without: true }]);
    else change(rest);
  };
  return (
    <Fieldset legend={t('Modifiers (tap again for “without”)')} p="sm">
      <Group gap="xs">
        {product.modifiers.flatMap(({ id, price }) => {
          const modifier = menu.products.get(id);
          if (modifier === undefined) return [];
          const now = chosen.find((each) => each.id === id);
          return [
            <button
              key={String(id)}
              type="button"
              className="chip"
              aria-pressed={now !== undefined}
              onClick={() => next(id)}
            >
              {now?.without === true ? t('Without {modifier}', { modifier: modifier.name }) : modifier.name}
              {now?.without !== true && (
                <span className="chip-price">{addedText(menu, id, price ?? modifier.price)}</span>
              )}
            </button>,
          ];
        })}
      </Group>
    </Fieldset>
  );
}

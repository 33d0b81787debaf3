// Finds a product by its name, to be added somewhere.

import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { ListedProduct } from '#clients/typescript/index.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useRead } from '../read.ts';

/** Products that are offered, and looked through when only some of them can be taken. */
const MAX_OFFERED = 20;
const MAX_LOOKED_AT = 200;
const PAUSE_MS = 200;
const FIELDS = ['unit_price', 'unit_price_ex_tax', 'variant_parent_id', 'variant_attributes'] as const;

/** The known fields of a product that is picked, or made. */
export type PickedProduct = Pick<ListedProduct, 'id_str' | 'name' | 'unit_price'>;

/** The choice that makes a new product; ids are digits. */
const NEW = 'new';

interface Props {
  readonly label: string;
  readonly pick: (product: PickedProduct) => void;
  /** Makes a product of the typed name, where none of them is meant. */
  readonly create?: (name: string) => Promise<PickedProduct>;
  /** Products that can be taken; all when it is not given. */
  readonly fits?: (product: ListedProduct) => boolean;
  readonly disabled?: boolean;
}

/** A field that offers products while a name is typed. */
export function ProductPicker({ label, pick, create, fits, disabled = false }: Props) {
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const limit = fits === undefined ? MAX_OFFERED : MAX_LOOKED_AT;
  const found = useRead(
    'products',
    'listProducts',
    { name: asked, limit, fields: FIELDS },
    { keep: true, enabled: combobox.dropdownOpened && !disabled },
  );
  const offered = (found.data ?? []).filter((each) => fits?.(each) ?? true).slice(0, MAX_OFFERED);
  const client = useQueryClient();
  const take = (product: PickedProduct) => {
    pick(product);
    setText('');
    combobox.closeDropdown();
  };
  const make = useMutation({
    mutationFn: async (name: string) => create?.(name),
    onSuccess: (made) => {
      if (made !== undefined) take(made);
      void client.invalidateQueries({ queryKey: ['products'] });
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  // Not before it is known that there is none of that name.
  const isKnown = asked === text.trim() && found.isSuccess && !found.isPlaceholderData;
  const canCreate =
    create !== undefined &&
    isKnown &&
    text.trim() !== '' &&
    !offered.some(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
  return (
    <Combobox
      store={combobox}
      withinPortal
      onOptionSubmit={(id) => {
        const product = offered.find((each) => each.id_str === id);
        if (id === NEW) make.mutate(text.trim());
        else if (product !== undefined) take(product);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          placeholder={t('Part of the name')}
          leftSection={found.isFetching ? <Loader size={14} /> : <Search size={16} aria-hidden />}
          value={text}
          disabled={disabled}
          autoComplete="off"
          role="combobox"
          aria-autocomplete="list"
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={label}>
          {found.data !== undefined && offered.length === 0 && !canCreate && (
            <Combobox.Empty>{t('No products found')}</Combobox.Empty>
          )}
          {offered.map((product) => (
            <Combobox.Option key={product.id_str} value={product.id_str}>
              <Text size="sm" truncate>
                {product.name}
              </Text>
              {product.sku !== null && (
                <Hint size="xs" truncate>
                  {product.sku}
                </Hint>
              )}
            </Combobox.Option>
          ))}
          {canCreate && (
            <Combobox.Option value={NEW} disabled={make.isPending}>
              <Text size="sm" truncate>
                {t('Create “{name}”', { name: text.trim() })}
              </Text>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** True for a product that can be sold as it stands: one with variants cannot, one of them can. */
export function isNoTemplate({ variant_parent_id, variant_attributes }: ListedProduct): boolean {
  return variant_parent_id != null || Object.keys(variant_attributes ?? {}).length === 0;
}

// Finds a product by its name, to be added somewhere.

import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useCompany } from '../company.tsx';
import type { ListedProduct } from './records.ts';

/** Products that are offered, and looked through when only some of them can be taken. */
const MAX_OFFERED = 20;
const MAX_LOOKED_AT = 200;
const PAUSE_MS = 200;

interface Props {
  readonly label: string;
  readonly pick: (product: ListedProduct) => void;
  /** Products that can be taken; all when it is not given. */
  readonly fits?: (product: ListedProduct) => boolean;
  readonly disabled?: boolean;
}

/** A field that offers products while a name is typed. */
export function ProductPicker({ label, pick, fits, disabled = false }: Props) {
  const { api } = useCompany();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const limit = fits === undefined ? MAX_OFFERED : MAX_LOOKED_AT;
  const path = `products?name=${encodeURIComponent(asked)}&limit=${limit}&fields=unit_price,variant_parent_id,variant_attributes`;
  const found = useQuery({
    queryKey: ['products', api.company, path],
    queryFn: ({ signal }) => api.get<ListedProduct[]>(path, { signal }),
    placeholderData: keepPreviousData,
    enabled: combobox.dropdownOpened && !disabled,
  });
  const offered = (found.data ?? []).filter((each) => fits?.(each) ?? true).slice(0, MAX_OFFERED);
  return (
    <Combobox
      store={combobox}
      withinPortal
      onOptionSubmit={(id) => {
        const product = offered.find((each) => each.id_str === id);
        if (product === undefined) return;
        pick(product);
        setText('');
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          placeholder="Type a part of the name"
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
          {found.data !== undefined && offered.length === 0 && (
            <Combobox.Empty>No product fits</Combobox.Empty>
          )}
          {offered.map((product) => (
            <Combobox.Option key={product.id_str} value={product.id_str}>
              <Text size="sm" truncate>
                {product.name}
              </Text>
              {product.sku !== null && (
                <Text size="xs" c="dimmed" truncate>
                  {product.sku}
                </Text>
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** True for a product that can be sold as it stands: one with variants cannot, one of them can. */
export function isNoTemplate({ variant_parent_id, variant_attributes }: ListedProduct): boolean {
  return variant_parent_id != null || Object.keys(variant_attributes ?? {}).length === 0;
}

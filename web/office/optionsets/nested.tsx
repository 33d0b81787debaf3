// What follows from an option: the option sets of its product, and theirs, as deep as they go.

import { Anchor, Group, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { MAX_NESTING } from '#src/products/rules/options.ts';
import type { OptionSet, SetHead } from '../catalogue/records.ts';
import { selectionWords } from '../catalogue/words.ts';
import { useCompany } from '../company.tsx';
import { useProducts } from './products.ts';

/** The sets that follow, each to be opened. */
export function Nested({ sets, depth }: { sets: readonly SetHead[]; depth: number }) {
  if (depth >= MAX_NESTING) return null;
  return sets.map((set) => <NestedSet key={set.id_str} set={set} depth={depth} />);
}

function NestedSet({ set, depth }: { set: SetHead; depth: number }) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div style={{ paddingLeft: 12 }}>
      <Group gap={4} wrap="nowrap">
        <UnstyledButton
          onClick={() => setOpen(!open)}
          aria-expanded={open}
          aria-label={`What follows: ${set.name}`}
          py={4}
        >
          <Chevron size={14} aria-hidden />
        </UnstyledButton>
        <Anchor component={Link} href={`/optionsets/${set.id_str}`} size="xs">
          {set.name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {selectionWords(set)}
        </Text>
      </Group>
      {open && <Below id={set.id_str} depth={depth} />}
    </div>
  );
}

function Below({ id, depth }: { id: string; depth: number }) {
  const { api } = useCompany();
  const set = useQuery({
    queryKey: ['optionsets', api.company, id],
    queryFn: ({ signal }) => api.get<OptionSet>(`optionsets/${id}`, { signal }),
  });
  const ids = (set.data?.options ?? []).map(({ product_id_str }) => product_id_str);
  const products = useProducts(ids);
  return (
    <div style={{ paddingLeft: 18 }}>
      {ids.map((product) => (
        <div key={product}>
          <Text size="xs">{products.get(product)?.name ?? '…'}</Text>
          <Nested sets={products.get(product)?.option_sets ?? []} depth={depth + 1} />
        </div>
      ))}
    </div>
  );
}

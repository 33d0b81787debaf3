// What follows from an option: the option sets of its product, and theirs, as deep as they go.

import { Anchor, Group, Text, UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { MAX_NESTING } from '#src/products/rules/options.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { useProducts } from '../catalogue/products.ts';
import type { SetHead } from '../catalogue/records.ts';
import { selectionWords } from '../catalogue/words.ts';
import { useRead } from '../read.ts';

/** The sets that follow, each to be opened. */
export function Nested({ sets, depth }: { sets: readonly SetHead[]; depth: number }) {
  if (depth >= MAX_NESTING) return null;
  return sets.map((set) => <NestedSet key={set.id_str} set={set} depth={depth} />);
}

function NestedSet({ set, depth }: { set: SetHead; depth: number }) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div style={{ paddingInlineStart: 12 }}>
      <Group gap={4} wrap="nowrap">
        <UnstyledButton
          onClick={() => setOpen(!open)}
          aria-expanded={open}
          aria-label={t('Show options: {name}', { name: set.name })}
          py={4}
        >
          <Chevron size={14} aria-hidden className={open ? undefined : 'flip'} />
        </UnstyledButton>
        <Anchor component={Link} href={`/optionsets/${set.id_str}`} size="xs">
          {set.name}
        </Anchor>
        <Hint size="xs">{selectionWords(set)}</Hint>
      </Group>
      {open && <Below id={set.id_str} depth={depth} />}
    </div>
  );
}

function Below({ id, depth }: { id: string; depth: number }) {
  const set = useRead('option_sets', 'getOptionSet', { option_set_id: id });
  const ids = (set.data?.options ?? []).map(({ product_id }) => product_id);
  const products = useProducts(ids);
  return (
    <div style={{ paddingInlineStart: 18 }}>
      {ids.map((product) => (
        <div key={product}>
          <Text size="xs">{products.get(product)?.name ?? '…'}</Text>
          <Nested sets={products.get(product)?.option_sets ?? []} depth={depth + 1} />
        </div>
      ))}
    </div>
  );
}

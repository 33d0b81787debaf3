import { Checkbox, Code, SimpleGrid } from '@mantine/core';
import { t, translated } from '../../shared/words.ts';
import { SCOPE_NAMES, SCOPE_WORDS, type Scope } from '../addons/scopes.tsx';

interface Props {
  readonly value: readonly Scope[];
  readonly onChange: (value: Scope[]) => void;
  readonly error: string | undefined;
  /** Those that can be chosen; all without it. */
  readonly among?: readonly Scope[];
}

/** The choice of an add-on's scopes. */
export function ScopeChoice({ value, onChange, error, among = SCOPE_NAMES }: Props) {
  return (
    <Checkbox.Group
      label={t('Scopes')}
      required
      value={[...value]}
      onChange={(names) => onChange(SCOPE_NAMES.filter((scope) => names.includes(scope)))}
      error={error}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={6}>
        {SCOPE_NAMES.filter((scope) => among.includes(scope)).map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={<Code>{scope}</Code>}
            description={translated(SCOPE_WORDS[scope])}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

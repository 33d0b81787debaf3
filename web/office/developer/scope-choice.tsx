import { Checkbox, Code, SimpleGrid } from '@mantine/core';
import { SCOPE_NAMES, SCOPE_WORDS } from '../addons/scopes.tsx';

interface Props {
  readonly value: string[];
  readonly onChange: (value: string[]) => void;
  readonly error: string | undefined;
  /** Those that can be chosen; all without it. */
  readonly among?: readonly string[];
}

/** What an add-on may ask for. */
export function ScopeChoice({ value, onChange, error, among = SCOPE_NAMES }: Props) {
  return (
    <Checkbox.Group label="Scopes" required value={value} onChange={onChange} error={error}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={6}>
        {SCOPE_NAMES.filter((scope) => among.includes(scope)).map((scope) => (
          <Checkbox key={scope} value={scope} label={<Code>{scope}</Code>} description={SCOPE_WORDS[scope]} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

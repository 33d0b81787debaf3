import { Select, type SelectProps } from '@mantine/core';

/** Options of a list that are shown at once; the others are found by typing. */
const MAX_OPTIONS = 500;

/** A choice that may be none. Of many options those are shown that have what was typed. */
export function OptionalChoice(props: SelectProps) {
  const isLong = (props.data?.length ?? 0) > MAX_OPTIONS;
  return <Select {...(isLong ? { searchable: true, limit: MAX_OPTIONS } : {})} {...props} />;
}

/** A choice of which one always holds: what is chosen cannot be taken back, only changed. */
export function ChoiceField(props: Omit<SelectProps, 'allowDeselect'>) {
  return <OptionalChoice allowDeselect={false} {...props} />;
}

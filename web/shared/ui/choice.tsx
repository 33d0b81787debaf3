import { Select, type SelectProps } from '@mantine/core';

/** A choice of which one always holds: what is chosen cannot be taken back, only changed. */
export function ChoiceField(props: Omit<SelectProps, 'allowDeselect'>) {
  return <Select allowDeselect={false} {...props} />;
}

import { SegmentedControl, useMantineColorScheme } from '@mantine/core';

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Light, dark or as the system has it; kept in this browser. */
export function SchemeSwitch({ size = 'xs' }: { size?: 'xs' | 'lg' }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Colours"
      size={size}
      fullWidth
      data={[...SCHEMES]}
      value={colorScheme}
      onChange={(value) => setColorScheme(SCHEMES.find((each) => each.value === value)?.value ?? 'auto')}
    />
  );
}

import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { message, t, translated } from '../words.ts';

const SCHEMES = { auto: message('System'), light: message('Light'), dark: message('Dark') };
type Scheme = keyof typeof SCHEMES;

function isScheme(value: string): value is Scheme {
  return Object.hasOwn(SCHEMES, value);
}

/** Light, dark or as the system has it; kept in this browser. */
export function SchemeSwitch({ size = 'xs' }: { size?: 'xs' | 'lg' }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={t('Appearance')}
      size={size}
      fullWidth
      data={Object.entries(SCHEMES).map(([value, label]) => ({ value, label: translated(label) }))}
      value={colorScheme}
      onChange={(value) => isScheme(value) && setColorScheme(value)}
    />
  );
}

import { Group, Modal, MultiSelect, NumberInput, Radio, Stack, Switch, Text } from '@mantine/core';
import type { Named } from '../shared/records.ts';
import { SchemeSwitch } from '../shared/ui/scheme.tsx';
import { MAX_MINUTES, type Settings } from './settings.ts';
import type { Station } from './station.ts';

interface Props {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly settings: Settings;
  readonly change: (changed: Partial<Settings>) => void;
  readonly categories: readonly Named[];
  readonly site: string;
}

const MODES: readonly (readonly [Station['mode'], string])[] = [
  ['all', 'Everything'],
  ['only', 'Only some categories'],
  ['except', 'Everything else: all but some categories'],
];

/** What this device shows, and how. It holds at once, and for this device alone. */
export function SettingsDialog({ isOpen, close, settings, change, categories, site }: Props) {
  const { station, limits } = settings;
  const minutes = (value: number | string) => {
    const given = typeof value === 'number' ? value : Number.NaN;
    return given >= 1 && given <= MAX_MINUTES ? given : undefined;
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      lockScroll={false}
      title="This screen"
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {site}. These settings are kept on this device.
        </Text>
        <Stack gap="sm">
          <Radio.Group
            label="This station makes"
            value={station.mode}
            onChange={(value) => {
              const mode = MODES.find(([each]) => each === value)?.[0] ?? 'all';
              change({ station: { ...station, mode } });
            }}
          >
            <Stack gap={0} mt={4}>
              {MODES.map(([mode, label]) => (
                <Radio key={mode} value={mode} label={label} size="md" className="big-choice" />
              ))}
            </Stack>
          </Radio.Group>
          {station.mode !== 'all' && (
            <MultiSelect
              label={station.mode === 'only' ? 'Categories made here' : 'Categories made elsewhere'}
              data={categories.map(({ id_str, name }) => ({ value: id_str ?? '', label: name }))}
              value={[...station.categories]}
              onChange={(chosen) => change({ station: { ...station, categories: chosen } })}
              size="lg"
              searchable
              comboboxProps={{ withinPortal: false }}
            />
          )}
        </Stack>
        <Group grow align="flex-start">
          <NumberInput
            label="Slow after"
            suffix=" min"
            size="lg"
            min={1}
            max={MAX_MINUTES}
            value={limits.slow}
            onChange={(value) => {
              const slow = minutes(value);
              if (slow !== undefined) change({ limits: { slow, late: Math.max(slow, limits.late) } });
            }}
          />
          <NumberInput
            label="Late after"
            suffix=" min"
            size="lg"
            min={1}
            max={MAX_MINUTES}
            value={limits.late}
            onChange={(value) => {
              const late = minutes(value);
              if (late !== undefined) change({ limits: { slow: Math.min(limits.slow, late), late } });
            }}
          />
        </Group>
        <Switch
          size="lg"
          label="Sound for new tickets and changes"
          checked={settings.sound}
          onChange={({ currentTarget }) => change({ sound: currentTarget.checked })}
        />
        <Switch
          size="lg"
          label="Large type"
          checked={settings.large}
          onChange={({ currentTarget }) => change({ large: currentTarget.checked })}
        />
        <SchemeSwitch size="lg" />
      </Stack>
    </Modal>
  );
}

import { Group, Modal, MultiSelect, NumberInput, Radio, Stack, Switch } from '@mantine/core';
import type { Category } from '#clients/typescript/index.ts';
import { chooseLanguage, chosenLanguage } from '../shared/language.ts';
import { Hint } from '../shared/ui/hint.tsx';
import { LanguageSelect } from '../shared/ui/language.tsx';
import { SchemeSwitch } from '../shared/ui/scheme.tsx';
import { type Message, message, t, translated } from '../shared/words.ts';
import { MAX_HOURS, MAX_MINUTES, type Settings } from './settings.ts';
import type { Station } from './station.ts';

interface Props {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly settings: Settings;
  readonly change: (changed: Partial<Settings>) => void;
  readonly categories: readonly Category[];
  readonly site: string;
}

const MODES: readonly (readonly [Station['mode'], Message])[] = [
  ['all', message('Everything')],
  ['only', message('Only some categories')],
  ['except', message('Everything else: all but some categories')],
];

/** The settings of this device: what it shows, and how. They hold at once, and for this device alone. */
export function SettingsDialog({ isOpen, close, settings, change, categories, site }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      lockScroll={false}
      title={t('This display')}
      closeButtonProps={{ 'aria-label': t('Close'), size: 44 }}
    >
      <Stack gap="lg">
        <Hint>{t('{site}. These settings are kept on this device.', { site })}</Hint>
        <StationFields station={settings.station} change={change} categories={categories} />
        <TimeFields settings={settings} change={change} />
        <Switch
          size="lg"
          label={t('Sound for new tickets and changes')}
          checked={settings.sound}
          onChange={({ currentTarget }) => change({ sound: currentTarget.checked })}
        />
        <Switch
          size="lg"
          label={t('Large type')}
          checked={settings.large}
          onChange={({ currentTarget }) => change({ large: currentTarget.checked })}
        />
        <LanguageSelect size="lg" labelled chosen={chosenLanguage()} choose={chooseLanguage} />
        <SchemeSwitch size="lg" />
      </Stack>
    </Modal>
  );
}

/** The fields for the categories that this station makes. */
function StationFields({
  station,
  change,
  categories,
}: Pick<Props, 'change' | 'categories'> & { readonly station: Station }) {
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('This station makes')}
        value={station.mode}
        onChange={(value) => {
          const mode = MODES.find(([each]) => each === value)?.[0] ?? 'all';
          change({ station: { ...station, mode } });
        }}
      >
        <Stack gap={0} mt={4}>
          {MODES.map(([mode, label]) => (
            <Radio
              key={mode}
              value={mode}
              label={translated(label)}
              size="md"
              classNames={{ body: 'big-choice', label: 'big-choice-label' }}
            />
          ))}
        </Stack>
      </Radio.Group>
      {station.mode !== 'all' && (
        <MultiSelect
          label={station.mode === 'only' ? t('Categories made here') : t('Categories made elsewhere')}
          data={categories.map(({ id_str, name }) => ({ value: id_str, label: name }))}
          value={[...station.categories]}
          onChange={(chosen) => change({ station: { ...station, categories: chosen } })}
          size="lg"
          searchable
          comboboxProps={{ withinPortal: false }}
        />
      )}
    </Stack>
  );
}

/** From when on tickets are slow, late and old. */
function TimeFields({ settings: { limits, oldAfter }, change }: Pick<Props, 'settings' | 'change'>) {
  return (
    <>
      <Group grow align="flex-start">
        <TimeField
          label={t('Slow after')}
          unit={t('min')}
          most={MAX_MINUTES}
          value={limits.slow}
          change={(slow) => change({ limits: { slow, late: Math.max(slow, limits.late) } })}
        />
        <TimeField
          label={t('Late after')}
          unit={t('min')}
          most={MAX_MINUTES}
          value={limits.late}
          change={(late) => change({ limits: { slow: Math.min(limits.slow, late), late } })}
        />
      </Group>
      <TimeField
        label={t('Old after')}
        description={t('When the display is switched on, tickets that wait longer are under Old.')}
        unit={t('h')}
        most={MAX_HOURS}
        value={oldAfter}
        change={(hours) => change({ oldAfter: hours })}
      />
    </>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly unit: string;
  readonly most: number;
  readonly value: number;
  readonly change: (value: number) => void;
}

/** A time in whole units, from 1. */
function TimeField({ unit, most, change, ...field }: TimeFieldProps) {
  return (
    <NumberInput
      {...field}
      suffix={` ${unit}`}
      size="lg"
      min={1}
      max={most}
      allowDecimal={false}
      onChange={(value) => {
        if (typeof value === 'number' && value >= 1 && value <= most) change(value);
      }}
    />
  );
}

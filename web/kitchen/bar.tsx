import { UnstyledButton } from '@mantine/core';
import { Keyboard, Maximize, Minimize, Settings2, Sigma, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import bell from '#src/description/viewer/bell.svg';
import { formatNumber } from '../shared/format.ts';
import { t } from '../shared/words.ts';
import type { CardKind } from './card.tsx';
import type { Settings } from './settings.ts';

interface Props {
  readonly name: string;
  readonly station: string;
  readonly view: CardKind;
  readonly counts: { readonly now: number; readonly later: number; readonly old: number };
  readonly show: (view: CardKind) => void;
  readonly settings: Settings;
  readonly change: (changed: Partial<Settings>) => void;
  readonly screen: { readonly isFull: boolean; readonly toggle: (() => void) | undefined };
  readonly openSettings: () => void;
  readonly openLegend: () => void;
}

/** The bar above the board: which board it is, and its switches. */
export function Bar({ name, station, view, counts, show, settings, change, screen, ...open }: Props) {
  return (
    <header className="bar">
      <div className="bar-name">
        <img src={bell} alt="" width={28} height={28} />
        <div>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          {station !== '' && (
            <p>
              <bdi>{station}</bdi>
            </p>
          )}
        </div>
      </div>
      <nav className="bar-views" aria-label={t('Tickets')}>
        <ViewButton label={t('Now')} count={counts.now} isOn={view === 'now'} press={() => show('now')} />
        <ViewButton
          label={t('Later')}
          count={counts.later}
          isOn={view === 'later'}
          press={() => show('later')}
        />
        {(counts.old > 0 || view === 'old') && (
          <ViewButton label={t('Old')} count={counts.old} isOn={view === 'old'} press={() => show('old')} />
        )}
        <ViewButton label={t('Bumped')} isOn={view === 'bumped'} press={() => show('bumped')} />
      </nav>
      <div className="bar-tools">
        <Tool
          label={t('All day')}
          isOn={settings.allDay}
          press={() => change({ allDay: !settings.allDay })}
          icon={<Sigma aria-hidden />}
        />
        <Tool
          label={t('Sound')}
          isOn={settings.sound}
          press={() => change({ sound: !settings.sound })}
          icon={settings.sound ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
        />
        {screen.toggle !== undefined && (
          <Tool
            label={t('Full screen')}
            isOn={screen.isFull}
            press={screen.toggle}
            icon={screen.isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
          />
        )}
        <Tool label={t('Keys')} press={open.openLegend} icon={<Keyboard aria-hidden />} isWide />
        <Tool label={t('Settings')} press={open.openSettings} icon={<Settings2 aria-hidden />} />
      </div>
    </header>
  );
}

interface ViewProps {
  readonly label: string;
  readonly count?: number;
  readonly isOn: boolean;
  readonly press: () => void;
}

function ViewButton({ label, count, isOn, press }: ViewProps) {
  return (
    <UnstyledButton className="view" aria-pressed={isOn} onClick={press}>
      {label} {count !== undefined && <span className="view-count figures">{formatNumber(count)}</span>}
    </UnstyledButton>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isOn?: boolean;
  readonly isWide?: boolean;
  readonly press: () => void;
}

function Tool({ label, icon, isOn, isWide, press }: ToolProps) {
  return (
    <UnstyledButton
      className={isWide === true ? 'tool tool-wide' : 'tool'}
      aria-label={label}
      title={label}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
      onClick={press}
    >
      {icon}
    </UnstyledButton>
  );
}

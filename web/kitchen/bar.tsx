import { UnstyledButton } from '@mantine/core';
import { Keyboard, Maximize, Minimize, Settings2, Sigma, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import bell from '../shared/bell.svg';
import type { CardKind } from './card.tsx';
import type { Settings } from './settings.ts';

interface Props {
  readonly name: string;
  readonly station: string;
  readonly view: CardKind;
  readonly counts: { readonly now: number; readonly later: number };
  readonly show: (view: CardKind) => void;
  readonly settings: Settings;
  readonly change: (changed: Partial<Settings>) => void;
  readonly screen: { readonly isFull: boolean; readonly toggle: (() => void) | undefined };
  readonly openSettings: () => void;
  readonly openLegend: () => void;
}

/** What stands above the board: which board it is, and what can be switched. */
export function Bar({ name, station, view, counts, show, settings, change, screen, ...open }: Props) {
  return (
    <header className="bar">
      <div className="bar-name">
        <img src={bell} alt="" width={28} height={28} />
        <div>
          <h1>{name}</h1>
          {station !== '' && <p>{station}</p>}
        </div>
      </div>
      <nav className="bar-views" aria-label="Tickets">
        <ViewButton label="Now" count={counts.now} isOn={view === 'now'} press={() => show('now')} />
        <ViewButton label="Later" count={counts.later} isOn={view === 'later'} press={() => show('later')} />
        <ViewButton label="Bumped" isOn={view === 'bumped'} press={() => show('bumped')} />
      </nav>
      <div className="bar-tools">
        <Tool
          label="All-day counts"
          isOn={settings.allDay}
          press={() => change({ allDay: !settings.allDay })}
          icon={<Sigma aria-hidden />}
        />
        <Tool
          label="Sound"
          isOn={settings.sound}
          press={() => change({ sound: !settings.sound })}
          icon={settings.sound ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
        />
        {screen.toggle !== undefined && (
          <Tool
            label="Full screen"
            isOn={screen.isFull}
            press={screen.toggle}
            icon={screen.isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
          />
        )}
        <Tool label="Keys" press={open.openLegend} icon={<Keyboard aria-hidden />} isWide />
        <Tool label="Settings" press={open.openSettings} icon={<Settings2 aria-hidden />} />
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
      {label} {count !== undefined && <span className="view-count figures">{count}</span>}
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

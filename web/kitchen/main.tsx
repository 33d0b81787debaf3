import { keepPage } from '../shared/offline/keep-page.ts';
import { keepStored } from '../shared/offline/keep-stored.ts';
import { shown } from '../shared/shown.ts';
import { DeviceGate } from '../shared/ui/device-gate.tsx';
import { mount } from '../shared/ui/mount.tsx';
import { loadNotes } from '../shared/ui/notes.tsx';
import { t } from '../shared/words.ts';
import { Kitchen } from './kitchen.tsx';

function Display() {
  return (
    <DeviceGate kind="kitchen" title={t('Kitchen display')}>
      {(device, api) => <Kitchen device={device} {...api} />}
    </DeviceGate>
  );
}

const mounted = mount('kitchen', <Display />, { scheme: 'dark', key: 'passbell.kitchen.scheme' });
// Kept with what shows notes, which comes after the first screen.
void Promise.all([mounted, shown.then(() => loadNotes().catch(() => undefined))]).then(() =>
  keepPage('kitchen'),
);
// Changes that wait for the network are stored nowhere else.
void keepStored();

import { keepPage } from '../shared/offline/keep-page.ts';
import { DeviceGate } from '../shared/ui/device-gate.tsx';
import { mount } from '../shared/ui/mount.tsx';
import { t } from '../shared/words.ts';
import { Kitchen } from './kitchen.tsx';

function Display() {
  return (
    <DeviceGate kind="kitchen" title={t('Kitchen display')}>
      {(device, passbell) => <Kitchen device={device} passbell={passbell} />}
    </DeviceGate>
  );
}

void keepPage('kitchen');
void mount('kitchen', <Display />, { scheme: 'dark', key: 'passbell.kitchen.scheme' });

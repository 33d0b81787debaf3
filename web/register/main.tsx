import { keepPage } from '../shared/offline/keep-page.ts';
import { keepStored } from '../shared/offline/keep-stored.ts';
import { shown } from '../shared/shown.ts';
import { DeviceGate } from '../shared/ui/device-gate.tsx';
import { mount } from '../shared/ui/mount.tsx';
import { t } from '../shared/words.ts';
import { loadParts } from './later.tsx';
import { Register } from './register.tsx';

function RegisterScreen() {
  return (
    <DeviceGate kind="register" title={t('Register')}>
      {(device, api) => <Register device={device} {...api} />}
    </DeviceGate>
  );
}

const mounted = mount('register', <RegisterScreen />);

// After the first screen, not in its way; kept when all of it is there, the texts of the language as well. What could not
// be loaded is when it is opened.
void Promise.all([mounted, shown.then(() => loadParts().catch(() => undefined))]).then(() =>
  keepPage('register'),
);
// Changes that wait for the network are stored nowhere else.
void keepStored();

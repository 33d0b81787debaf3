import { DeviceGate } from '../shared/ui/device-gate.tsx';
import { mount } from '../shared/ui/mount.tsx';
import { keepPage } from './keep-page.ts';
import { Register } from './register.tsx';

void keepPage();
mount(
  '/register',
  <DeviceGate kind="register" title="Register">
    {(device, api) => <Register device={device} api={api} />}
  </DeviceGate>,
);

import { DeviceGate } from '../shared/ui/device-gate.tsx';
import { mount } from '../shared/ui/mount.tsx';
import { Register } from './register.tsx';

mount(
  '/register',
  <DeviceGate kind="register" title="Register">
    {(device, api) => <Register device={device} api={api} />}
  </DeviceGate>,
);

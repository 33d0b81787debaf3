import { DeviceGate } from '../shared/ui/device-gate.tsx';
import { mount } from '../shared/ui/mount.tsx';
import { Kitchen } from './kitchen.tsx';

mount(
  '/kitchen',
  <DeviceGate kind="kitchen" title="Kitchen screen">
    {(device, api) => <Kitchen device={device} api={api} />}
  </DeviceGate>,
  { scheme: 'dark', key: 'passbell.kitchen.scheme' },
);

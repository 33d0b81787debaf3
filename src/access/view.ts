import { jsonInteger } from '../kernel/json.ts';
import { formatTime, type Micros } from '../kernel/time.ts';
import { ids, stamps } from '../kernel/view.ts';
import type { Device } from './store.ts';

/** A time that may not have come. */
export function optionalTime(at: Micros | null): string | null {
  return at === null ? null : formatTime(at);
}

/** A device as the back office lists it. */
export function deviceView(device: Device) {
  return {
    ...ids(device.id),
    name: device.name,
    register_id: jsonInteger(device.register_id),
    register_id_str: device.register_id.toString(),
    last_used_at: optionalTime(device.last_used_at),
    ...stamps(device),
  };
}

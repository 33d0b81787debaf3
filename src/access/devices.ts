import { etagOf } from '../edge/etag.ts';
import { listOf } from '../edge/listing.ts';
import { noContent, ok, type WriteHandler } from '../edge/route.ts';
import { notFound } from '../kernel/errors.ts';
import { withGiven } from '../kernel/given.ts';
import { deviceUpdate } from './input.ts';
import { note } from './note.ts';
import { assignRegisters } from './session.ts';
import { devices, hasDevice, listDevices, revokeDevice } from './store.ts';
import { deviceView } from './view.ts';

/** GET /devices: those that are let in. */
export const list = listOf(
  (tx, call, after, limit) => listDevices(tx, call.company, after ?? 0n, limit),
  (row) => row.id,
  deviceView,
);

/** PUT /devices/<id>: its name. */
export const update: WriteHandler = async (tx, call) => {
  const device = await devices.getForUpdate(tx, call.company, call.id('device_id'));
  if (device === undefined || device.revoked_at !== null) throw notFound();
  if (call.hasIfMatch) call.checkMatch(etagOf(JSON.stringify(deviceView(device))));
  const renamed = { ...withGiven(device, call.input(deviceUpdate)), updated_at: call.serverTime };
  if (renamed.name === device.name) return ok(deviceView(device));
  await devices.update(tx, renamed);
  await note(tx, call, 'device.renamed', `${device.name} to ${renamed.name}`);
  return ok(deviceView(renamed));
};

/** DELETE /devices/<id>: its keys and tokens are of no use from now on. */
export const remove: WriteHandler = async (tx, call) => {
  const device = await devices.getForUpdate(tx, call.company, call.id('device_id'));
  if (device === undefined || device.revoked_at !== null) throw notFound();
  await revokeDevice(tx, device, call.serverTime);
  await note(tx, call, 'device.removed', device.name);
  if (!(await hasDevice(tx, call.company, device.register_id))) {
    await assignRegisters(tx, call.company, [device.register_id], false, call.serverTime);
  }
  return noContent();
};

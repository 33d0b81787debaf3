import { besideRegisters, EXPAND_REGISTER } from '../company/expand.ts';
import { etagOf } from '../edge/etag.ts';
import { answerPage, each, listingBy } from '../edge/listing.ts';
import { LIST } from '../edge/query.ts';
import { asking, noContent, ok, type WriteHandler } from '../edge/route.ts';
import { notFound } from '../kernel/errors.ts';
import { withGiven } from '../kernel/given.ts';
import type { Reader } from '../storage/port.ts';
import { deviceUpdate } from './input.ts';
import { note } from './note.ts';
import { assignRegisters } from './session.ts';
import { devices, hasDevice, listDevices, revokeDevice } from './store.ts';
import { deviceView } from './view.ts';

/** GET /devices: those that are let in. */
export const list = asking({ ...EXPAND_REGISTER, ...LIST }, (tx: Reader, call, asked) =>
  answerPage(
    call,
    call.page(asked),
    listingBy(
      (after, limit) => listDevices(tx, call.company, after ?? 0n, limit),
      (row) => row.id,
      (rows) => besideRegisters(tx, call, rows, each(deviceView)(rows), asked.expand),
    ),
  ),
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

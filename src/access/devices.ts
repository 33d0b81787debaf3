import { PAGE } from '../edge/page.ts';
import { noContent, paged, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import { notFound } from '../kernel/errors.ts';
import { note } from './note.ts';
import { assignRegister } from './session.ts';
import { devices, hasDevice, listDevices, revokeDevice } from './store.ts';
import { deviceView } from './view.ts';

/** GET /devices: those that are let in. */
export const list: ReadHandler = async (tx, call) => {
  const { limit, after } = call.page(PAGE.other);
  const rows = await listDevices(tx, call.company, after?.[0] ?? 0n, limit + 1);
  return paged(
    rows,
    limit,
    (row) => [row.id],
    (shown) => JSON.stringify(shown.map(deviceView)),
  );
};

/** DELETE /devices/<id>: its token is of no use from now on. */
export const remove: WriteHandler = async (tx, call) => {
  const device = await devices.getForUpdate(tx, call.company, call.id('device_id'));
  if (device === undefined || device.revoked_at !== null) throw notFound();
  await revokeDevice(tx, device, call.now);
  await note(tx, call, 'device.removed', device.name);
  if (!(await hasDevice(tx, call.company, device.register_id))) {
    await assignRegister(tx, call.company, device.register_id, false, call.now);
  }
  return noContent();
};

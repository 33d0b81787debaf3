// What GET /reports/today says that needs attention, of print jobs (reference: reports.16).

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY, MINUTE, SECOND } from '#src/kernel/time.ts';
import { EXPIRY } from '#src/printing/store.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { make, read } from './helpers.ts';

onEachEngine('print jobs that need attention', (service) => {
  const shop = async () => {
    const { client } = service();
    const site = await make(client, 'sites', { name: 'Bistro', kitchen_tickets: true, prep_time_minutes: 0 });
    const register = await make(client, 'registers', {
      ...{ name: 'Till', site_id: site.id, kitchen_printing: true },
    });
    const soup = await make(client, `sites/${site.id}/products`, { name: 'Soup', unit_price: 10 });
    const order = () =>
      make(client, 'orders', {
        ...{ site_id: site.id, register_id: register.id, status: 'ON_HOLD' },
        lines: [{ product_id: soup.id }],
      });
    return { site, register, order };
  };
  const troubles = async (query = ''): Promise<Json> =>
    (await read(service().client, `reports/today${query}`)).attention.print_troubles;
  const told = ({ site, register }: Json, of: { failed: number; late: number; failure: string | null }) => ({
    ...{ id: register.id, id_str: register.id_str, name: 'Till' },
    ...{ site_id: site.id, site_id_str: site.id_str, ...of },
  });

  it('names registers with jobs that are late or failed, of all sites or of one', async () => {
    const { app, client, clock } = service();
    const [here, there] = [await shop(), await shop()];
    await here.order();
    clock.advance(MINUTE - SECOND);
    assert.deepEqual(await troubles(), { more: false, registers: [] });
    clock.advance(SECOND);
    const late = { failed: 0, late: 1, failure: null };
    assert.deepEqual(await troubles(), { more: false, registers: [told(here, late)] });
    await there.order();
    await there.order();
    clock.advance(MINUTE);
    const { json } = await client.post(`registers/${there.register.id}/print_jobs/claim`, { agent: 'a' });
    const [job] = json.jobs;
    const body = { agent: 'a', attempt: job.attempt, reason: 'Paper out', printed: 'no' };
    assert.equal(
      (await client.post(`registers/${there.register.id}/print_jobs/${job.id}/failed`, body)).status,
      200,
    );
    const both = [told(here, late), told(there, { failed: 0, late: 2, failure: 'Paper out' })];
    assert.deepEqual((await troubles()).registers, both);
    assert.deepEqual((await troubles(`?site_id=${here.site.id}`)).registers, [told(here, late)]);
    // Another company sees nothing of it.
    const { client: other } = await service().newCompany('Elsewhere');
    const { attention } = await read(other, 'reports/today');
    assert.deepEqual(attention.print_troubles, { more: false, registers: [] });
    clock.advance(EXPIRY);
    await app.sweep();
    const [first, second] = (await troubles()).registers;
    assert.deepEqual([first.failed, first.late, second.failed, second.late], [1, 0, 2, 0]);
    assert.ok(first.failure !== null && second.failure !== null);
    assert.deepEqual((await troubles(`?site_id=${there.site.id}`)).registers, [second]);
    clock.advance(DAY);
    assert.deepEqual(await troubles(), { more: false, registers: [] });
  });

  it('names a hundred, and says that there are others', async () => {
    const { clock, app } = service();
    const place = await shop();
    await place.order();
    // Registers of the same site, each with a copy of the job.
    const { client } = service();
    const more = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        make(client, 'registers', { name: `R${at}`, site_id: place.site.id }),
      ),
    );
    const [job] = await read(client, `registers/${place.register.id}/print_jobs`);
    const { jobs } = await import('#src/printing/store.ts');
    await app.storage.write(async (tx) => {
      const stored = await jobs.get(
        tx,
        BigInt(client.companyId === 'me' ? 1 : client.companyId),
        BigInt(job.id),
      );
      assert.ok(stored !== undefined);
      const ids = await tx.ids('print_job', more.length);
      for (const [at, { id }] of more.entries())
        await jobs.insert(tx, { ...stored, id: ids[at] ?? 0n, register_id: BigInt(id) });
    });
    clock.advance(MINUTE);
    const found = await troubles(`?site_id=${place.site.id}`);
    assert.deepEqual([found.more, found.registers.length], [true, 100]);
  });
});

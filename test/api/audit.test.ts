// What the audit log tells of acts with money, and who may read it.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { verifyAudit } from '#src/outbox/audit.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, invalidFields, make, read, refused } from './helpers.ts';
import { EVERY_RIGHT, hire, type SignedIn, signIn } from './operator-helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

onEachEngine('the audit log (reference: audit.1 to audit.7)', (service) => {
  let shop: Shop;
  let staff: SignedIn;
  let ann: { readonly id: string; readonly pin: string };
  before(async () => {
    shop = await openShop(service());
    ann = await hire(shop.client, '2468', {
      first_name: 'Ann',
      last_name: 'Lee',
      ...EVERY_RIGHT,
    });
    staff = await signIn(service(), shop.client, shop.register, ann);
  });

  const newest = async (): Promise<Json> => (await read(shop.client, 'audit?limit=1'))[0];
  const since = async (work: () => Promise<unknown>): Promise<Json[]> => {
    const { number } = await newest();
    await work();
    const entries = await read(shop.client, 'audit?limit=100');
    return entries.filter((entry: Json) => entry.number > number).reverse();
  };
  const held = (fields: object = {}) =>
    shop.order({ status: 'ON_HOLD', lines: [{ product_id: shop.soup.id, quantity: 2 }], ...fields });
  const sold = () =>
    shop.order({
      status: 'COMPLETE',
      lines: [{ product_id: shop.soup.id }],
      payments: [{ method_id: shop.cash, amount: 10 }],
    });

  it('has nothing of what an add-on sells and changes every day', async () => {
    const entries = await since(async () => {
      const { id_str: id } = await held();
      await change(shop.client, `orders/${id}`, { price_variation: 0.9, notes: 'x' });
      await change(shop.client, `orders/${id}/lines/1`, { quantity: 1 });
      await sold();
    });
    assert.deepEqual(entries, []);
  });

  it('tells what a staff member takes off, with what was before and after', async () => {
    const { id_str: id } = await held();
    const [entry, ...more] = await since(() => staff.client.put(`orders/${id}`, { price_variation: 0.9 }));
    assert.deepEqual(more, []);
    assert.equal(entry.action, 'order.discounted');
    assert.equal(entry.actor, 'Ann Lee');
    assert.deepEqual(
      [entry.staff_id_str, entry.user_id, entry.record_kind, entry.record_id_str],
      [ann.id, null, 'order', id],
    );
    assert.equal(entry.register_id_str, String(shop.register));
    assert.equal(entry.before.price_variation, null);
    assert.equal(entry.after.price_variation, '0.9');
    assert.notEqual(entry.before.total, entry.after.total);
  });

  it('tells what a staff member voids, line by line', async () => {
    const { id_str: id } = await held();
    const [entry] = await since(() => staff.client.put(`orders/${id}/lines/1`, { quantity: 1 }));
    assert.equal(entry.action, 'order.voided');
    assert.equal(entry.before.lines[0].quantity, '2');
    assert.equal(entry.after.lines[0].quantity, '1');
  });

  it('tells nothing of what was refused or undone', async () => {
    const { id_str: id } = await held();
    const entries = await since(async () => {
      const body = { price_variation: 0.5 };
      refused(
        await staff.client.put(`orders/${id}`, { ...body, status: 'NONSENSE' }),
        400,
        'invalid_request',
      );
      assert.equal((await staff.client.put(`orders/${id}?dry_run=true`, body)).status, 200);
    });
    assert.deepEqual(entries, []);
  });

  it('tells the refunds and deletions of add-ons', async () => {
    const { id_str: id } = await sold();
    const refunds = await since(() =>
      make(shop.client, 'orders', {
        site_id: shop.site,
        original_order_id_str: id,
        payments: [{ method_id: shop.cash, amount: -10 }],
      }),
    );
    assert.deepEqual(
      refunds.map(({ action }) => action),
      ['order.refunded'],
    );
    assert.equal(refunds[0]?.after.original_order, id);
    assert.equal(refunds[0]?.staff_id, null);
    const { id_str: other } = await held();
    const deleted = await since(() => shop.client.delete(`orders/${other}`));
    assert.deepEqual(
      deleted.map(({ action }) => action),
      ['order.deleted'],
    );
  });

  it('tells changes of taxes, prices, payment methods and staff, never a PIN', async () => {
    const entries = await since(async () => {
      const tax = await make(shop.client, 'taxes', { name: 'VAT', code: 'V', rate: 0.2 });
      await change(shop.client, `taxes/${tax.id_str}`, { rate: 0.25 });
      assert.equal((await shop.client.delete(`taxes/${tax.id_str}`)).status, 204);
      await change(shop.client, `products/${shop.soup.id}`, { unit_price: 11 });
      await change(shop.client, `products/${shop.soup.id}`, { unit_price: 10 });
      const bob = await make(shop.client, 'staff', { first_name: 'Bob', pin: '13571357' });
      await change(shop.client, `staff/${bob.id_str}`, { pin: null });
    });
    assert.deepEqual(
      entries.map(({ action }) => action),
      [
        ...['tax.created', 'tax.changed', 'tax.deleted', 'product.price_changed', 'product.price_changed'],
        ...['staff.created', 'staff.pin_set', 'staff.pin_removed'],
      ],
    );
    const [, tax, , price] = entries;
    assert.deepEqual([tax?.before.rate, tax?.after.rate], ['0.2', '0.25']);
    assert.equal(Number(price?.after.unit_price), 11);
    assert.ok(!JSON.stringify(entries).includes('13571357'));
  });

  it('tells cash that is moved, and a drawer that is not as it should be', async () => {
    const entries = await since(async () => {
      const register = await make(shop.client, 'registers', { name: 'Drawer', site_id: shop.site });
      const shift = await make(shop.client, 'shifts', { register_id: register.id, float: 100 });
      await make(shop.client, `shifts/${shift.id_str}/movements`, {
        kind: 'out',
        amount: 20,
        reason: 'Milk',
      });
      await shop.client.post(`shifts/${shift.id_str}/close`, { counted: { 1: 79 } });
    });
    assert.deepEqual(
      entries.map(({ action, reason }) => [action, reason]),
      [
        ['register.created', null],
        ['drawer.cash_out', 'Milk'],
        ['shift.closed_with_difference', null],
      ],
    );
    assert.deepEqual(entries[2]?.after, { counted: '79', difference: '-1' });
  });

  describe('is read', () => {
    it('by one filter at a time, from both ends', async () => {
      const all = await read(shop.client, 'audit?limit=5000&oldest=true');
      assert.deepEqual(
        all.map(({ number }: Json) => number),
        all.map((_: Json, at: number) => at + 1),
      );
      const by = async (query: string) =>
        (await read(shop.client, `audit?${query}`)).map(({ number }: Json) => number);
      const numbers = (keep: (entry: Json) => boolean) =>
        all
          .filter(keep)
          .map(({ number }: Json) => number)
          .reverse();
      assert.deepEqual(
        await by('action=tax.changed'),
        numbers(({ action }) => action === 'tax.changed'),
      );
      assert.deepEqual(
        await by(`staff_id=${ann.id}`),
        numbers(({ staff_id_str: id }) => id === ann.id),
      );
      const [first] = all;
      assert.deepEqual(
        await by(`created_gte=${first.created_at}&limit=5000`),
        numbers(() => true),
      );
      assert.deepEqual(await by(`created_lt=${first.created_at}`), []);
      const one = await read(shop.client, `audit/${first.number}`);
      assert.deepEqual(one, first);
      invalidFields(await shop.client.get('audit?action=tax.changed&staff_id=1'), 'staff_id');
      invalidFields(await shop.client.get('audit?record_id=1'), 'record_kind');
      refused(await shop.client.get('audit/999999'), 404, 'not_found');
    });

    it('as a file that anybody can check', async () => {
      const { text } = await shop.client.get('audit.csv?limit=5000');
      const [head, ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n');
      assert.ok(head?.startsWith('company_id,number,created_at,action,actor'));
      const all = await read(shop.client, 'audit?limit=5000&oldest=true');
      assert.equal(lines.length, all.length);
      let previous = '0'.repeat(64);
      for (const entry of all) {
        const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
        const form = [
          ...[
            'passbell-audit-1',
            entry.company_id_str,
            String(entry.number),
            entry.created_at,
            entry.action,
            entry.actor,
          ],
          ...[
            entry.addon_id_str,
            entry.user_id_str,
            entry.staff_id_str,
            entry.register_id_str,
            entry.site_id_str,
          ],
          ...[entry.record_kind, entry.record_id_str, entry.subject, json(entry.before), json(entry.after)],
          ...[entry.reason, entry.approved_by_str, previous],
        ];
        assert.equal(
          entry.hash,
          createHash('sha256').update(JSON.stringify(form)).digest('hex'),
          `entry ${entry.number}`,
        );
        assert.ok(lines[entry.number - 1]?.endsWith(`,${previous},${entry.hash}`));
        previous = entry.hash;
      }
      const pages = await shop.client.get('audit.csv?limit=2');
      assert.ok(pages.headers['x-next-page']);
    });

    it('by nobody who is staff', async () => {
      refused(await staff.client.get('audit'), 403, 'access_denied');
      refused(await staff.client.get('audit/1'), 403, 'access_denied');
      refused(await staff.client.get('audit.csv'), 403, 'access_denied');
    });
  });

  it('hangs together after acts at the same time', async () => {
    const orders = await Promise.all(Array.from({ length: 25 }, () => held()));
    await Promise.all(
      orders.map(({ id_str: id }) => staff.client.put(`orders/${id}`, { price_variation: 0.8 })),
    );
    const company = BigInt(shop.client.companyId);
    const { broken } = await service().app.storage.read((tx) => verifyAudit(tx, company));
    assert.equal(broken, undefined);
    const found = await read(shop.client, 'audit?action=order.discounted&limit=100');
    assert.ok(found.length >= 25);
  });
});

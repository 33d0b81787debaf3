import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companies } from '#src/company/store.ts';
import { type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { change, drop, inUse, invalidFields, make, read } from './helpers.ts';

// Records in use are not deleted (reference: company.3, products.22): one test for each kind of record and each way
// it can be used.

/** A site of its own with an order on it. */
async function siteWithOrder(service: Service, fields: Record<string, unknown> = {}) {
  const { client } = service;
  const site = await make(client, 'sites', { name: 'Used' });
  const order = await make(client, 'orders', { site_id: site.id, ...fields });
  return { site, order };
}

onEachEngine('a record', (service) => {
  describe('a site in use', () => {
    it('by registers stays', async () => {
      const { client } = service();
      const site = await make(client, 'sites', { name: 'Used' });
      const register = await make(client, 'registers', { name: 'Till', site_id: site.id });
      inUse(await client.delete(`sites/${site.id}`), /used by registers/);
      await drop(client, `registers/${register.id}`);
      await drop(client, `sites/${site.id}`);
    });

    it('by orders stays, also by deleted ones', async () => {
      const { client } = service();
      const { site, order } = await siteWithOrder(service());
      inUse(await client.delete(`sites/${site.id}`), /used by orders/);
      await drop(client, `orders/${order.id}`);
      inUse(await client.delete(`sites/${site.id}`), /used by deleted orders/);
    });

    it('by products made available there stays', async () => {
      const { client } = service();
      const site = await make(client, 'sites', { name: 'Used' });
      const tea = await make(client, `sites/${site.id}/products`, { name: 'Tea', unit_price: 1 });
      inUse(await client.delete(`sites/${site.id}`), /used by products/);
      await drop(client, `sites/${site.id}/products/${tea.id}`);
      await drop(client, `sites/${site.id}`);
    });

    it('by a product that was deleted goes', async () => {
      const { client } = service();
      const site = await make(client, 'sites', { name: 'Unused' });
      const tea = await make(client, `sites/${site.id}/products`, { name: 'Tea', unit_price: 1 });
      await drop(client, `products/${tea.id}`);
      await drop(client, `sites/${site.id}`);
    });
  });

  describe('a register in use', () => {
    it('by orders stays, also by deleted ones', async () => {
      const { client, card } = service();
      const register = await make(client, 'registers', { name: 'Till', site_id: card.sites[0].id });
      const order = await make(client, 'orders', { register_id: register.id });
      inUse(await client.delete(`registers/${register.id}`), /used by orders/);
      await drop(client, `orders/${order.id}`);
      inUse(await client.delete(`registers/${register.id}`), /used by deleted orders/);
    });

    it('as the pass-thru register of a site stays', async () => {
      const { client, card } = service();
      const site = card.sites[0].id;
      const register = await make(client, 'registers', { name: 'Printer', site_id: site });
      await change(client, `sites/${site}`, { default_pass_thru_register_id: register.id });
      inUse(await client.delete(`registers/${register.id}`), /used by a site, as its pass-thru register/);
      await change(client, `sites/${site}`, { default_pass_thru_register_id: null });
      await drop(client, `registers/${register.id}`);
    });
  });

  describe('a staff member in use', () => {
    it('by orders stays, also by deleted ones', async () => {
      const { client } = service();
      const member = await make(client, 'staff', { first_name: 'Di' });
      const { order } = await siteWithOrder(service(), { staff_member_id: member.id });
      inUse(await client.delete(`staff/${member.id}`), /used by orders/);
      await drop(client, `orders/${order.id}`);
      inUse(await client.delete(`staff/${member.id}`), /used by deleted orders/);
    });

    it('at a register stays', async () => {
      const { client, card } = service();
      const member = await make(client, 'staff', { first_name: 'Ed' });
      const at = { name: 'Till', site_id: card.sites[0].id, current_staff_member: member.id };
      const register = await make(client, 'registers', at);
      inUse(await client.delete(`staff/${member.id}`), /used by a register/);
      await change(client, `registers/${register.id}`, { current_staff_member: null });
      await drop(client, `staff/${member.id}`);
    });

    it('as the contact of the company stays', async () => {
      const { client, app } = service();
      const member = await make(client, 'staff', { first_name: 'Flo' });
      const id = BigInt(client.companyId);
      const setContact = (contact: bigint | null) =>
        app.storage.write(async (tx) => {
          const company = await companies.getForUpdate(tx, id, id);
          assert.ok(company !== undefined);
          await companies.update(tx, { ...company, contact_staff_member: contact });
        });
      await setContact(BigInt(member.id));
      assert.equal((await read(client, '/v1/companies/me')).contact_staff_member, member.id);
      inUse(await client.delete(`staff/${member.id}`), /used by the company, as its contact/);
      await setContact(null);
      await drop(client, `staff/${member.id}`);
    });
  });

  describe('a tax in use', () => {
    const makeTax = () => make(service().client, 'taxes', { code: 'U', name: 'Used', rate: 0.1 });

    for (const field of ['taxes', 'cost_taxes']) {
      it(`by the ${field} of a product stays`, async () => {
        const { client } = service();
        const [tax, other] = [await makeTax(), await makeTax()];
        const product = await make(client, 'products', {
          name: 'Tea',
          unit_price: 1,
          [field]: [other.id, tax.id],
        });
        inUse(await client.delete(`taxes/${tax.id}`), /used by products/);
        await change(client, `products/${product.id}`, { [field]: [other.id] });
        await drop(client, `taxes/${tax.id}`);
        inUse(await client.delete(`taxes/${other.id}`), /used by products/);
        await drop(client, `products/${product.id}`);
        await drop(client, `taxes/${other.id}`);
      });

      it(`by the ${field} of a product at a site stays`, async () => {
        const { client, card } = service();
        const tax = await makeTax();
        const site = card.sites[0].id;
        const product = await make(client, 'products', { name: 'Tea', unit_price: 1 });
        await change(client, `sites/${site}/products/${product.id}`, { [field]: [tax.id] });
        inUse(await client.delete(`taxes/${tax.id}`), /used by products at a site/);
        await change(client, `sites/${site}/products/${product.id}`, { [field]: null });
        await drop(client, `taxes/${tax.id}`);
      });
    }

    it('by a group stays', async () => {
      const { client } = service();
      const tax = await makeTax();
      const group = await make(client, 'taxes/groups', { code: 'G', name: 'Group', taxes: [tax.id] });
      inUse(await client.delete(`taxes/${tax.id}`), /used by tax groups/);
      await drop(client, `taxes/groups/${group.id}`);
      await drop(client, `taxes/${tax.id}`);
    });

    it('by open orders alone goes, and they charge it as before', async () => {
      const { client, card } = service();
      const tax = await makeTax();
      const site = card.sites[0].id;
      const tea = await make(client, `sites/${site}/products`, {
        name: 'Tea',
        unit_price: 11,
        taxes: [tax.id],
      });
      const lines = [{ product_id: tea.id }];
      const order = await make(client, 'orders', { site_id: site, status: 'PENDING', lines });
      await change(client, `products/${tea.id}`, { taxes: [] });
      await drop(client, `taxes/${tax.id}`);
      assert.deepEqual((await read(client, `orders/${order.id}`)).lines, order.lines);
      await change(client, `orders/${order.id}/lines/1`, { quantity: 2 });
      const twice = await change(client, `orders/${order.id}`, { status: 'COMPLETE' });
      assert.deepEqual([twice.total, twice.total_tax], [22, 2 * order.total_tax]);
      assert.ok(twice.total_tax > 0);
      assert.deepEqual(
        twice.lines[0].taxes.map(({ id, name }: Json) => [id, name]),
        [[tax.id, tax.name]],
      );
    });

    it('is not taken for another whose id has the same digits', async () => {
      const { client } = service();
      const taxes = [];
      // Among eleven ids in a row one ends in another's digits and is longer, or they all have as many.
      for (let count = 0; count < 11; count++) taxes.push(await makeTax());
      const used = taxes.at(-1);
      await make(client, 'products', { name: 'Tea', unit_price: 1, taxes: [used.id] });
      for (const tax of taxes.slice(0, -1)) await drop(client, `taxes/${tax.id}`);
      inUse(await client.delete(`taxes/${used.id}`), /used by products/);
    });
  });

  describe('a price list in use', () => {
    it('as the base stays', async () => {
      const { client } = service();
      const base = await read(client, 'price_lists/base');
      inUse(await client.delete(`price_lists/${base.id}`), /used by the company, as its base price list/);
    });

    it('by a site stays, and goes with its prices when it is not', async () => {
      const { client, card } = service();
      const base = await read(client, 'price_lists/base');
      const list = await make(client, 'price_lists', { name: 'Used' });
      const site = await make(client, 'sites', { name: 'Using', price_list_id: list.id });
      const tea = await make(client, 'products', { name: 'Tea', unit_price: 5, taxes: [card.taxes[0].id] });
      assert.equal(
        (await change(client, `sites/${site.id}/products/${tea.id}`, { unit_price: 4 })).unit_price,
        4,
      );
      inUse(await client.delete(`price_lists/${list.id}`), /used by a site/);
      await change(client, `sites/${site.id}`, { price_list_id: base.id });
      await drop(client, `price_lists/${list.id}`);
      assert.equal((await read(client, `sites/${site.id}/products/${tea.id}`)).unit_price, 5);
    });

    it('by a list below it stays', async () => {
      const { client } = service();
      const list = await make(client, 'price_lists', { name: 'Above' });
      const below = await make(client, 'price_lists', { name: 'Below', parent_id: list.id });
      inUse(await client.delete(`price_lists/${list.id}`), /used by a price list below it/);
      await drop(client, `price_lists/${below.id}`);
      await drop(client, `price_lists/${list.id}`);
    });
  });

  describe('a payment method in use', () => {
    it('by payments stays', async () => {
      const { client, card } = service();
      const method = await make(client, 'payment_methods', { name: 'Used', kind: 'card' });
      const order = await make(client, 'orders', { site_id: card.sites[0].id });
      await make(client, `orders/${order.id}/payments`, { method_id: method.id, amount: 1 });
      inUse(await client.delete(`payment_methods/${method.id}`), /used by payments/);
      const other = await make(client, 'payment_methods', { name: 'Unused', kind: 'card' });
      await drop(client, `payment_methods/${other.id}`);
    });
  });

  describe('a record deleted while another begins to use it', () => {
    /** The deletion and the new use at once: one of the two is refused, whichever comes second. */
    async function race(
      prepare: () => Promise<{ path: string; use: () => Promise<{ status: number; text: string }> }>,
    ) {
      for (let round = 0; round < 8; round++) {
        const { path, use } = await prepare();
        const [deleted, used] = await Promise.all([service().client.delete(path), use()]);
        const outcome = `${deleted.status}/${used.status}`;
        assert.ok(
          ['204/400', '204/404', '409/200', '409/201'].includes(outcome),
          `${outcome} ${deleted.text} ${used.text}`,
        );
      }
    }

    it('is a tax and a product', () =>
      race(async () => {
        const { client } = service();
        const tax = await make(client, 'taxes', { code: 'R', name: 'Raced', rate: 0.1 });
        const body = { name: 'Tea', unit_price: 1, taxes: [tax.id] };
        return { path: `taxes/${tax.id}`, use: () => client.post('products', body) };
      }));

    it('is a site and a product made available there', () =>
      race(async () => {
        const { client } = service();
        const site = await make(client, 'sites', { name: 'Raced' });
        const product = await make(client, 'products', { name: 'Tea', unit_price: 1 });
        return {
          path: `sites/${site.id}`,
          use: () => client.put(`sites/${site.id}/products/${product.id}`, {}),
        };
      }));

    it('is a site and a register', () =>
      race(async () => {
        const { client } = service();
        const site = await make(client, 'sites', { name: 'Raced' });
        return {
          path: `sites/${site.id}`,
          use: () => client.post('registers', { name: 'Till', site_id: site.id }),
        };
      }));

    it('is a price list and a site', () =>
      race(async () => {
        const { client } = service();
        const list = await make(client, 'price_lists', { name: 'Raced' });
        return {
          path: `price_lists/${list.id}`,
          use: () => client.post('sites', { name: 'S', price_list_id: list.id }),
        };
      }));

    it('is a price list and one below it', () =>
      race(async () => {
        const { client } = service();
        const list = await make(client, 'price_lists', { name: 'Raced' });
        return {
          path: `price_lists/${list.id}`,
          use: () => client.post('price_lists', { name: 'Below', parent_id: list.id }),
        };
      }));

    it('is a staff member and a register', () =>
      race(async () => {
        const { client, card } = service();
        const member = await make(client, 'staff', { first_name: 'Raced' });
        const body = { name: 'Till', site_id: card.sites[0].id, current_staff_member: member.id };
        return { path: `staff/${member.id}`, use: () => client.post('registers', body) };
      }));
  });

  describe('a category or product with orders', () => {
    it('goes, and what used it stays as it was', async () => {
      const { client, card } = service();
      const category = await make(client, 'categories', { name: 'Gone' });
      const tea = await make(client, `sites/${card.sites[0].id}/products`, {
        name: 'Gone',
        sku: 'gone',
        unit_price: 2,
        categories: [category.id],
      });
      const order = await make(client, 'orders', {
        site_id: card.sites[0].id,
        lines: [{ product_id: tea.id }],
      });
      await drop(client, `categories/${category.id}`);
      assert.deepEqual((await read(client, `products/${tea.id}`)).categories, []);
      await drop(client, `products/${tea.id}`);
      assert.deepEqual(await read(client, `orders/${order.id}`), order);
      invalidFields(
        await client.post('orders', { site_id: card.sites[0].id, lines: [{ product_id: tea.id }] }),
        'lines[0].product_id',
      );
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import {
  COMMON,
  change,
  changingNothing,
  drop,
  EventLog,
  hasKeys,
  inUse,
  invalidFields,
  make,
  read,
  refused,
  refusesEach,
  survivesSendingBack,
  UNKNOWN_ID,
} from './helpers.ts';

// Option sets, the products they are assigned to, and how they nest (reference: products.23, products.24, products.25).

onEachEngine('option sets', (service) => {
  const product = (more: Record<string, unknown> = {}) =>
    make(service().client, 'products', { name: 'Sauce', unit_price: 1, ...more });
  const template = () =>
    make(service().client, 'products', { name: 'Shirt', variant_attributes: { Size: ['S'] } });
  const set = (options: Json[], more: Record<string, unknown> = {}) =>
    make(service().client, 'optionsets', {
      name: 'Sauces',
      options: options.map(({ id }) => ({ product_id: id })),
      ...more,
    });
  const assigned = (...sets: Json[]) => ({ option_sets: sets.map(({ id }) => id) });
  const idsOf = (records: Json[]) => records.map((each) => each.id);

  const changesNothing = changingNothing(service);

  describe('are made', () => {
    it('of a name and options, everything else having a default', async () => {
      const { client } = service();
      const [one, two] = [await product(), await product()];
      const made = await set([two, one]);
      hasKeys(made, [...COMMON, 'name', 'instructions', 'min_selection', 'max_selection', 'options']);
      assert.deepEqual(made, {
        ...made,
        name: 'Sauces',
        instructions: false,
        min_selection: 0,
        max_selection: null,
        // In the order in which they were sent; null: what the product itself costs.
        options: [two, one].map(({ id, id_str }) => ({
          product_id: id,
          product_id_str: id_str,
          price_ex_tax: null,
        })),
      });
      assert.deepEqual(await read(client, `optionsets/${made.id}`), made);
    });

    it('with every field, changed each by itself, and sent back as they are shown', async () => {
      const { client, clock } = service();
      const [one, two] = [await product(), await product()];
      const made = await set([], {
        name: 'Full',
        instructions: true,
        min_selection: 1,
        max_selection: 2,
        options: [
          { product_id: one.id_str, price_ex_tax: 0.12345678 },
          { product_id: two.id, price_ex_tax: 0 },
        ],
      });
      assert.deepEqual(
        [made.name, made.instructions, made.min_selection, made.max_selection],
        ['Full', true, 1, 2],
      );
      assert.deepEqual(
        made.options.map((each: Json) => each.price_ex_tax),
        [0.12345678, 0],
      );
      const path = `optionsets/${made.id}`;
      await survivesSendingBack(client, path);
      clock.advance(SECOND);
      let shown = made;
      for (const part of [
        { name: 'Other' },
        { instructions: false },
        { min_selection: 0 },
        { max_selection: 1 },
        { max_selection: null },
        { min_selection: 1000, max_selection: 1000 },
      ]) {
        const after = await change(client, path, part);
        assert.deepEqual(after, { ...shown, ...part, updated_at: after.updated_at });
        shown = after;
      }
      // A list replaces the one before, in its own order.
      const replaced = await change(client, path, {
        options: [{ product_id: two.id, price_ex_tax: null }, { product_id: one.id }],
      });
      assert.deepEqual(
        replaced.options.map((each: Json) => [each.product_id, each.price_ex_tax]),
        [
          [two.id, null],
          [one.id, null],
        ],
      );
      const fewer = await change(client, path, { options: [{ product_id: one.id }] });
      assert.deepEqual(fewer.options.length, 1);
      // A product that is no option any more can be deleted.
      await drop(client, `products/${two.id}`);
      await drop(client, path);
      refused(await client.get(path), 404, 'not_found');
      await drop(client, `products/${one.id}`);
    });

    it('and refused, naming what is wrong, at create and at update', async () => {
      const { foreign } = service();
      const one = await product();
      const [gone, parent] = [await product(), await template()];
      await drop(service().client, `products/${gone.id}`);
      const theirs = await make(foreign, 'products', { name: 'Theirs', unit_price: 1 });
      const option = (id: unknown, more = {}) => ({
        options: [{ product_id: one.id }, { product_id: id, ...more }],
      });
      const good = { name: 'n'.repeat(64), options: [{ product_id: one.id }] };
      const both: Parameters<typeof refusesEach>[4] = [
        [{ name: '' }, 'name'],
        [{ name: ' ' }, 'name'],
        [{ name: null }, 'name'],
        [{ name: 'n'.repeat(65) }, 'name'],
        [{ name: '𝒳'.repeat(65) }, 'name'],
        [{ instructions: 'yes' }, 'instructions'],
        [{ min_selection: -1 }, 'min_selection'],
        [{ min_selection: 1.5 }, 'min_selection'],
        [{ min_selection: 1001 }, 'min_selection'],
        [{ max_selection: 0 }, 'max_selection'],
        [{ max_selection: '2' }, 'max_selection'],
        [{ min_selection: 3, max_selection: 2 }, 'max_selection'],
        [{ options: [] }, 'options'],
        [{ options: null }, 'options'],
        [{ options: [{}] }, 'options[0].product_id'],
        [{ options: Array.from({ length: 501 }, () => ({ product_id: one.id })) }, 'options'],
        [option(one.id), 'options[1].product_id'],
        [option(one.id_str), 'options[1].product_id'],
        [option(Number(UNKNOWN_ID)), 'options[1].product_id'],
        [option(theirs.id), 'options[1].product_id'],
        [option(gone.id), 'options[1].product_id'],
        [option(parent.id), 'options[1].product_id'],
        [option(gone.id, { price_ex_tax: -1 }), 'options[1].price_ex_tax'],
        [option(gone.id, { price_ex_tax: 0.123456789 }), 'options[1].price_ex_tax'],
      ];
      await refusesEach(service(), 'POST', 'optionsets', good, [
        ...both,
        [{ name: undefined }, 'name'],
        [{ options: undefined }, 'options'],
      ]);
      const made = await make(service().client, 'optionsets', { ...good, name: '𝒳'.repeat(64) });
      assert.equal([...made.name].length, 64);
      await refusesEach(service(), 'PUT', `optionsets/${made.id}`, {}, both);
    });

    it('with bounds that do not cross, whichever is changed', async () => {
      const { client } = service();
      const made = await set([await product()], { min_selection: 2, max_selection: 3 });
      await refusesEach(service(), 'PUT', `optionsets/${made.id}`, {}, [
        [{ min_selection: 4 }, 'min_selection'],
        [{ max_selection: 1 }, 'max_selection'],
        [{ min_selection: 5, max_selection: 4 }, 'max_selection'],
      ]);
      const moved = await change(client, `optionsets/${made.id}`, { min_selection: 4, max_selection: 4 });
      assert.deepEqual([moved.min_selection, moved.max_selection], [4, 4]);
    });

    it('with variants as options, but not with what has variants', async () => {
      const { client } = service();
      const parent = await template();
      const small = await make(client, 'products', {
        variant_parent_id: parent.id,
        variant_attributes: { Size: 'S' },
        unit_price: 1,
      });
      assert.equal((await set([small])).options[0].product_id, small.id);
      // Nor does an option become a template.
      const option = await product();
      const of = await set([option]);
      const turn = { variant_attributes: { Size: ['S'] } };
      await refusesEach(service(), 'PUT', `products/${option.id}`, {}, [[turn, 'variant_attributes']]);
      await drop(client, `optionsets/${of.id}`);
      await change(client, `products/${option.id}`, turn);
    });

    it('for one company alone', async () => {
      const { client, foreign } = service();
      const option = await product();
      const made = await set([option]);
      await changesNothing(async () => {
        for (const answer of [
          await foreign.get(`optionsets/${made.id}`),
          await foreign.put(`optionsets/${made.id}`, { name: 'Mine' }),
          await foreign.delete(`optionsets/${made.id}`),
        ]) {
          refused(answer, 404, 'not_found');
        }
        assert.deepEqual(await read(foreign, 'optionsets'), []);
        invalidFields(
          await foreign.post('products', { name: 'P', unit_price: 1, option_sets: [made.id] }),
          'option_sets[0]',
        );
      });
      assert.ok(idsOf(await read(client, 'optionsets?limit=5000')).includes(made.id));
    });
  });

  describe('are assigned to products', () => {
    it('by ids or objects, in their order, and shown with name and bounds', async () => {
      const { client, card } = service();
      const site = card.sites[0].id;
      const [one, two] = [
        await set([await product()], { name: 'One', instructions: true, min_selection: 1, max_selection: 2 }),
        await set([await product()], { name: 'Two' }),
      ];
      const shown = (...sets: Json[]) =>
        sets.map(({ id, id_str, name, instructions, min_selection, max_selection }) => ({
          id,
          id_str,
          name,
          instructions,
          min_selection,
          max_selection,
        }));
      const dish = await product({ option_sets: [two.id_str, { id: one.id, name: 'ignored' }] });
      assert.deepEqual(dish.option_sets, shown(two, one));
      assert.deepEqual((await read(client, `products/${dish.id}`)).option_sets, shown(two, one));
      const here = await make(client, `sites/${site}/products`, {
        name: 'Here',
        unit_price: 1,
        ...assigned(one),
      });
      assert.deepEqual(here.option_sets, shown(one));
      for (const path of ['', `sites/${site}/`]) {
        const fields = await read(client, `${path}products?ids=${here.id}&fields=option_sets`);
        assert.deepEqual(fields[0].option_sets, shown(one));
        assert.equal('option_sets' in (await read(client, `${path}products?ids=${here.id}`))[0], false);
      }
      assert.deepEqual(
        (await read(client, `products?ids=${one.options[0].product_id}&fields=option_sets`))[0].option_sets,
        [],
      );
      await survivesSendingBack(client, `products/${dish.id}`);
      // A set is shown as it is now.
      const renamed = await change(client, `optionsets/${one.id}`, { name: 'Uno' });
      assert.deepEqual((await read(client, `products/${dish.id}`)).option_sets, shown(two, renamed));
    });

    it('replaced by what is sent, kept by what is not, taken away by null, each told as a change', async () => {
      const { client } = service();
      const [one, two] = [await set([await product()]), await set([await product()])];
      const dish = await product(assigned(one));
      const path = `products/${dish.id}`;
      const log = await EventLog.open(client);
      const steps: readonly [body: Record<string, unknown>, sets: Json[], told: boolean][] = [
        [assigned(two), [two], true],
        [assigned(two, one), [two, one], true],
        [assigned(one, two), [one, two], true],
        [assigned(one, two), [one, two], false],
        [{ docket_name: null }, [one, two], false],
        [{ option_sets: null }, [], true],
        [{ option_sets: null }, [], false],
        // None, as it is shown, of a product that has none.
        [{ option_sets: [] }, [], false],
      ];
      for (const [body, sets, told] of steps) {
        const shown = await change(client, path, body);
        assert.deepEqual(idsOf(shown.option_sets), idsOf(sets));
        const events = await log.take();
        assert.equal(events.length, told ? 1 : 0);
        if (!told) continue;
        assert.deepEqual([events[0].topic, events[0].changed], ['products/updated', ['option_sets']]);
        assert.deepEqual(events[0].payload, shown);
      }
    });

    it('and refused, naming what is wrong', async () => {
      const { client, foreign } = service();
      const one = await set([await product()]);
      const gone = await set([await product()]);
      await drop(client, `optionsets/${gone.id}`);
      const option = await make(foreign, 'products', { name: 'T', unit_price: 1 });
      const theirs = await make(foreign, 'optionsets', { name: 'T', options: [{ product_id: option.id }] });
      const wrongs: Parameters<typeof refusesEach>[4] = [
        [{ option_sets: [] }, 'option_sets'],
        [{ option_sets: [one.id, one.id_str] }, 'option_sets[1]'],
        [{ option_sets: [{ id: one.id }, one.id] }, 'option_sets[1]'],
        [{ option_sets: [one.id, Number(UNKNOWN_ID)] }, 'option_sets[1]'],
        [{ option_sets: [gone.id] }, 'option_sets[0]'],
        [{ option_sets: [theirs.id] }, 'option_sets[0]'],
        [{ option_sets: ['x'] }, 'option_sets[0]'],
        [{ option_sets: [{ name: 'One' }] }, 'option_sets[0]'],
        [{ option_sets: one.id }, 'option_sets'],
        [{ option_sets: Array.from({ length: 51 }, () => one.id) }, 'option_sets'],
      ];
      await refusesEach(service(), 'POST', 'products', { name: 'Dish', unit_price: 1 }, wrongs);
      const dish = await product(assigned(one));
      await refusesEach(service(), 'PUT', `products/${dish.id}`, { name: 'Other' }, wrongs);
    });

    it('and stay as long as they are', async () => {
      const { client } = service();
      const option = await product();
      const one = await set([option]);
      const dish = await product({ name: 'Kebab', ...assigned(one) });
      await changesNothing(async () => {
        inUse(
          await client.delete(`optionsets/${one.id}`),
          new RegExp(`used by product ${dish.id} \\("Kebab"\\)`),
        );
        inUse(
          await client.delete(`products/${option.id}`),
          new RegExp(`an option of option set ${one.id} \\("Sauces"\\)`),
        );
      });
      await drop(client, `products/${dish.id}`);
      await drop(client, `optionsets/${one.id}`);
      await drop(client, `products/${option.id}`);
    });

    it('or are deleted, when both happen at once', async () => {
      const { client } = service();
      for (let round = 0; round < 6; round++) {
        const option = await product();
        const one = await set([option]);
        const other = await product();
        const [deleted, used] = await Promise.all([
          client.delete(`optionsets/${one.id}`),
          client.put(`products/${other.id}`, assigned(one)),
        ]);
        const outcome = `${deleted.status}/${used.status}`;
        assert.ok(['204/400', '409/200'].includes(outcome), `${outcome} ${deleted.text} ${used.text}`);
        const [gone, taken] = await Promise.all([
          client.delete(`products/${other.id}`),
          client.post('optionsets', { name: 'R', options: [{ product_id: other.id }] }),
        ]);
        const second = `${gone.status}/${taken.status}`;
        assert.ok(['204/400', '409/201'].includes(second), `${second} ${gone.text} ${taken.text}`);
      }
    });
  });

  describe('do not nest in a circle', () => {
    /** A new set with one new option. */
    async function link(name: string): Promise<{ set: Json; option: Json }> {
      const option = await product({ name: `option of ${name}` });
      return { set: await set([option], { name }), option };
    }

    /** Sets each of which follows from the option of the one before. */
    async function chain(length: number): Promise<{ set: Json; option: Json }[]> {
      const links = [];
      for (let at = 0; at < length; at++) links.push(await link(`set ${at}`));
      for (const [at, { option }] of links.entries()) {
        const below = links[at + 1];
        if (below) await change(service().client, `products/${option.id}`, assigned(below.set));
      }
      return links;
    }

    for (const length of [1, 2, 3]) {
      it(`of ${length}, whichever side closes it; the way is told`, async () => {
        const { client } = service();
        const links = await chain(length);
        const [first, last] = [links[0], links.at(-1)];
        assert.ok(first && last);
        const tell = (from: number) =>
          [...links.slice(from), ...links.slice(0, from)]
            .map(
              (each) =>
                `option set ${each.set.id} "${each.set.name}" -> product ${each.option.id} "${each.option.name}"`,
            )
            .concat(`option set ${links[from]?.set.id} "${links[from]?.set.name}"`)
            .join(' -> ');
        const ways = links.map((_, at) => `would make option sets nest in a circle: ${tell(at)}.`);
        await changesNothing(async () => {
          const answer = await client.put(`products/${last.option.id}`, assigned(first.set));
          invalidFields(answer, 'option_sets');
          assert.ok(ways.includes(answer.json.errors[0].error_description), answer.text);
        });
        // From the other side: a product that has the first set becomes an option of the last.
        const dish = await product(assigned(first.set));
        await changesNothing(async () => {
          const options = [{ product_id: last.option.id }, { product_id: dish.id }];
          const answer = await client.put(`optionsets/${last.set.id}`, { options });
          invalidFields(answer, 'options');
          assert.match(answer.json.errors[0].error_description, new RegExp(`product ${dish.id} "Sauce"`));
        });
        // Once a step is taken out the rest may close.
        await change(client, `optionsets/${last.set.id}`, {
          options: [{ product_id: (await product()).id }],
        });
        await change(client, `products/${last.option.id}`, assigned(first.set));
      });
    }

    it('nor deeper than six, whichever side is added', async () => {
      const { client } = service();
      const links = await chain(6);
      const [first, last] = [links[0], links.at(-1)];
      assert.ok(first && last);
      const below = await link('below');
      await changesNothing(async () => {
        const answer = await client.put(`products/${last.option.id}`, assigned(below.set));
        invalidFields(answer, 'option_sets');
        assert.match(
          answer.json.errors[0].error_description,
          /deeper than 6: option set \d+ "set 0" -> .*"below"\.$/,
        );
      });
      const above = await product(assigned(first.set));
      await changesNothing(async () => {
        const body = { name: 'above', options: [{ product_id: above.id }] };
        const answer = await client.post('optionsets', body);
        invalidFields(answer, 'options');
        // It has no number yet that anybody could look up.
        assert.match(
          answer.json.errors[0].error_description,
          /deeper than 6: this option set -> product \d+ /,
        );
      });
      // Several ways to one set are no circle.
      await change(
        client,
        `products/${first.option.id}`,
        assigned(...links.slice(1).map((each) => each.set)),
      );
    });

    it('when two halves of one come at once', async () => {
      const { client } = service();
      for (let round = 0; round < 6; round++) {
        const [a, b] = [await link('a'), await link('b')];
        const dish = await product(assigned(a.set));
        const assign = () => client.put(`products/${a.option.id}`, assigned(b.set));
        const halves =
          round % 2 === 0
            ? [assign(), client.put(`products/${b.option.id}`, assigned(a.set))]
            : [assign(), client.put(`optionsets/${b.set.id}`, { options: [{ product_id: dish.id }] })];
        const answers = await Promise.all(halves);
        const statuses = answers.map(({ status }) => status).sort();
        assert.deepEqual(statuses, [200, 400], answers.map(({ text }) => text).join(' '));
      }
    });
  });
});

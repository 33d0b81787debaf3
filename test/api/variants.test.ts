import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { products } from '#src/products/store.ts';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import {
  change,
  drop,
  EventLog,
  inUse,
  invalidFields,
  make,
  read,
  refused,
  refusesEach,
  survivesSendingBack,
  UNKNOWN_ID,
} from './helpers.ts';
import { idsOf, SIZES, variantMakers } from './variant-makers.ts';

// Templates and the variants made from them (reference: products.15 to products.18, products.21).

/** Texts by code point, which neither code units nor a dictionary would give. */
const SORTED = ['Z', 'a', 'é', 'ﬀ', '\ufffd', '𝒳'];
const MIXED = ['\ufffd', '𝒳', 'é', 'Z', 'ﬀ', 'a'];

onEachEngine('variants', (service) => {
  const { template, childBody, child, plain, category, changesNothing } = variantMakers(service);

  describe('are made', () => {
    it('by two calls, each telling of one product', async () => {
      const { client } = service();
      const log = await EventLog.open(client);
      const parent = await template();
      const small = await child(parent, { Size: 'S' }, { sku: 'shirt-s' });

      assert.equal(parent.variant_parent_id, null);
      assert.deepEqual(parent.variant_attributes, { Size: ['L', 'M', 'S'] });
      assert.deepEqual(parent.variants, []);
      assert.equal(small.variant_parent_id, parent.id);
      assert.deepEqual(small.variant_attributes, { Size: 'S' });
      assert.deepEqual(small.variants, []);
      assert.equal(small.name, 'Shirt - S');
      assert.deepEqual(await read(client, `products/${small.id}`), small);

      const events = await log.take();
      assert.deepEqual(
        events.map(({ topic, resource_id, payload }) => [topic, resource_id, payload]),
        [
          ['products/created', parent.id, parent],
          ['products/created', small.id, small],
        ],
      );
    });

    it('and are listed on the template, ascending by id, until they are deleted', async () => {
      const { client } = service();
      const parent = await template();
      const [small, large] = [
        await child(parent, { Size: 'S' }, { sku: 'v-s' }),
        await child(parent, { Size: ['L'] }),
      ];
      const shown = [
        {
          id: small.id,
          id_str: small.id_str,
          name: 'Shirt - S',
          sku: 'v-s',
          variant_attributes: { Size: 'S' },
        },
        {
          id: large.id,
          id_str: large.id_str,
          name: 'Shirt - L',
          sku: null,
          variant_attributes: { Size: 'L' },
        },
      ];
      assert.deepEqual((await read(client, `products/${parent.id}`)).variants, shown);
      const [listed] = await read(client, `products?ids=${parent.id}&fields=variants,variant_parent_id`);
      assert.deepEqual(listed.variants, shown);
      assert.equal(listed.variant_parent_id, null);
      assert.equal('variant_attributes' in listed, false);
      await drop(client, `products/${small.id}`);
      assert.deepEqual((await read(client, `products/${parent.id}`)).variants, shown.slice(1));
    });

    it('at a site as well as for the company', async () => {
      const { client, card } = service();
      const site = card.sites[0].id;
      const parent = await make(client, `sites/${site}/products`, {
        name: 'Shirt',
        variant_attributes: SIZES,
      });
      assert.deepEqual([parent.unit_price, parent.site_id], [0, site]);
      const made = await make(client, `sites/${site}/products`, {
        ...childBody(parent, { Size: 'M' }),
        availability: { amount: 3 },
      });
      assert.equal(made.name, 'Shirt - M');
      assert.deepEqual(made.availability, { is_available: true, amount: 3 });
      assert.deepEqual(made.variant_attributes, { Size: 'M' });
      assert.equal(made.variant_parent_id, parent.id);
      assert.deepEqual(idsOf((await read(client, `sites/${site}/products/${parent.id}`)).variants), [
        made.id,
      ]);
    });

    it('of a template that costs nothing unless it says so, and of children that say what they cost', async () => {
      const { client, card } = service();
      const taxes = [card.taxes[0].id];
      for (const none of [{}, { unit_price: null }, { unit_price_ex_tax: null }]) {
        const parent = await template({ taxes, ...none });
        assert.deepEqual([parent.unit_price, parent.unit_price_ex_tax, parent.unit_tax], [0, 0, 0]);
      }
      assert.equal((await template({ unit_price: 7.5 })).unit_price, 7.5);
      const parent = await template({ unit_price: 7.5 });
      await changesNothing(async () => {
        const { unit_price: _, ...body } = childBody(parent, { Size: 'S' });
        invalidFields(await client.post('products', body), 'unit_price');
      });
      // What has no attributes is no template.
      await changesNothing(async () => {
        invalidFields(await client.post('products', { name: 'Tea', variant_attributes: {} }), 'unit_price');
      });
    });

    it('of two attributes, each combination for itself', async () => {
      const parent = await template({ variant_attributes: { Size: ['S', 'M'], Colour: ['red', 'blue'] } });
      const names = [];
      for (const Size of ['S', 'M']) {
        for (const Colour of ['red', 'blue']) names.push((await child(parent, { Size, Colour })).name);
      }
      // Values in the order of their attributes.
      assert.deepEqual(names, ['Shirt - red, S', 'Shirt - blue, S', 'Shirt - red, M', 'Shirt - blue, M']);
    });

    it('and can be sent back as they are shown', async () => {
      const { client, clock } = service();
      const tops = await category();
      const parent = await template({ categories: [tops.id] });
      const small = await child(parent, { Size: 'S' });
      const named = await child(parent, { Size: 'M' }, { name: 'Middle' });
      clock.advance(SECOND);
      const log = await EventLog.open(client);
      for (const { id } of [parent, small, named]) await survivesSendingBack(client, `products/${id}`);
      assert.deepEqual(await log.take(), []);
    });
  });

  describe('show their attributes', () => {
    it('sorted by code point, names and values', async () => {
      const { client } = service();
      const values = Object.fromEntries(MIXED.map((name) => [name, MIXED]));
      const parent = await template({ variant_attributes: values });
      const small = await child(parent, Object.fromEntries(MIXED.map((name) => [name, name])));
      for (const shown of [
        parent,
        await read(client, `products/${parent.id}`),
        (await read(client, `products?ids=${parent.id}&fields=variant_attributes`))[0],
      ]) {
        assert.deepEqual(Object.keys(shown.variant_attributes), SORTED);
        for (const name of SORTED) assert.deepEqual(shown.variant_attributes[name], SORTED);
      }
      assert.deepEqual(
        Object.entries(small.variant_attributes),
        SORTED.map((name) => [name, name]),
      );
      assert.equal(small.name, `Shirt - ${SORTED.join(', ')}`);
      const changed = await change(client, `products/${parent.id}`, {
        variant_attributes: { ...values, Z: [...MIXED, 'b', 'Y'] },
      });
      assert.deepEqual(changed.variant_attributes.Z, ['Y', 'Z', 'a', 'b', 'é', 'ﬀ', '\ufffd', '𝒳']);
    });

    it('on lists that are asked for them always, empty outside a family', async () => {
      const { client, card } = service();
      const site = card.sites[0].id;
      const of = await category('Listed family');
      const parent = await template({ categories: [of.id] });
      const small = await child(parent, { Size: 'S' });
      const alone = await plain({ categories: [of.id] });
      assert.deepEqual([alone.variant_attributes, alone.variant_parent_id, alone.variants], [{}, null, []]);
      for (const { id } of [parent, small, alone]) await change(client, `sites/${site}/products/${id}`, {});
      const ids = idsOf([parent, small, alone]).join(',');
      for (const path of [
        '',
        `categories/${of.id}/`,
        `sites/${site}/`,
        `sites/${site}/categories/${of.id}/`,
      ]) {
        const list = await read(
          client,
          `${path}products?ids=${ids}&fields=variant_attributes,variant_parent_id,variants`,
        );
        assert.deepEqual(
          list.map((each: Json) => [each.id, each.variant_attributes, each.variant_parent_id]),
          [
            [parent.id, { Size: ['L', 'M', 'S'] }, null],
            [small.id, { Size: 'S' }, parent.id],
            [alone.id, {}, null],
          ],
          path,
        );
        assert.deepEqual(
          list.map((each: Json) => idsOf(each.variants)),
          [[small.id], [], []],
        );
        const bare = await read(client, `${path}products?ids=${ids}`);
        for (const each of bare) {
          for (const field of ['variant_attributes', 'variant_parent_id', 'variants']) {
            assert.equal(field in each, false, `${path} shows ${field} unasked.`);
          }
        }
      }
    });

    it('of any text, up to their limits in characters', async () => {
      const { client } = service();
      for (const unit of ['x', '𝒳']) {
        const word = unit.repeat(100);
        const parent = await template({ variant_attributes: { [word]: [word, 'b'] } });
        assert.deepEqual(parent.variant_attributes, { [word]: ['b', word] });
        assert.equal((await child(parent, { [word]: word })).name, `Shirt - ${word}`);
        await changesNothing(async () => {
          for (const attributes of [{ [`${word}x`]: ['a'] }, { Size: [`${word}x`] }]) {
            refused(
              await client.post('products', { name: 'X', variant_attributes: attributes }),
              400,
              'invalid_request',
            );
          }
        });
      }
      const odd = { toString: ['valueOf'], 'a.b[0]': ['"', '\\'] };
      const parent = await template({ variant_attributes: odd });
      const made = await child(parent, { toString: 'valueOf', 'a.b[0]': '\\' });
      assert.deepEqual(Object.entries(made.variant_attributes), [
        ['a.b[0]', '\\'],
        ['toString', 'valueOf'],
      ]);
    });
  });

  describe('are named', () => {
    it('after the template and their values, unless they have a name of their own', async () => {
      const parent = await template();
      assert.equal((await child(parent, { Size: 'S' })).name, 'Shirt - S');
      assert.equal((await child(parent, { Size: 'M' }, { name: 'Middle' })).name, 'Middle');
      // Names need not differ.
      assert.equal((await child(parent, { Size: 'L' }, { name: 'Middle' })).name, 'Middle');
    });

    it('within 255 characters, cut where the generated name is longer', async () => {
      const { client } = service();
      for (const unit of ['x', '🍕']) {
        const parent = await template({ name: unit.repeat(255) });
        const made = await child(parent, { Size: 'S' });
        assert.equal(made.name, `${unit.repeat(254)}…`);
        assert.equal((await read(client, `products?exactname=${encodeURIComponent(made.name)}`)).length, 1);
        const given = unit.repeat(255);
        assert.equal((await child(parent, { Size: 'M' }, { name: given })).name, given);
        await changesNothing(async () => {
          const body = childBody(parent, { Size: 'L' }, { name: `${given}x` });
          invalidFields(await client.post('products', body), 'name');
        });
        const short = await template({ name: unit.repeat(251) });
        assert.equal((await child(short, { Size: 'L' })).name, `${unit.repeat(251)} - L`);
      }
    });

    it('anew with the template, telling of each; given names stay', async () => {
      const { client, clock } = service();
      const parent = await template();
      const small = await child(parent, { Size: 'S' });
      const named = await child(parent, { Size: 'M' }, { name: 'Middle' });
      const large = await child(parent, { Size: 'L' });
      const log = await EventLog.open(client);
      clock.advance(SECOND);
      const shown = await change(client, `products/${parent.id}`, { name: 'Blouse' });
      assert.deepEqual(
        shown.variants.map((each: Json) => each.name),
        ['Blouse - S', 'Middle', 'Blouse - L'],
      );
      const events = await log.take();
      assert.deepEqual(
        events.map(({ topic, resource_id, changed }) => [topic, resource_id, changed]),
        [
          // It shows them by their names.
          ['products/updated', parent.id, ['name', 'variants']],
          ...[small, large].map(({ id }) => ['products/updated', id, ['name']]),
        ],
      );
      assert.deepEqual(
        events.map(({ previous }) => previous.name),
        ['Shirt', 'Shirt - S', 'Shirt - L'],
      );
      for (const { resource_id, payload } of events) {
        assert.deepEqual(payload, await read(client, `products/${resource_id}`));
      }
      const after = await read(client, `products/${small.id}`);
      assert.deepEqual(after, { ...small, name: 'Blouse - S', updated_at: shown.updated_at });
      assert.deepEqual(await read(client, `products/${named.id}`), named);
      // The new name is found.
      assert.deepEqual(idsOf(await read(client, 'products?exactname=Blouse%20-%20S')), [small.id]);
      assert.ok(idsOf(await read(client, 'products?name=blouse%20-')).includes(large.id));

      // The same again, and a price, rename no product.
      await change(client, `products/${parent.id}`, { name: 'Blouse', unit_price: 2 });
      assert.deepEqual(await log.topics(), ['price_lists/updated']);
    });

    it('by themselves once somebody renames them, until the name is the generated one again', async () => {
      const { client } = service();
      const parent = await template();
      const small = await child(parent, { Size: 'S' });
      const rename = async (path: string, name: string) => (await change(client, path, { name })).name;
      await rename(`products/${small.id}`, 'Tiny');
      await rename(`products/${parent.id}`, 'Blouse');
      assert.equal((await read(client, `products/${small.id}`)).name, 'Tiny');
      await rename(`products/${small.id}`, 'Blouse - S');
      await rename(`products/${parent.id}`, 'Shirt');
      assert.equal((await read(client, `products/${small.id}`)).name, 'Shirt - S');
    });
  });

  describe('have each combination once', () => {
    it('one after the other', async () => {
      const { client } = service();
      const parent = await template({ variant_attributes: { Size: ['S', 'M'], Colour: ['red', 'blue'] } });
      const first = await child(parent, { Size: 'S', Colour: 'red' });
      await changesNothing(async () => {
        for (const again of [
          { Size: 'S', Colour: 'red' },
          { Colour: ['red'], Size: ['S'] },
        ]) {
          const answer = await client.post('products', childBody(parent, again, { name: 'Another' }));
          invalidFields(answer, 'variant_attributes');
          assert.match(answer.json.error_description, new RegExp(`used already, by product ${first.id} `));
        }
      });
      await child(parent, { Size: 'S', Colour: 'blue' });
      // Another template has its own.
      const other = await template();
      await child(other, { Size: 'S' });
    });

    it('among twenty at once, and among twenty that want to become it', async () => {
      const { client } = service();
      const parent = await template({
        variant_attributes: { Size: Array.from({ length: 22 }, (_, at) => `s${at}`) },
      });
      const log = await EventLog.open(client);
      const one = await Promise.all(
        Array.from({ length: 20 }, () => client.post('products', childBody(parent, { Size: 's0' }))),
      );
      const [winner, ...none] = one.filter(({ status }) => status === 201);
      assert.deepEqual(none, []);
      assert.ok(winner !== undefined);
      const refuseOthers = (answers: readonly Answer[]) => {
        assert.equal(answers.length, 19);
        for (const answer of answers) invalidFields(answer, 'variant_attributes');
      };
      refuseOthers(one.filter((answer) => answer !== winner));
      assert.deepEqual(idsOf((await read(client, `products/${parent.id}`)).variants), [winner.json.id]);
      assert.deepEqual(await log.topics(), ['products/created']);

      // Twenty different ones get along, and then all want to be the same.
      const others = await Promise.all(
        Array.from({ length: 20 }, (_, at) => child(parent, { Size: `s${at + 1}` })),
      );
      const moves = await Promise.all(
        others.map(({ id }) => client.put(`products/${id}`, { variant_attributes: { Size: 's21' } })),
      );
      const moved = moves.filter(({ status }) => status === 200);
      assert.equal(moved.length, 1);
      refuseOthers(moves.filter(({ status }) => status !== 200));
      const { variants } = await read(client, `products/${parent.id}`);
      const sizes = variants.map((each: Json) => each.variant_attributes.Size);
      assert.equal(new Set(sizes).size, 21);
      assert.equal(sizes.length, 21);
    });

    it('and a deleted one is free again', async () => {
      const { client } = service();
      const parent = await template();
      for (let round = 0; round < 3; round++) {
        const small = await child(parent, { Size: 'S' });
        refused(
          await client.post('products', childBody(parent, { Size: 'S' })),
          400,
          'invalid_request',
          'variant_attributes',
        );
        await drop(client, `products/${small.id}`);
      }
      assert.equal((await child(parent, { Size: 'S' })).name, 'Shirt - S');
    });
  });

  describe('are refused', () => {
    it('when the attributes are not those of the template', async () => {
      const parent = await template({ variant_attributes: { Size: ['S', 'M'], Colour: ['red', 'blue'] } });
      const good = childBody(parent, { Size: 'S', Colour: 'red' });
      const with_ = (attributes: unknown) => ({ variant_attributes: attributes });
      await refusesEach(service(), 'POST', 'products', good, [
        [with_(undefined), 'variant_attributes.Colour'],
        [with_(null), 'variant_attributes.Colour'],
        [with_({}), 'variant_attributes.Colour'],
        [with_({ Colour: 'red' }), 'variant_attributes.Size'],
        [with_({ Size: 'S', Colour: 'red', Cut: 'slim' }), 'variant_attributes.Cut'],
        [with_({ size: 'S', Colour: 'red' }), 'variant_attributes.size'],
        [with_({ Size: 'XL', Colour: 'red' }), 'variant_attributes.Size'],
        [with_({ Size: 's', Colour: 'red' }), 'variant_attributes.Size'],
        [with_({ Size: ['S', 'M'], Colour: 'red' }), 'variant_attributes.Size'],
        [with_({ Size: [], Colour: 'red' }), 'variant_attributes.Size'],
        [with_({ Size: null, Colour: 'red' }), 'variant_attributes.Size'],
        [with_({ Size: 1, Colour: 'red' }), 'variant_attributes.Size'],
        [with_('S'), 'variant_attributes'],
        [with_(['S', 'red']), 'variant_attributes'],
      ]);
    });

    it('when the attributes are none that a template can have', async () => {
      const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`a${at}`, ['v']]));
      const long = Array.from({ length: 201 }, (_, at) => `v${at}`);
      await refusesEach(service(), 'POST', 'products', { name: 'Shirt', variant_attributes: SIZES }, [
        [{ variant_attributes: { Size: 'S' } }, 'variant_attributes.Size'],
        [{ variant_attributes: { Size: [] } }, 'variant_attributes.Size'],
        [{ variant_attributes: { Size: ['S', 'S'] } }, 'variant_attributes.Size'],
        [{ variant_attributes: { Size: ['S', ''] } }, 'variant_attributes.Size'],
        [{ variant_attributes: { Size: [1] } }, 'variant_attributes.Size'],
        [{ variant_attributes: { Size: long } }, 'variant_attributes.Size'],
        [{ variant_attributes: many }, 'variant_attributes'],
        [{ variant_attributes: 7 }, 'variant_attributes'],
      ]);
      const whyNot = async (attributes: object) => {
        const body = { name: 'Shirt', variant_attributes: attributes };
        return (await service().client.post('products', body)).json.errors[0].error_description;
      };
      assert.match(
        await whyNot({ Size: [1] }),
        /^must be a text of 1 to 100 characters, or a list of up to 200/,
      );
      assert.equal(
        await whyNot({ ['x'.repeat(101)]: ['S'] }),
        'The key must be at most 100 characters long.',
      );
    });

    it('when the parent is none', async () => {
      const { client, foreign } = service();
      const parent = await template();
      const small = await child(parent, { Size: 'S' });
      const theirs = await make(foreign, 'products', { name: 'Shirt', variant_attributes: SIZES });
      const gone = await template();
      await drop(client, `products/${gone.id}`);
      const wrong = [theirs.id, gone.id, (await plain()).id, small.id, Number(UNKNOWN_ID), 'x', 0];
      await refusesEach(
        service(),
        'POST',
        'products',
        childBody(parent, { Size: 'M' }),
        wrong.map((id) => [{ variant_parent_id: id }, 'variant_parent_id'] as const),
      );
      // Another company's is not told from one that is not there.
      const ask = async (id: unknown) =>
        (await client.post('products', childBody({ id }, { Size: 'M' }))).text.replaceAll(String(id), 'ID');
      assert.equal(await ask(theirs.id), await ask(Number(UNKNOWN_ID)));
    });

    it('when one is to move to another template, or to none', async () => {
      const parent = await template();
      const small = await child(parent, { Size: 'S' });
      const other = await template();
      const alone = await plain();
      await refusesEach(service(), 'PUT', `products/${small.id}`, {}, [
        [{ variant_parent_id: other.id }, 'variant_parent_id'],
        [{ variant_parent_id: null }, 'variant_parent_id'],
        [{ variant_parent_id: small.id }, 'variant_parent_id'],
      ]);
      await refusesEach(service(), 'PUT', `products/${alone.id}`, {}, [
        [{ variant_parent_id: parent.id, variant_attributes: { Size: 'M' } }, 'variant_parent_id'],
      ]);
      await refusesEach(service(), 'PUT', `products/${parent.id}`, {}, [
        [{ variant_parent_id: other.id }, 'variant_parent_id'],
      ]);
    });

    it('together with is_modifier, at create and at update', async () => {
      const { client } = service();
      await refusesEach(service(), 'POST', 'products', { name: 'Shirt', variant_attributes: SIZES }, [
        [{ is_modifier: true }, 'is_modifier'],
      ]);
      const parent = await template();
      await refusesEach(service(), 'PUT', `products/${parent.id}`, {}, [
        [{ is_modifier: true }, 'is_modifier'],
      ]);
      const modifier = await plain({ is_modifier: true });
      await refusesEach(service(), 'PUT', `products/${modifier.id}`, {}, [
        [{ variant_attributes: SIZES }, 'variant_attributes'],
        [{ variant_attributes: SIZES, is_modifier: true }, 'is_modifier'],
      ]);
      // Both at once are a change from one to the other.
      const turned = await change(client, `products/${modifier.id}`, {
        variant_attributes: SIZES,
        is_modifier: false,
      });
      assert.equal(turned.is_modifier, false);
      assert.deepEqual(turned.variant_attributes, { Size: ['L', 'M', 'S'] });
      const back = { variant_attributes: null, is_modifier: true };
      assert.deepEqual((await change(client, `products/${turned.id}`, back)).variant_attributes, {});
    });
  });

  describe('change', () => {
    it('with a template that keeps the values in use and takes new ones', async () => {
      const { client } = service();
      const parent = await template();
      const small = await child(parent, { Size: 'S' });
      const path = `products/${parent.id}`;
      const log = await EventLog.open(client);
      const wider = await change(client, path, { variant_attributes: { Size: ['XL', 'S'] } });
      assert.deepEqual(wider.variant_attributes, { Size: ['S', 'XL'] });
      const [event, ...none] = await log.take();
      assert.deepEqual(none, []);
      assert.deepEqual([event.topic, event.changed], ['products/updated', ['variant_attributes']]);
      assert.deepEqual(event.payload, wider);
      assert.equal((await child(parent, { Size: 'XL' })).name, 'Shirt - XL');
      await refusesEach(service(), 'POST', 'products', childBody(parent, { Size: 'S' }), [
        [{ variant_attributes: { Size: 'M' } }, 'variant_attributes.Size'],
      ]);
      await refusesEach(service(), 'PUT', path, { name: 'Blouse' }, [
        [{ variant_attributes: { Size: ['XL'] } }, 'variant_attributes.Size'],
        [{ variant_attributes: { Size: ['S', 'XL'], Colour: ['red'] } }, 'variant_attributes.Colour'],
        [{ variant_attributes: { Colour: ['S', 'XL'] } }, 'variant_attributes.Size'],
        [{ variant_attributes: {} }, 'variant_attributes.Size'],
        [{ variant_attributes: null }, 'variant_attributes.Size'],
      ]);
      // No product has it any more.
      await drop(client, `products/${small.id}`);
      const narrower = await change(client, path, { variant_attributes: { Size: ['XL'] } });
      assert.deepEqual(narrower.variant_attributes, { Size: ['XL'] });
    });

    it('from one combination to another that is free; a generated name follows', async () => {
      const { client } = service();
      const parent = await template();
      const small = await child(parent, { Size: 'S' });
      const middle = await child(parent, { Size: 'M' }, { name: 'Middle' });
      await refusesEach(service(), 'PUT', `products/${small.id}`, {}, [
        [{ variant_attributes: { Size: 'M' } }, 'variant_attributes'],
        [{ variant_attributes: { Size: 'XL' } }, 'variant_attributes.Size'],
        [{ variant_attributes: {} }, 'variant_attributes.Size'],
        [{ variant_attributes: null }, 'variant_attributes.Size'],
      ]);
      const log = await EventLog.open(client);
      const large = await change(client, `products/${small.id}`, { variant_attributes: { Size: 'L' } });
      assert.deepEqual([large.name, large.variant_attributes], ['Shirt - L', { Size: 'L' }]);
      const [event, ...none] = await log.take();
      assert.deepEqual(none, []);
      assert.deepEqual([...event.changed].sort(), ['name', 'variant_attributes']);
      // Its own again is no change, and S is free now.
      await change(client, `products/${small.id}`, { variant_attributes: { Size: ['L'] } });
      assert.deepEqual(await log.take(), []);
      const moved = await change(client, `products/${middle.id}`, { variant_attributes: { Size: 'S' } });
      assert.equal(moved.name, 'Middle');
      assert.equal((await child(parent, { Size: 'M' })).name, 'Shirt - M');
    });

    it('from a plain product to a template and back, as long as it has no variants', async () => {
      const { client } = service();
      const product = await plain();
      const path = `products/${product.id}`;
      const turned = await change(client, path, { variant_attributes: SIZES });
      assert.equal(turned.unit_price, 1);
      const small = await child(product, { Size: 'S' });
      assert.equal(small.name, 'Tea - S');
      await drop(client, `products/${small.id}`);
      assert.deepEqual((await change(client, path, { variant_attributes: {} })).variant_attributes, {});
      await changesNothing(async () => {
        invalidFields(await client.post('products', childBody(product, { Size: 'S' })), 'variant_parent_id');
      });
    });
  });

  describe('keep their template', () => {
    it('from being deleted, until they are gone themselves', async () => {
      const { client } = service();
      const parent = await template();
      const small = await child(parent, { Size: 'S' });
      await changesNothing(async () => {
        inUse(
          await client.delete(`products/${parent.id}`),
          new RegExp(`product ${small.id} \\("Shirt - S"\\) is a variant of it`),
        );
      });
      await drop(client, `products/${small.id}`);
      await drop(client, `products/${parent.id}`);
      refused(await client.get(`products/${parent.id}`), 404, 'not_found');
    });

    it('or are not made, when both happen at once', async () => {
      const { client } = service();
      for (let round = 0; round < 8; round++) {
        const parent = await template();
        const [deleted, made] = await Promise.all([
          client.delete(`products/${parent.id}`),
          client.post('products', childBody(parent, { Size: 'S' })),
        ]);
        const outcome = `${deleted.status}/${made.status}`;
        assert.ok(['204/400', '409/201'].includes(outcome), `${outcome} ${deleted.text} ${made.text}`);
      }
    });

    it('and its attributes or name, when both change at once', async () => {
      const { client } = service();
      for (let round = 0; round < 8; round++) {
        const parent = await template();
        const small = await child(parent, { Size: 'S' });
        const [renamed, moved, made] = await Promise.all([
          client.put(`products/${parent.id}`, { name: 'Blouse', variant_attributes: { Size: ['S', 'M'] } }),
          client.put(`products/${small.id}`, { variant_attributes: { Size: 'L' } }),
          client.post('products', childBody(parent, { Size: 'M' })),
        ]);
        assert.equal(made.status, 201, made.text);
        // Either L is in use and stays, or it is no value any more.
        const outcome = `${renamed.status}/${moved.status}`;
        assert.ok(['200/400', '400/200'].includes(outcome), `${outcome} ${renamed.text} ${moved.text}`);
        const { name, variants, variant_attributes } = await read(client, `products/${parent.id}`);
        for (const each of variants) {
          assert.equal(each.name, `${name} - ${each.variant_attributes.Size}`);
          assert.ok(variant_attributes.Size.includes(each.variant_attributes.Size));
        }
      }
    });
  });

  it('are at most a thousand of one template', async () => {
    const { client, app } = service();
    const values = (letter: string) => Array.from({ length: 40 }, (_, at) => `${letter}${at}`);
    const parent = await template({ variant_attributes: { A: values('a'), B: values('b') } });
    const first = await child(parent, { A: 'a0', B: 'b0' });
    await app.storage.write(async (tx) => {
      const company = BigInt(client.companyId);
      const model = await products.get(tx, company, BigInt(first.id));
      assert.ok(model !== undefined);
      const ids = await tx.ids('product', 998);
      for (const [at, id] of ids.entries())
        await products.insert(tx, { ...model, id, variant_key: `["${at}"]` });
    });
    await child(parent, { A: 'a0', B: 'b1' });
    await changesNothing(async () => {
      invalidFields(
        await client.post('products', childBody(parent, { A: 'a1', B: 'b1' })),
        'variant_parent_id',
      );
    });
  });

  describe('show what they have not themselves of their template', () => {
    const set = (name: string, option: Json, more: Record<string, unknown> = {}) =>
      make(service().client, 'optionsets', { name, options: [{ product_id: option.id }], ...more });
    const PICTURE = 'https://pictures.example.com/shirt.png';

    async function family() {
      const drink = await plain();
      const own = await set('Sugar', drink);
      const required = await set('Milk', drink, { min_selection: 1 });
      const parent = await template({ image: PICTURE, option_sets: [required.id] });
      const small = await child(parent, { Size: 'S' });
      const large = await child(parent, { Size: 'L' }, { image: `${PICTURE}?l`, option_sets: [own.id] });
      const site = service().card.sites[0].id;
      for (const each of [drink, parent, small, large])
        await change(service().client, `sites/${site}/products/${each.id}`, {});
      return { drink, own, required, parent, small, large, site };
    }

    it('at the site, at the company, in lists and in events', async () => {
      const { client } = service();
      const { required, own, parent, small, large, site } = await family();
      const shown = [
        await read(client, `products/${small.id}`),
        await read(client, `sites/${site}/products/${small.id}`),
        ...(await read(client, `sites/${site}/products?ids=${small.id}&fields=image,option_sets`)),
        ...(await read(client, `products?ids=${parent.id},${small.id}&fields=image,option_sets`)),
      ];
      assert.equal(shown.length, 5);
      for (const each of shown) {
        assert.equal(each.image, PICTURE);
        assert.deepEqual(idsOf(each.option_sets), [required.id]);
      }
      assert.equal(small.image, PICTURE, 'from the beginning');
      const other = await read(client, `sites/${site}/products/${large.id}`);
      assert.deepEqual([other.image, idsOf(other.option_sets)], [`${PICTURE}?l`, [own.id]]);

      const log = await EventLog.open(client);
      await change(client, `products/${parent.id}`, { image: null, option_sets: [own.id] });
      const told = (await log.take()).map(({ resource_id, changed, payload }) => [
        resource_id,
        changed,
        payload,
      ]);
      assert.deepEqual(told, [
        [parent.id, ['image', 'option_sets'], await read(client, `products/${parent.id}`)],
        [small.id, ['image', 'option_sets'], await read(client, `products/${small.id}`)],
      ]);
      assert.deepEqual(idsOf((await read(client, `products/${small.id}`)).option_sets), [own.id]);
    });

    it('and are sent back as they were read without making it their own', async () => {
      const { client } = service();
      const { required, own, parent, small } = await family();
      await survivesSendingBack(client, `products/${small.id}`);
      await change(client, `products/${parent.id}`, { option_sets: [own.id] });
      assert.deepEqual(idsOf((await read(client, `products/${small.id}`)).option_sets), [own.id]);
      const kept = await change(client, `products/${small.id}`, {
        option_sets: [required.id],
        image: `${PICTURE}?s`,
      });
      assert.deepEqual([kept.image, idsOf(kept.option_sets)], [`${PICTURE}?s`, [required.id]]);
      const back = await change(client, `products/${small.id}`, { option_sets: null, image: null });
      assert.deepEqual([back.image, idsOf(back.option_sets)], [PICTURE, [own.id]]);
    });

    it('so that a choice of the template is taken on an order, and counted', async () => {
      const { client } = service();
      const { drink, required, small, site } = await family();
      const line = (options: unknown[]) => ({
        site_id: site,
        lines: [{ product_id: small.id, option_sets: [{ option_set_id: required.id, options }] }],
      });
      await make(client, 'orders', line([{ product_id: drink.id }]));
      const { status, text } = await client.post('orders', line([]));
      assert.equal(status, 400, text);
      assert.match(text, /needs at least 1 selection/);
    });

    it('and their sets do not nest in a circle by it', async () => {
      const { client } = service();
      const parent = await template();
      const small = await child(parent, { Size: 'S' });
      const looped = await set('Looped', small);
      const direct = await client.put(`products/${parent.id}`, { option_sets: [looped.id] });
      assert.equal(direct.status, 400, direct.text);
      assert.match(direct.text, /nest in a circle/);
      const other = await set('Other', await plain());
      await change(client, `products/${parent.id}`, { option_sets: [other.id] });
      const turned = await client.put(`optionsets/${other.id}`, { options: [{ product_id: small.id }] });
      assert.equal(turned.status, 400, turned.text);
      assert.match(turned.text, /nest in a circle/);
    });
  });

  it('a product that is on sale at a site is not made a template', async () => {
    const { client } = service();
    const site = service().card.sites[0].id;
    const sold = await plain();
    await change(client, `sites/${site}/products/${sold.id}`, {});
    const answer = await client.put(`products/${sold.id}`, { variant_attributes: SIZES });
    assert.equal(answer.status, 400, answer.text);
    assert.match(
      answer.text,
      new RegExp(`variant_attributes.*available at site ${site}.*[Mm]ake it unavailable`),
    );
    await change(client, `sites/${site}/products/${sold.id}`, { availability: { is_available: false } });
    await change(client, `products/${sold.id}`, { variant_attributes: SIZES });
    assert.equal((await client.get(`sites/${site}/products/${sold.id}`)).status, 200, 'it stays there');
  });
});

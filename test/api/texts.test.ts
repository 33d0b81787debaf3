import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, invalidFields, make, read } from './helpers.ts';

// Texts of any kind are kept to the letter, or refused in plain words.

const KEPT: readonly [what: string, text: string][] = [
  ['emoji outside the basic plane', '🍕👩‍👩‍👧‍👦🏴‍☠️'],
  ['right to left with marks', 'مطعم \u200fשלום\u200e'],
  ['direction overrides', 'abc\u202edcba\u202c'],
  ['composed and decomposed alike', 'é e\u0301'],
  ['control characters', 'a\tb\nc\rd\u0001e\u007f'],
  ['quotes and what SQL and HTML mean something by', `';drop table x;--"\\ <b>&amp;</b> %_! $1 {"a":1}`],
  ['the byte order mark and odd blanks', '\ufeff a\u00a0b\u2028c\u3000'],
  ['non-characters', 'x\ufffe\uffff\u{10ffff}'],
  ['case that folds oddly', 'İIıi ſß ΣΣ'],
  ['blanks around', '  padded  '],
  ['a number', '0012'],
  ['255 characters of two code units each', '🍕'.repeat(255)],
];

const REFUSED: readonly [what: string, text: string][] = [
  ['NUL', 'a\u0000b'],
  ['the first half of a surrogate pair', 'a\ud83c'],
  ['the second half of a surrogate pair', '\udf55b'],
  ['256 characters', 'x'.repeat(256)],
  ['256 characters of two code units each', '🍕'.repeat(256)],
  ['10,000 characters', '名'.repeat(10_000)],
  ['nothing', ''],
  ['only blanks', ' \t\n\u3000'],
];

/** Every kind of record with a name, and what else it needs. */
const NAMED: readonly [path: string, field: string, more: (card: Json) => Record<string, unknown>][] = [
  ['sites', 'name', () => ({})],
  ['registers', 'name', (card) => ({ site_id: card.sites[0].id })],
  ['staff', 'first_name', () => ({})],
  ['taxes', 'name', () => ({ code: 'T', rate: 0.1 })],
  ['taxes/groups', 'name', (card) => ({ code: 'G', taxes: [card.taxes[0].id] })],
  ['price_lists', 'name', () => ({})],
  ['payment_methods', 'name', () => ({ kind: 'card' })],
  ['customers', 'first_name', () => ({ phone: '1' })],
  ['categories', 'name', () => ({})],
  ['products', 'name', () => ({ unit_price: 1 })],
];

onEachEngine('names', (service) => {
  for (const [path, field, more] of NAMED) {
    it(`of ${path} are kept to the letter or refused`, async () => {
      const { client, card } = service();
      for (const [what, text] of KEPT) {
        const record = await make(client, path, { ...more(card), [field]: text });
        assert.equal(record[field], text, what);
        assert.equal((await read(client, `${path}/${record.id}`))[field], text, what);
      }
      const record = await make(client, path, { ...more(card), [field]: 'Plain' });
      for (const [what, text] of REFUSED) {
        const created = await client.post(path, { ...more(card), [field]: text });
        assert.equal(created.status, 400, what);
        invalidFields(created, field);
        invalidFields(await client.put(`${path}/${record.id}`, { [field]: text }), field);
        assert.ok(created.text.length < 500, `The answer repeats ${what}.`);
      }
      assert.equal((await read(client, `${path}/${record.id}`))[field], 'Plain');
    });
  }
});

onEachEngine('texts that are looked for', (service) => {
  const look = async (path: string, query: Record<string, string>) =>
    service().client.get(`${path}?${new URLSearchParams(query)}`);

  it('are found as they are', async () => {
    const { client } = service();
    for (const [what, text] of KEPT) {
      const product = await make(client, 'products', {
        name: text,
        sku: text.slice(0, 50),
        tags: [text.slice(0, 60)],
        unit_price: 1,
      });
      for (const query of [
        { exactname: text },
        { name: text },
        { sku: text.slice(0, 50) },
        { tag: text.slice(0, 60) },
      ]) {
        const answer = await look('products', query as Record<string, string>);
        assert.equal(answer.status, 200, answer.text);
        assert.ok(
          answer.json.some((each: Json) => each.id === product.id),
          `${what}: ${JSON.stringify(query)}`,
        );
      }
    }
  });

  it('find nobody by halves and NULs', async () => {
    const { client } = service();
    const customer = await make(client, 'customers', { first_name: 'Half', phone: '1' });
    await change(client, `customers/${customer.id}`, { reference_id: 'half' });
    invalidFields(await client.get('customers?reference_id=%00'), 'reference_id');
    invalidFields(await client.get('customers?email=a%00@example.com'), 'email');
    invalidFields(await client.get('products?name=a%00'), 'name');
    for (const broken of ['%ED%A0%BC', '%FF', '%', '%ZZ']) {
      for (const query of [`customers?reference_id=${broken}`, `products?name=${broken}&sku=${broken}`]) {
        const answer = await client.get(query);
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(answer.json, []);
      }
    }
  });
});

// Mistakes in the files of another system are kept by code and values, and told in the language of who reads them.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, it } from 'node:test';
import { sql } from '#src/storage/sql.ts';
import { retold } from '#test/harness/reasons.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { make } from './helpers.ts';

const LANGUAGES = ['en', 'de', 'ja'] as const;
type Language = (typeof LANGUAGES)[number];

const told = (language: Language) => ({ headers: { 'accept-language': language } });

/** Files with a mistake in each row, by kind. */
const FILES = {
  customers: `customer,first_name,email\n1,,x\n${'k'.repeat(101)},Ada,\n2,Bob,b@example.com\n2,Bob,b@example.com\n`,
  staff: 'staff,first_name\nS1,\n',
  sales: [
    'sale,time,sku,quantity,price,method,paid,refund_of',
    'A-1,2019-03-01 12:30,GONE,1,10,Cash,10,',
    'A-2,2019-13-01,SOUP,1,10,Cash,10,',
    'A-3,2019-03-01,SOUP,x,10,Cash,10,',
    'A-4,2019-03-01,SOUP,1,10,Cash,11,',
    'A-5,2019-03-01,SOUP,-1,10,Cash,-10,NONE',
  ].join('\n'),
} as const;

onEachEngine('mistakes in the files of another system', (service) => {
  let client: Client;
  before(async () => {
    client = (await service().newCompany('Spoken')).client;
    await make(client, 'products', { name: 'Soup', sku: 'SOUP', unit_price: 10 });
  });

  const bring = async (kind: string, csv: string, language: Language): Promise<Json> => {
    const sha256 = createHash('sha256').update(csv).digest('hex');
    const opened = await make(client, 'imports/open', { kind, file_name: `${kind}.csv`, sha256 });
    const path = `imports/${opened.id_str}/rows`;
    const { status, json, text } = await client.post(path, { part: 1, csv, last: true }, told(language));
    assert.equal(status, 200, text);
    return json.import;
  };
  const kept = async (id: string): Promise<string> => {
    const row = await service().app.storage.read(async (tx) =>
      tx.get<{ problems: string }>(sql`select problems from imports where id = ${BigInt(id)}`),
    );
    return row?.problems ?? '';
  };

  for (const [kind, csv] of Object.entries(FILES)) {
    it(`of ${kind} are told in any language, whatever it was imported in`, async () => {
      const { id_str: id, problems: first } = await bring(kind, csv, 'de');
      assert.ok(first.length > 0);
      const stored = await kept(id);
      for (const language of LANGUAGES) {
        const { json } = await client.get(`imports/${id}`, told(language));
        const { json: list } = await client.get('imports?newest=1&limit=1', told(language));
        assert.deepEqual(list[0].problems, json.problems);
        assert.equal(json.problems.length, first.length);
        for (const problem of json.problems) {
          assert.equal(problem.sentence, retold(problem, language), JSON.stringify(problem));
          assert.ok(!stored.includes(problem.sentence), problem.sentence);
        }
        const { json: closed } = await client.post(`imports/${id}/close`, undefined, told(language));
        assert.deepEqual(closed.problems, json.problems);
        if (language === 'de') assert.deepEqual(json.problems, first);
      }
    });
  }

  it('have the values that their sentences name', async () => {
    const { problems } = await bring('customers', FILES.customers, 'ja');
    const found = problems.map(({ line, column, reason, params }: Json) => [line, column, reason, params]);
    assert.deepEqual(found, [
      [3, 'customer', 'must_have_at_most_max_characters', { max: '100' }],
      [5, 'customer', 'name_is_in_line_line_already', { name: '2', line: '4' }],
      [2, 'email', 'must_be_an_e_mail_address', {}],
    ]);
  });

  it('that were kept as sentences stay as they were told', async () => {
    const { id_str: id } = await bring('staff', FILES.staff, 'de');
    const old = JSON.stringify([{ line: 2, column: null, sentence: 'So war es.' }]);
    await service().app.storage.write(async (tx) =>
      tx.run(sql`update imports set problems = ${old} where id = ${BigInt(id)}`),
    );
    const { json: read } = await client.get(`imports/${id}`, told('ja'));
    const before = { line: 2, column: null, sentence: 'So war es.', reason: null, params: {} };
    assert.deepEqual(read.problems, [before]);
  });
});

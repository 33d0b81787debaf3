// Catalogues as CSV over the API: the reports, the saved and the refused rows, and the bounds.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MAX_BODY } from '#src/edge/errors.ts';
import { MAX_ROWS } from '#src/imports/handlers.ts';
import { onEachEngine } from '#test/harness/service.ts';
import { EventLog, invalidFields, make, read, refused } from './helpers.ts';
import { screenAs } from './screens.ts';

const CSV = { headers: { accept: 'text/csv' } };

onEachEngine('imports over the API', (service) => {
  it('says in a dry run what each row would do, and saves nothing', async () => {
    const { client } = await service().newCompany('Dry');
    await make(client, 'products', { name: 'Old', sku: 'OLD', unit_price: 2 });
    const before = await read(client, 'products');
    const csv = 'sku,name,unit_price,taxes\nOLD,Older,2,\nNEW,New,3,\nBAD,Bad,x,NONE\n';
    const answer = await client.post('imports', { csv, dry_run: true });
    assert.equal(answer.status, 200, answer.text);
    const { problems, ...rest } = answer.json;
    assert.deepEqual(rest, {
      saved: false,
      records: 3,
      created: 1,
      changed: 1,
      unchanged: 0,
      refused: 1,
      problem_count: 1,
      effect_count: 2,
      effects: [
        { line: 2, kind: 'product', key: 'OLD', what: 'changed', fields: ['name'] },
        { line: 3, kind: 'product', key: 'NEW', what: 'created', fields: [] },
      ],
    });
    assert.deepEqual(
      problems.map(({ line, column }: { line: number; column: string }) => [line, column]),
      [[4, 'unit_price']],
    );
    const [{ sentence, reason, params }] = problems;
    assert.equal(reason, 'text_is_not_a_number_such_as_12_50');
    assert.match(sentence, /"x"/);
    assert.deepEqual(params, { text: 'x' });
    assert.deepEqual(await read(client, 'products'), before);
  });

  it('saves all or nothing, unless bad rows are to be left out', async () => {
    const { client } = await service().newCompany('All');
    const csv = 'sku,name,unit_price\nONE,One,1\nTWO,Two,two\n';
    const answer = await client.post('imports', { csv });
    invalidFields(answer, 'csv');
    assert.match(answer.json.errors[0].error_description, /^line 3, unit_price: /);
    assert.deepEqual(await read(client, 'products?sku=ONE'), []);
    const log = await EventLog.open(client);
    const skipped = await client.post('imports', { csv, skip_bad: true });
    assert.equal(skipped.status, 200, skipped.text);
    assert.equal(skipped.json.saved, true);
    assert.equal(skipped.json.refused, 1);
    assert.equal((await read(client, 'products?sku=ONE')).length, 1);
    assert.deepEqual(await log.topics(), ['products/created']);
  });

  it('gives files that it takes back unchanged', async () => {
    const { client } = await service().newCompany('Round');
    const soup = await make(client, 'products', { name: '=Soup, "hot"', sku: 'SOUP', unit_price: 4.5 });
    await make(client, 'optionsets', { name: 'Bread', options: [{ product_id: soup.id, price_ex_tax: 1 }] });
    for (const file of ['products', 'option_sets']) {
      const first = await client.get(`export/${file}.csv`, CSV);
      assert.equal(first.status, 200, first.text);
      const taken = await client.post('imports', { csv: first.text });
      assert.equal(taken.status, 200, taken.text);
      assert.deepEqual(
        [taken.json.created, taken.json.changed, taken.json.unchanged],
        [0, 0, file === 'products' ? taken.json.records : 1],
      );
      const again = await client.get(`export/${file}.csv`, {
        headers: { ...CSV.headers, 'if-none-match': first.headers.etag ?? '' },
      });
      assert.equal(again.status, 304);
    }
  });

  it('refuses what is no such file, and too many rows', async () => {
    const { client } = service();
    invalidFields(await client.post('imports', {}), 'csv');
    invalidFields(await client.post('imports', { csv: '' }), 'csv');
    invalidFields(await client.post('imports', { csv: 'a,b\n1,2\n' }), 'csv');
    invalidFields(await client.post('imports', { csv: 'sku,name\n"A,b\n' }), 'csv');
    invalidFields(await client.post('imports', { csv: `sku\n${'A\n'.repeat(MAX_ROWS + 1)}` }), 'csv');
    const large = await client.post('imports', { csv: 'x'.repeat(MAX_BODY) });
    refused(large, 413, 'payload_too_large');
    refused(await client.get('export/people.csv', CSV), 404, 'not_found');
    refused(await client.get('export/products.csv?site_id=x', CSV), 400, 'invalid_request', 'site_id');
  });

  it('says which records share a name instead of writing a file that cannot be read', async () => {
    const { client } = await service().newCompany('Twins');
    for (const name of ['A', 'B']) await make(client, 'products', { name, sku: 'SAME', unit_price: 1 });
    const answer = await client.get('export/products.csv', CSV);
    refused(answer, 409, 'conflict');
    assert.match(answer.json.error_description, /SAME/);
  });

  it('is for who may change products', async () => {
    const { client } = await screenAs(service(), 'staff');
    refused(await client.post('imports', { csv: 'sku\nA\n' }), 403, 'insufficient_scope');
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import type { Catalogue } from '#src/kernel/words.ts';
import { type Answer, type Client, onEachEngine } from '#test/harness/service.ts';
import { make, UNKNOWN_ID } from './helpers.ts';

// Refusals in the reader's language (reference: conventions.47).

const GERMAN: Catalogue = {
  'is required.': 'fehlt.',
  'must be at most {max} characters long.': 'darf höchstens {max} Zeichen haben.',
  'must be a whole number from {min} to {max}.': 'muss eine ganze Zahl von {min} bis {max} sein.',
  'must be one of {values}.': 'muss eines von {values} sein.',
  'The body {why}': 'Der Inhalt: {why}',
  'must be an object.': 'muss ein Objekt sein.',
  '{id} does not exist.': '{id} gibt es nicht.',
  'must be the id of a register, or an object with it.': 'muss eine Kasse nennen.',
  'There is no such resource here. Check the path and the ids in it.': 'Das gibt es hier nicht.',
  'This customer is not checked in.': 'Nicht angemeldet.',
  'It cannot be deleted: it is used by {user}.': 'Wird noch verwendet: {user}.',
  registers: 'Kassen',
  'The PIN is wrong.': 'Die PIN ist falsch.',
  'This path takes {allow}, not {method}.': 'Hier geht {allow}, nicht {method}.',
  'The access token is not known here.': 'Das Token ist unbekannt.',
  'is no parameter of this call.': 'ist hier kein Parameter.',
  'The body is not valid JSON.': 'Kein gültiges JSON.',
  '"{text}" is not a number such as 12.50.': '„{text}“ ist keine Zahl wie 12.50.',
  'line {line}, {column}: {why}': 'Zeile {line}, {column}: {why}',
  'must be a string.': '',
};

const AUSTRIAN = { headers: { 'accept-language': 'de-AT,de;q=0.9' } };

/** A call that is refused, with the description in both languages and the field that is named. */
type Case = readonly [
  what: string,
  call: (ask: Headers, of: Shop) => Promise<Answer>,
  english: string,
  german: string,
  field?: string,
];

interface Headers {
  readonly headers: Readonly<Record<string, string>>;
}

/** What the calls are made at. */
interface Shop {
  readonly client: Client;
  readonly site: string;
  readonly register: string;
  readonly staff: string;
}

const CASES: readonly Case[] = [
  [
    'a field that is missing',
    (ask, { client }) => client.post('customers', {}, ask),
    'first_name: is required.',
    'first_name: fehlt.',
    'first_name',
  ],
  [
    'text that is too long',
    (ask, { client }) => client.post('taxes', { name: 'x'.repeat(2_000), code: 'A', rate: 0.1 }, ask),
    'name: must be at most 255 characters long.',
    'name: darf höchstens 255 Zeichen haben.',
    'name',
  ],
  [
    'one of some words',
    (ask, { client }) => client.post('payment_methods', { name: 'A', kind: 'gold' }, ask),
    'kind: must be one of cash, card, account, addon.',
    'kind: muss eines von cash, card, account, addon sein.',
    'kind',
  ],
  [
    'a choice of two forms',
    (ask, { client, site }) =>
      client.post('orders', { site_id: site, status: 'PENDING', pass_thru_printing_register: 'x' }, ask),
    'pass_thru_printing_register: must be the id of a register, or an object with it.',
    'pass_thru_printing_register: muss eine Kasse nennen.',
    'pass_thru_printing_register',
  ],
  [
    'a body that is no object',
    (ask, { client }) => client.post('customers', [], ask),
    'The body must be an object.',
    'Der Inhalt: muss ein Objekt sein.',
    '',
  ],
  [
    'JSON that is none',
    (ask, { client }) => client.post('customers', undefined, { ...ask, raw: '{"name": }' }),
    'The body is not valid JSON.',
    'Kein gültiges JSON.',
  ],
  [
    'a record that is not there',
    (ask, { client, site }) =>
      client.post(`sites/${site}/checkins`, { customer_id: UNKNOWN_ID, duration: 5 }, ask),
    `customer_id: ${UNKNOWN_ID} does not exist.`,
    `customer_id: ${UNKNOWN_ID} gibt es nicht.`,
    'customer_id',
  ],
  [
    'a path that leads nowhere',
    (ask, { client }) => client.get(`customers/${UNKNOWN_ID}`, ask),
    'There is no such resource here. Check the path and the ids in it.',
    'Das gibt es hier nicht.',
  ],
  [
    'another method',
    (ask, { client }) => client.delete('customers', ask),
    'This path takes GET, HEAD, POST, not DELETE.',
    'Hier geht GET, HEAD, POST, nicht DELETE.',
  ],
  [
    'a token that is unknown',
    (ask, { client }) =>
      client.get('customers', { headers: { ...ask.headers, authorization: 'Bearer pb_at_x' } }),
    'The access token is not known here.',
    'Das Token ist unbekannt.',
  ],
  [
    'a parameter that is unknown',
    (ask, { client }) => client.get('sites?x=1', { headers: { ...ask.headers, prefer: 'handling=strict' } }),
    'x: is no parameter of this call.',
    'x: ist hier kein Parameter.',
    'x',
  ],
  [
    'a parameter that cannot be read',
    (ask, { client }) => client.get('orders?limit=0', ask),
    'limit must be a whole number from 1 to 5000.',
    'limit muss eine ganze Zahl von 1 bis 5000 sein.',
    'limit',
  ],
  [
    'a record in use',
    (ask, { client, site }) => client.delete(`sites/${site}`, ask),
    'It cannot be deleted: it is used by registers.',
    'Wird noch verwendet: Kassen.',
  ],
  [
    'a wrong PIN, of which the count is kept',
    (ask, { client, register, staff }) =>
      client.post(`registers/${register}/sessions`, { staff_id: staff, pin: '0000' }, ask),
    'The PIN is wrong.',
    'Die PIN ist falsch.',
  ],
  [
    'a row of an import',
    (ask, { client }) => client.post('imports', { csv: 'sku,name,unit_price\nA,Apple,much\n' }, ask),
    'csv: line 2, unit_price: "much" is not a number such as 12.50.',
    'csv: Zeile 2, unit_price: „much“ ist keine Zahl wie 12.50.',
    'csv',
  ],
];

/** The refusal is told in English, as it is without Accept-Language. */
function isEnglish({ headers, json }: Answer, description: string): void {
  assert.equal(json.error_description, description);
  assert.equal(headers['content-language'], undefined);
}

function isGerman({ headers, json }: Answer, description: string): void {
  assert.equal(json.error_description, description);
  assert.equal(headers['content-language'], 'de');
  assert.equal(headers.vary, 'accept-language');
}

onEachEngine(
  'the language of a refusal (reference: conventions.47)',
  (service) => {
    let shop: Shop | undefined;
    const here = async (): Promise<Shop> => {
      const { client } = service();
      const { id: site } = await make(client, 'sites', { name: 'Here' });
      await make(client, `sites/${site}/products`, { name: 'Soup', unit_price: 1 });
      const { id: register } = await make(client, 'registers', { name: 'Front', site_id: site });
      const { id: staff } = await make(client, 'staff', { first_name: 'Ada', pin: '4711' });
      return { client, site: String(site), register: String(register), staff: String(staff) };
    };

    for (const [what, call, english, german, field] of CASES) {
      it(`of ${what} is the one that is asked for, or English`, async () => {
        shop ??= await here();
        const plain = await call({ headers: {} }, shop);
        isEnglish(plain, english);
        isEnglish(await call({ headers: { 'accept-language': 'it, fr;q=0.5, *;q=0.1' } }, shop), english);
        const translated = await call(AUSTRIAN, shop);
        isGerman(translated, german);
        assert.deepEqual(
          [translated.status, translated.json.error, translated.headers['www-authenticate']],
          [plain.status, plain.json.error, plain.headers['www-authenticate']],
        );
        for (const { json, text } of [plain, translated]) {
          const names = json.errors?.map((each: { field: string }) => each.field);
          assert.deepEqual(names, field === undefined ? undefined : [field], text);
        }
        const [entry] = translated.json.errors ?? [];
        if (entry !== undefined) assert.ok(german.endsWith(entry.error_description), translated.text);
      });
    }

    it('is English where a sentence is not translated, beside others that are', async () => {
      const { client } = service();
      const taken = await client.post('customers', { first_name: 5 }, AUSTRIAN);
      isEnglish(taken, 'first_name: must be a string.');
      const both = await client.post('taxes', { name: 5 }, AUSTRIAN);
      isGerman(both, 'code: fehlt. name: must be a string. rate: fehlt.');
    });

    it('is that of a field of its own, too', async () => {
      shop ??= await here();
      const answer = await shop.client.get(`sites/${shop.site}/checkins/${UNKNOWN_ID}`, AUSTRIAN);
      isGerman(answer, 'Nicht angemeldet.');
      assert.equal(answer.json.message, 'Nicht angemeldet.');
    });

    it('stays what it was for an idempotency key, to the byte', async () => {
      const { client } = service();
      const key = { 'idempotency-key': randomUUID() };
      const headers = { ...key, ...AUSTRIAN.headers };
      const first = await client.post('orders', { site_id: UNKNOWN_ID }, { headers });
      isGerman(first, `site_id: ${UNKNOWN_ID} gibt es nicht.`);
      const again = await client.post('orders', { site_id: UNKNOWN_ID }, { headers: key });
      assert.deepEqual(again.bytes, first.bytes);
      assert.equal(again.headers['content-language'], 'de');
      assert.equal(again.headers['idempotent-replayed'], 'true');
    });

    it('is that of the report of an import', async () => {
      const { client } = service();
      const body = { csv: 'sku,name,unit_price\nA,Apple,much\n', dry_run: true };
      const sentences = async (ask?: Headers) => {
        const { json, text } = await client.post('imports', body, ask);
        return json.problems?.map((each: { sentence: string }) => each.sentence) ?? text;
      };
      assert.deepEqual(await sentences(), ['"much" is not a number such as 12.50.']);
      assert.deepEqual(await sentences(AUSTRIAN), ['„much“ ist keine Zahl wie 12.50.']);
    });
  },
  {},
  { catalogues: (language) => (language === 'de' ? GERMAN : undefined) },
);

// What a refusal says, by code and values: the same in every language (reference: conventions.59).

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { retold } from '#test/harness/reasons.ts';
import { type Answer, type Client, onEachEngine } from '#test/harness/service.ts';
import { make, UNKNOWN_ID } from './helpers.ts';

/** A wrong PIN counts: few of them are asked in. */
const LANGUAGES = ['en', 'de', 'ja'] as const;

/** What the calls are made at. */
interface Shop {
  readonly client: Client;
  readonly site: string;
  readonly register: string;
  readonly staff: string;
  readonly soup: string;
  readonly gone: string;
  readonly complete: string;
  readonly site_of: { readonly site_id: string };
}

type Ask = { readonly headers: Readonly<Record<string, string>> };

/** A call that is refused, the code of its sentence and its values, and the field where one is wrong. */
type Case = readonly [
  what: string,
  call: (shop: Shop, ask: Ask) => Promise<Answer>,
  reason: string,
  params?: undefined | ((shop: Shop) => Readonly<Record<string, unknown>>),
  field?: string,
];

const CASES: readonly Case[] = [
  [
    'a field that is missing',
    ({ client }, ask) => client.post('customers', {}, ask),
    'is_required',
    undefined,
    'first_name',
  ],
  [
    'text that is too long',
    ({ client }, ask) => client.post('taxes', { name: 'x'.repeat(300), code: 'A', rate: 0.1 }, ask),
    'must_be_at_most_max_characters_long',
    () => ({ max: '255' }),
    'name',
  ],
  [
    'text in the place of a number',
    ({ client, site_of }, ask) => client.post('orders', { ...site_of, price_variation: 'two' }, ask),
    'must_be_a_number',
    undefined,
    'price_variation',
  ],
  [
    'a record that is not there',
    ({ client, site }, ask) =>
      client.post(`sites/${site}/checkins`, { customer_id: UNKNOWN_ID, duration: 5 }, ask),
    'id_does_not_exist',
    () => ({ id: UNKNOWN_ID }),
    'customer_id',
  ],
  [
    'a path that leads nowhere',
    ({ client }, ask) => client.get(`customers/${UNKNOWN_ID}`, ask),
    'there_is_no_such_resource_here_check_the_path_and_the_ids_in_it',
  ],
  [
    'a parameter out of its range',
    ({ client }, ask) => client.get('orders?limit=0', ask),
    'must_be_a_whole_number_from_min_to_max',
    () => ({ min: '1', max: '5000' }),
    'limit',
  ],
  [
    'a record in use, which is named by a sentence of its own',
    ({ client, site }, ask) => client.delete(`sites/${site}`, ask),
    'it_cannot_be_deleted_it_is_used_by_user',
    () => ({ user: { reason: 'registers' } }),
  ],
  [
    'a wrong PIN',
    ({ client, register, staff }, ask) =>
      client.post(`registers/${register}/sessions`, { staff_id: staff, pin: '0000' }, ask),
    'the_pin_is_wrong',
  ],
  [
    'a product that is out of stock',
    ({ client, site_of, gone }, ask) =>
      client.post('orders', { ...site_of, status: 'ACCEPTED', lines: [{ product_id: gone }] }, ask),
    'product_product_is_out_of_stock',
    ({ gone }) => ({ product: gone }),
  ],
  [
    'an order that is complete',
    ({ client, complete }, ask) => client.put(`orders/${complete}`, { notes: 'Late' }, ask),
    'a_complete_order_cannot_be_updated',
  ],
  [
    'a sale that is to be deleted',
    ({ client, complete }, ask) => client.delete(`orders/${complete}`, ask),
    'a_complete_order_cannot_be_deleted_refund_it_instead',
  ],
];

onEachEngine('what a refusal says (reference: conventions.59)', (service) => {
  let shop: Shop;
  before(async () => {
    const { client } = service();
    const { id_str: site } = await make(client, 'sites', { name: 'Here' });
    const soup = await make(client, `sites/${site}/products`, { name: 'Soup', unit_price: 1 });
    const gone = await make(client, 'products', { name: 'Nowhere', unit_price: 3 });
    const register = await make(client, 'registers', { name: 'Front', site_id: site });
    const staff = await make(client, 'staff', { first_name: 'Ada', pin: '4711' });
    const lines = [{ product_id: soup.id_str }];
    const complete = await make(client, 'orders', { site_id: site, status: 'COMPLETE', lines });
    shop = {
      client,
      site,
      register: register.id_str,
      staff: staff.id_str,
      soup: soup.id_str,
      gone: gone.id_str,
      complete: complete.id_str,
      site_of: { site_id: site },
    };
  });

  for (const [what, call, reason, params, field] of CASES) {
    it(`of ${what} has a code, and is told by it in any language`, async () => {
      for (const language of LANGUAGES) {
        const { json, text } = await call(shop, { headers: { 'accept-language': language } });
        const said =
          field === undefined ? json : json.errors?.find((each: { field: string }) => each.field === field);
        assert.equal(said?.reason, reason, text);
        assert.deepEqual(said.params, params?.(shop), text);
        assert.equal(said.error_description, retold(said, language), text);
        if (field !== undefined) assert.equal(json.reason, undefined, text);
      }
    });
  }
});

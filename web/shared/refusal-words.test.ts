import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { refusalSentence } from './outbox/outcome.ts';
import { nameProducts, refusedSentence, setOwnWords } from './reasons.ts';
import * as ownWords from './refusal-words.ts';

const { atPlace, placeWords, withoutPaths } = ownWords;

describe('what is refused', () => {
  before(() => setOwnWords(ownWords));

  it('has its place in words, or none', () => {
    assert.equal(placeWords('lines[0].modifiers[2]'), 'Line 1, Modifiers');
    assert.equal(placeWords('lines[1]'), 'Line 2');
    assert.equal(
      placeWords('lines[0].price_variation', () => 'Burger'),
      'Burger, Discount',
    );
    assert.equal(placeWords('payments[0].amount'), 'Payment 1, Amount');
    assert.equal(placeWords('schedule[0].from'), undefined);
    assert.equal(atPlace('schedule[0].from', 'must be a time.'), 'Must be a time.');
  });

  it('has no paths in the sentences of the service', () => {
    assert.equal(
      withoutPaths('lines[0].modifiers[0]: must be a modifier. register_id: is unknown.'),
      'Line 1, Modifiers: must be a modifier. Is unknown.',
    );
    for (const plain of ['Product (7): gone.', 'The order is closed: nothing can be added.', ''])
      assert.equal(withoutPaths(plain), plain);
    const said = 'quantity: must not be 0.';
    const fields = [{ field: 'quantity', error_description: 'must not be 0.' }];
    assert.equal(refusedSentence({ fields }, said), 'Quantity: must not be 0.');
    assert.equal(refusedSentence({}, said), 'Quantity: must not be 0.');
  });

  it('names products and permissions where the screen knows them', () => {
    const out = { reason: 'product_product_is_out_of_stock', params: { product: '138' } };
    const said = 'Product (138) is out of stock.';
    assert.equal(refusedSentence({ reason: out }, said), said);
    nameProducts((id) => (id === '138' ? 'Flat white' : undefined));
    assert.equal(refusedSentence({ reason: out }, said), 'Flat white is out of stock.');
    nameProducts(() => undefined);
    const right = { reason: 'this_needs_the_permission_right', params: { right: 'ZReport' } };
    assert.equal(
      refusedSentence({ reason: right }, 'This needs the permission ZReport.'),
      'This needs the permission “Close the drawer”.',
    );
    const unknown = { ...right, params: { right: 'Fly' } };
    assert.equal(refusedSentence({ reason: unknown }, 'As it was said.'), 'As it was said.');
  });

  it('says that a price was changed where a sale was sent at the earlier one', () => {
    const sentence = 'This needs the permission ChangePrice.';
    assert.equal(
      refusalSentence({ code: 'access_denied', sentence, right: 'ChangePrice' }),
      'A price was changed before this was sent. To sell at the earlier price needs the permission “Change prices”.',
    );
    assert.equal(refusalSentence({ code: 'access_denied', sentence: 'No.', right: 'ZReport' }), 'No.');
  });
});

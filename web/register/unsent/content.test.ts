import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ONE } from '#src/kernel/money.ts';
import { moneyText } from '../money.ts';
import type { Write } from '../writes.ts';
import { linesSold, moneyTaken } from './content.ts';

let seq = 0;
const write = (subject: string, kind: Write['kind'], body: unknown): Write => ({
  ...{ seq: ++seq, subject, kind, body: JSON.stringify(body), label: '', key: 'key' },
  ...{ made_at: 0, tried_at: null, refusal: null },
});

describe('what a write that waits has in it', () => {
  const soup = { product_id: '7', quantity: 2 };
  const tea = { product_id: '8' };
  const sale = write('local-1', 'create', {
    lines: [soup],
    payments: [{ amount: 10, tip: 1.5, credit_card_surcharge: 0.5 }, { amount: 2.25 }],
  });
  const more = write('local-1', 'payment', { amount: 3, tip: 1 });
  const added = write('local-1', 'lines', [tea]);
  const other = write('9', 'payment', { amount: 100 });
  const held = write('local-2', 'create', { lines: [tea] });
  const entries = [sale, more, added, other, held];

  it('is the money that is forgotten with it', () => {
    const cases: [Write, string][] = [
      [sale, '18.25'],
      [more, '4.00'],
      [other, '100.00'],
      [held, '0.00'],
      [added, '0.00'],
      [write('9', 'fields', { status: 'PENDING' }), '0.00'],
      [{ ...write('9', 'delete', null), body: null }, '0.00'],
    ];
    for (const [each, expected] of cases) assert.equal(moneyText(moneyTaken(each, entries), 2), expected);
  });

  it('is what it sells, by its name on the menu', () => {
    const menu = { products: new Map([[7n, { name: 'Soup' }]]) } as never;
    assert.deepEqual(linesSold(sale, entries, menu), [
      { name: 'Soup', quantity: 2n * ONE },
      { name: undefined, quantity: ONE },
    ]);
    assert.deepEqual(linesSold(added, entries, undefined), [{ name: undefined, quantity: ONE }]);
    assert.deepEqual(linesSold(other, entries, menu), []);
  });
});

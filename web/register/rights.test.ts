import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Right } from '#src/company/rules/rights.ts';
import { mayDo, rightsOfWrite } from './rights.ts';
import type { NewWrite } from './writes.ts';

describe('the permissions that a write needs', () => {
  const line = { product_id: 1, quantity: 1 };
  const cases: readonly (readonly [NewWrite['kind'], unknown, readonly Right[]])[] = [
    ['create', { lines: [line] }, []],
    ['create', { lines: [line], status: 'COMPLETE' }, ['FinishSale']],
    ['create', { lines: [line], payments: [{ amount: 1 }] }, ['FinishSale']],
    ['create', { lines: [line], price_variation: 0.9 }, ['MakeDiscount']],
    ['create', { lines: [line], price_variation: 0 }, ['ApplyComp']],
    [
      'create',
      { lines: [{ ...line, price_variation: 0 }], price_fixed_variation: -1 },
      ['MakeDiscount', 'ApplyComp'],
    ],
    ['create', { lines: [{ ...line, quantity: -1 }] }, ['RefundWithoutReceipt']],
    [
      'create',
      { original_order_id_str: '1', lines: [{ ...line, quantity: -1 }], payments: [{}] },
      ['Refund'],
    ],
    ['create', { lines: [line], tax_exempt: { number: 'E', reason: null } }, ['OverrideTax']],
    ['lines', [{ ...line, price_fixed_variation: -2 }], ['MakeDiscount']],
    ['lines', [line], []],
    ['fields', { price_variation: 1, price_fixed_variation: 0 }, []],
    ['fields', { price_variation: 1.1, notes: 'Hot' }, []],
    ['fields', { price_variation: 1, price_fixed_variation: -3 }, ['MakeDiscount']],
    ['fields', { status: 'PENDING' }, []],
    ['fields', { status: 'COMPLETE' }, ['FinishSale']],
    ['fields', { tax_exempt: null }, []],
    ['payment', { amount: 5 }, ['FinishSale']],
    ['payment', { amount: -5 }, ['Refund']],
    ['line', { quantity: 2 }, []],
    ['void', null, ['Void']],
    ['delete', null, ['DeleteHeldOrder']],
  ];
  for (const [kind, body, rights] of cases) {
    const text = body === null ? null : JSON.stringify(body);
    it(`${kind} ${text ?? ''} takes ${rights.join(' and ') || 'none'}`, () =>
      assert.deepEqual(rightsOfWrite({ kind, body: text }), rights));
  }

  it('are those that it names, too, each once', () => {
    assert.deepEqual(rightsOfWrite({ kind: 'line', body: '{"quantity":1}', rights: ['Void'] }), ['Void']);
    assert.deepEqual(rightsOfWrite({ kind: 'void', body: null, rights: ['Void'] }), ['Void']);
  });
});

describe('what a staff member may do', () => {
  it('is known to the service alone in a session from before permissions', () => {
    assert.equal(mayDo(undefined, 'Void'), true);
    assert.equal(mayDo(['Void'], 'Void'), true);
    assert.equal(mayDo([], 'Void'), false);
  });
});

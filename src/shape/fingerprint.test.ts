import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fingerprint } from './fingerprint.ts';
import { orNull, whole, words } from './kinds.ts';
import { of } from './nested.ts';
import { derived, field, hidden, part } from './shape.ts';

describe('the fingerprint of a shape', () => {
  const inner = part('Inner.', { name: field(words, 'A name.', { initially: '' }) });
  const base = { size: field(whole(0, 9), 'Its size.', { initially: 0 }), of: field(of(inner), 'It.') };
  const one = fingerprint(part('One.', base));

  it('is the same for other words, and with fields that no answer shows', () => {
    const said = { ...base, size: field(whole(0, 9), 'How large it is.', { initially: 0 }) };
    assert.equal(fingerprint(part('Another.', said)), one);
    assert.equal(fingerprint(part('One.', { ...base, secret: hidden(words, 'Kept.') })), one);
    const expanded = part('Other.', { more: field(orNull(words), 'More.') });
    const asked = derived(of(expanded), 'The other record.', { sometimes: true });
    assert.equal(fingerprint(part('One.', { ...base, asked })), one);
  });

  it('differs with another member, another kind and another member within', () => {
    const within = part('Inner.', { ...inner.fields, more: field(orNull(words), 'More.') });
    const others = [
      { ...base, more: field(orNull(words), 'More.') },
      { ...base, size: field(orNull(whole(0, 9)), 'Its size.') },
      { ...base, of: field(of(within), 'It.') },
    ].map((fields) => fingerprint(part('One.', fields)));
    assert.equal(new Set([one, ...others]).size, 4);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { vatNumber } from './invoice-parties.ts';

describe('a VAT number (reference: orders.60)', () => {
  const table: [text: string, country: string, number: string | undefined][] = [
    ['DE 123 456 789', 'DE', 'DE123456789'],
    ['de123456789', 'DE', 'DE123456789'],
    ['123456789', 'DE', undefined],
    ['ATU12345678', 'AT', 'ATU12345678'],
    ['FRXX999999999', 'FR', 'FRXX999999999'],
    ['EL123456789', 'GR', 'EL123456789'],
    ['XI123456789', 'GB', 'XI123456789'],
    ['NL123456789B01', 'DE', 'NL123456789B01'],
    ['EL123456789', 'DE', 'EL123456789'],
    ['CHE-123.456.788 MWST', 'CH', 'CHE-123.456.788MWST'],
    // Words that begin as countries do.
    ['GST 123456', 'CA', undefined],
    ['VAT 123456', 'ZA', undefined],
    ['NIF 123', 'PT', undefined],
    ['ZZ123', 'DE', undefined],
    ['Germany', 'GE', undefined],
    ['', 'DE', undefined],
  ];
  for (const [text, country, number] of table)
    it(`"${text}" in ${country} is ${number ?? 'none'}`, () =>
      assert.equal(vatNumber(text, country), number));
});

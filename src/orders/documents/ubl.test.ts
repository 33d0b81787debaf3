import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brokenRules, RULES } from '#test/harness/en16931.ts';
import { completeOrder, invoiceXml, SELLER } from '#test/harness/invoices.ts';
import { d, lineOf } from '#test/harness/orders.ts';
import { readUbl } from '#test/harness/ubl.ts';

const VAT = { id: 1n, name: 'VAT', rate: d('0.19'), terms: null };

/** A sale with a discount, at a rate and at none. */
const SALE = completeOrder({
  lines: [
    { ...lineOf('10', 'ex'), price_variation: d('0.9'), taxes: [VAT] },
    { ...lineOf('5', 'ex'), number: 2, line_id: 101n, quantity: d('2') },
  ],
});

describe('the rules of EN 16931 in the tests', () => {
  const sound = invoiceXml(SALE);

  it('have an id each', () => {
    assert.equal(new Set(RULES.map(([id]) => id)).size, RULES.length);
    assert.deepEqual(brokenRules(readUbl(sound)), []);
  });

  const table: [id: string, from: string, to: string][] = [
    ['BR-01', ':cen.eu:en16931:2017', ':cen.eu:en16931:2016'],
    ['BR-09', '<cbc:IdentificationCode>DE<', '<cbc:IdentificationCode>D1<'],
    ['BR-23', 'unitCode="C62"', 'unitCode="PCS"'],
    ['BR-27', '>10.00</cbc:PriceAmount>', '>-10.00</cbc:PriceAmount>'],
    ['BR-42', '<cbc:AllowanceChargeReason>Discount</cbc:AllowanceChargeReason>', ''],
    ['BR-CO-09', 'DE123456789', 'QQ123456789'],
    [
      'BR-CO-10',
      '<cbc:LineExtensionAmount currencyID="EUR">19.00<',
      '<cbc:LineExtensionAmount currencyID="EUR">19.01<',
    ],
    [
      'BR-CO-13',
      '<cbc:TaxExclusiveAmount currencyID="EUR">19.00<',
      '<cbc:TaxExclusiveAmount currencyID="EUR">18.99<',
    ],
    ['BR-CO-15', '>20.71</cbc:TaxInclusiveAmount>', '>20.70</cbc:TaxInclusiveAmount>'],
    ['BR-CO-16', '>20.71</cbc:PayableAmount>', '>20.72</cbc:PayableAmount>'],
    ['BR-CO-17', '>1.71</cbc:TaxAmount><cac:TaxCategory>', '>1.72</cbc:TaxAmount><cac:TaxCategory>'],
    ['BR-CO-25', '<cac:PaymentTerms><cbc:Note>Payable on receipt</cbc:Note></cac:PaymentTerms>', ''],
    ['BR-DEC-09 to BR-DEC-28', '>20.71</cbc:PayableAmount>', '>20.710</cbc:PayableAmount>'],
    ['PEPPOL-EN16931-R120', '>1.00</cbc:Amount>', '>1.01</cbc:Amount>'],
    ['BR-S-08', '>9.00</cbc:TaxableAmount>', '>9.01</cbc:TaxableAmount>'],
    [
      'BR-Z-05',
      '<cac:ClassifiedTaxCategory><cbc:ID>Z</cbc:ID><cbc:Percent>0</cbc:Percent>',
      '<cac:ClassifiedTaxCategory><cbc:ID>Z</cbc:ID><cbc:Percent>1</cbc:Percent>',
    ],
    ['BR-Z-08', '>10.00</cbc:TaxableAmount>', '>11.00</cbc:TaxableAmount>'],
    [
      'BR-O-01',
      '<cac:ClassifiedTaxCategory><cbc:ID>Z</cbc:ID>',
      '<cac:ClassifiedTaxCategory><cbc:ID>O</cbc:ID>',
    ],
  ];
  for (const [id, from, to] of table)
    it(`${id} is found broken`, () => {
      assert.ok(sound.includes(from), sound);
      assert.ok(brokenRules(readUbl(sound.replace(from, to))).includes(id));
    });

  it('want a number of a seller who charges tax', () => {
    const xml = invoiceXml(SALE, {
      seller: { ...SELLER, vatNumber: null, taxNumber: '12/345', registration: 'HRB 1' },
    });
    assert.deepEqual(brokenRules(readUbl(xml)), []);
    const without = xml.replace(/<cac:PartyTaxScheme>.*?<\/cac:PartyTaxScheme>/, '');
    assert.deepEqual(brokenRules(readUbl(without)), ['BR-S-02', 'BR-Z-02']);
  });
});

describe('the schema of UBL in the tests', () => {
  const sound = invoiceXml(SALE);
  const faulty: [what: string, from: string, to: string][] = [
    [
      'an element too late',
      '<cbc:ID>ABCDEFGH</cbc:ID><cbc:IssueDate>2027-01-15</cbc:IssueDate>',
      '<cbc:IssueDate>2027-01-15</cbc:IssueDate><cbc:ID>ABCDEFGH</cbc:ID>',
    ],
    ['one that is not there', 'cbc:IssueDate>', 'cbc:IssuedDate>'],
    ['one with another prefix', 'cbc:IssueDate>', 'cac:IssueDate>'],
    [
      'one twice',
      '<cbc:IssueDate>2027-01-15</cbc:IssueDate>',
      '<cbc:IssueDate>2027-01-15</cbc:IssueDate><cbc:IssueDate>2027-01-15</cbc:IssueDate>',
    ],
    ['one that is empty', '>ABCDEFGH</cbc:ID>', '></cbc:ID>'],
    ['an amount without currency', '<cbc:PayableAmount currencyID="EUR">', '<cbc:PayableAmount>'],
    ['a document of another namespace', 'xsd:Invoice-2', 'xsd:Invoice-3'],
  ];
  for (const [what, from, to] of faulty)
    it(`refuses ${what}`, () => {
      assert.ok(sound.includes(from), sound);
      assert.throws(() => readUbl(sound.replaceAll(from, to)), assert.AssertionError);
    });

  it('takes texts of any characters', () => {
    const description = 'a & b < c > "d" \u0000\ud800 é 日本 \ufffe';
    const [first, ...others] = SALE.lines;
    assert.ok(first);
    const xml = invoiceXml({ ...SALE, lines: [{ ...first, description }, ...others] });
    assert.equal(readUbl(xml).say('InvoiceLine/Item/Name'), 'a & b < c > "d"  é 日本');
  });
});

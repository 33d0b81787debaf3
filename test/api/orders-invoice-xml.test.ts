import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { brokenRules } from '#test/harness/en16931.ts';
import { type Answer, type Ask, type Json, onEachEngine } from '#test/harness/service.ts';
import { readUbl, type UblNode } from '#test/harness/ubl.ts';
import { change, make, refused, UNKNOWN_ID } from './helpers.ts';
import { newSite, newTax, openShop, type Shop } from './order-helpers.ts';

const ACCEPT_XML: Ask = { headers: { accept: 'application/xml' } };
const SELLER = 'AccountingSupplierParty/Party';
const BUYER = 'AccountingCustomerParty/Party';

/** Where shops are: country as it is written there, its code, currency, time zone, rate of tax, and tax number. */
const COUNTRIES: readonly [
  country: string,
  code: string,
  currency: string,
  zone: string,
  rate: number,
  number: string,
][] = [
  ['Deutschland', 'DE', 'EUR', 'Europe/Berlin', 0.19, 'DE 123 456 789'],
  ['Österreich', 'AT', 'EUR', 'Europe/Vienna', 0.2, 'ATU12345678'],
  ['France', 'FR', 'EUR', 'Europe/Paris', 0.055, 'FR40303265045'],
  ['España', 'ES', 'EUR', 'Europe/Madrid', 0.21, 'ESX1234567X'],
  ['Ελλάδα', 'GR', 'EUR', 'Europe/Athens', 0.24, 'EL123456789'],
  ['Norway', 'NO', 'NOK', 'Europe/Oslo', 0.25, 'NO974760673MVA'],
  ['Schweiz', 'CH', 'CHF', 'Europe/Zurich', 0.081, 'CHE-123.456.788 MWST'],
  ['UK', 'GB', 'GBP', 'Europe/London', 0.2, 'GB123456789'],
  ['日本', 'JP', 'JPY', 'Asia/Tokyo', 0.1, 'T1234567890123'],
  ['Australia', 'AU', 'AUD', 'Australia/Sydney', 0.1, '51 824 753 556'],
  ['CA', 'CA', 'CAD', 'America/Toronto', 0.14975, '123456789 RT0001'],
];

onEachEngine('the electronic invoice of an order (reference: orders.60)', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  const get = (order: Json, ask: Ask = ACCEPT_XML) =>
    shop.client.get(`orders/${order.id_str}/invoice/xml`, ask);
  const invoiceOf = (answer: Answer): UblNode => {
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['content-type'], 'application/xml; charset=utf-8');
    const invoice = readUbl(answer.text);
    assert.deepEqual(brokenRules(invoice), [], answer.text);
    return invoice;
  };
  /** A site with a taxed product. */
  const shopAt = async (fields: object, rate: number) => {
    const site = await newSite(shop.client, fields);
    const tax = await newTax(shop.client, rate);
    const product = await make(shop.client, `sites/${site}/products`, {
      name: 'Ramen',
      sku: 'R-1',
      unit_price: 1070,
      taxes: [tax],
    });
    return { site, product };
  };

  it('says who sold what to whom, and what was paid', async () => {
    const { client } = shop;
    const { site, product } = await shopAt(
      {
        name: 'Hafen',
        timezone: 'Asia/Tokyo',
        currency: 'EUR',
        legal_name: 'Blaue Tür GmbH & Co. KG',
        tax_number: 'DE123456789',
        business_number: 'HRB 4711',
        email: 'hafen@example.org',
        postal_address: {
          address: 'Kai 1\nHaus B',
          city: 'Hamburg',
          state: null,
          postal_code: '20457',
          country: 'Deutschland',
        },
      },
      0.07,
    );
    const customer = await make(client, 'customers', {
      first_name: 'Ada',
      last_name: 'Lovelace',
      company_name: 'Engines <Ltd>',
      email: 'ada@example.org',
      tax_number: 'ATU12345678',
      primary_address: { city: 'Wien', country: 'Österreich' },
    });
    const order = await make(client, 'orders', {
      site_id: site,
      status: 'COMPLETE',
      customer_id: customer.id,
      sale_number: 'A-17',
      placed_at: '2026-03-07T18:30:00Z',
      lines: [{ product_id: product.id, quantity: 1.5, price_variation: 0.9, notes: 'No egg' }],
      payments: [{ method_id: shop.cash, amount: 1000, tip: 1 }],
    });
    const invoice = invoiceOf(await get(order));
    const facts: Record<string, string> = {
      CustomizationID: 'urn:cen.eu:en16931:2017',
      ID: order.saleid,
      IssueDate: '2026-03-08',
      InvoiceTypeCode: '380',
      DocumentCurrencyCode: 'EUR',
      'OrderReference/ID': 'A-17',
      'OrderReference/SalesOrderID': order.saleid,
      [`${SELLER}/PartyLegalEntity/RegistrationName`]: 'Blaue Tür GmbH & Co. KG',
      [`${SELLER}/PartyLegalEntity/CompanyID`]: 'HRB 4711',
      [`${SELLER}/PartyTaxScheme/CompanyID`]: 'DE123456789',
      [`${SELLER}/PostalAddress/StreetName`]: 'Kai 1',
      [`${SELLER}/PostalAddress/AdditionalStreetName`]: 'Haus B',
      [`${SELLER}/PostalAddress/Country/IdentificationCode`]: 'DE',
      [`${SELLER}/Contact/ElectronicMail`]: 'hafen@example.org',
      [`${BUYER}/PartyLegalEntity/RegistrationName`]: 'Engines <Ltd>',
      [`${BUYER}/PartyTaxScheme/CompanyID`]: 'ATU12345678',
      [`${BUYER}/PostalAddress/CityName`]: 'Wien',
      [`${BUYER}/PostalAddress/Country/IdentificationCode`]: 'AT',
      [`${BUYER}/Contact/Name`]: 'Ada Lovelace',
      'PaymentMeans/PaymentMeansCode': '10',
      'PaymentTerms/Note': 'Payable on receipt',
      'LegalMonetaryTotal/LineExtensionAmount': '1350.00',
      'LegalMonetaryTotal/TaxInclusiveAmount': '1444.50',
      'LegalMonetaryTotal/PrepaidAmount': '1000.00',
      'LegalMonetaryTotal/PayableAmount': '444.50',
      'InvoiceLine/InvoicedQuantity': '1.5',
      'InvoiceLine/AllowanceCharge/Amount': '150.00',
      'InvoiceLine/Item/Name': 'Ramen',
      'InvoiceLine/Item/SellersItemIdentification/ID': 'R-1',
      'InvoiceLine/Price/PriceAmount': '1000.00',
    };
    for (const [path, text] of Object.entries(facts)) assert.equal(invoice.say(path), text, path);
  });

  for (const [country, code, currency, timezone, rate, tax_number] of COUNTRIES)
    it(`is sound in ${code}`, async () => {
      const address = { country };
      const { site, product } = await shopAt(
        { name: 'Shop', currency, timezone, tax_number, postal_address: address },
        rate,
      );
      const lines = [3, 0.333, -1].map((quantity) => ({ product_id: product.id, quantity }));
      const order = await make(shop.client, 'orders', { site_id: site, status: 'COMPLETE', lines });
      const invoice = invoiceOf(await get(order));
      assert.equal(invoice.say(`${SELLER}/PostalAddress/Country/IdentificationCode`), code);
      assert.equal(invoice.say(`${BUYER}/PostalAddress/Country/IdentificationCode`), code);
      assert.equal(invoice.say(`${BUYER}/PartyLegalEntity/RegistrationName`), 'Cash customer');
      assert.equal(invoice.say('DocumentCurrencyCode'), currency);
      const isVat = !['JP', 'AU', 'CA'].includes(code);
      assert.equal(invoice.say(`${SELLER}/PartyTaxScheme/TaxScheme/ID`), isVat ? 'VAT' : 'TAX');
      assert.equal(
        invoice.amount('LegalMonetaryTotal/PayableAmount'),
        BigInt(Math.round(order.due * 1000)) * 10n ** 9n,
      );
    });

  it('is a credit note of a refund, about the invoice of the original', async () => {
    const { site, product } = await shopAt(
      { name: 'Back', tax_number: 'NZ123', postal_address: { country: 'NZ' } },
      0.15,
    );
    const original = await make(shop.client, 'orders', {
      site_id: site,
      status: 'COMPLETE',
      placed_at: '2026-01-05T12:00:00Z',
      lines: [{ product_id: product.id, quantity: 3 }],
      payments: [{ method_id: shop.card, amount: 3210 }],
    });
    const refund = await make(shop.client, 'orders', {
      site_id: site,
      original_order_id_str: original.id_str,
      lines: [{ product_id: product.id, quantity: -1 }],
      payments: [{ method_id: shop.card, amount: -1070 }],
    });
    const invoice = invoiceOf(await get(refund));
    assert.equal(invoice.name, 'CreditNote');
    const reference = 'BillingReference/InvoiceDocumentReference';
    assert.equal(invoice.say(`${reference}/ID`), original.saleid);
    assert.match(invoice.say(`${reference}/IssueDate`) ?? '', /^2026-01-0[56]$/);
    assert.equal(invoice.say('CreditNoteLine/CreditedQuantity'), '1');
    assert.equal(invoice.say('PaymentMeans/PaymentMeansCode'), '48');
    assert.equal(invoice.say('LegalMonetaryTotal/PrepaidAmount'), '1070.00');
    assert.equal(invoice.say('LegalMonetaryTotal/PayableAmount'), '0.00');
  });

  it('has what was chosen for a line, and the units of products that are sold by them', async () => {
    const { client } = shop;
    const site = await newSite(client, { name: 'Market', postal_address: { country: 'NZ' } });
    const product = (name: string, fields: object = {}) =>
      make(client, `sites/${site}/products`, { name, unit_price: 8, ...fields });
    const apples = await product('Apples', { unit_of_measure: 'kg' });
    const flour = await product('Flour', { unit_of_measure: 'g', measure: 500 });
    const water = await product('Water');
    const set = await make(client, 'optionsets', { name: 'Drink', options: [{ product_id: water.id }] });
    const dish = await product('Dish', { option_sets: [set.id] });
    const option_sets = [{ option_set_id: set.id, options: [{ product_id: water.id }] }];
    const order = await make(client, 'orders', {
      site_id: site,
      status: 'COMPLETE',
      lines: [
        { product_id: apples.id, quantity: 0.755 },
        { product_id: flour.id, quantity: 2 },
        { product_id: dish.id, option_sets },
      ],
    });
    const lines = invoiceOf(await get(order)).all('InvoiceLine');
    const shown = lines.map((line) => [
      line.say('Item/Name'),
      line.all('InvoicedQuantity')[0]?.attribute('unitCode'),
      line.say('Item/Description'),
    ]);
    assert.deepEqual(shown, [
      ['Apples', 'KGM', undefined],
      ['Flour', 'C62', undefined],
      ['Dish', 'C62', 'Drink: Water'],
      ['Water', 'C62', undefined],
    ]);
  });

  it('is 409 and names what is missing', async () => {
    const { client } = shop;
    const { site, product } = await shopAt({ name: 'Nowhere', tax_number: 'X' }, 0.1);
    const completed = (fields: object = {}) =>
      make(client, 'orders', {
        site_id: site,
        status: 'COMPLETE',
        lines: [{ product_id: product.id }],
        ...fields,
      });
    const order = await completed();
    const lacks = (answer: Answer, field: string) => {
      refused(answer, 409, 'conflict');
      assert.deepEqual(
        answer.json.errors.map((error: Json) => error.field),
        [field],
      );
    };
    lacks(await get(order), 'postal_address.country');
    await change(client, `sites/${site}`, { postal_address: { country: 'Atlantis' } });
    lacks(await get(order), 'postal_address.country');
    await change(client, `sites/${site}`, { postal_address: { country: 'Portugal' }, tax_number: null });
    lacks(await get(order), 'tax_number');
    await change(client, `sites/${site}`, { tax_number: '123' });
    invoiceOf(await get(order));
    const lost = await make(client, 'customers', {
      first_name: 'Lost',
      email: 'lost@example.org',
      primary_address: { country: 'Atlantis' },
    });
    lacks(await get(await completed({ customer_id: lost.id })), 'customer.primary_address.country');
    refused(await get(await completed({ lines: [] })), 409, 'conflict');
  });

  it('is 409 until the order is COMPLETE, and 404 where there is none', async () => {
    for (const status of ['SUBMITTED', 'PENDING', 'REJECTED']) {
      const answer = await get(await shop.order({ status, lines: [{ product_id: shop.soup.id }] }));
      refused(answer, 409, 'conflict');
      assert.match(answer.json.error_description, new RegExp(`^The order is ${status}: .* COMPLETE`));
    }
    refused(await shop.client.get(`orders/${UNKNOWN_ID}/invoice.xml`), 404, 'not_found');
  });

  it('is XML alone, and not sent again to who has it', async () => {
    const { site, product } = await shopAt(
      { name: 'Again', tax_number: 'NZ123', postal_address: { country: 'NZ' } },
      0.15,
    );
    const order = await make(shop.client, 'orders', {
      site_id: site,
      status: 'COMPLETE',
      lines: [{ product_id: product.id }],
    });
    const byPath = await shop.client.get(`orders/${order.id_str}/invoice.xml`, { headers: { accept: '' } });
    const { etag } = byPath.headers;
    assert.equal(byPath.text, (await get(order)).text);
    invoiceOf(byPath);
    const again = await get(order, { headers: { ...ACCEPT_XML.headers, 'if-none-match': String(etag) } });
    assert.equal(again.status, 304);
    refused(await get(order, { headers: { accept: 'application/json' } }), 406, 'not_acceptable');
    refused(await shop.client.get(`orders/${order.id_str}/invoice.pdf`, ACCEPT_XML), 406, 'not_acceptable');
  });
});

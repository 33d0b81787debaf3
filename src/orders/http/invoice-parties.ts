// Seller and buyer of an invoice after EN 16931 (reference: orders.60).
import type { Address, Company, Site } from '../../company/shape.ts';
import type { Customer } from '../../customers/shape.ts';
import { COUNTRIES, countryCode } from '../../kernel/country.ts';
import { ApiError } from '../../kernel/errors.ts';
import { sentence, type Telling } from '../../kernel/words.ts';
import { hasTaxNumber, type Party } from '../documents/invoice-party.ts';

const NO_ADDRESS: Address = { address: null, city: null, state: null, postal_code: null, country: null };

/** 409 that names what has to be filled in before there is an invoice. */
function lacking(field: string, words: Telling): ApiError {
  return new ApiError('conflict', words, { fields: [{ field, sentence: words }] });
}

function isSaid(address: Address | null | undefined): address is Address {
  return Boolean(address) && Object.values(address ?? {}).some(Boolean);
}

/** How VAT numbers begin where that is not the country's code: Greece, and Northern Ireland. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = { GR: ['EL'], GB: ['XI'] };

/**
 * A number that begins with the code of a country, as VAT numbers do: that of its owner, or another with a digit behind it.
 * Undefined for any other, such as "GST 123".
 */
export function vatNumber(text: string, country: string): string | undefined {
  const compact = text.replaceAll(/\s/g, '').toUpperCase();
  const prefix = compact.slice(0, 2);
  if (!/[0-9]/.test(compact)) return undefined;
  if (prefix === country || PREFIXES[country]?.includes(prefix)) return compact;
  const isCountry = COUNTRIES.has(prefix) || Object.values(PREFIXES).some((all) => all.includes(prefix));
  return isCountry && /^[0-9]/.test(compact.slice(2)) ? compact : undefined;
}

function numbersOf(text: string | null | undefined, country: string): Pick<Party, 'vatNumber' | 'taxNumber'> {
  const number = text?.trim() || null;
  const vat = number === null ? undefined : vatNumber(number, country);
  return vat === undefined ? { vatNumber: null, taxNumber: number } : { vatNumber: vat, taxNumber: null };
}

/** The site that sells, with what the company says where the site does not. 409 when no country is known. */
export function sellerOf(company: Company, site: Site): Party {
  const addresses = [
    site.postal_address,
    site.shipping_address,
    company.postal_address,
    company.shipping_address,
  ].filter(isSaid);
  const [address = NO_ADDRESS] = addresses;
  const said = addresses.find((each) => each.country)?.country;
  const country = countryCode(said ?? '');
  if (country === undefined) {
    throw lacking(
      'postal_address.country',
      sentence(
        'An invoice names the country of the seller: set postal_address.country of site {site}, or of the company, to its name or code.',
        { site: site.id },
      ),
    );
  }
  const name = site.legal_name || company.legal_name || company.name;
  const trading = site.name === company.name ? company.name : `${company.name}, ${site.name}`;
  const registration = site.business_number || company.business_number;
  const numbers = numbersOf(site.tax_number || company.tax_number, country);
  return {
    name,
    tradingName: trading === name ? null : trading,
    id: registration || numbers.vatNumber ? null : company.id.toString(),
    registration,
    ...numbers,
    address,
    country,
    contact: { name: site.contact_person, phone: site.phone, email: site.email },
  };
}

/** 409 when a seller has no number to pay taxes by, which an invoice with tax has to say. */
export function requireTaxNumber(seller: Party, site: Site): void {
  if (hasTaxNumber(seller)) return;
  throw lacking(
    'tax_number',
    sentence(
      'Tax was charged, and an invoice then says by which number the seller pays it: set tax_number of site {site}, or of the company.',
      { site: site.id },
    ),
  );
}

/** The buyer; one of whom nothing is known has no name, and is in the seller's country. */
export function buyerOf(customer: Customer | undefined, seller: Party): Party {
  const nobody = { id: null, tradingName: null, registration: null, vatNumber: null, taxNumber: null };
  if (customer === undefined) {
    const contact = { name: null, phone: null, email: null };
    return { ...nobody, name: '', address: NO_ADDRESS, country: seller.country, contact };
  }
  const { primary_address, shipping_address, company_name, phone, mobile, email, tax_number } = customer;
  const address = [primary_address, shipping_address].find(isSaid) ?? NO_ADDRESS;
  const country = address.country ? countryCode(address.country) : seller.country;
  if (country === undefined) {
    throw lacking(
      'customer.primary_address.country',
      sentence(
        'An invoice names the country of the buyer, and "{country}" is none: set the country of the address of customer {customer} to its name or code.',
        { country: address.country, customer: customer.id },
      ),
    );
  }
  const person = [customer.first_name, customer.last_name].filter(Boolean).join(' ');
  const numbers = numbersOf(tax_number, country);
  return {
    ...nobody,
    name: company_name || person || email || '',
    vatNumber: numbers.vatNumber,
    // Of buyers there is no field for a tax number that is no VAT number.
    id: numbers.taxNumber,
    address,
    country,
    contact: { name: company_name && person ? person : null, phone: phone ?? mobile, email },
  };
}

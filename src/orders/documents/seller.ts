import type { Address, Company, Site } from '../../company/shape.ts';
import { isolated, leftToRight } from '../../kernel/text.ts';
import type { Words } from '../../kernel/words.ts';
import { addressLines, present } from './words.ts';

/** The company as it stands on receipts. */
export type Seller = Pick<
  Company,
  | 'name'
  | 'legal_name'
  | 'business_number'
  | 'tax_number'
  | 'website'
  | 'postal_address'
  | 'shipping_address'
  | 'receipt_header'
  | 'receipt_footer'
>;

/** The site, with the company's currency and time zone where it has none of its own. */
export interface SellerSite
  extends Pick<
    Site,
    | 'name'
    | 'legal_name'
    | 'business_number'
    | 'tax_number'
    | 'language'
    | 'postal_address'
    | 'shipping_address'
    | 'email'
    | 'phone'
    | 'receipt_header'
    | 'receipt_footer'
  > {
  readonly currency: string;
  readonly timezone: string;
}

/** The seller: what the site has of its own, else what the company has (reference: orders.55). */
export interface SellerFacts {
  /** Null where it is the name. */
  readonly legalName: string | null;
  readonly businessNumber: string | null;
  /** Null where it is the business number. */
  readonly taxNumber: string | null;
  readonly address: Address | null;
  readonly header: string;
  readonly footer: string;
}

/** A text that is set, of the site or of the company. */
const ownOr = (own: string | null, otherwise: string | null): string | null => own || otherwise || null;

export function sellerFacts(company: Seller, site: SellerSite): SellerFacts {
  const legalName = ownOr(site.legal_name, company.legal_name);
  const businessNumber = ownOr(site.business_number, company.business_number);
  const taxNumber = ownOr(site.tax_number, company.tax_number);
  return {
    legalName: legalName === company.name ? null : legalName,
    businessNumber,
    taxNumber: taxNumber === businessNumber ? null : taxNumber,
    address:
      site.postal_address ?? site.shipping_address ?? company.postal_address ?? company.shipping_address,
    // An empty text of the site is a text: it has none where the company has one.
    header: site.receipt_header ?? company.receipt_header ?? '',
    footer: site.receipt_footer ?? company.receipt_footer ?? '',
  };
}

/** The lines below the name of the seller. */
export function sellerLines(company: Seller, site: SellerSite, words: Words): string[] {
  const { legalName, address, businessNumber, taxNumber } = sellerFacts(company, site);
  return [
    ...present([legalName]),
    ...(site.name === company.name ? [] : [site.name]),
    ...addressLines(address),
    ...present([site.phone, site.email, company.website]),
    ...numberLines(businessNumber, (number) => words.say('Business number {number}', { number })),
    ...numberLines(taxNumber, (number) => words.say('Tax number {number}', { number })),
  ];
}

/** A sentence with a number, if there is one, whose groups keep their order, also where the sentence runs from right to left. */
export function numberLines(number: string | null, say: (number: string) => string): string[] {
  return number === null
    ? []
    : [say(number)].map((said) => (isolated(said) === said ? said : say(leftToRight(number))));
}

/** The language whose forms of Chinese characters a document at a site uses. */
export function hanOf({ currency, language }: SellerSite): 'sc' | 'tc' | 'jp' | 'kr' {
  if (language === 'ja' || currency === 'JPY') return 'jp';
  if (currency === 'KRW') return 'kr';
  return currency === 'TWD' || currency === 'HKD' || currency === 'MOP' ? 'tc' : 'sc';
}

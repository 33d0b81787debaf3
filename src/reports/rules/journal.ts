// The journal: what sales come to as postings to accounts, by day and site (reference: reports.13).
import type { Id } from '../../kernel/id.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { Entry, Place } from '../types.ts';
import { NONE, readTaxSubject, UNTAXED } from './measure.ts';

/** The kind of a posting. */
export const POSTINGS = [
  'sales',
  'tax',
  'service',
  'tips',
  'payment',
  'surcharges',
  'rounding',
  'refunds',
  'receivable',
] as const;
export type PostingKind = (typeof POSTINGS)[number];

/** One amount on an account: debit above 0, credit below. */
export interface Posting {
  readonly site: Id;
  readonly day: bigint;
  readonly kind: PostingKind;
  /** The id of the tax or payment method; empty for none. */
  readonly subject: string;
  readonly amount: Decimal;
}

/** The postings of a sum to accounts other than the receivable, by kind and subject. */
function postingsOf({ place: { kind, subject }, sums }: Entry): [PostingKind, string, Decimal][] {
  switch (kind) {
    case 'day':
      return [
        ['sales', NONE, sums.total_tax - sums.total],
        ['service', NONE, -sums.tip_service_amount],
        ['tips', NONE, -sums.tips],
      ];
    case 'tax':
      return subject === UNTAXED ? [] : [['tax', readTaxSubject(subject).id, -sums.total_tax]];
    case 'tender':
      return [
        ['payment', subject, sums.paid + sums.tips + sums.credit_card_surcharge],
        ['surcharges', NONE, -sums.credit_card_surcharge],
        ['rounding', NONE, -sums.rounding],
      ];
    case 'given_back':
      return [['refunds', NONE, sums.total]];
    default:
      return [];
  }
}

/**
 * What a sum adds to what customers owe: what was asked for on the day of the order, less what was paid when it was. Money
 * that was given back for nothing is owed by nobody.
 */
function owedOf({ place: { kind }, sums }: Entry): Decimal {
  if (kind === 'day') return sums.total + sums.tip_service_amount + sums.tips;
  if (kind === 'given_back') return -sums.total;
  return kind === 'tender' ? sums.rounding - sums.paid - sums.tips : 0n;
}

/**
 * The postings that sums by `day`, `tax`, `tender` and `given_back` come to: by day, site, kind and subject, those of 0 left out. Of each day and
 * site they come to 0.
 */
export function journalOf(entries: Iterable<Entry>): Posting[] {
  const found = new Map<string, Posting>();
  const add = ({ site, day }: Place, kind: PostingKind, subject: string, amount: Decimal) => {
    const key = `${day} ${site} ${kind} ${subject}`;
    const known = found.get(key)?.amount ?? 0n;
    found.set(key, { site, day, kind, subject, amount: known + amount });
  };
  for (const entry of entries) {
    for (const [kind, subject, amount] of postingsOf(entry)) add(entry.place, kind, subject, amount);
    add(entry.place, 'receivable', NONE, owedOf(entry));
  }
  const rank = ({ kind }: Posting) => BigInt(POSTINGS.indexOf(kind));
  const id = ({ subject }: Posting) => (subject === NONE ? 0n : BigInt(subject));
  return [...found.values()]
    .filter(({ amount }) => amount !== 0n)
    .sort((a, b) => Number(a.day - b.day || sign(a.site, b.site) || rank(a) - rank(b) || sign(id(a), id(b))));
}

function sign(a: bigint, b: bigint): bigint {
  return a === b ? 0n : a < b ? -1n : 1n;
}

// Numbers and times as other systems write them: read where they can mean one thing alone (docs/moving-in.md).
import { type Decimal, parseDecimal } from '../../kernel/money.ts';
import { parseTime, type TimeInput } from '../../kernel/time.ts';

/** Most digits of an amount before its decimals. */
const PLAIN = /^-?\d{1,12}(\.\d{1,8})?$/;

/**
 * An amount: `1250.50`, `1,250.50`, `1.250,50`, `12,5`, with or without the sign of a currency; in brackets it is negative.
 * Undefined for what is none, or could be two: `1,250`.
 */
export function readAmount(cell: string): Decimal | undefined {
  let text = cell.replace(/[\p{Sc}\s']/gu, '').replace(/^\u2212/, '-');
  const bracketed = /^\((.+)\)$/.exec(text);
  if (bracketed !== null) text = `-${bracketed[1]}`;
  if (/^-?\d{1,3}(,\d{3})+\.\d+$/.test(text)) text = text.replaceAll(',', '');
  else if (/^-?\d{1,3}(\.\d{3})+,\d+$/.test(text)) text = text.replaceAll('.', '').replace(',', '.');
  else if (/^-?\d+,\d{1,2}$/.test(text)) text = text.replace(',', '.');
  return PLAIN.test(text) ? parseDecimal(text) : undefined;
}

/** A day or a moment: ISO 8601, with a blank for its T, or `31.12.2024 18:30`. Undefined for what is none. */
export function readMoment(cell: string): TimeInput | undefined {
  const text = cell.trim().replace(/^(\d\d)\.(\d\d)\.(\d{4})/, '$3-$2-$1');
  return parseTime(text);
}

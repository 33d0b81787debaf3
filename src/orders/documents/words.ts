import { type Decimal, decimalPlaces, formatDecimal, ONE } from '../../kernel/money.ts';

// How a receipt writes figures and names: exact, and the same for every reader.

/** An amount with the currency's decimals, and with more when it has more: 12.50, 0.125. */
export function amountText(amount: Decimal, minorUnits: number): string {
  const text = formatDecimal(amount);
  const places = decimalPlaces(amount);
  if (places >= minorUnits) return text;
  return `${text}${places === 0 ? '.' : ''}${'0'.repeat(minorUnits - places)}`;
}

/** A factor as a percentage: 0.09975 is 9.975%. */
export function percentText(factor: Decimal): string {
  return `${formatDecimal(factor * 100n)}%`;
}

/** Variations of a price in words; undefined when they change nothing (reference: money.10). */
export function variationText(coefficient: Decimal, fixed: Decimal, minorUnits: number): string | undefined {
  if (coefficient !== ONE) {
    const change = coefficient - ONE;
    return change < 0n ? `${percentText(-change)} discount` : `${percentText(change)} surcharge`;
  }
  if (fixed === 0n) return undefined;
  return fixed < 0n
    ? `${amountText(-fixed, minorUnits)} discount`
    : `${amountText(fixed, minorUnits)} surcharge`;
}

/** A moment as the clocks of a zone show it, to the minute: 2026-03-07 18:30. */
export function localText(moment: string, zone: string): string {
  const local = Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

import { minorUnits } from '#src/kernel/money.ts';

/** Time zones that this browser knows, and `also`. */
export function timeZones(...also: readonly (string | null)[]): string[] {
  return merged(['UTC', ...Intl.supportedValuesOf('timeZone')], also);
}

/** Currencies that the service knows, and `also`. */
export function currencies(...also: readonly (string | null)[]): string[] {
  const known = Intl.supportedValuesOf('currency').filter((code) => minorUnits(code) !== undefined);
  return merged(known, also);
}

function merged(known: readonly string[], also: readonly (string | null)[]): string[] {
  return [...new Set([...known, ...also.filter((each) => each !== null)])].sort();
}

import { minorUnits } from '#src/kernel/money.ts';

/** Time zones that this browser knows, and those named besides. */
export function timeZones(...besides: readonly (string | null)[]): string[] {
  return merged(['UTC', ...Intl.supportedValuesOf('timeZone')], besides);
}

/** Currencies that the service knows, and those named besides. */
export function currencies(...besides: readonly (string | null)[]): string[] {
  const known = Intl.supportedValuesOf('currency').filter((code) => minorUnits(code) !== undefined);
  return merged(known, besides);
}

function merged(known: readonly string[], besides: readonly (string | null)[]): string[] {
  return [...new Set([...known, ...besides.filter((each) => each !== null)])].sort();
}

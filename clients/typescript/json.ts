// JSON with whole numbers of any size: ids have 64 bits, and a number of JavaScript holds 53 of them exactly.

/** A whole number of 64 bits: a number where that is exact, else a bigint. */
export type Int64 = number | bigint;

/** An id, in whichever way you have it. */
export type Id = number | bigint | string;

const LONG = /\d{16}/;
const WHOLE = /^-?\d+$/;

/** JSON.parse hands a reviver the text that a value was written as, where the runtime is not too old for it. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Parses JSON; a whole number that a number would change becomes a bigint. */
export function parseJson(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text);
  const reviver: Reviver = (_key, value, context) => {
    const source = context?.source;
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return source !== undefined && WHOLE.test(source) ? BigInt(source) : value;
  };
  return JSON.parse(text, reviver);
}

/** Writes JSON; a bigint becomes text, which the service takes for every id. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));
}

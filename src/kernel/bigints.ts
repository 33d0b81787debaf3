/** The smaller one of two whole numbers. */
export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** The larger one of two whole numbers. */
export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** The end of an old form of the API that another has replaced (reference: versions.4). */
export interface Deprecation {
  /** The day since when the other one is there: `2026-11-23`. */
  readonly since: string;
  /** The day from which on it may be gone. */
  readonly sunset: string;
  /** The replacement, as the description names it. */
  readonly use: string;
}

/** A description's sentence about the end of an old form. */
export function deprecationWords({ since, sunset, use }: Deprecation): string {
  return `Deprecated since ${since}, may be gone from ${sunset} on: use ${use} instead.`;
}

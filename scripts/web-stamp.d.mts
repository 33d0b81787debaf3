/** Where the built screens lie. */
export const webFolder: string;
/** What the sources are just now; undefined where there are none, as in an installed package. */
export function wantedStamp(): string | undefined;
/** True when the built screens are missing or older than their sources. */
export function isStale(): boolean;

import type { Deprecation } from '../kernel/deprecation.ts';
import { queryOf, type Route } from './route.ts';

const midnight = (day: string) => new Date(`${day}T00:00:00Z`);

/** The first of two ends that comes. */
const sooner = (one: Deprecation, other: Deprecation) => (other.sunset < one.sunset ? other : one);

/** The old form that a call uses: its route, or a parameter of its query; of several the one that ends first. */
export function deprecationOf(route: Route, url: string): Deprecation | undefined {
  const mark = url.indexOf('?');
  const sent = mark < 0 ? undefined : new URLSearchParams(url.slice(mark));
  const used = Object.entries(sent === undefined ? {} : (queryOf(route) ?? {})).flatMap(
    ([name, { deprecated }]) => (deprecated !== undefined && sent?.has(name) === true ? [deprecated] : []),
  );
  const all = route.deprecated === undefined ? used : [route.deprecated, ...used];
  return all.length === 0 ? undefined : all.reduce(sooner);
}

/** The headers that tell of it: Deprecation (RFC 9745), Sunset (RFC 8594), and where to read on (reference: versions.4). */
export function deprecationHeaders(
  { since, sunset }: Deprecation,
  baseUrl: string,
): Readonly<Record<string, string>> {
  return {
    deprecation: `@${midnight(since).getTime() / 1000}`,
    sunset: midnight(sunset).toUTCString(),
    link: `<${baseUrl}/docs>; rel="deprecation"; type="text/html"`,
  };
}

import { etagOf } from '../edge/etag.ts';
import type { Micros } from '../kernel/time.ts';
import { keepsEventsAfter, type LogState, timeOfEvent } from '../outbox/log.ts';
import type { MenuPlace } from './menu-sections.ts';
import { isUntouched } from './rules/site-menu.ts';
import { touchedAfter } from './site-menu-changes.ts';

/** Events about menus that are looked at before a menu counts as changed. */
const MOST_EVENTS = 1_000;
/** Tags of a request that are looked at. */
const MOST_TAGS = 4;

const VERSION = /^"(\d{1,18})-/;

/**
 * The tag of a menu of a version, which stands at its beginning. `time` is that of the version's event: with the number it
 * tells one log from another that was restored. `besides` is all else that the menu follows from and no event tells.
 */
export function menuTag(version: bigint, time: Micros | undefined, besides: string): string {
  return `"${version}-${etagOf(`${version} ${time ?? 0n}\n${besides}`).slice(1)}`;
}

/**
 * The tag of an earlier version that the caller has and that is as the menu is now: no event since touched the menu
 * (reference: products.41). Nothing of the menu is read for it.
 */
export async function knownMenuTag(
  place: MenuPlace,
  state: LogState,
  besides: string,
): Promise<string | undefined> {
  const { tx, call } = place;
  for (const tag of call.knownTags.slice(0, MOST_TAGS)) {
    const [, digits] = VERSION.exec(tag) ?? [];
    const version = BigInt(digits ?? state.last);
    if (version >= state.last) continue;
    const time = await timeOfEvent(tx, call.company, version);
    if (tag !== menuTag(version, time, besides)) continue;
    if (!(await keepsEventsAfter(tx, call.company, state, version))) continue;
    const touched = await touchedAfter(place, version, MOST_EVENTS);
    if (touched !== undefined && isUntouched(touched)) return tag;
  }
  return undefined;
}

import { listsAt } from '../company/rules/list-terms.ts';
import { chainOf } from '../company/rules/lists.ts';
import type { PriceList, Site } from '../company/shape.ts';
import { getCompany, listParents, sites, termedLists } from '../company/store.ts';
import { answerPieces } from '../edge/pieces.ts';
import { parameter } from '../edge/query.ts';
import { asking, notModified } from '../edge/route.ts';
import { notFound } from '../kernel/errors.ts';
import { dayAt } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { logState, timeOfEvent } from '../outbox/log.ts';
import type { Reader } from '../storage/port.ts';
import {
  type MenuPlace,
  type MenuProduct,
  member,
  menuCategories,
  menuProducts,
  menuSets,
  menuTaxes,
  menuTooLong,
} from './menu-sections.ts';
import { setsAtSite } from './options.store.ts';
import { LISTED_PRODUCT } from './shape/product.ts';
import { MENU } from './shape/site-menu.ts';
import { changedMenu } from './site-menu-changes.ts';
import { knownMenuTag, menuTag } from './site-menu-tag.ts';
import { menuSiteView } from './view.ts';

/** The names of what is shown: an answer of a version of Passbell that shows more has another tag. */
const SHOWN = [...Object.keys(MENU.fields), ...Object.keys(LISTED_PRODUCT.fields)].join(' ');

const version = parameter(
  'The version of the menu that is known: the answer is what has changed since.',
  { type: 'integer', minimum: 0 },
  (text) => (/^\d{1,18}$/.test(text) ? BigInt(text) : undefined),
  sentence('must be the version of a menu that was read; without it the whole menu is answered.'),
);

/**
 * GET /sites/<s>/menu: everything that a till or kiosk sells from (reference: products.35); with `after` what has changed
 * since (reference: products.37). Whether a caller has it already is known before anything of it is read (reference:
 * products.36, products.41).
 */
export const getMenu = asking({ after: version }, async (tx: Reader, call, { after }) => {
  const site = await sites.get(tx, call.company, call.id('site_id'));
  if (site === undefined) throw notFound();
  const state = await logState(tx, call.company);
  const company = await getCompany(tx, call.company);
  const shown = JSON.stringify(menuSiteView(site, company, await listsOf(tx, site), call.now));
  // Prices are shown with the taxes of the day, which no event tells.
  const days = [site.timezone ?? company.timezone, company.timezone].map((zone) => dayAt(call.now, zone));
  const head = `{"version":${state.last},"site":${shown}`;
  const place = { tx, call, site };
  // Products show what the add-on that asks calls them.
  const besides = [SHOWN, shown, state.untold, ...days, call.addon, after ?? 'whole'].join('\n');
  const etag = menuTag(state.last, await timeOfEvent(tx, call.company, state.last), besides);
  if (call.knows(etag)) return notModified(etag);
  const known = await knownMenuTag(place, state, besides);
  if (known !== undefined) return notModified(known);
  const texts = after === undefined ? wholeMenu(place, head) : await changedMenu(place, head, state, after);
  return answerPieces(call, etag, texts, menuTooLong);
});

/** The lists that hold at a site at times, or for types of orders. */
async function listsOf(tx: Reader, site: Site): Promise<PriceList[]> {
  const termed = await termedLists(tx, site.company_id);
  if (termed.length === 0) return [];
  return listsAt(chainOf(site.price_list_id, await listParents(tx, site.company_id)), termed);
}

async function* wholeMenu(place: MenuPlace, head: string): AsyncGenerator<string> {
  const { shown } = await menuCategories(place);
  yield `${head},${member('categories', shown)},"products":[`;
  const modifiers: MenuProduct[] = [];
  let between = '';
  for await (const some of menuProducts(place)) {
    const sold = some.filter((product) => !product.is_modifier);
    modifiers.push(...some.filter((product) => product.is_modifier));
    if (sold.length === 0) continue;
    yield between + sold.map(({ json }) => json).join(',');
    between = ',';
  }
  const { tx, call, site } = place;
  const sets = await menuSets(place, await setsAtSite(tx, call.company, site.id));
  yield `],${member('option_sets', sets)},${member('modifiers', modifiers)},`;
  yield `${member('taxes', await menuTaxes(place))}}`;
}

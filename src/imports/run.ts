import { companies, firstCompany, firstSite, holdExisting, taxes } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Storage } from '../storage/port.ts';
import { importMenu } from './menu.ts';
import { hasMenu, readMenu } from './pizza-place.ts';

/** What an import brought in. */
export interface Imported {
  readonly company: Id;
  readonly site: Id;
  readonly products: number;
  readonly categories: number;
  readonly created: number;
  readonly updated: number;
}

/** Imports the menu of a folder, all or nothing; into the first company and its first site unless they are named. */
export async function importFolder(
  storage: Storage,
  dir: string,
  wanted: { company: Id | undefined; site: Id | undefined },
  now: Micros,
): Promise<Imported> {
  if (!(await hasMenu(dir))) {
    throw new Error(`${dir} holds no menu: pizzas.csv and pizza_types.csv are looked for there.`);
  }
  const menu = await readMenu(dir);
  return storage.write(async (tx) => {
    const company = wanted.company ?? (await firstCompany(tx));
    if (company === undefined) {
      throw new Error('There is no company yet. Start Passbell once, or do: passbell company create.');
    }
    // Of two imports at the same time the second waits, and finds the products of the first.
    if ((await companies.getForUpdate(tx, company, company)) === undefined) {
      throw new Error(`There is no company ${company}.`);
    }
    const site = wanted.site ?? (await firstSite(tx, company));
    if (site === undefined) throw new Error(`Company ${company} has no site.`);
    if (!(await holdExisting(tx, 'sites', company, [site])).has(site)) {
      throw new Error(`Company ${company} has no site ${site}.`);
    }
    // The menu's prices include tax: the company's first tax, when it has one.
    const [tax] = await taxes.page(tx, company, 0n, 1);
    const target = { company, site, taxes: tax === undefined ? [] : [tax.id] };
    const { created, updated } = await importMenu(tx, target, menu, now);
    return {
      company,
      site,
      products: menu.products.length,
      categories: menu.categories.length,
      created,
      updated,
    };
  });
}

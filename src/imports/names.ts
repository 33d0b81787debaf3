// The records that rows name in words: categories by name, taxes by code, option sets, sites and price lists by
// name. Categories that are not there are made; the others have to be.

import type { PriceList, Site } from '../company/shape.ts';
import { priceLists, sites, taxes, taxGroups } from '../company/store.ts';
import { parseInput } from '../edge/input.ts';
import { ApiError, invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { categories } from '../products/categories.store.ts';
import { CATEGORIES } from '../products/input.ts';
import { optionSets } from '../products/options.store.ts';
import type { OptionSet } from '../products/types.ts';
import type { Reader, Writer } from '../storage/port.ts';

/** The most records of a kind that are looked through for a name. */
const MAX_NAMED = 20_000;

/** All records of a kind that a company has few of. */
export async function allOf<T>(
  kind: { readonly name: string; page(tx: Reader, company: Id, after: Id, limit: number): Promise<T[]> },
  tx: Reader,
  company: Id,
): Promise<T[]> {
  const found = await kind.page(tx, company, 0n, MAX_NAMED + 1);
  if (found.length <= MAX_NAMED) return found;
  throw new Error(`The company has more than ${MAX_NAMED} ${kind.name.replace('_', ' ')}.`);
}

/** Records by their names, the first of several with one name. */
export class Names<T extends { readonly id: Id }> {
  readonly #found = new Map<string, T>();
  readonly #twice = new Set<string>();

  constructor(records: readonly T[], nameOf: (record: T) => string) {
    for (const record of records) {
      const name = nameOf(record);
      if (this.#found.has(name)) this.#twice.add(name);
      else this.#found.set(name, record);
    }
  }

  get(name: string): T | undefined {
    return this.#found.get(name);
  }

  isAmbiguous(name: string): boolean {
    return this.#twice.has(name);
  }

  set(name: string, record: T): void {
    this.#found.set(name, record);
  }

  remove(name: string): void {
    this.#found.delete(name);
  }

  [Symbol.iterator](): IterableIterator<[string, T]> {
    return this.#found.entries();
  }
}

/** Everything a company's rows can name. */
export interface Book {
  readonly taxes: Names<{ readonly id: Id }>;
  readonly categories: Names<{ readonly id: Id }>;
  readonly sets: Names<OptionSet>;
  readonly sites: Names<Site>;
  readonly lists: Names<PriceList>;
}

/** Taxes by code, and groups of them where no tax has their code. */
async function taxNames(tx: Reader, company: Id): Promise<Book['taxes']> {
  const own = await allOf(taxes, tx, company);
  const codes = new Set(own.map(({ code }) => code));
  const groups = await allOf(taxGroups, tx, company);
  const codeOf = ({ code }: { readonly id: Id; readonly code: string }) => code;
  return new Names<{ readonly id: Id; readonly code: string }>(
    [...own, ...groups.filter(({ code }) => !codes.has(code))],
    codeOf,
  );
}

/** Reads what there is. */
export async function readBook(tx: Reader, company: Id): Promise<Book> {
  return {
    taxes: await taxNames(tx, company),
    categories: new Names(await allOf(categories, tx, company), ({ name }) => name),
    sets: new Names(await allOf(optionSets, tx, company), ({ name }) => name),
    sites: new Names(await allOf(sites, tx, company), ({ name }) => name),
    lists: new Names(await allOf(priceLists, tx, company), ({ name }) => name),
  };
}

/** The ids of names; 400 naming the field for one that is not there or that several have. */
function idsOf(
  names: Names<{ readonly id: Id }>,
  wanted: readonly string[],
  field: string,
  none: (name: string) => Sentence,
  several: (name: string) => Sentence,
): Id[] {
  return wanted.map((name) => {
    const found = names.get(name);
    if (found === undefined) throw invalid(field, none(name));
    if (names.isAmbiguous(name)) throw invalid(field, several(name));
    return found.id;
  });
}

/** Taxes by code. */
export function taxIds(book: Book, codes: readonly string[], field: string): Id[] {
  return idsOf(
    book.taxes,
    codes,
    field,
    (code) =>
      sentence('there is no tax with the code "{code}": make it first, or correct the code.', { code }),
    (code) => sentence('there is more than one tax with the code "{code}": rename one.', { code }),
  );
}

/** Option sets by name. */
export function setIds(book: Book, names: readonly string[], field: string): Id[] {
  return idsOf(
    book.sets,
    names,
    field,
    (name) =>
      sentence('there is no option set "{name}": put it into option_sets.csv, or correct the name.', {
        name,
      }),
    (name) => sentence('there is more than one option set "{name}": rename one.', { name }),
  );
}

function checkCategoryName(name: string): void {
  try {
    parseInput(CATEGORIES.create, { name });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw invalid(
      'categories',
      sentence('the name of a category {why}', { why: error.wrong[0]?.sentence ?? sentence('is not one.') }),
    );
  }
}

/** Categories by name, of several with one name the first; those that are not there are made, and noted in `made`. */
export async function categoryIds(
  tx: Writer,
  { company, now }: { company: Id; now: Micros },
  book: Book,
  names: readonly string[],
  made: string[],
): Promise<Id[]> {
  const ids: Id[] = [];
  for (const name of new Set(names)) {
    const known = book.categories.get(name);
    if (known !== undefined) {
      ids.push(known.id);
      continue;
    }
    checkCategoryName(name);
    const [id] = await tx.ids('category', 1);
    if (id === undefined) throw new Error('No id for a category.');
    await categories.insert(tx, {
      company_id: company,
      id,
      name,
      description: null,
      image: null,
      show_online: true,
      created_at: now,
      updated_at: now,
    });
    book.categories.set(name, { id });
    made.push(name);
    ids.push(id);
  }
  return ids;
}

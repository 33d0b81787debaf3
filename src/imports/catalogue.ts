import { baseListId, byIds } from '../company/store.ts';
import { ApiError, conflict, invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { LoopYielder } from '../kernel/loop-yielder.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { viewsOf } from '../products/facts.ts';
import { checkedModifiers } from '../products/modifiers.ts';
import { modifiersOf, optionSets, saveModifiers } from '../products/options.store.ts';
import { saveOptionSet } from '../products/options.ts';
import { setOptions } from '../products/rules/options.ts';
import { isTemplate } from '../products/rules/variants.ts';
import { lockProducts, products } from '../products/store.ts';
import { readTaxBook } from '../products/tax-book.ts';
import type { OptionSet } from '../products/types.ts';
import { optionSetView } from '../products/view.ts';
import type { Writer } from '../storage/port.ts';
import { ImportEvents } from './import-events.ts';
import { productIdsByKey } from './keys.ts';
import { type Book, readBook } from './names.ts';
import { type Known, type RowContext, readKnown, saveRow } from './product.ts';
import type { Effect, Place, Priced, Problem, ProductRow, Rows, SetRow } from './rows.ts';

// Rows into the catalogue, in the caller's transaction: categories and new option sets first, then products,
// templates before their variants, then what the sets offer, the modifiers, and last the events.

/** Rows that are looked up at a time. */
const BATCH = 200;
/** How often an import begins again without option sets that cannot be saved. */
const MAX_ROUNDS = 25;

/** How an import deals with rows that cannot be saved, and how much it remembers. */
interface ImportOptions {
  /** True: each such row is left out; false: the caller rolls everything back, and all of them are named. */
  readonly skip: boolean;
  /** When it gives the event loop back to everybody else. */
  readonly pace?: LoopYielder;
  /** SKUs of rows that cannot be read, with their lines: their variants cannot be saved either. */
  readonly unread?: ReadonlyMap<string, number>;
}

/** The result of an import. */
export interface ImportResult {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly problems: readonly Problem[];
  /** The outcomes of rows that change something. */
  readonly effects: readonly Effect[];
}

/** Saves rows; the problems of those that cannot be are in the answer. */
export async function importRows(
  tx: Writer,
  company: Id,
  rows: Rows,
  now: Micros,
  options: ImportOptions = { skip: false },
): Promise<ImportResult> {
  const bad = new Map<SetRow, Problem[]>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const sets = rows.sets.filter((row) => !bad.has(row));
    try {
      const work = async () => new Run(tx, company, now, options).run({ ...rows, sets });
      const result = await (options.skip ? tx.savepoint(work) : work());
      return { ...result, problems: [...[...bad.values()].flat(), ...result.problems] };
    } catch (error) {
      if (!(error instanceof SetsUnsaved)) throw error;
      for (const [row, problems] of error.rows) bad.set(row, problems);
    }
  }
  throw conflict(
    sentence('Option sets that cannot be saved depend on each other more than {max} times over.', {
      max: MAX_ROUNDS,
    }),
  );
}

/** New option sets that cannot be saved: products that name them cannot be saved either. */
class SetsUnsaved extends Error {
  readonly rows: ReadonlyMap<SetRow, Problem[]>;
  constructor(rows: ReadonlyMap<SetRow, Problem[]>) {
    super('Some option sets cannot be saved.');
    this.rows = rows;
  }
}

/** The problems a refusal tells of a row, with the columns they are in. */
export function problemsOf(place: Place, error: ApiError): Problem[] {
  const { file, line } = place;
  if (error.wrong.length === 0) return [{ file, line, column: undefined, sentence: error.description }];
  return error.wrong.map(({ field, sentence: why }) => ({
    file,
    line,
    column: columnOf(field),
    sentence: why,
  }));
}

function columnOf(field: string): string | undefined {
  if (field.startsWith('site:') || field.startsWith('list:')) return field;
  const [name = ''] = field.split(/[.[]/);
  if (name === 'variant_parent_id') return 'variant_of';
  return name === '' ? undefined : name;
}

/** One attempt. */
class Run {
  readonly #tx: Writer;
  readonly #company: Id;
  readonly #now: Micros;
  readonly #skip: boolean;
  readonly #pace: LoopYielder;
  readonly #events = new ImportEvents();
  readonly #problems: Problem[] = [];
  readonly #effects: Effect[] = [];
  /** Products without an SKU that were made, by their keys. */
  readonly #made = new Map<string, Id>();
  /** SKUs of rows that could not be saved. */
  readonly #failed: Map<string, number>;
  /** Where a row's effect stands. */
  readonly #effectOf = new Map<string, number>();

  constructor(
    tx: Writer,
    company: Id,
    now: Micros,
    { skip, unread, pace = new LoopYielder() }: ImportOptions,
  ) {
    this.#tx = tx;
    this.#company = company;
    this.#now = now;
    this.#skip = skip;
    this.#pace = pace;
    this.#failed = new Map(unread);
  }

  async run({ products: rows, sets }: Rows): Promise<ImportResult> {
    const book = await readBook(this.#tx, this.#company);
    const context: RowContext = {
      company: this.#company,
      now: this.#now,
      book,
      base: await baseListId(this.#tx, this.#company),
      taxBook: await readTaxBook(this.#tx, { company: this.#company, now: this.#now }),
      made: this.#made,
      reserved: await this.#reserve(rows.filter((row) => row.variant_of !== undefined)),
    };
    const shells = await this.#makeShells(book, sets);
    const [alone, variants] = [
      rows.filter((row) => row.variant_of === undefined),
      rows.filter((row) => row.variant_of !== undefined),
    ];
    for (const some of [...batches(alone), ...batches(variants)]) await this.#saveProducts(context, some);
    await this.#fillSets(book, sets, shells);
    for (const some of batches(rows.filter((row) => row.modifiers !== undefined))) {
      await this.#attachModifiers(some);
    }
    await this.#events.append(this.#tx, this.#company, this.#now, this.#pace);
    const created = this.#effects.filter(({ what }) => what === 'created').length;
    const changed = this.#effects.length - created;
    const failed = new Set(this.#problems.map(({ file, line }) => `${file}:${line}`)).size;
    return {
      created,
      changed,
      unchanged: rows.length + sets.length - created - changed - failed,
      problems: this.#problems,
      effects: this.#effects,
    };
  }

  /** Saves a row; false when it cannot be, with its problems noted. */
  async #guard(row: Place, work: () => Promise<void>): Promise<boolean> {
    await this.#pace.yieldIfDue();
    try {
      await (this.#skip ? this.#tx.savepoint(work) : work());
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#problems.push(...problemsOf(row, error));
      return false;
    }
  }

  /** Notes that a row changed something; a row is one effect, however many of its parts changed. */
  #note(row: Place, kind: Effect['kind'], key: string, isNew: boolean, fields: readonly string[]): void {
    const { file, line } = row;
    const id = `${kind}:${key}`;
    const at = this.#effectOf.get(id);
    const known = at === undefined ? undefined : this.#effects[at];
    if (at !== undefined && known !== undefined) {
      if (known.what === 'changed') this.#effects[at] = { ...known, fields: [...known.fields, ...fields] };
      return;
    }
    this.#effectOf.set(id, this.#effects.length);
    this.#effects.push({
      file,
      line,
      kind,
      key,
      what: isNew ? 'created' : 'changed',
      fields: isNew ? [] : fields,
    });
  }

  /** New option sets, without their options as yet: products can name them, and options are products. */
  async #makeShells(book: Book, sets: readonly SetRow[]): Promise<Map<SetRow, OptionSet>> {
    const shells = new Map<SetRow, OptionSet>();
    for (const row of sets) {
      if (book.sets.get(row.name) !== undefined) continue;
      const [id] = await this.#tx.ids('option_set', 1);
      if (id === undefined) throw new Error('No id for an option set.');
      const set: OptionSet = {
        company_id: this.#company,
        id,
        name: row.name,
        instructions: row.fields.instructions ?? false,
        min_selection: row.fields.min_selection ?? 0,
        max_selection: row.fields.max_selection ?? null,
        options: [],
        created_at: this.#now,
        updated_at: this.#now,
      };
      await optionSets.insert(this.#tx, set);
      book.sets.set(row.name, set);
      shells.set(row, set);
    }
    return shells;
  }

  /**
   * Takes ids for the variants that are new. Templates have to be made first, but are not sold themselves: with
   * later ids they come last in lists.
   */
  async #reserve(variants: readonly ProductRow[]): Promise<Map<string, Id>> {
    const reserved = new Map<string, Id>();
    for (const some of batches(variants)) {
      const keys = some.map(({ sku }) => sku);
      const known = await productIdsByKey(this.#tx, this.#company, keys, this.#made);
      const fresh = keys.filter((key) => !known.has(key));
      const ids = fresh.length === 0 ? [] : await this.#tx.ids('product', fresh.length);
      for (const [at, key] of fresh.entries()) {
        const id = ids[at];
        if (id !== undefined) reserved.set(key, id);
      }
    }
    return reserved;
  }

  async #saveProducts(context: RowContext, rows: readonly ProductRow[]): Promise<void> {
    const known = await readKnown(this.#tx, context, rows);
    for (const row of rows) {
      const saved = await this.#guard(row, () => this.#saveProduct(context, row, known));
      if (!saved) this.#failed.set(row.sku, row.line);
    }
  }

  async #saveProduct(context: RowContext, row: ProductRow, known: Known): Promise<void> {
    const line = row.variant_of === undefined ? undefined : this.#failed.get(row.variant_of);
    if (line !== undefined) {
      throw invalid(
        'variant_of',
        sentence('its template "{variantOf}" (line {line}) cannot be imported.', {
          variantOf: row.variant_of,
          line,
        }),
      );
    }
    const made: string[] = [];
    try {
      const { changes, fields, isNew, lists, repriced } = await saveRow(this.#tx, context, row, known, made);
      for (const change of changes) this.#events.add(change);
      for (const list of lists) this.#events.addList(list);
      for (const product of repriced) this.#events.addRepriced(product);
      for (const name of made) this.#events.addCategory(context.book.categories.get(name)?.id ?? 0n);
      if (isNew || fields.length > 0) this.#note(row, 'product', row.sku, isNew, fields);
    } catch (error) {
      // Categories that were made for the row are undone with it.
      if (this.#skip) for (const name of made) context.book.categories.remove(name);
      throw error;
    }
  }

  async #fillSets(
    book: Book,
    rows: readonly SetRow[],
    shells: ReadonlyMap<SetRow, OptionSet>,
  ): Promise<void> {
    const unsaved = new Map<SetRow, Problem[]>();
    for (const row of rows) {
      const before = shells.get(row) ?? book.sets.get(row.name);
      if (before === undefined) throw new Error('An option set has no record.');
      const from = this.#problems.length;
      const saved = await this.#guard(row, async () => {
        if (book.sets.isAmbiguous(row.name)) {
          throw invalid(
            'name',
            sentence('there is more than one option set "{name}": rename one.', { name: row.name }),
          );
        }
        const options = row.options === undefined ? before.options : await this.#options(row.options);
        if (options.length === 0) throw invalid('options', sentence('is required: name at least one SKU.'));
        const { fields } = row;
        const set: OptionSet = {
          ...before,
          instructions: fields.instructions ?? before.instructions,
          min_selection: fields.min_selection ?? before.min_selection,
          max_selection: fields.max_selection === undefined ? before.max_selection : fields.max_selection,
          options,
        };
        const changed = await saveOptionSet(this.#tx, this.#now, set, before);
        const isNew = shells.has(row);
        if (!isNew && changed.length === 0) return;
        this.#events.addSet(set.id, isNew ? undefined : optionSetView(before));
        this.#note(row, 'option set', row.name, isNew, changed);
      });
      if (!saved && shells.has(row)) unsaved.set(row, this.#problems.slice(from));
    }
    if (this.#skip && unsaved.size > 0) throw new SetsUnsaved(unsaved);
  }

  async #options(wanted: readonly Priced[]) {
    const ids = await this.#idsOf(wanted, 'options');
    const known = await byIds(products, this.#tx, this.#company, ids);
    const template = [...known.values()].find(isTemplate);
    if (template !== undefined) {
      throw invalid(
        'options',
        sentence('"{sku}" has variants: name one of them, it cannot be an option itself.', {
          sku: template.sku,
        }),
      );
    }
    return setOptions(
      wanted.map(({ price }, at) => ({ product_id: ids[at] ?? 0n, price_ex_tax: price?.amount ?? null })),
    );
  }

  /** The products of SKUs; 400 naming the column for one that is not there. */
  async #idsOf(wanted: readonly Priced[], column: string): Promise<Id[]> {
    const skus = wanted.map(({ sku }) => sku);
    const found = await productIdsByKey(this.#tx, this.#company, skus, this.#made);
    return skus.map((sku) => {
      const id = found.get(sku);
      if (id === undefined)
        throw invalid(column, sentence('there is no product with the SKU "{sku}".', { sku }));
      return id;
    });
  }

  async #attachModifiers(rows: readonly ProductRow[]): Promise<void> {
    const ids = await productIdsByKey(
      this.#tx,
      this.#company,
      rows.map(({ sku }) => sku),
      this.#made,
    );
    const known = await lockProducts(this.#tx, this.#company, [...ids.values()]);
    const attached = Map.groupBy(
      await modifiersOf(this.#tx, this.#company, [...ids.values()]),
      (each) => each.product_id,
    );
    for (const row of rows) {
      const product = known.get(ids.get(row.sku) ?? 0n);
      if (product === undefined || this.#failed.has(row.sku)) continue;
      const before = attached.get(product.id) ?? [];
      await this.#guard(row, async () => {
        const wanted = row.modifiers ?? [];
        const found = await this.#idsOf(wanted, 'modifiers');
        const same =
          wanted.length === before.length &&
          wanted.every(({ price }, at) => {
            const old = before[at];
            return (
              old?.modifier_id === found[at] &&
              old?.price?.amount === price?.amount &&
              old?.price?.form === price?.form
            );
          });
        if (same) return;
        const offered = await byIds(products, this.#tx, this.#company, found);
        const other = [...offered.values()].find((each) => !each.is_modifier);
        if (other !== undefined) {
          throw invalid(
            'modifiers',
            sentence('"{sku}" is no modifier: set its is_modifier first.', { sku: other.sku }),
          );
        }
        const by = { company: this.#company, now: this.#now };
        const input = wanted.map(({ price }, at) => ({
          id: found[at] ?? 0n,
          unit_price: price === null ? null : price.form === 'inc' ? price.amount : undefined,
          unit_price_ex_tax: price?.form === 'ex' ? price.amount : undefined,
        }));
        const views = await viewsOf(this.#tx, by, [product]);
        const checked = await checkedModifiers(this.#tx, by, product, before, input);
        await saveModifiers(this.#tx, this.#company, product.id, checked);
        this.#events.add({
          product: product.id,
          isNew: false,
          changed: ['modifiers'],
          before: views.get(product.id),
          leaving: [],
          atSites: [],
        });
        this.#note(row, 'product', row.sku, false, ['modifiers']);
      });
    }
  }
}

function batches<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) =>
    rows.slice(at * BATCH, (at + 1) * BATCH),
  );
}

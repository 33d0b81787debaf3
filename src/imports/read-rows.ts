// CSV records into rows, with every mistake that can be seen without saving anything.
import { parseInput } from '../edge/input.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { LoopYielder } from '../kernel/loop-yielder.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { optionSetUpdate, productUpdate, siteProductUpdate } from '../products/input.ts';
import { problemsOf } from './catalogue.ts';
import {
  CellError,
  LIST_COLUMNS,
  PRODUCT_COLUMNS,
  type readModifiers,
  type readOptions,
  SET_COLUMNS,
  SITE_COLUMNS,
} from './columns.ts';
import { type CsvFile, type CsvRecord, MAX_CELL, readCell } from './csv.ts';
import { idOfKey } from './keys.ts';
import type { Book, Names } from './names.ts';
import type { ListPart, Place, Problem, ProductRow, SetRow, SitePart } from './rows.ts';

/** The result of reading: rows that can be saved, the problems of the others, and the places of those by their key. */
export interface ReadRows<T> {
  readonly rows: readonly T[];
  readonly problems: readonly Problem[];
  readonly unread: ReadonlyMap<string, number>;
  readonly records: number;
}

/** How one column is read, and where its value goes. */
interface Column {
  readonly name: string;
  readonly at: number;
  readonly read: (cell: string | null) => unknown;
  /** The site or price list it belongs to. */
  readonly of?: { readonly kind: 'site' | 'list'; readonly id: Id; readonly prefix: string };
  readonly field: string;
}

type Kinds = Readonly<Record<string, (cell: string | null) => unknown>>;

function reader(kinds: Kinds, name: string): Column['read'] | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** True for a file of products, false for one of option sets, undefined for what is neither. */
export function holdsProducts({ head }: CsvFile): boolean | undefined {
  if (head.includes('sku')) return true;
  return head.includes('name') && head.includes('options') ? false : undefined;
}

/** Reads a file of products. */
export function readProducts(file: CsvFile, book: Book, pace: LoopYielder): Promise<ReadRows<ProductRow>> {
  const { columns, problems } = findColumns(file, (name) => productColumn(name, book), ['sku', 'variant_of']);
  return readAll(
    file,
    'sku',
    problems,
    (record, keys) => {
      const place = { file: file.file, line: record.line };
      const sheet = readCells(place, record, columns);
      const { own, parts } = sheet;
      const { categories, taxes, cost_taxes, option_sets, modifiers, ...fields } = own;
      const { sku } = keys;
      const named = idOfKey(sku ?? '') === undefined ? { sku, ...fields } : fields;
      const body = parsed(place, () => parseInput(productUpdate, named).value, sheet.problems);
      const data = fields.image;
      if (typeof data === 'string' && data.startsWith('data:')) {
        const why = sentence('must be an address: pictures themselves are uploaded through the API.');
        sheet.problems.push({ ...place, column: 'image', sentence: why });
      }
      const sites: SitePart[] = [];
      const lists: ListPart[] = [];
      for (const part of parts) {
        if (part.of.kind === 'site') sites.push(...sitePart(place, part, sheet.problems));
        else {
          const { prefix: column, id: list } = part.of;
          const input = parsed(
            place,
            () => parseInput(siteProductUpdate, part.values).value,
            sheet.problems,
            column,
          );
          if (input !== undefined) lists.push({ list, column, input });
        }
      }
      const row: ProductRow = {
        ...place,
        sku: sku ?? '',
        variant_of: keys.variant_of,
        fields: body ?? {},
        categories: categories as string[] | undefined,
        taxes: taxes as string[] | undefined,
        cost_taxes: cost_taxes as string[] | undefined,
        option_sets: option_sets as string[] | null | undefined,
        modifiers: modifiers as ReturnType<typeof readModifiers> | undefined,
        sites,
        lists,
      };
      return { row, problems: sheet.problems };
    },
    file.head,
    pace,
  );
}

/** Reads a file of option sets. */
export function readSets(file: CsvFile, pace: LoopYielder): Promise<ReadRows<SetRow>> {
  const { columns, problems } = findColumns(
    file,
    (name) => {
      const read = reader(SET_COLUMNS, name);
      return read === undefined ? undefined : { read, field: name };
    },
    ['name'],
  );
  return readAll(
    file,
    'name',
    problems,
    (record, keys) => {
      const place = { file: file.file, line: record.line };
      const sheet = readCells(place, record, columns);
      const { options, ...fields } = sheet.own;
      const name = keys.name ?? '';
      const body = parsed(
        place,
        () => parseInput(optionSetUpdate, { name, ...fields }).value,
        sheet.problems,
      );
      const { name: _name, options: _options, ...rest } = body ?? {};
      const row: SetRow = {
        ...place,
        name,
        fields: rest,
        options: options as ReturnType<typeof readOptions> | undefined,
      };
      return { row, problems: sheet.problems };
    },
    file.head,
    pace,
  );
}

function productColumn(
  name: string,
  book: Book,
): Pick<Column, 'read' | 'field' | 'of'> | Sentence | undefined {
  const own = reader(PRODUCT_COLUMNS, name);
  if (own !== undefined) return { read: own, field: name };
  const [, kind, called = '', field = ''] = /^(site|list):(.*):([a-z_]+)$/s.exec(name) ?? [];
  if (kind !== 'site' && kind !== 'list') return undefined;
  const read = reader(kind === 'site' ? SITE_COLUMNS : LIST_COLUMNS, field);
  if (read === undefined) {
    const known = Object.keys(kind === 'site' ? SITE_COLUMNS : LIST_COLUMNS).join(', ');
    return sentence('is not known: after {prefix}: comes one of {known}.', {
      prefix: `${kind}:${called}`,
      known,
    });
  }
  const names: Names<{ readonly id: Id }> = kind === 'site' ? book.sites : book.lists;
  const found = names.get(called);
  if (found === undefined)
    return kind === 'site'
      ? sentence('names no site of the company: make it first, or correct the name.')
      : sentence('names no price list of the company: make it first, or correct the name.');
  if (names.isAmbiguous(called))
    return kind === 'site'
      ? sentence('names more than one site: rename one of them.')
      : sentence('names more than one price list: rename one of them.');
  return { read, field, of: { kind, id: found.id, prefix: `${kind}:${called}` } };
}

/** The columns of a head line; the problems of what is not one. */
function findColumns(
  { file, head }: CsvFile,
  find: (name: string) => Pick<Column, 'read' | 'field' | 'of'> | Sentence | undefined,
  keys: readonly string[],
): { columns: Column[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const refuse = (column: string, why: Sentence) => problems.push({ file, line: 1, column, sentence: why });
  const seen = new Set<string>();
  const columns = head.flatMap((name, at): Column[] => {
    if (seen.has(name)) refuse(name, sentence('is there twice.'));
    seen.add(name);
    if (keys.includes(name)) return [];
    const found = find(name);
    if (found !== undefined && 'read' in found) return [{ name, at, ...found }];
    refuse(
      name === '' ? `column ${at + 1}` : name,
      found ?? sentence('is no column that is known: see docs/import.md.'),
    );
    return [];
  });
  return { columns, problems };
}

/** The values of a record, as a body has them: the product's own, and of each site and price list. */
interface Sheet {
  readonly own: Record<string, unknown>;
  readonly parts: { readonly of: NonNullable<Column['of']>; readonly values: Record<string, unknown> }[];
  readonly problems: Problem[];
}

/** The values of a site or a price list. */
function partOf(sheet: Sheet, of: NonNullable<Column['of']>): Record<string, unknown> {
  const known = sheet.parts.find((each) => each.of.prefix === of.prefix);
  if (known !== undefined) return known.values;
  const values = {};
  sheet.parts.push({ of, values });
  return values;
}

function readCells(place: Place, { cells }: CsvRecord, columns: readonly Column[]): Sheet {
  const sheet: Sheet = { own: {}, parts: [], problems: [] };
  for (const { name, at, read, of, field } of columns) {
    const cell = readCell(cells[at] ?? '');
    if (cell === undefined) continue;
    const part = of === undefined ? sheet.own : partOf(sheet, of);
    try {
      if ((cell?.length ?? 0) > MAX_CELL)
        throw new CellError(sentence('is longer than {max} characters.', { max: MAX_CELL }));
      // A site's `available` may be unset: the product is taken from the site.
      part[field] = of?.kind === 'site' && field === 'available' && cell === null ? null : read(cell);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      sheet.problems.push({ ...place, column: name, sentence: error.why });
    }
  }
  return sheet;
}

/** Values as a schema reads them; undefined when it refuses them, with the reasons noted. */
function parsed<T>(place: Place, parse: () => T, problems: Problem[], prefix?: string): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (const problem of problemsOf(place, error)) {
      const column =
        prefix === undefined
          ? problem.column
          : `${prefix}:${SITE_NAMES[problem.column ?? ''] ?? problem.column}`;
      problems.push({ ...problem, column });
    }
    return undefined;
  }
}

const SITE_NAMES: Readonly<Record<string, string>> = { availability: 'amount' };

function sitePart(place: Place, { of, values }: Sheet['parts'][number], problems: Problem[]): SitePart[] {
  const { available, amount, taxes, cost_taxes, ...fields } = values;
  const { prefix: column, id: site } = of;
  if (available === null) {
    if (Object.keys(values).length > 1) {
      const why = sentence('takes the product from the site: leave the other columns of the site empty.');
      problems.push({ ...place, column: `${column}:available`, sentence: why });
    }
    return [{ site, column, remove: true, input: {} }];
  }
  const availability = {
    ...(available === undefined ? {} : { is_available: available }),
    ...(amount === undefined ? {} : { amount }),
  };
  const body = { ...fields, ...(Object.keys(availability).length === 0 ? {} : { availability }) };
  const input = parsed(place, () => parseInput(siteProductUpdate, body).value, problems, column);
  if (input === undefined) return [];
  const { is_inventory, show_online, availability: is } = input;
  return [
    {
      site,
      column,
      remove: false,
      input: { is_inventory, show_online, ...(is === undefined ? {} : { availability: is }) },
      taxes: taxes as string[] | null | undefined,
      cost_taxes: cost_taxes as string[] | null | undefined,
    },
  ];
}

type Keys = Readonly<Record<string, string | undefined>>;

async function readAll<T>(
  { file, records }: CsvFile,
  key: 'sku' | 'name',
  headProblems: readonly Problem[],
  read: (record: CsvRecord, keys: Keys) => { row: T; problems: readonly Problem[] },
  head: readonly string[],
  pace: LoopYielder,
): Promise<ReadRows<T>> {
  // A column that cannot be read makes every row wrong: it is reported once.
  if (headProblems.length > 0) {
    return { rows: [], problems: headProblems, unread: new Map(), records: records.length };
  }
  const rows: T[] = [];
  const problems: Problem[] = [];
  const unread = new Map<string, number>();
  const lines = new Map<string, number>();
  const places = { [key]: head.indexOf(key), variant_of: head.indexOf('variant_of') };
  for (const record of records) {
    await pace.yieldIfDue();
    const cell = (name: string) => readCell(record.cells[places[name] ?? -1] ?? '');
    const own = cell(key);
    const template = cell('variant_of');
    const refuse = (column: string | undefined, why: Sentence) =>
      problems.push({ file, line: record.line, column, sentence: why });
    const from = problems.length;
    if (typeof own !== 'string' || own.trim() === '')
      refuse(key, sentence('is required: rows are known again by it.'));
    else if (lines.has(own))
      refuse(key, sentence('"{own}" is in line {line} already.', { own, line: lines.get(own) }));
    if (template === null) refuse('variant_of', sentence('cannot be unset: leave it empty.'));
    if (record.cells.length > head.length) {
      refuse(
        undefined,
        sentence(
          'has {count} cells, but there are {headLength} columns: is a cell with a comma not in quotes?',
          { count: record.cells.length, headLength: head.length },
        ),
      );
    }
    const found = read(record, { [key]: own ?? undefined, variant_of: template ?? undefined });
    problems.push(...found.problems);
    if (typeof own === 'string' && !lines.has(own)) lines.set(own, record.line);
    if (problems.length === from) rows.push(found.row);
    else if (typeof own === 'string') unread.set(own, record.line);
  }
  return { rows, problems, unread, records: records.length };
}

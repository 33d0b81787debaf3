import type { Id } from '../kernel/id.ts';
import type { Reader, Writer } from './port.ts';
import { isIn, raw, type Sql, sql } from './sql.ts';

// How a part of a text, such as a name, is found: by the pieces of up to three characters that it is made of. A text
// that has another in it has all of that one's pieces. A table beside the records' own has their pieces.

/** Characters of a piece; at the end of a text fewer. */
const LENGTH = 3;
/** Pieces of a text that are looked at. */
const MAX_ASKED = 8;

/** The pieces that begin at each character of a folded text, each once. */
export function gramsOf(folded: string): string[] {
  const letters = [...folded];
  return [...new Set(letters.map((_, at) => letters.slice(at, at + LENGTH).join('')))];
}

/** A condition that all texts with another in them meet: they have one of some pieces, or each of some pieces. */
type Asked =
  | { readonly kind: 'each'; readonly grams: readonly string[] }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

/** The condition for texts with a folded text in them; undefined for no text, which is in every one. */
export function askedOf(folded: string): Asked | undefined {
  const letters = [...folded];
  if (letters.length === 0) return undefined;
  // A short text is how some pieces begin, in the order of their code points.
  if (letters.length < LENGTH) {
    return { kind: 'range', from: folded, to: folded + '\u{10ffff}'.repeat(LENGTH - letters.length) };
  }
  const grams = gramsOf(folded).filter((gram) => [...gram].length === LENGTH);
  return { kind: 'each', grams: grams.length <= MAX_ASKED ? grams : spread(grams) };
}

/** A selection of many pieces, from all over the text. */
function spread(grams: readonly string[]): string[] {
  return Array.from({ length: MAX_ASKED }, (_, at) => {
    const found = grams[Math.floor((at * grams.length) / MAX_ASKED)];
    if (found === undefined) throw new RangeError('There are too few pieces.');
    return found;
  });
}

/** A table of pieces: its columns are the company, `gram`, and the id of the record. */
export interface GramTable {
  readonly name: string;
  readonly id: string;
}

/** Keeps what a record is found by; `before` and `after`: the folded text it had and has. */
export async function saveGrams(
  tx: Writer,
  { name, id: column }: GramTable,
  { company_id: company, id }: { readonly company_id: Id; readonly id: Id },
  before: string,
  after: string,
): Promise<void> {
  if (before === after) return;
  const had = new Set(gramsOf(before));
  const has = new Set(gramsOf(after));
  const gone = [...had].filter((gram) => !has.has(gram));
  const added = [...has].filter((gram) => !had.has(gram));
  if (gone.length > 0) {
    await tx.run(
      sql`delete from ${raw(name)} where company_id = ${company} and ${isIn('gram', gone)} and ${raw(column)} = ${id}`,
    );
  }
  if (added.length === 0) return;
  // The database cuts the text up itself: one short statement also for a long text.
  await tx.run(
    sql`with recursive positions (n) as
          (select 1 union all select n + 1 from positions where n < ${[...after].length})
        insert into ${raw(name)} (company_id, gram, ${raw(column)})
        select distinct cast(${company} as bigint), substr(cast(${after} as text), n, 3), cast(${id} as bigint)
          from positions where 1 = 1
        on conflict (company_id, gram, ${raw(column)}) do nothing`,
  );
}

/** The conditions of a search for records by a part of their texts. */
export interface TextMatches {
  /** All that can have it, when there are few. */
  readonly ids?: readonly Id[];
  /** The piece that all that can have it are listed by. */
  readonly gram?: Sql;
  /** Whether that listing is likely to be shorter than others. */
  readonly few?: boolean;
}

/** So many records with a piece are few. */
const FEW = 64;
/** With as many or fewer entries for a short text they are fetched, else the records are run through. */
const FETCHED_GRAMS = 500;

/** Finds out by which pieces the records after an id that have a folded text in theirs are best found. */
export async function matchText(
  tx: Reader,
  { name, id }: GramTable,
  company: Id,
  text: string,
  after: Id,
): Promise<TextMatches> {
  const asked = askedOf(text);
  if (asked === undefined) return {};
  const from = raw(name);
  const column = raw(id);
  if (asked.kind === 'range') {
    const rows = await tx.all<{ id: Id }>(
      sql`select ${column} as id from ${from} where company_id = ${company} and gram >= ${asked.from}
            and gram <= ${asked.to} limit ${FETCHED_GRAMS + 1}`,
    );
    return rows.length > FETCHED_GRAMS ? {} : { ids: [...new Set(rows.map((row) => row.id))] };
  }
  // The further the next FEW records with a piece reach, the rarer it is from here on.
  const reaches = await Promise.all(
    asked.grams.map(async (gram) => {
      const row = await tx.get<{ id: Id }>(
        sql`select ${column} as id from ${from} where company_id = ${company} and gram = ${gram}
              and ${column} > ${after} order by ${column} limit 1 offset ${FEW}`,
      );
      return { gram, reach: row?.id };
    }),
  );
  const rarest = reaches.reduce((a, b) =>
    a.reach !== undefined && (b.reach === undefined || b.reach > a.reach) ? b : a,
  );
  return { gram: sql`l.gram = ${rarest.gram}`, few: rarest.reach === undefined };
}

/** Most words of a search that are looked at. */
const MAX_WORDS = 8;

/** The words of a search, folded already, the longest first: each of them is to be found. */
export function wordsOf(folded: string): string[] {
  const words = folded.split(/\s+/).filter((word) => word !== '');
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, MAX_WORDS);
}

// Catalogues as CSV over the API, within the bounds of one request (docs/import.md). Larger ones go by the
// command line.

import { existing } from '../company/store.ts';
import { idOf } from '../edge/query.ts';
import { asking, ok, type Prepare } from '../edge/route.ts';
import { conflict, invalid, invalidFields, notFound } from '../kernel/errors.ts';
import { LoopYielder } from '../kernel/loop-yielder.ts';
import { sentence, type Words } from '../kernel/words.ts';
import { appendAudit } from '../outbox/audit.ts';
import { bodies } from '../shape/bodies.ts';
import { view } from '../shape/view.ts';
import type { Reader } from '../storage/port.ts';
import { FileError, readCsv } from './csv.ts';
import { EXPORT_FILES, ExportRefused, exportText } from './export.ts';
import { codedOf, short } from './mistakes.ts';
import { type ImportOutcome, importAct, importFile } from './run.ts';
import { IMPORT, IMPORT_REPORT } from './shape.ts';

/** POST /imports */
export const importRequest = bodies(IMPORT).create;

/** Rows of one request: nobody else writes to SQLite while they are saved. */
export const MAX_ROWS = 2000;
/** Problems and effects that an answer lists; the rest are counted. */
export const MAX_PROBLEMS = 100;
const MAX_EFFECTS = 1000;
/** Largest file that is answered, in bytes. */
const MAX_EXPORT = 16 * 1024 * 1024;

const KIND_WORDS = { product: 'product', 'option set': 'option_set' } as const;

const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;

const reportView = view(IMPORT_REPORT, ({ problems, effects, isSaved }: ImportOutcome, spoken: Words) => ({
  saved: isSaved,
  refused: new Set(problems.map(({ line }) => line)).size,
  problem_count: problems.length,
  problems: problems.slice(0, MAX_PROBLEMS).map(({ line, column, sentence: why }) => ({
    line,
    column: column === undefined ? null : spoken.tell(short(column)),
    sentence: spoken.tell(short(why)),
    ...codedOf(why, spoken),
  })),
  effect_count: effects.length,
  effects: effects
    .toSorted(byLine)
    .slice(0, MAX_EFFECTS)
    .map(({ line, kind, key, what, fields }) => ({ line, kind: KIND_WORDS[kind], key, what, fields })),
}));

/**
 * POST /imports: brings a CSV file of products or option sets into the company. With `dry_run` it says what it
 * would do. Rows that cannot be saved are 400, and nothing is saved; with `skip_bad` they are left out and named.
 */
export const importCsv: Prepare = async (call) => {
  const { csv, dry_run: dryRun = false, skip_bad: skip = false } = call.input(importRequest);
  const pace = new LoopYielder();
  const file = await usable(() => readCsv(Buffer.from(csv), 'csv', pace, MAX_ROWS));
  const how = { dryRun, onError: skip ? 'skip' : 'abort' } as const;
  return async (tx) => {
    const done = await usable(() => importFile(tx, call.company, file, how, call.now, pace));
    const made = done.isSaved ? productsMade(done) : 0;
    // What was saved is undone with the refusal.
    if (made > 0) call.requireRoom(made);
    if (done.isSaved) await appendAudit(tx, call, call, [importAct(done)]);
    if (done.isSaved || dryRun) return { ...ok(reportView(done, call.words)), made };
    throw invalidFields(
      done.problems.slice(0, MAX_PROBLEMS).map(({ line, column, sentence: why }) => ({
        field: 'csv',
        sentence: short(
          column === undefined
            ? sentence('line {line}: {why}', { line, why })
            : sentence('line {line}, {column}: {why}', { line, column, why }),
        ),
      })),
    );
  };
};

/** How many products an import made. */
const productsMade = ({ effects }: ImportOutcome): number =>
  effects.filter(({ kind, what }) => kind === 'product' && what === 'created').length;

/** Answers the result of `work`; 400 with a sentence about a file that cannot be used at all. */
export async function usable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError) throw invalidFields([{ field: 'csv', sentence: short(error.sentence) }]);
    throw error;
  }
}

const EXPORT = { site_id: idOf('With the columns of this site alone.') };

/** GET /export/products.csv and /export/option_sets.csv: what an import takes back; `site_id` for one site's columns. */
export const exportCsv = asking(EXPORT, async (tx: Reader, call, asked) => {
  const what = EXPORT_FILES.find((each) => each === call.word('file'));
  if (what === undefined) throw notFound();
  const site = asked.site_id;
  if (site !== undefined && !(await existing(tx, 'sites', call.company, [site])).has(site)) {
    throw invalid('site_id', sentence('must be the id of a site.'));
  }
  try {
    const body = await exportText(tx, call.company, { what, site, most: MAX_EXPORT });
    if (body === undefined) {
      throw conflict(
        sentence('The file is larger than {max} bytes: export it by the command line.', { max: MAX_EXPORT }),
      );
    }
    return { status: 200, body };
  } catch (error) {
    if (error instanceof ExportRefused) throw conflict(error.why);
    throw error;
  }
});

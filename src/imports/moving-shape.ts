import { MAX_BODY } from '../edge/errors.ts';
import { sentence } from '../kernel/words.ts';
import {
  anyObject,
  count,
  decimal,
  flag,
  id,
  list,
  name,
  oneOf,
  orNull,
  readBy,
  text,
  time,
  words,
} from '../shape/kinds.ts';
import { asIs, kept, of, viewOf } from '../shape/nested.ts';
import * as reads from '../shape/reads.ts';
import { because, z } from '../shape/reads.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import { derived, fixed, hidden, part, type Stored, sent, shape } from '../shape/shape.ts';
import { MOVED_KINDS } from './rules/fields.ts';
import { FIGURE_KINDS } from './rules/past-facts.ts';
import { PROBLEM } from './shape.ts';

// Imports of what another system kept, field by field (docs/changing.md).

/** Where an import stands. */
const IMPORT_STATES = ['open', 'done'] as const;

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/, {
  error: because(sentence('must be the SHA-256 of the file, in 64 lower-case hexadecimal digits.')),
});

/** A mistake in a file as it is kept: by its code and values, so that each reader sees it in their own language. */
const KEPT_PROBLEM = part('A mistake in a file.', {
  line: hidden(count, "The line of the file; the file's first is 1."),
  column: hidden(orNull(words), 'The column; null when it is about the whole row.'),
  sentence: hidden(
    orNull(words),
    'The sentence, where it has no code, or is of a time before codes were kept.',
  ),
  reason: hidden(orNull(words), 'The code of the sentence.'),
  params: hidden(anyObject, 'The values that stand in it, by their names.', { initially: {} }),
});
export interface StoredProblem extends Stored<typeof KEPT_PROBLEM> {}

/** An import of what another system kept (reference: imports.5). */
export const MOVED_IMPORT = shape('Import', 'An import of what another system kept.', {
  ...IDS,
  kind: fixed(oneOf(MOVED_KINDS), 'The kind of records in the file.'),
  source: fixed(words, 'The system that wrote it: what it calls records is theirs by this name.'),
  file_name: fixed(words, 'The name of the file.'),
  sha256: fixed(words, 'The SHA-256 of the file, in lower-case hexadecimal digits.'),
  dry_run: fixed(flag, 'Whether it says only what it would do.'),
  state: fixed(oneOf(IMPORT_STATES), 'Whether rows may still come.'),
  site_id: fixed(orNull(id), 'The site of rows that name none.'),
  parts: fixed(count, 'How many parts of the file were taken.'),
  records: fixed(count, 'How many customers, staff members or sales there were.'),
  created: fixed(count, 'How many were new.'),
  unchanged: fixed(count, 'How many were there already.'),
  waiting: fixed(count, 'How many refunds wait for a sale that was not there.'),
  refused: fixed(count, 'How many cannot be taken.'),
  problem_count: fixed(count, 'How many mistakes there are.'),
  problems: fixed(list(kept(KEPT_PROBLEM), 1000), 'The first 100 of them.', {
    shows: list(asIs(PROBLEM)),
  }),
  ended_at: fixed(orNull(time), 'When it was closed.'),
  ...STAMPS,
  ...OWNER,
  answer: hidden(orNull(text(1_000_000)), 'The answer to the last part, which may be sent again.'),
});
export interface MovedImport extends Stored<typeof MOVED_IMPORT> {}

/** The body that opens an import. */
export const OPEN_IMPORT = part('A file that is to be brought in.', {
  kind: sent(oneOf(MOVED_KINDS), 'The kind of records in the file.', { needed: true }),
  source: sent(name(50), 'The system that wrote it, such as `square`; `file` unless sent.'),
  file_name: sent(name(255), 'The name of the file.', { needed: true }),
  sha256: sent(readBy(words, SHA256), 'Its SHA-256, in lower-case hexadecimal digits.', { needed: true }),
  dry_run: sent(flag, 'Whether only to say what would be done.'),
  site_id: sent(orNull(id), 'The site of rows that name none; the only one of the company unless sent.'),
});

/** A part of a file. */
export const IMPORT_ROWS = part('Some rows of the file.', {
  part: sent(count, 'Its number: 1, 2, 3…. One that was taken is answered again, and does nothing.', {
    needed: true,
  }),
  csv: sent(
    readBy(text(MAX_BODY), reads.text(MAX_BODY, 1)),
    'The rows as CSV. The first line names the columns; `line` is the line of the file that a row was in.',
    { needed: true },
  ),
  again: sent(flag, 'Whether these rows were sent before, and wait for a sale.'),
  last: sent(
    flag,
    'Whether nothing comes behind them: refunds of sales that are not there are mistakes then.',
  ),
  elsewhere: sent(list(text(100), 2_000), 'Of a dry run: sales that other parts of the file have.'),
});

/** The result of a part. */
export const IMPORT_PART = shape('ImportPart', 'The result of a part of a file.', {
  import: derived(viewOf(MOVED_IMPORT), 'The import so far.'),
  waiting_sales: derived(list(words), 'Refunds that wait: send their rows again, once the rest was sent.'),
});

const RECONCILED = part('A total of the file beside that of the reports.', {
  kind: fixed(oneOf(FIGURE_KINDS), 'The kind of total: all sales of a day, payments by a method, or a tax.'),
  date: fixed(words, 'The day, by the clocks of the site.'),
  site_id: fixed(id, 'The site.'),
  site: fixed(orNull(words), 'Its name.'),
  record_id: fixed(orNull(id), 'The payment method or tax; null where there is none of that name.'),
  name: fixed(orNull(words), 'Its name.'),
  file: fixed(decimal(), 'The amount of the file.'),
  reported: fixed(decimal(), 'The amount of the reports on that day.'),
  difference: fixed(decimal(), 'The reports less the file.'),
});
export interface Reconciled extends Stored<typeof RECONCILED> {}

const RECONCILED_SUM = part('The sum of all days.', {
  kind: fixed(oneOf(FIGURE_KINDS), 'The kind of total.'),
  file: fixed(decimal(), 'The amount of the file.'),
  reported: fixed(decimal(), 'The amount of the reports on its days.'),
  difference: fixed(decimal(), 'The reports less the file.'),
  differing: fixed(count, 'How many rows differ.'),
});

/** An import held against the reports (reference: imports.11). */
export const RECONCILIATION = shape('Reconciliation', 'The totals of a file beside those of the reports.', {
  import_id: derived(id, 'The import.'),
  complete: derived(flag, 'Whether the reports have counted everything.'),
  sums: derived(list(of(RECONCILED_SUM)), 'The sums of all days.'),
  row_count: derived(count, 'How many rows there are.'),
  rows: derived(list(of(RECONCILED)), 'The first 1000 of them.'),
});

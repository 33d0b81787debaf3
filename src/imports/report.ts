// The report of an import, in lines for the person who typed the command.

import { ENGLISH } from '../kernel/words.ts';
import { tellKept } from './mistakes.ts';
import type { MovedImport } from './moving-shape.ts';
import type { Imported } from './run.ts';

/** Problems that are listed, at most; the rest are counted. */
const MAX_PROBLEMS = 200;

/** The problems of an import, one line each: file, line, column, and what to do. */
export function problemLines({ problems }: Pick<Imported, 'problems'>): string[] {
  const shown = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ file, line, column, sentence }) =>
      printable(
        `${file}, line ${line}${column === undefined ? '' : `, ${column}`}: ${ENGLISH.tell(sentence)}`,
      ),
    );
  const more = problems.length - shown.length;
  return more > 0 ? [...shown, `… and ${more} more.`] : shown;
}

/** The effects of rows that change something. */
export function effectLines({ effects }: Pick<Imported, 'effects'>): string[] {
  return effects.map(({ file, line, kind, key, what, fields }) =>
    printable(
      `${file}, line ${line}: ${kind} "${key}" ${what}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`,
    ),
  );
}

/** The result of an import, in a sentence. */
export function summary(done: Imported): string {
  const { company, site, records, created, changed, problems, isSaved } = done;
  const bad = new Set(problems.map(({ file, line }) => `${file}:${line}`)).size;
  const counts = `${created} new, ${changed} changed${bad === 0 ? '' : `, ${bad} with errors`}`;
  return `Company ${company}, site ${site}: ${records} rows (${counts}).${isSaved ? '' : ' Nothing was saved.'}`;
}

/** The mistakes of an import of what another system kept, one line each. */
export function movedLines({ file_name: file, problems, problem_count: count }: MovedImport): string[] {
  const shown = problems.map((problem) => {
    const { line, column } = problem;
    const where = `${file}, line ${line}${column === null ? '' : `, ${column}`}`;
    return printable(`${where}: ${tellKept(problem, ENGLISH)}`);
  });
  return count > shown.length ? [...shown, `… and ${count - shown.length} more.`] : shown;
}

/** The result of such an import, in a sentence. */
export function movedSummary(done: MovedImport): string {
  const { company_id: company, id, kind, records, created, unchanged, refused, dry_run: dry } = done;
  const counts = `${created} new, ${unchanged} there already, ${refused} with errors`;
  return `Company ${company}, import ${id}: ${records} ${kind} (${counts}).${dry ? ' Nothing was saved.' : ''}`;
}

/** Text without what a terminal would obey. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}

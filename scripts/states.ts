// Writes docs/states.md from the tables in src/orders/rules/status.ts: npm run states
// A test compares the page with what this file makes of them.

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  COURSE_STATUSES,
  checkCourse,
  checkTransition,
  HOLDS_STOCK,
  isFinal,
  ORDER_STATUSES,
  type Transition,
} from '#src/orders/rules/status.ts';

/** Where the page lies. */
export const STATES_PAGE = join(dirname(import.meta.dirname), 'docs/states.md');

const MARKS: Readonly<Record<Transition, string>> = { same: '=', allowed: 'yes', refused: '-' };

/** A table of which status follows which: a row for each that is left, a column for each that is entered. */
function table<S extends string>(statuses: readonly S[], check: (from: S, to: S) => Transition): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['from \\ to', ...statuses]),
    row(['---', ...statuses.map(() => ':-:')]),
    ...statuses.map((from) => row([from, ...statuses.map((to) => MARKS[check(from, to)])])),
  ];
}

/** The same as a Mermaid diagram. A name of several words gets an id. */
function diagram<S extends string>(
  statuses: readonly S[],
  check: (from: S, to: S) => Transition,
  ends: (status: S) => boolean,
): string[] {
  const id = (status: S) => status.replaceAll(' ', '_');
  const named = statuses.filter((status) => id(status) !== status);
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...named.map((status) => `    state "${status}" as ${id(status)}`),
    ...statuses.flatMap((from) =>
      statuses.filter((to) => check(from, to) === 'allowed').map((to) => `    ${id(from)} --> ${id(to)}`),
    ),
    ...statuses.filter(ends).map((status) => `    ${id(status)} --> [*]`),
    '```',
  ];
}

/** The whole page. */
export function statesPage(): string {
  const holding = ORDER_STATUSES.filter((status) => HOLDS_STOCK.has(status));
  const final = ORDER_STATUSES.filter(isFinal);
  return `${[
    '# States',
    '',
    'This page is made from `src/orders/rules/status.ts` by `npm run states`; a test compares them. Change the table in',
    'the code, then run that.',
    '',
    '## Orders',
    '',
    ...diagram(ORDER_STATUSES, checkTransition, isFinal),
    '',
    ...table(ORDER_STATUSES, checkTransition),
    '',
    'An order is made in any of these statuses and goes on by PUT `status`, for add-ons and operators alike. `=` is',
    'accepted and changes nothing; `-` is 409.',
    '',
    `- ${final.join(' and ')} are final. Any update of a COMPLETE order is 400, also to the same status.`,
    '- A PENDING order that becomes fully paid goes to COMPLETE by itself, unless `complete_when_paid` is false.',
    `- ${holding.join(', ')} hold the counted amounts of their products; entering them from`,
    '  another one takes the amounts (400 `out_of_stock`), leaving them gives them back.',
    '',
    '## Courses',
    '',
    ...diagram(COURSE_STATUSES, checkCourse, () => false),
    '',
    ...table(COURSE_STATUSES, checkCourse),
    '',
    'A line is made with any of these as its `course_status`, and goes forward only: `-` is 409.',
  ].join('\n')}\n`;
}

if (import.meta.main) {
  writeFileSync(STATES_PAGE, statesPage());
  process.stdout.write(`Wrote ${STATES_PAGE}\n`);
}

// How clauses of docs/reference are written, cited and linked: what test/reference.test.ts holds the repository to.

/** A clause that is cited, by its page and number. */
export interface Citation {
  readonly page: string;
  readonly number: number;
  readonly line: number;
}

/** Something wrong, where it stands. */
export interface Fault {
  readonly line: number;
  readonly what: string;
}

/** What a text cites, and citations that cannot be read. */
export interface Citations {
  readonly citations: readonly Citation[];
  readonly faults: readonly Fault[];
}

/** The heading of a clause: `### orders.12 Deleting`. */
const HEADING = /^### ([a-z]+)\.(\d+) \S/;
/** A clause, wherever it is named. */
const NAMED = /(?<![\w./-])([a-z]+)\.(\d+)(?![\w-]|\.\w)/g;
const WORD = /\breference:/g;
/** White space, also from one line of a comment to the next. */
const GAP = String.raw`(?:[ \t]+|[ \t]*\r?\n[ \t]*(?://|\*)?[ \t]*)`;
const FIRST = new RegExp(String.raw`${GAP}([a-z]+)\.(\d+)(?![\w-]|\.\w)`, 'y');
const NEXT = new RegExp(String.raw`(,|${GAP}to)${GAP}([a-z]+)\.(\d+)(?![\w-]|\.\w)`, 'y');
/** Titles of tests and lines of code may end a citation as well; what follows a comma has to be a clause. */
const DANGLING = new RegExp(String.raw`,${GAP}\S`, 'y');

/** Words that pointed at documents which are not in the repository. */
const FORMER = /\bcontract \d|\bspec:|\bdesign: [A-Z]/gi;

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** True when a place lies in a comment, where `reference:` is no code. */
function isInComment(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
  return /^\s*\*|^\s*\/\*|\/\//.test(line);
}

/**
 * Every clause that a text names: those after `reference:`, on any page, and names of clauses of the known pages
 * anywhere else. `isProse` when the text is no code.
 */
export function citationsIn(text: string, pages: ReadonlySet<string>, isProse: boolean): Citations {
  const citations: Citation[] = [];
  const faults: Fault[] = [];
  const read = new Set<number>();
  const add = (page: string, number: string, end: number): void => {
    const at = end - page.length - number.length - 1;
    read.add(at);
    citations.push({ page, number: Number(number), line: lineAt(text, at) });
  };
  for (const { index } of text.matchAll(WORD)) {
    const fault = (what: string) => faults.push({ line: lineAt(text, index), what });
    FIRST.lastIndex = index + 'reference:'.length;
    const first = FIRST.exec(text);
    if (first === null) {
      if (isProse || isInComment(text, index)) fault('names no clause after "reference:", such as orders.4.');
      continue;
    }
    let [, page = '', number = ''] = first;
    let end = FIRST.lastIndex;
    add(page, number, end);
    for (;;) {
      NEXT.lastIndex = end;
      const next = NEXT.exec(text);
      if (next === null) break;
      const [, link = '', toPage = '', toNumber = ''] = next;
      end = NEXT.lastIndex;
      if (link !== ',' && (toPage !== page || Number(toNumber) <= Number(number))) {
        fault(`goes from ${page}.${number} to ${toPage}.${toNumber}, which is no range.`);
      }
      add(toPage, toNumber, end);
      [page, number] = [toPage, toNumber];
    }
    DANGLING.lastIndex = end;
    if (isInComment(text, index) && DANGLING.test(text))
      fault('has something else than a clause behind a comma.');
  }
  for (const { index, 1: page = '', 2: number = '' } of text.matchAll(NAMED)) {
    if (pages.has(page) && !read.has(index)) add(page, number, index + page.length + number.length + 1);
  }
  return { citations: citations.sort((a, b) => a.line - b.line), faults };
}

/** The numbers of a page's clauses, and its faults: from 1 on, each once, in order, each saying something. */
export function clausesOf(
  page: string,
  text: string,
): { numbers: ReadonlySet<number>; faults: readonly Fault[] } {
  const numbers = new Set<number>();
  const faults: Fault[] = [];
  const lines = text.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith('#') || /^# \S/.test(line)) continue;
    const fault = (what: string) => faults.push({ line: at + 1, what });
    const [, named, digits = ''] = HEADING.exec(line) ?? [];
    if (named === undefined) {
      fault(`is no heading of a clause, such as "### ${page}.${numbers.size + 1} Title".`);
      continue;
    }
    const number = Number(digits);
    if (named !== page) fault(`belongs to the page ${named}, not here.`);
    else if (numbers.has(number)) fault(`is the second ${page}.${digits}.`);
    else if (digits !== String(numbers.size + 1)) fault(`should be ${page}.${numbers.size + 1}.`);
    const rest = lines.slice(at + 1).find((next) => next.trim() !== '');
    if (rest === undefined || rest.startsWith('#')) fault('says nothing.');
    numbers.add(number);
  }
  return { numbers, faults };
}

/** The places in a text that name documents which are not in the repository. */
export function formerCitations(text: string): Fault[] {
  return [...text.matchAll(FORMER)].map(({ index, 0: found }) => ({
    line: lineAt(text, index),
    what: `says "${found}": name a clause of docs/reference.`,
  }));
}

/** The relative links of a page. */
export function linksOf(text: string): { readonly target: string; readonly line: number }[] {
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(({ index, 1: target = '' }) => ({ target, line: lineAt(text, index) }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));
}

/** What the headings of a page are linked by. */
export function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim().toLowerCase());
  return new Set(headings.map((heading) => heading.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')));
}

// Holds the shape of src/: which folder may import which, that rules stay pure, that SQL stays in stores; and how long
// a file is anywhere. When it fails, the message says what to do. To change the shape itself, change the map below and
// docs/decisions/ together.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { blank, type Import, importsOf, lineAt } from './harness/imports.ts';
import { COMMAND_LINE, LINE, PROGRAMS, ROOMS, TOOLS, WITHOUT_DATABASE } from './harness/line.ts';

/** The published client, for programs that call the API: it imports itself and nothing else. */
const CLIENT = 'clients/typescript';
/** Made from the description of the API, as long as that is. */
const CLIENT_GENERATED = ['types.ts', 'operations.ts'].map((file) => `${CLIENT}/${file}`);

/** Where SQL may be written, apart from files named store.ts or something.store.ts. */
const SQL_FOLDERS = ['storage', 'outbox'];
/** What writes SQL, of the things that storage/sql.ts gives. */
const SQL_NAMES = /\b(?:sql|raw)\b|\*/;
const SQL_SOURCE = 'src/storage/sql.ts';
const SQL_PACKAGE = 'sql-template-tag';

/** The files of its own feature that a rule may take types from. */
const TYPE_FILES = ['types.ts'];

/** Forbidden in a rule, and the alternative. */
const IMPURE: readonly [pattern: RegExp, what: string, instead: string][] = [
  [/\b(?:async|await)\b/, 'async or await', 'Load what the rule decides on before you call it.'],
  [globalName('Date'), 'Date', 'Hand the time in as a parameter.'],
  [/\bTemporal\s*\.\s*Now\b/, 'Temporal.Now', 'Hand the time in as a parameter.'],
  [globalName('performance'), 'performance', 'Hand the time in as a parameter.'],
  [/\bMath\s*\.\s*random\b/, 'Math.random', 'Hand random values in as parameters.'],
  [globalName('crypto'), 'crypto', 'Hand random values in as parameters.'],
  [globalName('process'), 'process', 'Hand settings in as parameters.'],
  [globalName('set(?:Timeout|Interval|Immediate)'), 'a timer', 'Let a worker wait; a rule only decides.'],
  [globalName('fetch'), 'fetch', 'Let a worker send it; a rule only decides.'],
];

/** `any` written as a type: it switches the compiler off for everything it touches. */
const ANY = /(?::|\bas|[<,|&=])\s*any\b(?!\s*[(:.])/;
const SUPPRESSION = /@ts-(?:ignore|expect-error|nocheck)/;

/** Most lines of a file. */
const MAX_LINES = 450;
/** The same for tests and what they are made of. To come down: where it can be lower, lower it. */
const MAX_TEST_LINES = 650;
/** Most lines of a function of the screens: Biome counts fewer, since it does not see text and attributes. */
const MAX_SCREEN_FUNCTION = 100;
/** Tests that are longer still, with their lines; none may grow. */
const LONG_TESTS: Readonly<Record<string, number>> = { 'test/api/variants.test.ts': 770 };

const root = dirname(import.meta.dirname);

test('every file in src/ keeps to the structure', () => {
  const files = new Map<string, string>();
  for (const path of globSync('src/**/*.ts', { cwd: root })) {
    files.set(path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8'));
  }
  assert.ok(files.size > 0, 'There are no files in src/: is this test still in the right folder?');
  const faults = findFaults(files);
  if (faults.length > 0) assert.fail(faults.join('\n\n'));
});

test('the screens take nothing from src/ that a browser cannot run', () => {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root }).map((path): [string, string] => [
      path.replaceAll('\\', '/'),
      readFileSync(join(root, path), 'utf8'),
    ]);
  const screens = new Map(read('web/**/*.{ts,tsx}').filter(([path]) => !/\.test\.tsx?$/.test(path)));
  assert.ok(screens.size > 0, 'There are no files in web/: is this test still in the right folder?');
  const faults = findScreenFaults(screens, new Map(read('src/**/*.ts')));
  if (faults.length > 0) assert.fail(faults.join('\n\n'));
});

/** What a screen may take from src/ and run; types may come from anywhere. */
const PURE = /^src\/(?:kernel\/|[a-z]+\/rules\/|description\/viewer\/bell\.svg$)/;

/** Every breach of what web/ may import, with all that its imports bring along. */
function findScreenFaults(screens: ReadonlyMap<string, string>, src: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  const look = (path: string, text: string, from: string) => {
    for (const { line, source, target, typeOnly } of importsOf(path, text, blank(text))) {
      if (typeOnly) continue;
      const where = `${path}:${line} imports ${target ?? source}`;
      if (source.startsWith('node:')) {
        faults.push(
          `${where}, which no browser has${from}. Move what the screens need into a file without it.`,
        );
      } else if (target?.startsWith('test/') || target?.startsWith('scripts/')) {
        faults.push(`${where}, which is no part of the screens.`);
      } else if (target?.startsWith('src/')) {
        if (!PURE.test(target)) {
          faults.push(
            `${where}. Screens take kernel/ and rules/ from src/, besides types: ask the API instead.`,
          );
        } else if (!seen.has(target)) {
          seen.add(target);
          const next = from === '' ? ` (needed by ${path})` : from;
          look(target, src.get(target) ?? '', next);
        }
      }
    }
  };
  for (const [path, text] of screens) {
    look(path, text, '');
    const code = blank(text);
    const any = ANY.exec(code);
    if (any !== null)
      faults.push(`${path}:${lineAt(text, any.index)} has the type any. Use unknown, or name it.`);
    const suppression = SUPPRESSION.exec(text);
    if (suppression !== null)
      faults.push(`${path} silences the compiler with ${suppression[0]}. Repair the type.`);
  }
  return faults;
}

const SCREEN_BREACHES: readonly [what: string, text: string, message: RegExp][] = [
  ["Node's modules", "import { join } from 'node:path';", /no browser has/],
  ['a store', "import { b } from '#src/orders/row/store.ts';", /ask the API/],
  ['rules that need Node', "import { b } from '#src/orders/rules/b.ts';", /no browser has \(needed by web/],
  ['test code', "import { b } from '#test/harness/b.ts';", /no part of the screens/],
  ['any', 'const a: any = 1;', /the type any/],
];

for (const [what, text, message] of SCREEN_BREACHES) {
  test(`the structure test notices a screen with ${what}`, () => {
    const src = new Map([['src/orders/rules/b.ts', "import { hash } from 'node:crypto';"]]);
    const faults = findScreenFaults(new Map([['web/office/a.tsx', text]]), src);
    assert.equal(faults.length, 1, faults.join('\n'));
    assert.match(faults.join(), message);
  });
}

test('the structure test lets screens have types and pure parts', () => {
  const text =
    "import type { B } from '#src/orders/row/store.ts';\nimport { c } from '#src/kernel/c.ts';\nimport { x } from 'react';";
  const src = new Map([['src/kernel/c.ts', 'export const c = 1;']]);
  assert.deepEqual(findScreenFaults(new Map([['web/office/a.tsx', text]]), src), []);
});

test('every file is short enough to have one reason to exist', () => {
  const paths = globSync('{src,web,scripts,prove,bench,clients,deploy,examples,test}/**/*.{ts,tsx,mjs,js}', {
    cwd: root,
  }).map((path) => path.replaceAll('\\', '/'));
  assert.ok(paths.length > 500);
  const faults = paths
    .filter(
      (path) => !CLIENT_GENERATED.includes(path) && !/^test\/data\/|^clients\/[\w-]+\/dist\//.test(path),
    )
    .flatMap((path) =>
      lengthFaults(readFileSync(join(root, path), 'utf8'), mostLines(path)).map((fault) => `${path}${fault}`),
    );
  if (faults.length > 0) assert.fail(faults.join('\n\n'));
});

test('every function of the screens is short enough to be read at once', () => {
  const paths = globSync('web/**/*.{ts,tsx}', { cwd: root });
  const faults = paths
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) =>
      longFunctions(readFileSync(join(root, path), 'utf8')).map((fault) => `${path}${fault}`),
    );
  if (faults.length > 0) assert.fail(faults.join('\n\n'));
});

test('the structure test notices a function of the screens that is too long', () => {
  const lines = (count: number) => `export function Big() {\n${'  a();\n'.repeat(count - 2)}}\n`;
  assert.deepEqual(longFunctions(`${lines(100)}\n${lines(100)}`), []);
  assert.match(longFunctions(`const a = 1;\n\n${lines(101)}`).join(), /^:3 Big has 101 lines/);
});

/** The functions at the top of a file that are too long, as the formatter lays them out. */
function longFunctions(text: string): string[] {
  return [...text.matchAll(/^(?:export )?(?:default )?(?:async )?function (\w+)[\s\S]*?^}/gm)].flatMap(
    (found) => {
      const lines = found[0].split('\n').length;
      return lines <= MAX_SCREEN_FUNCTION
        ? []
        : [
            `:${lineAt(text, found.index)} ${found[1]} has ${lines} lines. Split it into parts that say what they are.`,
          ];
    },
  );
}

test('the structure test notices a file that is too long, and lets tests be longer', () => {
  assert.deepEqual(lengthFaults('\n'.repeat(450), mostLines('src/edge/a.ts')), []);
  assert.match(lengthFaults('\n'.repeat(451), mostLines('src/edge/a.ts')).join(), /451 lines/);
  assert.equal(mostLines('bench/a.ts'), MAX_LINES);
  assert.equal(mostLines('src/edge/a.test.ts'), MAX_TEST_LINES);
  assert.equal(mostLines('test/harness/a.ts'), MAX_TEST_LINES);
  for (const [path, lines] of Object.entries(LONG_TESTS)) {
    const text = readFileSync(join(root, path), 'utf8');
    assert.equal(text.trimEnd().split('\n').length, lines, `${path} is shorter now: say so in LONG_TESTS.`);
  }
});

function mostLines(path: string): number {
  if (!path.startsWith('test/') && !/\.test\.tsx?$/.test(path)) return MAX_LINES;
  return LONG_TESTS[path] ?? MAX_TEST_LINES;
}

test('an install runs nothing of the packages it brings', () => {
  assert.match(readFileSync(join(root, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
});

test('the client keeps to itself', () => {
  const files = globSync(`${CLIENT}/*.ts`, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  assert.ok(files.length > 5);
  const faults = files.flatMap((path) => clientFaults(path, readFileSync(join(root, path), 'utf8')));
  if (faults.length > 0) assert.fail(faults.join('\n\n'));
});

function clientFaults(path: string, text: string): string[] {
  const code = blank(text);
  return [
    ...importsOf(path, text, code)
      .filter(({ target }) => target?.startsWith(`${CLIENT}/`) !== true)
      .map(
        ({ line, source }) =>
          `:${line} imports ${source}. A client runs without anything else, in browsers too: do without it.`,
      ),
    ...(CLIENT_GENERATED.includes(path) ? [] : anyFaults(text, code)),
  ].map((fault) => `${path}${fault}`);
}

test('programs that speak to the API run without a database', () => {
  const read = (pattern: string) =>
    new Map(
      globSync(pattern, { cwd: root }).map((path): [string, string] => [
        path.replaceAll('\\', '/'),
        readFileSync(join(root, path), 'utf8'),
      ]),
    );
  const programs = read(`clients/{${Object.keys(PROGRAMS).join()}}/**/*.ts`);
  assert.ok(programs.size > 20);
  assert.deepEqual(
    globSync('clients/*', { cwd: root })
      .map((path) => basename(path))
      .sort(),
    [basename(CLIENT), ...Object.keys(PROGRAMS)].sort(),
    'Name every folder of clients/ in PROGRAMS of test/harness/line.ts.',
  );
  const faults = findProgramFaults(programs, read('src/**/*.ts'));
  if (faults.length > 0) assert.fail(faults.join('\n\n'));
});

/** Every breach of what a program may import, with all that its imports bring along. Test files are free. */
function findProgramFaults(
  programs: ReadonlyMap<string, string>,
  src: ReadonlyMap<string, string>,
): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  const look = (path: string, text: string, from: string) => {
    const [area = '', program = ''] = path.split('/');
    for (const { line, target, typeOnly } of importsOf(path, text, blank(text))) {
      const [folder = '', client = ''] = target?.split('/') ?? [];
      const where = `${path}:${line} imports ${target}`;
      if (target === undefined || (folder === area && area === 'src' && typeOnly)) continue;
      // The catalogues of texts come with the code that says them.
      if (folder === 'locales') continue;
      if (folder === 'src') {
        if (typeOnly && basename(target) === 'shape.ts') continue;
        if (!WITHOUT_DATABASE.test(target)) {
          faults.push(
            `${where}${from}, which may need a database. Ask the API, or move what both need into kernel/.`,
          );
        } else if (!seen.has(target)) {
          seen.add(target);
          look(target, src.get(target) ?? '', from === '' ? ` (needed by ${path})` : from);
        }
      } else if (folder !== 'clients' || !(client === program || PROGRAMS[program]?.includes(client))) {
        faults.push(
          `${where}. It may import clients/${PROGRAMS[program]?.join(' and clients/')} and its own.`,
        );
      }
    }
  };
  for (const [path, text] of programs) {
    if (path.endsWith('.test.ts')) continue;
    look(path, text, '');
    faults.push(...anyFaults(text, blank(text)).map((fault) => `${path}${fault}`));
  }
  return faults;
}

const PROGRAM_BREACHES: readonly [what: string, text: string, message: RegExp][] = [
  ['a store', "import { b } from '../../src/orders/row/store.ts';", /may need a database/],
  ['a type of a store', "import type { B } from '../../src/orders/row/store.ts';", /may need a database/],
  [
    'data that needs a store',
    "import { b } from '../../src/demo/b.ts';",
    /\(needed by clients\/listen\/a\.ts\)/,
  ],
  ['a shape it runs', "import { B } from '../../src/orders/shape.ts';", /may need a database/],
  ['another program', "import { b } from '../replay/b.ts';", /clients\/common and clients\/typescript/],
  ['test code', "import { b } from '../../test/harness/b.ts';", /and its own/],
  ['any', 'const a: any = 1;', /the type any/],
];

for (const [what, text, message] of PROGRAM_BREACHES) {
  test(`the structure test notices a program with ${what}`, () => {
    const src = new Map([['src/demo/b.ts', "import { c } from '../products/store.ts';"]]);
    const faults = findProgramFaults(new Map([['clients/listen/a.ts', text]]), src);
    assert.equal(faults.length, 1, faults.join('\n'));
    assert.match(faults.join(), message);
  });
}

test('the structure test lets programs have types, papers and clients', () => {
  const text =
    "import type { B } from '../../src/orders/shape.ts'; import { c } from '../../src/printing/paper/c.ts';\n" +
    "import { d } from '../typescript/d.ts'; import { e } from '../common/e.ts'; import { f } from './f.ts';";
  const src = new Map([['src/printing/paper/c.ts', "import type { S } from '../../orders/store.ts';"]]);
  assert.deepEqual(findProgramFaults(new Map([['clients/listen/a.ts', text]]), src), []);
});

/** Every breach, each as sentences that say what to do. Test files are free. */
function findFaults(files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .filter(([path]) => !path.endsWith('.test.ts'))
    .flatMap(([path, text]) => faultsOf(path, text));
}

function faultsOf(path: string, text: string): string[] {
  const folder = folderOf(path);
  if (folder !== ROOT && !LINE.includes(folder)) {
    return [
      `${path}: there is no place for src/${folder}/ in the line of folders. Add it to LINE in ` +
        'test/structure.test.ts, after the folders it imports and before those that import it.',
    ];
  }
  const code = blank(text);
  const imports = importsOf(path, text, code);
  const faults = [
    ...imports.flatMap((each) => orderFault(path, folder, each)),
    ...imports.flatMap((each) => roomFault(path, folder, each)),
    ...imports.flatMap((each) => sqlFault(path, folder, each)),
    ...(path.includes('/rules/') ? purityFaults(folder, code, imports) : []),
  ];
  faults.push(...anyFaults(text, code));
  return faults.map((fault) => `${path}${fault}`);
}

function anyFaults(text: string, code: string): string[] {
  const faults: string[] = [];
  const any = ANY.exec(code);
  if (any !== null) {
    faults.push(
      `:${lineAt(text, any.index)} has the type any. Use unknown and find out what it is, or name the type.`,
    );
  }
  const suppression = SUPPRESSION.exec(text);
  if (suppression !== null) {
    faults.push(
      `:${lineAt(text, suppression.index)} silences the compiler with ${suppression[0]}. Repair the type.`,
    );
  }
  return faults;
}

function lengthFaults(text: string, most: number): string[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return lines <= most
    ? []
    : [` has ${lines} lines. Split it by what its parts are about; a file has at most ${most}.`];
}

function orderFault(path: string, folder: string, { line, target }: Import): string[] {
  if (target === undefined) return [];
  // The catalogues of texts belong to the screens as well.
  if (target.startsWith('locales/')) return [];
  if (target.startsWith('clients/') && COMMAND_LINE.test(path)) return [];
  if (!target.startsWith('src/')) {
    return [`:${line} imports ${target}. What src/ needs lives in src/: move it there.`];
  }
  const other = folderOf(target);
  if (folder === ROOT || other === folder) return [];
  if (other === ROOT) {
    return [
      `:${line} imports ${target}, a root. Roots put the parts together and nobody imports them: move what you ` +
        'need into a folder, or let the root hand it in as a parameter.',
    ];
  }
  if (LINE.includes(other) && LINE.indexOf(other) < LINE.indexOf(folder)) return [];
  return [
    `:${line} imports ${target}, but ${other}/ does not come before ${folder}/ in the line of folders. Move what ` +
      `both need into a folder before ${folder}/, turn the import round, or let a root hand it in as a parameter.`,
  ];
}

/** A room of a large feature that imports one behind it. */
function roomFault(path: string, folder: string, { line, target }: Import): string[] {
  const rooms = ROOMS[folder] ?? [];
  const [from, to] = [path, target ?? ''].map((file) => rooms.indexOf(file.split('/')[2] ?? ''));
  if (target === undefined || folderOf(target) !== folder || from === undefined || to === undefined)
    return [];
  return to <= from || from < 0
    ? []
    : [
        `:${line} imports ${target}, a room behind its own: ${rooms.join(' < ')}. Move what both need into the earlier one.`,
      ];
}

function sqlFault(path: string, folder: string, { line, clause, source, target }: Import): string[] {
  const isSql = source === SQL_PACKAGE || (target === SQL_SOURCE && SQL_NAMES.test(clause));
  if (!isSql || SQL_FOLDERS.includes(folder) || /(?:^|\.)store\.ts$/.test(basename(path))) return [];
  return [
    `:${line} writes SQL. Put the statement into ${folder === ROOT ? "the feature's " : `src/${folder}/`}store.ts ` +
      'as a function with a name of the trade, and call that.',
  ];
}

function purityFaults(folder: string, code: string, imports: readonly Import[]): string[] {
  const faults = IMPURE.flatMap(([pattern, what, instead]) => {
    const found = pattern.exec(code);
    return found === null
      ? []
      : [`:${lineAt(code, found.index)} uses ${what}, and rules are pure. ${instead}`];
  });
  for (const { line, source, target, typeOnly } of imports) {
    const fromRules = target !== undefined && (folderOf(target) === 'kernel' || target.includes('/rules/'));
    const ownTypes = typeOnly && TYPE_FILES.some((file) => target === `src/${folder}/${file}`);
    const nodeTypes = typeOnly && source.startsWith('node:');
    if (fromRules || ownTypes || nodeTypes) continue;
    faults.push(
      `:${line} imports ${target ?? source}. Rules import kernel/, other rules and types from src/${folder}/${TYPE_FILES.join(' or ')}: ` +
        'hand in the facts as parameters instead.',
    );
  }
  return faults;
}

/** Stands for the files directly in src/ and the tool folders. */
const ROOT = '(root)';

function folderOf(path: string): string {
  const [, folder = '', ...rest] = path.split('/');
  return rest.length === 0 || TOOLS.includes(folder) ? ROOT : folder;
}

/** A name that is not the property of something: `process`, `...process.env`, but not `step.process`. */
function globalName(name: string): RegExp {
  return new RegExp(`(?<![\\w$])(?<!(?<!\\.\\.)\\.\\s*)(?:${name})\\b`);
}

// The checks themselves are checked on small made-up files, or a broken one would never be noticed.

const RULE = 'src/orders/rules/price.ts';

const BREACHES: readonly [what: string, path: string, text: string, message: RegExp][] = [
  [
    'a later folder',
    'src/products/a.ts',
    "import { b } from '../orders/b.ts';",
    /orders\/ does not come before/,
  ],
  ['a later folder by #src', 'src/edge/a.ts', "import '#src/oauth/b.ts';", /oauth\/ does not come before/],
  [
    'a later folder, as a type',
    'src/edge/a.ts',
    "import type { B } from '../oauth/b.ts';",
    /does not come before/,
  ],
  ['a later folder, when needed', 'src/edge/a.ts', "await import('../oauth/b.ts');", /does not come before/],
  ['a later folder, given on', 'src/edge/a.ts', "export * from '../oauth/b.ts';", /does not come before/],
  [
    'several lines',
    'src/edge/a.ts',
    "\nimport {\n  b,\n  c,\n} from '../oauth/b.ts';",
    /a\.ts:2 imports src\/oauth/,
  ],
  ['kernel that imports', 'src/kernel/a.ts', "import { b } from '../storage/b.ts';", /before kernel/],
  ['a root', 'src/orders/a.ts', "import { b } from '../app.ts';", /a root/],
  ['a tool', 'src/orders/a.ts', "import { b } from '../demo/b.ts';", /a root/],
  ['test code', 'src/app.ts', "import { b } from '#test/harness/b.ts';", /lives in src/],
  ['a client', 'src/orders/a.ts', "import { b } from '#clients/typescript/index.ts';", /lives in src/],
  ['a program', 'src/demo/a.ts', "import { b } from '#clients/replay/b.ts';", /lives in src/],
  ['an unknown folder', 'src/misc/a.ts', '', /no place for src\/misc/],
  [
    'SQL in a handler',
    'src/orders/http/handlers.ts',
    "import { sql } from '#src/storage/sql.ts';",
    /orders\/store\.ts/,
  ],
  ['a room behind', 'src/orders/row/a.ts', "import { b } from '../steps/b.ts';", /a room behind its own/],
  ['SQL by its package', 'src/cli.ts', "import s from 'sql-template-tag';", /writes SQL/],
  ['await in a rule', RULE, 'const a = await b();', /async or await/],
  ['Date in a rule', RULE, 'const a = new Date();', /Hand the time in/],
  ['process in a rule', RULE, 'const a = { ...process.env };', /uses process/],
  ['chance in a rule', RULE, 'const a = Math.random();', /Math\.random/],
  ['a timer in a rule', RULE, 'setTimeout(a, 1);', /a timer/],
  ['fetch in a rule', RULE, 'const a = fetch(b);', /uses fetch/],
  ['Node in a rule', RULE, "import { b } from 'node:fs';", /hand in the facts/],
  ['a package in a rule', RULE, "import { z } from 'zod';", /hand in the facts/],
  ['a store in a rule', RULE, "import { b } from '../store.ts';", /hand in the facts/],
  ['types as values', RULE, "import { b } from '../types.ts';", /hand in the facts/],
  ['any', 'src/edge/a.ts', 'const a: any = 1;', /the type any/],
  ['any by force', 'src/edge/a.ts', 'const a = b as any;', /the type any/],
  ['any in a list', 'src/edge/a.ts', 'const a: Map<string, any> = b;', /the type any/],
  [
    'any behind a template',
    'src/edge/a.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    'const a = `${b({ c: `}` })} {`; const d: any = 1;',
    /the type any/,
  ],
  ['a silenced compiler', 'src/edge/a.ts', '\n// @ts-expect-error\nb();', /a\.ts:2 silences/],
];

for (const [what, path, text, message] of BREACHES) {
  test(`the structure test notices ${what}`, () => {
    const faults = findFaults(new Map([[path, text]]));
    assert.equal(faults.length, 1, faults.join('\n'));
    assert.match(faults.join(), message);
  });
}

const FINE: readonly [what: string, path: string, text: string][] = [
  [
    'earlier folders',
    'src/orders/a.ts',
    "import { b } from '../products/b.ts'; import c from '#src/kernel/c.ts';",
  ],
  [
    'a root that imports all',
    'src/app.ts',
    "import './routes.ts'; import './oauth/b.ts'; import './demo/c.ts';",
  ],
  ['a tool that imports all', 'src/demo/a.ts', "import '../app.ts'; import '../orders/b.ts';"],
  ['a command that starts a program', 'src/commands/a.ts', "import { b } from '#clients/replay/b.ts';"],
  ['a room before', 'src/orders/http/a.ts', "import { b } from '../row/b.ts'; import '../types.ts';"],
  ['SQL in a store', 'src/orders/line.store.ts', "import { sql } from '../storage/sql.ts';"],
  ['what sql.ts gives besides', 'src/orders/a.ts', "import { fold } from '../storage/sql.ts';"],
  [
    'rules of rules',
    RULE,
    "import { b } from '../../products/rules/b.ts'; import c from '../../kernel/c.ts';",
  ],
  ['types in rules', RULE, "import type { B } from '../types.ts'; import { type C } from 'node:url';"],
  ['names of the trade in rules', RULE, 'const a = step.process(order.Date, b?.fetch);'],
  [
    'imports in text',
    'src/kernel/a.ts',
    'const a = "import b from \'../app.ts\'"; // import c from "../app.ts"',
  ],
  [
    'any in text',
    'src/kernel/a.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    'const a = `: any ${b ? "as any" : ""} : any`; /* : any */ const c = /[`\'/]: any/g;',
  ],
  ['any as a word', 'src/kernel/a.ts', 'const a = Promise.any(b); const c = { any: 1 };'],
  ['division', 'src/kernel/a.ts', "const a = (b + c) / 2 / d; const e = '/';"],
  ['tests', 'src/kernel/a.test.ts', "import '../app.ts'; const a: any = 1;"],
];

for (const [what, path, text] of FINE) {
  test(`the structure test is content with ${what}`, () => {
    assert.deepEqual(findFaults(new Map([[path, text]])), []);
  });
}

test('the structure test notices a client that imports something else', () => {
  const path = `${CLIENT}/a.ts`;
  for (const source of [
    '../../src/kernel/id.ts',
    '#src/kernel/id.ts',
    'node:crypto',
    'undici',
    '../other/a.ts',
  ]) {
    assert.match(clientFaults(path, `import { b } from '${source}';`).join(), /do without it/, source);
  }
  assert.match(clientFaults(path, 'const a: any = 1;').join(), /the type any/);
  assert.deepEqual(clientFaults(path, "import { b } from './b.ts';"), []);
});

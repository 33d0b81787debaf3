// Looks for regular expressions whose time grows faster than their input: part of npm run check.
// They are found in the parsed sources, so that none is missed and none is invented, and judged by recheck.

import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Diagnostics } from 'recheck';
import { parseSync } from 'vite';

/** Folders whose code is shipped or run beside the service; tests read only their own texts. */
const SOURCES = ['src', 'web', 'clients', 'scripts', 'bench', 'deploy', 'examples'].map(
  (folder) => `${folder}/**/*.{ts,tsx,mts,mjs,js}`,
);
const TEST = /\.test\.tsx?$/;
/** How long one expression may be looked at, in ms; without a native program the slowest takes 15 s. */
const CHECK_LIMIT_MS = 180_000;
/** The same for every run, so that two runs say the same. */
const SEED = 1;
/** Most expressions that the file of those that were fine holds. */
const MAX_REMEMBERED = 5_000;

/** Expressions that may take longer than their input is long, each with the reason why that does no harm. */
const ALLOWED: readonly { readonly file: string; readonly source: string; readonly reason: string }[] = [
  {
    file: 'bench/lists.ts',
    source: String.raw`^select [\s\S]*? from orders where ([\s\S]*?)(\s+order by [\s\S]*?)\s+limit \?$`,
    reason: 'reads statements of our own, which have a few hundred characters',
  },
];

/** Places where an expression is put together, each with the reason why that does no harm. */
const BUILT: readonly { readonly file: string; readonly reason: string }[] = [
  {
    file: 'src/edge/methods.ts',
    reason: 'made of the routes alone; test/expressions.test.ts has every one of them checked',
  },
];

/** A regular expression and where it stands. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
  readonly line: number;
}

/** The expressions of a file, and the places where one is made of values that are known only when it runs. */
export interface Found {
  readonly expressions: readonly Expression[];
  readonly problems: readonly string[];
}

/** A part of a parsed file. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [name: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The parts of a part, in their order. */
function partsOf(node: Node): Node[] {
  return Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

/** Methods of a text that make an expression of a text that they are given. */
const MAKERS = new Set(['match', 'matchAll', 'search']);

/** One file as it is looked through. */
class Search {
  readonly expressions: Expression[] = [];
  readonly problems: string[] = [];
  readonly #file: string;
  readonly #text: string;
  /** What the constants of the file are initialised with, by name. */
  readonly #constants = new Map<string, Node>();

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  run(): Found {
    const { program, errors } = parseSync(this.#file, this.#text);
    const [error] = errors;
    if (error !== undefined) this.problems.push(`${this.#file} cannot be parsed: ${error.message}`);
    const root: unknown = program;
    if (isNode(root)) {
      this.#collect(root);
      this.#look(root);
    }
    return this;
  }

  #collect(node: Node): void {
    if (node.type === 'VariableDeclaration' && node.kind === 'const') {
      for (const { id, init } of partsOf(node)) {
        if (isNode(id) && typeof id.name === 'string' && isNode(init)) this.#constants.set(id.name, init);
      }
    }
    for (const part of partsOf(node)) this.#collect(part);
  }

  #look(node: Node): void {
    const { regex, callee } = node;
    if (node.type === 'Literal' && typeof regex === 'object' && regex !== null) {
      const { pattern, flags } = regex as { pattern: string; flags: string };
      this.#add(node, pattern, flags);
      return;
    }
    if (node.type === 'NewExpression' || node.type === 'CallExpression') {
      if (isNode(callee) && callee.name === 'RegExp') {
        this.#made(node);
        for (const part of partsOf(node)) if (part !== callee) this.#look(part);
        return;
      }
      this.#matched(node);
    }
    if (node.type === 'Identifier' && node.name === 'RegExp') this.#escaped(node);
    for (const part of partsOf(node)) if (!isBeside(node, part)) this.#look(part);
  }

  #add(node: Node, source: string, flags: string): void {
    this.expressions.push({ source, flags, file: this.#file, line: this.#lineOf(node) });
  }

  #lineOf({ start }: Node): number {
    return this.#text.slice(0, start).split('\n').length;
  }

  /** `new RegExp(…)`. */
  #made(node: Node): void {
    const [source, flags] = argumentsOf(node).map((part) => this.#textOf(part, 0));
    const count = argumentsOf(node).length;
    if (source !== undefined && (count === 1 || flags !== undefined)) this.#add(node, source, flags ?? '');
    else if (!BUILT.some(({ file }) => file === this.#file)) {
      this.problems.push(
        `${this.#file}:${this.#lineOf(node)} puts a regular expression together: write it out, or compare texts.`,
      );
    }
  }

  /** `text.match('…')`, which makes an expression of the text. */
  #matched(node: Node): void {
    const { callee } = node;
    if (!isNode(callee) || !isNode(callee.property) || callee.computed === true) return;
    if (!MAKERS.has(String(callee.property.name))) return;
    const source = argumentsOf(node).map((part) => this.#textOf(part, 0))[0];
    if (source !== undefined) this.#add(node, source, '');
  }

  /** A use of RegExp as a value: expressions made with it later cannot be checked. */
  #escaped(node: Node): void {
    this.problems.push(
      `${this.#file}:${this.#lineOf(node)} hands RegExp on: what is made with it cannot be checked.`,
    );
  }

  /** The text that an expression of constants stands for. */
  #textOf(node: Node, depth: number): string | undefined {
    if (depth > 20) return undefined;
    const next = (part: unknown) => (isNode(part) ? this.#textOf(part, depth + 1) : undefined);
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? node.value : undefined;
      case 'Identifier':
        return next(this.#constants.get(String(node.name)));
      case 'BinaryExpression': {
        const [left, right] = [next(node.left), next(node.right)];
        return node.operator === '+' && left !== undefined && right !== undefined ? left + right : undefined;
      }
      case 'TemplateLiteral':
        return this.#templateOf(node, next);
      case 'MemberExpression': {
        const { object, property } = node;
        if (!isNode(object) || !isNode(property) || property.name !== 'source') return undefined;
        const held = object.type === 'Identifier' ? this.#constants.get(String(object.name)) : object;
        return patternOf(held?.regex);
      }
      default:
        return undefined;
    }
  }

  #templateOf(node: Node, next: (part: unknown) => string | undefined): string | undefined {
    if (!Array.isArray(node.quasis) || !Array.isArray(node.expressions)) return undefined;
    const texts = node.quasis.map((quasi: { value: { cooked: string | null } }) => quasi.value.cooked ?? '');
    const values = node.expressions.map(next);
    if (values.includes(undefined)) return undefined;
    return texts.map((text: string, at: number) => text + (values[at] ?? '')).join('');
  }
}

function patternOf(regex: unknown): string | undefined {
  if (typeof regex !== 'object' || regex === null || !('pattern' in regex)) return undefined;
  return String(regex.pattern);
}

function argumentsOf(node: Node): Node[] {
  return Array.isArray(node.arguments) ? node.arguments.filter(isNode) : [];
}

/** Where `RegExp` is a name in a type, of a property, or asked about, and makes nothing. */
function isBeside(node: Node, part: Node): boolean {
  if (node.type.startsWith('TS') && part.type === 'Identifier') return true;
  if (node.type === 'BinaryExpression' && node.operator === 'instanceof') return part === node.right;
  return node.type === 'MemberExpression' && node.computed !== true && part === node.property;
}

/** The regular expressions of one file. */
export function findExpressions(file: string, text: string): Found {
  return new Search(file, text).run();
}

/** The regular expressions of all sources below a folder. */
export function findAll(root: string): Found {
  const expressions: Expression[] = [];
  const problems: string[] = [];
  for (const path of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()) {
    const file = path.replaceAll('\\', '/');
    if (TEST.test(file) || /\/(?:node_modules|dist)\//.test(file)) continue;
    const found = findExpressions(file, readFileSync(join(root, path), 'utf8'));
    expressions.push(...found.expressions);
    problems.push(...found.problems);
  }
  return { expressions, problems };
}

/** The faults of expressions, in sentences; empty when each takes time in proportion to its input. */
export async function checkExpressions(
  expressions: readonly Expression[],
  fine: Set<string> = new Set(),
): Promise<string[]> {
  const places = Map.groupBy(expressions, ({ source, flags }) => `/${source}/${flags}`);
  const faults: string[] = [];
  // One after another: looked at side by side, recheck finds faults where there are none.
  for (const [shown, [first, ...others]] of places) {
    if (first === undefined || fine.has(shown)) continue;
    const found = await checkExpression(first);
    if (found.status === 'safe') fine.add(shown);
    else {
      const bad = [first, ...others].filter((each) => !isAllowed(each));
      faults.push(...bad.map(({ file, line }) => `${file}:${line} ${shown} ${faultOf(found)}`));
    }
  }
  return faults;
}

function isAllowed({ file, source }: Expression): boolean {
  return ALLOWED.some((each) => each.file === file && each.source === source);
}

function faultOf(found: Diagnostics): string {
  if (found.status === 'unknown') return `could not be checked (${found.error.kind}): make it simpler.`;
  if (found.status === 'safe') return 'is fine.';
  return (
    `takes more than linear time (${found.complexity.summary}), for example on ${found.attack.pattern}: ` +
    'anchor it, bound its repetitions, or compare texts.'
  );
}

/** The checker: a program of its own where its package has one for this system, or else a worker thread. */
type Check = typeof import('recheck').check;
const require = createRequire(import.meta.url);
let check: Check | undefined;

function checkExpression({ source, flags }: Pick<Expression, 'source' | 'flags'>): Promise<Diagnostics> {
  if (check === undefined) {
    process.env.RECHECK_BACKEND = hasNative() ? 'native' : 'worker';
    const loaded: { check: Check } = require('recheck');
    check = loaded.check;
  }
  return check(source, flags, { timeout: CHECK_LIMIT_MS, randomSeed: SEED });
}

function hasNative(): boolean {
  const system = { darwin: 'macos', linux: 'linux', win32: 'windows' }[process.platform as string];
  try {
    require.resolve(`recheck-${system}-${process.arch}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/** Expressions that passed the last time, kept beside the sources: only new ones are checked. */
class Memory {
  readonly fine: Set<string>;
  readonly #file: string;
  readonly #version: string;

  constructor(root: string) {
    this.#file = join(root, '.cache', 'expressions.json');
    this.#version = String(require('recheck/package.json').version);
    this.fine = new Set(this.#read());
  }

  #read(): string[] {
    try {
      const kept: { version?: unknown; fine?: unknown } = JSON.parse(readFileSync(this.#file, 'utf8'));
      if (kept.version !== this.#version || !Array.isArray(kept.fine)) return [];
      return kept.fine.filter((each) => typeof each === 'string').slice(-MAX_REMEMBERED);
    } catch {
      return [];
    }
  }

  save(): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    const fresh = `${this.#file}.${process.pid}`;
    writeFileSync(
      fresh,
      JSON.stringify({ version: this.#version, fine: [...this.fine].slice(-MAX_REMEMBERED) }),
    );
    renameSync(fresh, this.#file);
  }
}

async function main(): Promise<void> {
  const root = dirname(import.meta.dirname);
  const { expressions, problems } = findAll(root);
  const memory = new Memory(root);
  const known = memory.fine.size;
  const faults = [...problems, ...(await checkExpressions(expressions, memory.fine))];
  if (memory.fine.size !== known) memory.save();
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exit(faults.length === 0 ? 0 : 1);
}

if (import.meta.main) await main();

// Keeps the catalogues of the screens' and receipts' texts: npm run words [-- --check] [-- --bare [folder]]
//
// Reads every text out of the sources (`t`, `message`, `rich` in web/, `message`, `sentence` and `say` in src/) and writes
// locales/<language>/<part>.json: what is new is added as "", what is gone goes; sentences of the service have a code each in
// locales/reasons.json. With --check it writes nothing and fails
// on what is missing, left over, not ICU MessageFormat or without the placeholders of its English text, and on texts that
// stand in the screens without a catalogue. --bare lists those, and sentences outside of elements that may be some.

import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { type MessageFormatElement, parse as parseMessage } from '@formatjs/icu-messageformat-parser';
import { parseAst } from 'rolldown/parseAst';
import { type Catalogue, LANGUAGES } from '../src/kernel/words.ts';
import { reasonFaults, writeReasons } from './reason-codes.ts';

const root = dirname(import.meta.dirname);

/** A node of a source's tree, as far as it is looked at. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** A text of a source. */
interface Found {
  readonly text: string;
  readonly file: string;
  readonly line: number;
  /** True for a sentence that is told with its values. */
  readonly isSentence?: boolean;
}

/** What a source says. */
interface Source {
  readonly texts: readonly Found[];
  readonly mistakes: readonly string[];
  /** Texts of elements that are in no catalogue. */
  readonly bare: readonly Found[];
  /** Sentences that may be texts. */
  readonly suspects: readonly Found[];
}

/** Attributes of elements that people read. */
const READ = new Set(
  'title label placeholder description alt aria-label aria-description confirm said error head legend because hint'.split(
    ' ',
  ),
);
/** A name that is the same in every language. */
const BRAND = 'Passbell';
const CALLS = new Set(['t', 'message', 'rich', 'sentence']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** The text of a literal, or of literals that are joined; undefined for anything else. */
function literalOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') {
    const [only, ...others] = node.quasis as readonly { value: { cooked: string } }[];
    return others.length === 0 ? only?.value.cooked : undefined;
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const [left, right] = [literalOf(node.left), literalOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** The name of a call that takes a text of the catalogues. */
function textCall(node: Node, isScreen: boolean): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = node.callee as Node;
  if (callee.type === 'Identifier' && CALLS.has(String(callee.name))) return String(callee.name);
  const { name } = (callee.property ?? {}) as { name?: string };
  return !isScreen && callee.type === 'MemberExpression' && name === 'say' ? 'say' : undefined;
}

const HAS_WORD = /\p{L}{2}/u;

/** Walks through one source. */
class Reader {
  readonly texts: Found[] = [];
  readonly mistakes: string[] = [];
  readonly bare: Found[] = [];
  readonly suspects: Found[] = [];
  readonly #file: string;
  readonly #code: string;
  readonly #isScreen: boolean;

  constructor(file: string, code: string) {
    this.#file = file;
    this.#code = code;
    this.#isScreen = file.startsWith('web/');
  }

  /** `isThrown`: inside of what is thrown only marked texts are looked for. */
  walk(node: Node, depth: number, isThrown = node.type === 'ThrowStatement'): void {
    const call = textCall(node, this.#isScreen);
    if (call !== undefined) {
      this.#call(node, call, depth);
      return;
    }
    if (/^(?:Import|TS(?!As|Satisfies|NonNull))/.test(node.type)) return;
    if (!isThrown) this.#look(node);
    const inside = /Function|Method|PropertyDefinition/.test(node.type) ? depth + 1 : depth;
    for (const value of Object.values(node)) {
      for (const each of Array.isArray(value) ? value : [value])
        if (isNode(each)) this.walk(each, inside, isThrown || each.type === 'ThrowStatement');
    }
  }

  #at(node: Node, text: string): Found {
    return { text, file: this.#file, line: this.#code.slice(0, node.start).split('\n').length };
  }

  #call(node: Node, call: string, depth: number): void {
    const [first, ...rest] = node.arguments as readonly Node[];
    const text = literalOf(first);
    const { line } = this.#at(node, '');
    if (text === undefined) this.mistakes.push(`${this.#file}:${line}: ${call}() takes a literal.`);
    else this.texts.push({ ...this.#at(node, text), isSentence: call === 'sentence' });
    if ((call === 't' || call === 'rich') && depth === 0) {
      this.mistakes.push(`${this.#file}:${line}: ${call}() before the language is known; use message().`);
    }
    for (const each of rest) this.walk(each, depth);
  }

  /** Keeps what looks like a text that is in no catalogue. */
  #look(node: Node): void {
    if (node.type === 'JSXText' && HAS_WORD.test(String(node.value))) {
      this.bare.push(this.#at(node, String(node.value).trim().replace(/\s+/g, ' ')));
    } else if (node.type === 'JSXAttribute') {
      const { name } = node.name as { name?: unknown };
      const text = literalOf(node.value);
      if (READ.has(String(name)) && text !== undefined && HAS_WORD.test(text))
        this.bare.push(this.#at(node, text));
    } else if (node.type === 'Literal' && typeof node.value === 'string') {
      if (/^\p{Lu}.*\s\p{L}|^\p{Lu}\p{Ll}+\.?$/u.test(node.value))
        this.suspects.push(this.#at(node, node.value));
    } else if (node.type === 'TemplateElement') {
      const { cooked } = node.value as { cooked: string };
      if (/\p{L}{2}\s|\s\p{L}{2}/u.test(cooked)) this.suspects.push(this.#at(node, cooked));
    }
  }
}

function readSource(file: string): Source {
  const code = readFileSync(join(root, file), 'utf8');
  const reader = new Reader(file, code);
  // In src/ only what says so is a text: `t` and the like are names of many things.
  if (file.startsWith('src/') && !/kernel\/words\.ts|printing\/words\.ts|\.\/words\.ts/.test(code))
    return reader;
  const tree: unknown = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
  if (isNode(tree)) reader.walk(tree, 0);
  return reader;
}

/** The part of the catalogues that a source belongs to. */
function partOf(file: string): string {
  if (/^src\/(?:printing\/|orders\/documents\/|cashups\/paper)/.test(file)) return 'receipts';
  const [top, folder = ''] = file.split('/');
  return top === 'src' ? 'service' : folder;
}

/** The texts of each part; what several screens say is shared. */
function partsOf(sources: readonly Source[]): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  for (const { text, file } of sources.flatMap(({ texts }) => texts)) {
    const known = places.get(text) ?? new Set();
    places.set(text, known.add(partOf(file)));
  }
  const parts = new Map<string, Set<string>>();
  const add = (part: string, text: string) => parts.set(part, (parts.get(part) ?? new Set()).add(text));
  for (const [text, all] of places) {
    const screens = [...all].filter((part) => part !== 'service' && part !== 'receipts');
    for (const part of ['service', 'receipts']) if (all.has(part)) add(part, text);
    const [only] = screens;
    if (only !== undefined) add(screens.length > 1 ? 'shared' : only, text);
  }
  return parts;
}

/** The names of a text's placeholders and tags, each once, in order. */
function namesIn(elements: readonly MessageFormatElement[]): string[] {
  const found = elements.flatMap((element): string[] => {
    const { type } = element;
    if (type === 0 || type === 7) return [];
    const options = 'options' in element ? Object.values(element.options).map(({ value }) => value) : [];
    const children = 'children' in element ? [element.children] : [];
    return [element.value, ...[...options, ...children].flatMap(namesIn)];
  });
  return [...new Set(found)].sort();
}

/** What is wrong with a translation; undefined when nothing is. */
function faultOf(text: string, translation: string): string | undefined {
  if (translation === '') return 'is missing';
  // The screens are built without what reads these (web-config.ts).
  if (/,\s*::/.test(translation)) return 'has a skeleton (::)';
  try {
    const [wanted, got] = [namesIn(parseMessage(text)), namesIn(parseMessage(translation))];
    if (wanted.join() !== got.join())
      return `has the placeholders ${got.join(', ') || 'none'} instead of ${wanted.join(', ') || 'none'}`;
  } catch (error) {
    return `is not ICU MessageFormat: ${error instanceof Error ? error.message : String(error)}`;
  }
  return undefined;
}

function readCatalogue(file: string): Catalogue {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {};
}

const files = globSync(['web/**/*.{ts,tsx}', 'src/**/*.ts'], { cwd: root })
  .map((file) => file.split(sep).join('/'))
  .filter(
    (file) =>
      !/\.test\.tsx?$|\.d\.ts$/.test(file) &&
      file !== 'src/kernel/words.ts' &&
      file !== 'web/shared/words.ts',
  )
  .sort();
const sources = files.map(readSource);
const parts = partsOf(sources);
const mistakes = sources.flatMap((source) => source.mistakes);
const reasons = new Set(
  sources
    .flatMap(({ texts }) => texts)
    .filter(({ isSentence = false, file }) => isSentence && file.startsWith('src/'))
    .map(({ text }) => text),
);
const print = (found: readonly Found[]) => {
  for (const { file, line, text } of found)
    process.stdout.write(`${file}:${line}: ${JSON.stringify(text)}\n`);
};

for (const text of new Set([...parts.values()].flatMap((texts) => [...texts]))) {
  const fault = faultOf(text, text);
  if (fault !== undefined) mistakes.push(`${JSON.stringify(text)} ${fault}`);
}

const bareAt = process.argv.indexOf('--bare');
if (bareAt >= 0) {
  const below = process.argv[bareAt + 1] ?? 'web/';
  const of = (found: readonly Found[]) => found.filter(({ file }) => file.startsWith(below));
  print(of(sources.flatMap(({ bare }) => bare)));
  process.stdout.write('\nmaybe:\n');
  print(of(sources.flatMap(({ suspects }) => suspects)));
} else {
  const check = process.argv.includes('--check');
  if (check) mistakes.push(...reasonFaults(reasons));
  else writeReasons(reasons);
  for (const language of LANGUAGES.filter((each) => each !== 'en')) {
    const folder = join(root, 'locales', language);
    if (check && !existsSync(folder)) continue;
    // A text that moves to another part takes its translation with it.
    const known: Catalogue = Object.assign(
      {},
      ...globSync('*.json', { cwd: folder }).map((file) => readCatalogue(join(folder, file))),
    );
    for (const part of new Set([
      ...parts.keys(),
      ...globSync('*.json', { cwd: folder }).map((name) => name.replace('.json', '')),
    ])) {
      const file = join(folder, `${part}.json`);
      const texts = [...(parts.get(part) ?? [])].sort();
      const wanted = Object.fromEntries(texts.map((text) => [text, known[text] ?? '']));
      if (check) {
        const there = readCatalogue(file);
        for (const [text, translation] of Object.entries(wanted)) {
          const fault = faultOf(text, there[text] === undefined ? '' : translation);
          if (fault !== undefined)
            mistakes.push(`locales/${language}/${part}.json: ${JSON.stringify(text)} ${fault}`);
        }
        for (const text of Object.keys(there)) {
          if (wanted[text] === undefined)
            mistakes.push(`locales/${language}/${part}.json: ${JSON.stringify(text)} is used nowhere`);
        }
      } else {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, `${JSON.stringify(wanted, null, 2)}\n`);
      }
    }
  }
  for (const { file, line, text } of sources.flatMap(({ bare }) => bare)) {
    if (text !== BRAND) mistakes.push(`${file}:${line}: ${JSON.stringify(text)} is in no catalogue: t(…)`);
  }
  if (mistakes.length > 0) {
    process.stdout.write(
      `${mistakes.slice(0, 100).join('\n')}\n${mistakes.length} mistakes in texts; npm run words adds what is missing.\n`,
    );
    process.exitCode = 1;
  } else if (!check)
    process.stdout.write(`${[...parts.values()].reduce((sum, texts) => sum + texts.size, 0)} texts\n`);
}

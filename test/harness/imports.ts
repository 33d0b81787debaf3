// What TypeScript files import, read from their text: for tests that hold the shape of the repository.

import { posix } from 'node:path';

/** The number of the line that a place of a text is in. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** An import or re-export of a file. */
export interface Import {
  readonly line: number;
  /** The imported names: `{ sql, join }`, `* as fs`, or nothing. */
  readonly clause: string;
  readonly typeOnly: boolean;
  /** As written. */
  readonly source: string;
  /** The file it means, seen from the top of the repository; undefined for packages and Node's modules. */
  readonly target: string | undefined;
}

const IMPORT = /\b(?:import|export)\b(?<clause>[^'"`;()=]*?)\bfrom\s*['"]|\bimport\s*\(?\s*['"`]/g;

/** Every import of a file; `code` is its text with comments and strings blanked. */
export function importsOf(path: string, text: string, code: string): Import[] {
  return [...code.matchAll(IMPORT)].map((match) => {
    const begin = match.index + match[0].length;
    const source = text.slice(begin, text.indexOf(text.charAt(begin - 1), begin));
    const clause = (match.groups?.clause ?? '').trim();
    const names = /^\{(?<list>.*)\}$/s
      .exec(clause)
      ?.groups?.list?.split(',')
      .filter((name) => name.trim() !== '');
    const typeOnly = /^type\b/.test(clause) || (names?.every((name) => /^\s*type\s/.test(name)) ?? false);
    return { line: lineAt(text, match.index), clause, typeOnly, source, target: resolveImport(path, source) };
  });
}

function resolveImport(path: string, source: string): string | undefined {
  if (source.startsWith('#')) return source.slice(1);
  if (source.startsWith('.')) return posix.join(posix.dirname(path), source);
  return undefined;
}

/** Words after which a slash begins a regular expression. */
const BEFORE_REGEX = /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/;

/**
 * The program with everything inside comments, strings and regular expressions turned into spaces: matches in the
 * rest are code, at the same places.
 */
export function blank(text: string): string {
  let out = '';
  let at = 0;
  /** For each open template, how many braces are open inside its `${`. */
  const templates: number[] = [];

  const keep = (count: number) => {
    out += text.slice(at, at + count);
    at += count;
  };
  const hideUntil = (end: number) => {
    out += text.slice(at, end).replace(/[^\n]/g, ' ');
    at = end;
  };
  const find = (pattern: RegExp): number => {
    const found = pattern.exec(text.slice(at));
    return found === null ? text.length : at + found.index + found[0].length;
  };
  /** From behind a backtick or the brace that ends a `${}`: hides up to the next `${` or backtick. */
  const template = () => {
    const end = find(/^(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/);
    hideUntil(end);
    if (text.charAt(at) === '$') {
      keep(2);
      templates.push(0);
    } else keep(1);
  };
  const slashBeginsRegex = () => {
    const before = out.trimEnd();
    return !/[\w$)\]}'"`]$/.test(before) || BEFORE_REGEX.test(before);
  };

  while (at < text.length) {
    const char = text.charAt(at);
    const depth = templates.at(-1);
    if (text.startsWith('//', at)) hideUntil(find(/^[^\n]*/));
    else if (text.startsWith('/*', at)) hideUntil(find(/^\/\*[\s\S]*?\*\//));
    else if (char === '/' && slashBeginsRegex())
      hideUntil(find(/^\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/));
    else if (char === "'" || char === '"') {
      keep(1);
      hideUntil(find(char === "'" ? /^(?:[^'\\\n]|\\[\s\S])*/ : /^(?:[^"\\\n]|\\[\s\S])*/));
      keep(1);
    } else if (char === '`') {
      keep(1);
      template();
    } else if (char === '}' && depth === 0) {
      templates.pop();
      keep(1);
      template();
    } else {
      if (depth !== undefined && char === '{') templates[templates.length - 1] = depth + 1;
      if (depth !== undefined && char === '}') templates[templates.length - 1] = depth - 1;
      keep(1);
    }
  }
  return out;
}

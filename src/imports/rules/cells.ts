// What stands inside one cell: lists with `;`, values with `=`, alternatives with `|`. A backslash takes the
// meaning from the character after it, so that any text can be an item (docs/import.md).

/** One character with whether a backslash stood before it. */
interface Char {
  readonly char: string;
  readonly escaped: boolean;
}

function readChars(text: string): Char[] {
  const chars: Char[] = [];
  for (let at = 0; at < text.length; at++) {
    const escaped = text[at] === '\\' && at + 1 < text.length;
    if (escaped) at++;
    chars.push({ char: text[at] ?? '', escaped });
  }
  return chars;
}

function splitAt(chars: readonly Char[], separator: string, most = Number.POSITIVE_INFINITY): Char[][] {
  const parts: Char[][] = [[]];
  for (const each of chars) {
    if (each.char === separator && !each.escaped && parts.length < most) parts.push([]);
    else parts.at(-1)?.push(each);
  }
  return parts;
}

const isSpace = ({ char, escaped }: Char) => !escaped && /\s/.test(char);

/** The text of some characters, without the white space around it. */
function textOf(chars: readonly Char[]): string {
  const start = chars.findIndex((each) => !isSpace(each));
  if (start === -1) return '';
  const end = chars.findLastIndex((each) => !isSpace(each));
  return chars
    .slice(start, end + 1)
    .map(({ char }) => char)
    .join('');
}

function items(text: string): Char[][] {
  return splitAt(readChars(text), ';').filter((part) => textOf(part) !== '');
}

/** `A; B` */
export function readList(text: string): string[] {
  return items(text).map(textOf);
}

/** `A=1; B`: the value of B is undefined. */
export function readPairs(text: string): { readonly name: string; readonly value: string | undefined }[] {
  return items(text).map((item) => {
    const [name = [], value] = splitAt(item, '=', 2);
    return { name: textOf(name), value: value === undefined ? undefined : textOf(value) };
  });
}

/** `Size=S|M; Crust=Thin` */
export function readAttributes(text: string): { readonly name: string; readonly values: string[] }[] {
  return items(text).map((item) => {
    const [name = [], values = []] = splitAt(item, '=', 2);
    return {
      name: textOf(name),
      values: splitAt(values, '|')
        .map(textOf)
        .filter((value) => value !== ''),
    };
  });
}

/** A text as an item of a list, with what would mean something else taken for itself. */
function item(text: string): string {
  return text.replace(/[\\;=|]/g, '\\$&').replace(/^\s|\s$/g, '\\$&');
}

export function writeList(texts: readonly string[]): string {
  return texts.map(item).join('; ');
}

export function writePairs(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  return pairs
    .map(([name, value]) => (value === undefined ? item(name) : `${item(name)}=${item(value)}`))
    .join('; ');
}

export function writeAttributes(
  attributes: readonly (readonly [name: string, values: readonly string[]])[],
): string {
  return attributes.map(([name, values]) => `${item(name)}=${values.map(item).join('|')}`).join('; ');
}

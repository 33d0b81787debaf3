// Arabic letters in the forms that they take beside others. Printers join nothing: they have a character for each form.

/** The forms of a letter, as Unicode lists them: alone, at the end, at the beginning, in the middle. */
const forms = new Map<string, string[]>();
/** Lam with an alef, which are one character: alone and at the end. */
const ligatures = new Map<string, string[]>();

// Unicode knows the letter of each form, so the table need not be written down.
for (let point = 0xfe80; point <= 0xfefc; point++) {
  const form = String.fromCharCode(point);
  const letters = form.normalize('NFKC');
  const table = letters.length === 1 ? forms : ligatures;
  table.set(letters, [...(table.get(letters) ?? []), form]);
}

const ARABIC = /[\u0621-\u064a]/;
const MARK = /\p{Mn}/u;
const TATWEEL = '\u0640';

/** True when a text has characters that may have to be joined. */
export function hasArabic(text: string): boolean {
  return ARABIC.test(text);
}

/** Letters that join the one behind them have four forms. */
function joinsNext(letter: string | undefined): boolean {
  return letter === TATWEEL || (letter !== undefined && forms.get(letter)?.length === 4);
}

function joinsBefore(letter: string | undefined): boolean {
  return letter === TATWEEL || (letter !== undefined && (forms.get(letter)?.length ?? 0) >= 2);
}

/**
 * A text, in the order in which it is read, with each letter in its form. `has` says whether the printer has a form:
 * a missing one is replaced by the most similar, at last by the letter itself.
 */
export function shaped(text: string, has: (char: string) => boolean): string {
  // Vowel signs are written above and below, where a printer of single characters cannot put them.
  const chars = Array.from(text).filter(
    (char) => !(MARK.test(char) && /\p{Script=Arabic}|\p{Script=Inherited}/u.test(char)),
  );
  let out = '';
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? '';
    const after = joinsNext(chars[at - 1]);
    const pair = ligatures.get(char + (chars[at + 1] ?? ''));
    const ligature = pair?.[after ? 1 : 0];
    if (ligature !== undefined && has(ligature)) {
      out += ligature;
      at++;
      continue;
    }
    const found = forms.get(char);
    if (found === undefined) {
      out += char;
      continue;
    }
    const joined = after && found.length >= 2;
    const joins = found.length === 4 && joinsBefore(chars[at + 1]);
    const [alone, end, begin, middle] = found;
    const wanted = joined
      ? joins
        ? [middle, begin, end, alone]
        : [end, alone, middle, begin]
      : joins
        ? [begin, middle, alone, end]
        : [alone, end, begin, middle];
    out += wanted.find((form) => form !== undefined && has(form)) ?? char;
  }
  return out;
}

/** Compares texts by code point, as both databases sort them; `<` compares code units, which differ beyond U+FFFF. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue;
    return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
  }
  return a.length - b.length;
}

/** Code units in the order of their code points: halves of surrogate pairs come after all the others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** A text without the characters of `chars` that it ends with; a pattern such as `x+$` would take quadratic time. */
export function withoutEnd(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A text as people compare it: without case and accents, so that "Müller" and "muller" are one. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/;

/** A figure with blanks in it, such as a tax number, whose parts keep their order in a text from right to left. */
export function leftToRight(figure: string): string {
  return `\u2066${figure}\u2069`;
}

/**
 * A text from a user, to stand in one line with other texts and figures: one that runs from right to left is isolated
 * and does not reorder its neighbours. Other texts stay as they are.
 */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

// How a part of a name is found: by the pieces of up to three characters that a name is made of. A name that has
// a text in it has all of the text's pieces.

/** Characters of a piece; at the end of a name fewer. */
const LENGTH = 3;
/** Pieces of a text that are looked at. */
const MAX_ASKED = 8;

/** The pieces that begin at each character of a folded name, each once. */
export function gramsOf(folded: string): string[] {
  const letters = [...folded];
  return [...new Set(letters.map((_, at) => letters.slice(at, at + LENGTH).join('')))];
}

/** A condition that all names with a text in them meet: they have one of some pieces, or each of some pieces. */
export type Asked =
  | { readonly kind: 'each'; readonly grams: readonly string[] }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

/** The condition for names with a folded text in them; undefined for no text, which is in every name. */
export function askedOf(folded: string): Asked | undefined {
  const letters = [...folded];
  if (letters.length === 0) return undefined;
  // A short text is how some pieces begin, in the order of their code points.
  if (letters.length < LENGTH) {
    return { kind: 'range', from: folded, to: folded + '\u{10ffff}'.repeat(LENGTH - letters.length) };
  }
  const grams = gramsOf(folded).filter((gram) => [...gram].length === LENGTH);
  return { kind: 'each', grams: grams.length <= MAX_ASKED ? grams : spread(grams) };
}

/** Some of many pieces, from all over the text. */
function spread(grams: readonly string[]): string[] {
  return Array.from({ length: MAX_ASKED }, (_, at) => {
    const found = grams[Math.floor((at * grams.length) / MAX_ASKED)];
    if (found === undefined) throw new RangeError('There are too few pieces.');
    return found;
  });
}

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

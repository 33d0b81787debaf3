import bidiFactory from 'bidi-js/dist/bidi.mjs';
import { clustersOf } from '../paper/text.ts';

// The order in which a printer, which only writes from left to right, has to be given the characters of a line.

const bidi = bidiFactory();
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|\ud802|\ud803|\ud83a/;

/** A line as it is seen from left to right, its characters as readers see them (UAX 9). */
export function seenOrder(text: string): string[] {
  const clusters = clustersOf(text);
  if (!FROM_RIGHT.test(text)) return clusters.map((cluster) => cluster.text);
  const { levels } = bidi.getEmbeddingLevels(text);
  let at = 0;
  const seen = clusters.map((cluster) => {
    const level = levels[at] ?? 0;
    at += cluster.text.length;
    return {
      text: level % 2 === 1 ? (bidi.getMirroredCharacter(cluster.text) ?? cluster.text) : cluster.text,
      level,
    };
  });
  const highest = seen.reduce((most, { level }) => Math.max(most, level), 0);
  // Rule L2: from the highest level down, runs at that level or above are reversed.
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < seen.length; start++) {
      let end = start;
      while (end < seen.length && (seen[end]?.level ?? 0) >= level) end++;
      if (end - start > 1) seen.splice(start, end - start, ...seen.slice(start, end).reverse());
      start = end;
    }
  }
  return seen.map((cluster) => cluster.text);
}

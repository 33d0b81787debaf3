// Text as printers count it: in cells of one character, of which wide characters take two.

/** A text as one line of paper can hold it: no control characters, nothing that turns its neighbours round. */
export function cleanLine(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(UNSEEN, '').replace(SPACES, ' ').trim();
}

/** A text of several lines as the lines that it has; empty ones are left out. */
export function cleanLines(text: string): string[] {
  return text
    .split(BREAKS)
    .map(cleanLine)
    .filter((line) => line !== '');
}

/** The same where empty lines set parts off: one stays between two parts, none at the ends. */
export function cleanParts(text: string): string[] {
  const lines = text.split(BREAKS).map(cleanLine);
  const end = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, end + 1).filter((line, at) => line !== '' || (lines[at - 1] ?? '') !== '');
}

const BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/**
 * Invisible characters: format characters (with the marks that turn a line round, which could make a name read
 * differently), except the joiners and selectors that letters and emoji are written with.
 */
const UNSEEN = /(?!\u200c|\u200d)\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;
/** Control characters, private and unassigned ones cannot be printed; all kinds of spaces can. */
const SPACES = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu;

const clusterer = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A character as readers see one, with the marks on it. */
interface Cluster {
  readonly text: string;
  /** In cells: 0, 1 or 2. */
  readonly width: number;
}

/** Takes a text apart into the characters that readers see. */
export function clustersOf(text: string): Cluster[] {
  if (/^[\x20-\x7e]*$/.test(text)) return Array.from(text, (char) => ({ text: char, width: 1 }));
  return Array.from(clusterer.segment(text), ({ segment }) => ({
    text: segment,
    width: clusterWidth(segment),
  }));
}

/** How many cells a text takes. */
export function widthOf(text: string): number {
  return clustersOf(text).reduce((sum, { width }) => sum + width, 0);
}

const WIDE_RANGES =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f/u;
const NO_WIDTH = /^(?:\p{Mn}|\p{Me}|\u200c|\u200d)+$/u;

function clusterWidth(cluster: string): number {
  if (NO_WIDTH.test(cluster)) return 0;
  return WIDE_RANGES.test(cluster) ? 2 : 1;
}

/**
 * Breaks a text into lines of at most `width` cells, at spaces and beside wide characters; a word too long for a line
 * is cut. Nothing of it is lost but the spaces at which it was broken. Lines after the first are `hang` cells
 * shorter.
 */
export function wrap(text: string, width: number, hang = 0): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const room = () => width - (lines.length === 0 ? 0 : hang);
  const put = () => {
    if (line !== '') lines.push(line);
    line = '';
    used = 0;
  };
  for (const { clusters, spaced } of unitsOf(text)) {
    const needed = clusters.reduce((sum, cluster) => sum + cluster.width, 0);
    const gap = spaced && line !== '' ? 1 : 0;
    if (used + gap + needed <= room()) {
      line += (gap === 1 ? ' ' : '') + clusters.map((cluster) => cluster.text).join('');
      used += gap + needed;
      continue;
    }
    // A word longer than a whole line begins where it stands, when that saves a line.
    const far = needed > width - hang && used + gap + 4 <= room();
    if (far && gap === 1) {
      line += ' ';
      used++;
    } else if (!far) put();
    for (const cluster of clusters) {
      if (used + cluster.width > room()) put();
      line += cluster.text;
      used += cluster.width;
    }
  }
  put();
  return lines.length === 0 ? [''] : lines;
}

/** A part that is not broken when it fits a line: a word, or one wide character. */
interface Unit {
  readonly clusters: Cluster[];
  /** There was a space before it. */
  readonly spaced: boolean;
}

/** Characters that do not begin a line. */
const CLOSING = /^[、。，．・：；？！）」』】〕〉》”’…ー々]/u;

function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  let spaced = false;
  let before: Cluster | undefined;
  for (const cluster of clustersOf(text)) {
    if (cluster.text === ' ') {
      spaced = true;
      before = undefined;
      continue;
    }
    const unit = units.at(-1);
    const joined = before !== undefined && !spaced;
    const breaks =
      (before?.width === 2 || cluster.width === 2) && !CLOSING.test(cluster.text) && cluster.width > 0;
    if (joined && unit !== undefined && !breaks) unit.clusters.push(cluster);
    else units.push({ clusters: [cluster], spaced });
    spaced = false;
    before = cluster;
  }
  return units;
}

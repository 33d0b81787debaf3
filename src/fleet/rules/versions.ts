// Which versions of the program may run side by side (reference: operations.29).

/** How far two versions are from each other: the same, one release, or more. */
type Distance = 'same' | 'one' | 'more';

const VERSION = /^(\d+)\.(\d+)\./;

/** Versions by their release: `0.2.0` and `0.2.1` are of one. A version that cannot be read is far from all others. */
export function distanceOf(a: string, b: string): Distance {
  if (a === b) return 'same';
  const [one, other] = [VERSION.exec(a), VERSION.exec(b)];
  if (one === null || other === null) return 'more';
  const [majors, minors] = [1, 2].map((part) => Number(one[part]) - Number(other[part])) as [number, number];
  if (majors === 0) return Math.abs(minors) <= 1 ? 'one' : 'more';
  // The first release of a new major version follows the last one before, whichever number that had.
  const newer = majors > 0 ? one : other;
  return Math.abs(majors) === 1 && newer[2] === '0' ? 'one' : 'more';
}

/** The largest distance between any two of some versions. */
export function spreadOf(versions: readonly string[]): Distance {
  const distances = versions.flatMap((a) => versions.map((b) => distanceOf(a, b)));
  return distances.includes('more') ? 'more' : distances.includes('one') ? 'one' : 'same';
}

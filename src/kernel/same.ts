const NONE: ReadonlySet<string> = new Set();

/**
 * True for plain data (objects, lists, and what JSON and whole numbers have) that is the same. A member that is undefined is
 * as none, and members of the names in `ignored` do not count, wherever they are.
 */
export function isSame(a: unknown, b: unknown, ignored: ReadonlySet<string> = NONE): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at], ignored));
  }
  if (Array.isArray(b)) return false;
  const [own, other] = [a as Members, b as Members];
  for (const name of Object.keys(own))
    if (!ignored.has(name) && !isSame(own[name], other[name], ignored)) return false;
  return Object.keys(other).every(
    (name) => Object.hasOwn(own, name) || other[name] === undefined || ignored.has(name),
  );
}

type Members = Readonly<Record<string, unknown>>;

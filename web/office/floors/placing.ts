// Where tables stand on their floor, in grid units.

/** A drawn table with its place. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A floor's size. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** Moved by some units, but not beyond the floor. */
export function moved<T extends Place>(place: T, dx: number, dy: number, floor: Size): T {
  return {
    ...place,
    x: within(place.x + dx, 0, Math.max(0, floor.width - place.width)),
    y: within(place.y + dy, 0, Math.max(0, floor.height - place.height)),
  };
}

/** Larger or smaller by some units, but at least one unit, and not beyond the floor. */
export function resized<T extends Place>(place: T, dx: number, dy: number, floor: Size): T {
  return {
    ...place,
    width: within(place.width + dx, 1, Math.max(1, floor.width - place.x)),
    height: within(place.height + dy, 1, Math.max(1, floor.height - place.y)),
  };
}

/** True where two cover the same ground. */
function overlap(one: Place, other: Place): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** The first place for a table of a size, row by row, a unit apart from the others; the corner where there is none. */
export function freePlace(size: Size, taken: readonly Place[], floor: Size): { x: number; y: number } {
  for (let y = 0; y + size.height <= floor.height; y++) {
    for (let x = 0; x + size.width <= floor.width; x++) {
      const around = { x: x - 1, y: y - 1, width: size.width + 2, height: size.height + 2 };
      if (!taken.some((each) => overlap(each, around))) return { x, y };
    }
  }
  return { x: 0, y: 0 };
}

/** A name for one more table: the lowest number that none is called by. */
export function nextName(names: Iterable<string>): string {
  const known = new Set(names);
  for (let number = 1; ; number++) if (!known.has(String(number))) return String(number);
}

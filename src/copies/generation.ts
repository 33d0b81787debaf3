// A generation: a copy of the database's file, and what was written to it from then on. All of it follows from the names.

import type { Micros } from '../kernel/time.ts';
import type { CopyFile, CopyFolder } from './folder.ts';
import {
  type BaseName,
  generationTime,
  isSealedName,
  type PieceName,
  readBaseName,
  readPieceName,
} from './names.ts';

/** A generation as it lies in the folder. */
export interface Generation {
  readonly name: string;
  /** When it was begun. */
  readonly begun: Micros;
  readonly base: BaseName | undefined;
  /** Its pieces that follow each other without a gap, from the first frame on. */
  readonly pieces: readonly PieceName[];
  /** Pieces that others hold as well: what was merged. */
  readonly doubled: readonly PieceName[];
  /** A piece is missing: there are later ones. */
  readonly hasGap: boolean;
  /** The first and the last moment that can be restored; undefined where there is none. */
  readonly from: Micros | undefined;
  readonly to: Micros | undefined;
  readonly isSealed: boolean;
  readonly bytes: number;
}

/** True for one that something can be restored from. */
export function isWhole({ base, to }: Generation): boolean {
  return base !== undefined && to !== undefined;
}

/** Reads what a generation has. */
function generationOf(name: string, begun: Micros, files: readonly CopyFile[]): Generation {
  const names = files.map((file) => file.name);
  const base = names.map(readBaseName).find((each) => each !== undefined);
  const all = names.map(readPieceName).filter((piece) => piece !== undefined);
  // The longest of those that begin at a place comes first: it was merged of the others.
  all.sort((a, b) => a.log - b.log || a.first - b.first || b.last - a.last);
  const pieces: PieceName[] = [];
  const doubled: PieceName[] = [];
  let hasGap = false;
  for (const piece of all) {
    const before = pieces.at(-1);
    if (follows(before, piece)) pieces.push(piece);
    else if (before !== undefined && piece.log === before.log && piece.last <= before.last)
      doubled.push(piece);
    else {
      hasGap = true;
      break;
    }
  }
  const moments = pieces.filter(({ ending }) => ending !== 'part');
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const isSealed = names.some(isSealedName);
  return {
    name,
    begun,
    base,
    pieces,
    doubled,
    hasGap,
    from: moments[0]?.at,
    to: moments.at(-1)?.at,
    isSealed,
    bytes,
  };
}

function follows(before: PieceName | undefined, piece: PieceName): boolean {
  if (before === undefined) return piece.log === 1 && piece.first === 1;
  if (piece.log === before.log) return piece.first === before.last + 1;
  return before.ending === 'end' && piece.log === before.log + 1 && piece.first === 1;
}

/** The generations in a folder, the oldest first, of one owner or of all; other folders are passed over. */
export async function readGenerations(folder: CopyFolder, owner?: string): Promise<Generation[]> {
  const found: Generation[] = [];
  for (const name of await folder.generations()) {
    const begun = generationTime(name);
    const isOurs = owner === undefined || name.endsWith(`-${owner}`);
    if (begun !== undefined && isOurs) found.push(generationOf(name, begun, await folder.files(name)));
  }
  return found;
}

import type { Keyring } from '../edge/secrets.ts';
import type { Random } from '../kernel/random.ts';
import { readKeyChecks } from '../storage/key-checks.ts';
import type { Storage } from '../storage/port.ts';
import {
  countHashes,
  type Position,
  positionOf,
  ROWS_AT_ONCE,
  replaceText,
  type StoredText,
  sandboxBeginnings,
  sealedTexts,
  unnamedHashes,
} from './sealed.store.ts';
import { HASHED, type HashedPlace, SEALED, type SealedPlace } from './sealed.ts';

// What rests on which key, and how it is brought to the first (reference: operations.30).

/** The passes of a reseal at most: each takes what other processes have sealed with another key since the one before. */
const MAX_PASSES = 5;

/** The secrets and hashes of one key. */
export interface KeyLoad {
  readonly id: string;
  readonly sealed: number;
  readonly hashes: ReadonlyMap<HashedPlace, number>;
}

/** The secrets and hashes by their key. */
export interface Standing {
  /** One for each key that is known, the first one first. */
  readonly keys: readonly KeyLoad[];
  /** Sealed texts that none of them opens, by `table.column`. */
  readonly unopened: ReadonlyMap<string, number>;
  /** Hashes whose key is gone. */
  readonly lost: ReadonlyMap<HashedPlace, number>;
}

/** Looks at every sealed text and every hash; each page is a read of its own. */
export async function standingOf(storage: Storage, keyring: Keyring): Promise<Standing> {
  const sealed = new Map<string, number>();
  const unopened = new Map<string, number>();
  for (const place of SEALED) {
    await eachPage(
      (after) => storage.read((tx) => sealedTexts(tx, place, after)),
      place,
      (texts) => {
        for (const text of texts) {
          const opened = opening(keyring, place, text);
          if (opened === undefined) add(unopened, `${place.table}.${place.column}`);
          else add(sealed, opened.key.id);
        }
      },
    );
  }
  const origin = await originOf(storage, keyring);
  const hashes = new Map<string, Map<HashedPlace, number>>();
  for (const place of HASHED) {
    for (const [id, count] of await hashesOf(storage, place)) {
      const of = id === '' ? (origin ?? '') : id;
      const loads = hashes.get(of) ?? new Map<HashedPlace, number>();
      hashes.set(of, add(loads, place, count));
    }
  }
  const lost = new Map<HashedPlace, number>();
  for (const [id, loads] of hashes) {
    if (keyring.keys.some((key) => key.id === id)) continue;
    for (const [place, count] of loads) add(lost, place, count);
  }
  const keys = keyring.keys.map(({ id }) => ({
    id,
    sealed: sealed.get(id) ?? 0,
    hashes: hashes.get(id) ?? new Map<HashedPlace, number>(),
  }));
  return { keys, unopened, lost };
}

/** The result of a reseal. */
interface Resealed {
  /** Texts that the first key seals now. */
  readonly sealed: number;
  /** Texts that no key opens; they stay as they are. */
  readonly unopened: number;
  /** Hashes that name their key now. */
  readonly named: number;
  /** False when other processes went on sealing with another key. */
  readonly isWhole: boolean;
}

/**
 * Seals everything anew that another key than the first sealed, and lets hashes name their key. In transactions of
 * `ROWS_AT_ONCE` texts while the service runs; a text that has changed since it was read is left alone, and taken in the next
 * pass. What is done stays done, however it ends: another call does the rest.
 */
export async function reseal(storage: Storage, keyring: Keyring, random: Random): Promise<Resealed> {
  let sealed = 0;
  let unopened = 0;
  let isWhole = false;
  for (let pass = 0; pass < MAX_PASSES && !isWhole; pass++) {
    let found = 0;
    unopened = 0;
    for (const place of SEALED) {
      const done = await resealPlace(storage, place, keyring, random);
      sealed += done.sealed;
      unopened += done.unopened;
      found += done.found;
    }
    isWhole = found === unopened;
  }
  const origin = await originOf(storage, keyring);
  const named = origin === undefined ? 0 : await nameHashes(storage, origin);
  return { sealed, unopened, named, isWhole };
}

async function resealPlace(
  storage: Storage,
  place: SealedPlace,
  keyring: Keyring,
  random: Random,
): Promise<{ found: number; sealed: number; unopened: number }> {
  const { first } = keyring;
  const done = { found: 0, sealed: 0, unopened: 0 };
  await eachPage(
    (after) => storage.read((tx) => sealedTexts(tx, place, after, first.id)),
    place,
    async (texts) => {
      const next = texts.flatMap((stored) => {
        const text = opening(keyring, place, stored)?.text;
        return text === undefined
          ? []
          : [{ stored, sealed: first.seal(text, place.context(stored.row), random) }];
      });
      done.found += texts.length;
      done.unopened += texts.length - next.length;
      if (next.length === 0) return;
      done.sealed += await storage.write(async (tx) => {
        let count = 0;
        for (const { stored, sealed } of next) if (await replaceText(tx, place, stored, sealed)) count++;
        return count;
      });
    },
  );
  return done;
}

/** Lets each hash that names no key name the one that those are of. */
export async function nameHashes(storage: Storage, origin: string): Promise<number> {
  let named = 0;
  for (const place of HASHED) {
    await eachPage(
      (after) => storage.read((tx) => unnamedHashes(tx, place, after)),
      place,
      async (texts) => {
        named += await storage.write(async (tx) => {
          let count = 0;
          for (const stored of texts) {
            const next =
              place.table === 'meta' ? namedPins(stored.text, origin) : `h2.${origin}.${stored.text}`;
            if (next !== stored.text && (await replaceText(tx, place, stored, next))) count++;
          }
          return count;
        });
      },
    );
  }
  return named;
}

/** The hashes of PINs in what a sandbox is made again from. */
function pinsIn(text: string): Record<string, string> {
  const { pins = {} } = JSON.parse(text) as { readonly pins?: Record<string, string> };
  return pins;
}

function namedPins(text: string, origin: string): string {
  const pins = Object.entries(pinsIn(text)).map(([staff, hash]) => [
    staff,
    hash === '' || hash.startsWith('h2.') ? hash : `h2.${origin}.${hash}`,
  ]);
  return JSON.stringify({ ...(JSON.parse(text) as object), pins: Object.fromEntries(pins) });
}

/** How many hashes of a place rest on each key, by its id; '' for those that name none. */
async function hashesOf(storage: Storage, place: HashedPlace): Promise<Map<string, number>> {
  if (place.table !== 'meta') return storage.read((tx) => countHashes(tx, place));
  const counts = new Map<string, number>();
  let after = '';
  // Ends: each page begins behind the one before.
  for (;;) {
    const from = after;
    const texts = await storage.read((tx) => sandboxBeginnings(tx, from));
    for (const hash of texts.flatMap(({ text }) => Object.values(pinsIn(text))))
      if (hash !== '') add(counts, hash.startsWith('h2.') ? hash.slice(3, 11) : '');
    const last = texts.at(-1);
    if (last === undefined) return counts;
    after = String(last.row.key);
  }
}

/** The key that everything is of which names none: the one that the database was made with, if it is known. */
async function originOf(storage: Storage, keyring: Keyring): Promise<string | undefined> {
  const { origin } = await storage.read(readKeyChecks);
  return keyring.keys.find(({ check }) => check === origin)?.id;
}

function opening(keyring: Keyring, place: SealedPlace, { row, text }: StoredText) {
  try {
    return keyring.openWith(text, place.context(row));
  } catch {
    return undefined;
  }
}

async function eachPage(
  read: (after: Position) => Promise<StoredText[]>,
  place: Pick<SealedPlace, 'key'>,
  work: (texts: readonly StoredText[]) => void | Promise<void>,
): Promise<void> {
  let after: Position;
  // Ends: each page begins behind the one before.
  for (;;) {
    const from = after;
    const texts = await read(from);
    const last = texts.at(-1);
    if (last === undefined) return;
    await work(texts);
    if (texts.length < ROWS_AT_ONCE) return;
    after = positionOf(place, last);
  }
}

function add<K>(counts: Map<K, number>, key: K, count = 1): Map<K, number> {
  return counts.set(key, (counts.get(key) ?? 0) + count);
}

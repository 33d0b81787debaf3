// The names of what lies in COPY_DIR. They say where a piece belongs, as its content may be encrypted for a key that the service
// has not.

import { formatTime, type Micros } from '../kernel/time.ts';
import type { Sum } from './wal.ts';

/** The name of a file that is still being written. */
export const DRAFT = '.new';
const SEALED = '.age';

/**
 * How a piece ends: within a transaction or a batch (`part`), at a moment that can be restored (`moment`), or at one behind which
 * the log is begun anew (`end`).
 */
export type Ending = 'part' | 'moment' | 'end';
const ENDINGS: readonly Ending[] = ['part', 'moment', 'end'];

/** A piece of the log. */
export interface PieceName {
  readonly name: string;
  /** The log of its generation, from 1. */
  readonly log: number;
  /** Its first and its last frame; with none, the last is before the first. */
  readonly first: number;
  readonly last: number;
  /** Of the log up to its end. */
  readonly sum: Sum;
  /** Its first and its last moment: what was answered before that is in it or before it. */
  readonly from: Micros;
  readonly at: Micros;
  readonly ending: Ending;
}

/** The copy of the database's file. */
export interface BaseName {
  readonly name: string;
  readonly at: Micros;
  /** The beginning of the SHA-256 of what it holds. */
  readonly hash: string;
}

/** A time as names have it: 20261126T113200123Z. */
function shortTime(at: Micros): string {
  return formatTime(at).replaceAll(/[-:.]/g, '');
}

const TIME = '(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)(\\d{3})Z';

function longTime(parts: readonly string[]): Micros {
  const [year, month, day, hour, minute, second, ms] = parts;
  return BigInt(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)) * 1000n;
}

const GENERATION = new RegExp(`^${TIME}-[0-9a-f]{8}$`);
const BASE = new RegExp(`^base-${TIME}-([0-9a-f]{32})\\.gz(?:\\.age)?$`);
const PIECE = new RegExp(
  `^(\\d{6})-(\\d{8})-(\\d{8})-([0-9a-f]{8})([0-9a-f]{8})-${TIME}-${TIME}-(part|moment|end)\\.gz(?:\\.age)?$`,
);

/** The folder of a generation that begins. `owner` is 8 hexadecimal digits. */
export function generationName(at: Micros, owner: string): string {
  return `${shortTime(at)}-${owner}`;
}

/** When a generation was begun; undefined for another folder. */
export function generationTime(name: string): Micros | undefined {
  const found = GENERATION.exec(name);
  return found === null ? undefined : longTime(found.slice(1));
}

export function baseName(at: Micros, hash: string, isSealed: boolean): string {
  return `base-${shortTime(at)}-${hash.slice(0, 32)}.gz${isSealed ? SEALED : ''}`;
}

export function readBaseName(name: string): BaseName | undefined {
  const found = BASE.exec(name);
  if (found === null) return undefined;
  return { name, at: longTime(found.slice(1, 8)), hash: found[8] ?? '' };
}

const digits = (value: number, count: number) => String(value).padStart(count, '0');

/** Names a piece. */
export function pieceName(piece: Omit<PieceName, 'name'>, isSealed: boolean): PieceName {
  const { log, first, last, sum, from, at, ending } = piece;
  const hex = sumText(sum);
  const name = `${digits(log, 6)}-${digits(first, 8)}-${digits(last, 8)}-${hex}-${shortTime(from)}-${shortTime(at)}-${ending}.gz`;
  return { ...piece, name: isSealed ? name + SEALED : name };
}

export function readPieceName(name: string): PieceName | undefined {
  const found = PIECE.exec(name);
  if (found === null) return undefined;
  const [, log, first, last, one, two, ...rest] = found;
  const ending = ENDINGS.find((each) => each === rest[14]);
  if (ending === undefined) return undefined;
  return {
    name,
    log: Number(log),
    first: Number(first),
    last: Number(last),
    sum: [Number.parseInt(one ?? '', 16), Number.parseInt(two ?? '', 16)],
    from: longTime(rest.slice(0, 7)),
    at: longTime(rest.slice(7)),
    ending,
  };
}

/** A sum as 16 hexadecimal digits. */
function sumText(sum: Sum): string {
  return sum.map((part) => part.toString(16).padStart(8, '0')).join('');
}

export function isSealedName(name: string): boolean {
  return name.endsWith(SEALED);
}

/** The files beside the database; they are copied only where everything is encrypted. */
export const FILES_NAME = `files.gz${SEALED}`;

import { DiskFull, StorageUnavailable, UniqueViolation } from '../port.ts';

const BUSY = 5;
const READ_ONLY = 8;
const IO_ERROR = 10;
const FULL = 13;
const CANT_OPEN = 14;
const PROTOCOL = 15;
const UNIQUE = [1555, 2067]; // primary key, unique index
const FSYNC_FAILED = 1034;

function errorCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : 0;
}

/** The error for callers: a failure of the port's, or the error itself. */
export function explain(error: unknown): unknown {
  const code = errorCode(error);
  if (UNIQUE.includes(code)) return new UniqueViolation(error);
  switch (code & 0xff) {
    case FULL:
      return new DiskFull('The disk is full.', error);
    case READ_ONLY:
      return new StorageUnavailable('The database can only be read.', error);
    case BUSY:
    case IO_ERROR:
    case CANT_OPEN:
    case PROTOCOL:
      return new StorageUnavailable('The database file cannot be used just now.', error);
    default:
      return error;
  }
}

/** True when another process has the database locked. */
export function isBusy(error: unknown): boolean {
  return (errorCode(error) & 0xff) === BUSY;
}

/** True when a write was made, but perhaps not to the disk. */
export function isUnsynced(error: unknown): boolean {
  return errorCode(error) === FSYNC_FAILED;
}

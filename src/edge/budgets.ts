// The share of a process that answers may use: bytes, memory, turns of the event loop, time. docs/operations.md,
// "Budgets", has the same for administrators.

/**
 * Bytes of a page of a list, at most (a record that is longer goes alone), without the blanks of X-Pretty-Print.
 * Eight million bytes are sent within seconds on a slow line, and a company may have eight such pages in flight.
 */
export const PAGE_BYTES = 8 * 1024 * 1024;

/** Records that a list reads and renders in one go, unless its records can be so long that it says less. */
export const RECORDS_AT_ONCE = 100;

/** Bytes of an answer that are hashed, or put into other words, in one go: about a millisecond. */
export const HASHED_AT_ONCE = 256 * 1024;

/** From so many characters on a page is made slice by slice, and takes its turn with other large ones. */
export const LARGE_PAGE = 256 * 1024;

/** Large pages that are made at a time, of all companies and of one: each holds a connection to the database. */
export const LARGE_AT_ONCE = 4;
export const LARGE_PER_COMPANY = 2;
/** Large pages of a company that may wait for their turn; more are refused with Retry-After. */
export const LARGE_WAITING = 64;

/** An answer that is longer, in bytes, is counted while it is in flight. */
export const COUNTED_FROM = 64 * 1024;
/** An answer that is longer, in bytes, is sent piece by piece. A page of fifty orders, some 70 kB, is not. */
export const SENT_AT_ONCE = 128 * 1024;
/** Bytes of an answer that are given to the connection at a time, when it has taken the last ones. */
export const PIECE_BYTES = 64 * 1024;
/** Pieces that are sent in one turn of the event loop, of all answers: one MiB, about a millisecond of encryption. */
export const PIECES_PER_TURN = 16;

/** Bytes of answers in flight (made, and not yet taken by their clients), of one company. */
export const COMPANY_IN_FLIGHT = 64 * 1024 * 1024;
/** The same of all companies together: a process of half a GiB can spare it. */
export const TOTAL_IN_FLIGHT = 256 * 1024 * 1024;
/** Retry-After of an answer refused for one of the two, in s. */
export const FLIGHT_RETRY_S = 2;

/** How often slow readers are looked for, in ms. */
export const READER_CHECK_MS = 10_000;
/** Checks in a row during which a client reads no byte of its answer, before its connection is cut: 30 s. */
export const STALLED_CHECKS = 3;
/** Checks over which a client has to keep up with the floor: a minute, as systems take bytes in large gulps. */
export const FLOOR_CHECKS = 6;
/** Bytes a second that a client has to read while an answer waits for it. */
export const FLOOR_BYTES_PER_S = 8 * 1024;

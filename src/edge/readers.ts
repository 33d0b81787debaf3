import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { FLOOR_BYTES_PER_S, FLOOR_CHECKS, READER_CHECK_MS, STALLED_CHECKS } from './budgets.ts';

/** Why a client was cut that does not read: it took nothing at all, or too little. */
export type Slowness = 'stalled' | 'slow';

/** A client whose connection was cut because it does not read its answer. */
export interface CutClient {
  readonly reason: Slowness;
  /** The request without its query, which may name people. */
  readonly method: string;
  readonly path: string;
  readonly address: string | undefined;
  /** Bytes that waited for it. */
  readonly waiting: number;
}

const FLOOR_BYTES = (FLOOR_BYTES_PER_S * READER_CHECK_MS * FLOOR_CHECKS) / 1_000;

/** Judges a client by the bytes it had read at each check since an answer waits for it, the newest last. */
export function slownessOf(taken: readonly number[]): Slowness | undefined {
  const now = taken.at(-1) ?? 0;
  const before = taken.at(-1 - STALLED_CHECKS);
  if (before !== undefined && now <= before) return 'stalled';
  const first = taken.at(-1 - FLOOR_CHECKS);
  return first !== undefined && now - first < FLOOR_BYTES ? 'slow' : undefined;
}

/**
 * Cuts clients that do not read their answers: the budget of an answer is held until its client has read it. Streams
 * of events have a rule of their own (see `Streams`). Bytes accepted by the system's send buffer count as read.
 */
export class SlowReaders {
  readonly #answers = new Map<Socket, ServerResponse>();
  /** Bytes that clients had read at the last checks, while an answer waited for them. */
  readonly #taken = new WeakMap<Socket, number[]>();

  /** An answer begins on a connection. */
  add(socket: Socket, response: ServerResponse): void {
    if (!this.#answers.has(socket)) socket.once('close', () => this.#answers.delete(socket));
    this.#answers.set(socket, response);
  }

  /** Checks every connection, READER_CHECK_MS after the last time; answers the connections that were cut. */
  check(): CutClient[] {
    const cuts: CutClient[] = [];
    for (const [socket, response] of this.#answers) {
      const reason = this.#look(socket, response);
      if (reason === undefined) continue;
      const { method = '', url = '' } = response.req;
      cuts.push({
        reason,
        method,
        path: url.split('?')[0] ?? '',
        address: socket.remoteAddress,
        waiting: socket.writableLength,
      });
      this.#answers.delete(socket);
      socket.destroy();
    }
    return cuts;
  }

  #look(socket: Socket, response: ServerResponse): Slowness | undefined {
    if (socket.writableLength === 0 || response.getHeader('content-type') === 'text/event-stream') {
      this.#taken.delete(socket);
      return undefined;
    }
    const taken = this.#taken.get(socket) ?? [];
    this.#taken.set(socket, taken);
    taken.push(socket.bytesWritten - socket.writableLength);
    if (taken.length > FLOOR_CHECKS + 1) taken.shift();
    return slownessOf(taken);
  }
}

import type { ServerResponse } from 'node:http';
import { pipeline, Readable, Transform } from 'node:stream';
import { TextDecoder } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Indenter } from '../kernel/json.ts';
import { PIECE_BYTES, SENT_AT_ONCE } from './budgets.ts';
import { type Encoding, encoder, encodingFor, type Packed } from './encoding.ts';
import type { LoopScheduler } from './loop-scheduler.ts';
import { type BudgetOwner, type ResponseBudget, ResponseReservation } from './response-budget.ts';

/** The reservation of an answer, until its bytes were handed to the system or its client has gone. */
export function reservationFor(
  budget: ResponseBudget,
  owner: BudgetOwner,
  mayRefuse: boolean,
  response: ServerResponse,
): ResponseReservation {
  const reservation = new ResponseReservation(budget, owner, mayRefuse);
  if (response.destroyed) reservation.release();
  else response.once('close', () => reservation.release());
  return reservation;
}

/** Puts a part of a body into other words. */
type FormatPart = (part: Buffer) => string;

/** JSON in parts, indented. */
function indented(): FormatPart {
  const indenter = new Indenter();
  const decoder = new TextDecoder();
  return (part) => indenter.add(decoder.decode(part, { stream: true }));
}

/** The parts of a body, one piece at a time and each in its turn, as its reader takes them. */
class PieceStream extends Readable {
  readonly #parts: Buffer[];
  readonly #turns: LoopScheduler;
  readonly #dress: FormatPart | undefined;
  #at = 0;

  constructor(parts: readonly Buffer[], turns: LoopScheduler, dress: FormatPart | undefined) {
    super({ highWaterMark: PIECE_BYTES });
    this.#parts = [...parts];
    this.#turns = turns;
    this.#dress = dress;
  }

  override _read(): void {
    this.#turns.piece(() => {
      if (!this.destroyed) this.#send();
    });
  }

  #send(): void {
    const [part] = this.#parts;
    if (part === undefined) {
      this.push(null);
      return;
    }
    const piece = part.subarray(this.#at, this.#at + PIECE_BYTES);
    this.#at += PIECE_BYTES;
    if (this.#at >= part.length) {
      // Parts that were sent are freed, long before the whole answer is.
      this.#parts.shift();
      this.#at = 0;
    }
    if (this.#dress === undefined) this.push(piece);
    else this.push(this.#parts.length === 0 ? `${this.#dress(piece)}\n` : this.#dress(piece));
  }
}

/** In what form a body is sent. */
interface Form {
  /** Indented; for JSON alone. */
  readonly pretty?: boolean;
  readonly encoding?: Encoding | undefined;
}

/** Counts what passes as sent: of an answer whose length shows only then. */
function countingInto(request: FastifyRequest): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      request.sentBytes += chunk.length;
      done(null, chunk);
    },
  });
}

/** Sends a body piece by piece when it is long. Type and status are set. */
export function sendParts(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: readonly Buffer[],
  turns: LoopScheduler,
  { pretty = false, encoding }: Form = {},
): FastifyReply {
  if (encoding !== undefined) {
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    const pieces = new PieceStream(parts, turns, pretty ? indented() : undefined);
    // Either of them ends with the other: a client that goes away takes both.
    return reply.send(pipeline(pieces, encoder(encoding), countingInto(request), () => undefined));
  }
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length <= SENT_AT_ONCE && !pretty)
    return reply.send(parts.length === 1 ? parts[0] : Buffer.concat(parts));
  // How long an indented body is shows only when it was sent.
  if (!pretty) reply.header('content-length', length);
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const pieces = new PieceStream(parts, turns, pretty ? indented() : undefined);
  return reply.send(pretty ? pipeline(pieces, countingInto(request), () => undefined) : pieces);
}

/** Sends a packed body. All readers share its bytes: a request holds no more than a piece. */
export function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  packed: Packed,
  turns: LoopScheduler,
): FastifyReply {
  reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(request.headers['accept-encoding']);
  const bytes = encoding === undefined ? undefined : packed[encoding];
  if (encoding === undefined || bytes === undefined) return sendParts(request, reply, [packed.plain], turns);
  return sendParts(request, reply.header('content-encoding', encoding), [bytes], turns);
}

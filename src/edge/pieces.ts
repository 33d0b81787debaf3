import type { ApiError } from '../kernel/errors.ts';
import { LARGE_PAGE, PAGE_BYTES } from './budgets.ts';
import type { Call } from './call.ts';
import type { Reply } from './route.ts';

/**
 * Answers JSON whose text comes piece by piece, and whose entity tag is known: whole, or not at all. A long one takes its
 * turn with other large answers and counts as in flight while it grows; one of more than PAGE_BYTES is refused.
 */
export async function answerPieces(
  call: Call,
  etag: string,
  texts: AsyncIterable<string>,
  tooLong: () => ApiError,
): Promise<Reply> {
  const { reservation } = call;
  const short: string[] = [];
  const pieces: Buffer[] = [];
  let length = 0;
  let bytes = 0;
  for await (const text of texts) {
    length += text.length;
    short.push(text);
    if (length <= LARGE_PAGE) continue;
    if (pieces.length === 0) {
      reservation.restart();
      reservation.beginLarge();
    }
    const piece = Buffer.from(short.splice(0).join(''));
    bytes += piece.length;
    if (bytes > PAGE_BYTES) throw tooLong();
    reservation.reserve(piece.length);
    pieces.push(piece);
    await reservation.turns.slice();
  }
  return pieces.length === 0 ? { status: 200, body: short.join(''), etag } : { status: 200, pieces, etag };
}

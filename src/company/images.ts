import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { GIF } from 'image-size/types/gif';
import type { IImage } from 'image-size/types/interface';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import type { ResponseBudget } from '../edge/response-budget.ts';
import { reservationFor, sendParts } from '../edge/sending.ts';
import { invalid } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader, Storage, Writer } from '../storage/port.ts';
import { getImage, saveImage } from './images.store.ts';

// Pictures that are uploaded: sent as a data URL where an address could stand, kept by the hash of their bytes, and
// shown at an address that cannot be guessed.

/** Largest picture, in bytes. */
const MAX_IMAGE = 512 * 1024;
/** Most pixels of a picture: a client that shows it holds four bytes for each, however small the file is. */
const MAX_PIXELS = 25_000_000;

interface PictureType {
  readonly type: string;
  /** The first bytes of a picture of the type, as Latin-1. */
  readonly is: (head: string) => boolean;
  readonly format: IImage;
}

const TYPES: readonly PictureType[] = [
  { type: 'image/png', is: (head) => head.startsWith('\x89PNG\r\n\x1a\n'), format: PNG },
  { type: 'image/jpeg', is: (head) => head.startsWith('\xff\xd8\xff'), format: JPG },
  { type: 'image/gif', is: (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a'), format: GIF },
  { type: 'image/webp', is: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP', format: WEBP },
];

/** The types that paper and PDF files can show. */
const PRINTABLE: readonly string[] = ['image/png', 'image/jpeg'];

/** A picture of a data URL; 400 when it is none, is too large, or its bytes are not of its media type. */
function readImage(dataUrl: string): { type: string; bytes: Buffer } {
  const [, declared, base64] = /^data:([a-z/]{1,50});base64,([A-Za-z0-9+/]*={0,2})$/.exec(dataUrl) ?? [];
  if (declared === undefined || base64 === undefined || base64 === '' || base64.length % 4 !== 0) {
    throw invalid('image', sentence('as a data URL has the form data:image/png;base64,…'));
  }
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_IMAGE)
    throw invalid('image', sentence('must be at most {max} bytes.', { max: MAX_IMAGE }));
  const head = bytes.subarray(0, 16).toString('latin1');
  const found = TYPES.find(({ is }) => is(head));
  if (found === undefined) throw invalid('image', sentence('must be PNG, JPEG, GIF or WebP.'));
  if (found.type !== declared)
    throw invalid(
      'image',
      sentence('says it is {declared}, but it is {type}.', { declared, type: found.type }),
    );
  const pixels = pixelsOf(found.format, bytes);
  if (pixels === undefined)
    throw invalid(
      'image',
      sentence('is no whole {type}: its width and height are missing.', { type: found.type }),
    );
  if (pixels > MAX_PIXELS) {
    throw invalid(
      'image',
      sentence('must have at most {max} pixels; it has {pixels}. Make it smaller.', {
        max: MAX_PIXELS,
        pixels,
      }),
    );
  }
  return { type: found.type, bytes };
}

/** Width times height as the picture's own head says; undefined when it says none. */
function pixelsOf(format: IImage, bytes: Buffer): number | undefined {
  try {
    const { width, height } = format.calculate(bytes);
    return width > 0 && height > 0 ? width * height : undefined;
  } catch {
    return undefined;
  }
}

/** The company and time of an upload. */
interface Uploader {
  readonly company: Id;
  readonly now: Micros;
  /** The address of the service, as the caller knows it. */
  readonly origin: string;
}

/** The address of a picture: as it was sent, or of the picture that was sent itself and is kept now. */
export async function keepImage<T extends string | null | undefined>(
  tx: Writer,
  { company, now, origin }: Uploader,
  image: T,
): Promise<T | string> {
  if (typeof image !== 'string' || !image.startsWith('data:')) return image;
  const { type, bytes } = readImage(image);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await saveImage(tx, {
    company_id: company,
    hash,
    media_type: type,
    bytes: bytes.toString('base64'),
    created_at: now,
  });
  return `${origin}/images/${company}/${hash}`;
}

/** The same of a logo, which can be printed: 400 when it is neither PNG nor JPEG (reference: company.20). */
export async function keepLogo(tx: Writer, uploader: Uploader, image: string | null): Promise<string | null> {
  if (image?.startsWith('data:') === true && !PRINTABLE.includes(readImage(image).type))
    throw invalid('image', sentence('must be PNG or JPEG, so that it can be printed.'));
  return keepImage(tx, uploader, image);
}

/** The bytes of a logo that was sent to us, to be printed; undefined for a picture of another place or type. */
export async function printableLogo(
  tx: Reader,
  company: Id,
  address: string | null,
): Promise<Buffer | undefined> {
  const [what, owner, hash = ''] = (address ?? '').split('/').slice(-3);
  if (what !== 'images' || owner !== String(company) || !/^[0-9a-f]{64}$/.test(hash)) return undefined;
  const image = await getImage(tx, company, hash);
  if (image === undefined || !PRINTABLE.includes(image.media_type)) return undefined;
  return Buffer.from(image.bytes, 'base64');
}

/** GET /images/<company>/<hash>: an uploaded picture; its address is all a client needs. */
export function addImageEndpoint(app: FastifyInstance, storage: Storage, flight: ResponseBudget): void {
  app.get<{ Params: { company: string; hash: string } }>('/images/:company/:hash', async (request, reply) => {
    const company = parseId(request.params.company);
    const { hash } = request.params;
    const image =
      company !== undefined && /^[0-9a-f]{64}$/.test(hash)
        ? await storage.read((tx) => getImage(tx, company, hash))
        : undefined;
    if (image === undefined) return reply.callNotFound();
    const bytes = Buffer.from(image.bytes, 'base64');
    // Counted apart from companies: clients that know the address must not use up the company's response budget.
    reservationFor(flight, 'everybody', true, reply.raw).reserve(bytes.length);
    reply
      .header('content-type', image.media_type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'");
    return sendParts(request, reply, [bytes], flight.turns);
  });
}

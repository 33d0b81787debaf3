import { inflateSync } from 'node:zlib';
import { JPG } from 'image-size/types/jpg';

// Which pictures can be put on a page. A PNG is taken apart while the file is written, where a fault in it could not be
// caught any more: it is read whole before.

/** Most pixels of a picture on a page: each is unpacked. */
const MAX_PIXELS = 4_000_000;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const JPEG = Buffer.from('\xff\xd8\xff', 'latin1');
/** Values of a pixel, by the type of color: grey, true color, palette, grey and alpha, true color and alpha. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The last way in which PNG predicts a row. */
const LAST_FILTER = 4;

/** A width and a height. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture that a page can show, with its pixels. */
export interface Picture extends Size {
  readonly bytes: Buffer;
}

/** The picture, when a page can show it; undefined otherwise, however it is broken. */
export function printablePicture(bytes: Buffer): Picture | undefined {
  try {
    const isPng = bytes.subarray(0, PNG.length).equals(PNG);
    if (!isPng && !bytes.subarray(0, JPEG.length).equals(JPEG)) return undefined;
    const size = isPng ? sizeOfWhole(bytes) : JPG.calculate(bytes);
    return size !== undefined && size.width > 0 && size.height > 0 ? { ...size, bytes } : undefined;
  } catch {
    return undefined;
  }
}

/** The size of a PNG whose every row is there as its head says; throws for one that is cut off or no PNG inside. */
function sizeOfWhole(png: Buffer): Size | undefined {
  const data: Buffer[] = [];
  let head: Buffer | undefined;
  let palette = 0;
  for (let at = PNG.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (content.length < length) return undefined;
    if (type === 'IHDR') head = content;
    if (type === 'PLTE') palette = length;
    if (type === 'IDAT') data.push(content);
    if (type === 'IEND') break;
    at += length + 12;
  }
  if (head === undefined) return undefined;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth = 0, color = 0, , , interlaced = 0] = head.subarray(8);
  const samples = SAMPLES[color];
  if (samples === undefined || interlaced !== 0 || width * height === 0) return undefined;
  if (width * height > MAX_PIXELS || (color === 3 && palette === 0)) return undefined;
  if (depth !== 8 && (depth > 8 || samples !== 1)) return undefined;
  const row = Math.ceil((width * samples * depth) / 8) + 1;
  const pixels = inflateSync(Buffer.concat(data), { maxOutputLength: row * height + 1 });
  if (pixels.length !== row * height) return undefined;
  for (let at = 0; at < pixels.length; at += row) if ((pixels[at] ?? 0) > LAST_FILTER) return undefined;
  return { width, height };
}

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { printablePicture } from './picture.ts';

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
}

interface Made {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly color?: number;
  readonly interlaced?: number;
  readonly rows?: Buffer;
}

/** A PNG of 2 by 2 pixels of true color with alpha, but for what is said. */
function png({ width = 2, height = 2, depth = 8, color = 6, interlaced = 0, rows }: Made = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, color, 0, 0, interlaced], 8);
  const data = deflateSync(rows ?? Buffer.alloc(2 * 9));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

it('a whole picture is shown, with its size', () => {
  const { width, height } = printablePicture(png()) ?? {};
  assert.deepEqual([width, height], [2, 2]);
});

for (const [what, bytes] of Object.entries({
  nothing: Buffer.alloc(0),
  text: Buffer.from('<svg/>'),
  'cut off': png().subarray(0, 50),
  'too few rows': png({ rows: Buffer.alloc(9) }),
  'too many rows': png({ rows: Buffer.alloc(5 * 9) }),
  'a row of no known filter': png({ rows: Buffer.alloc(2 * 9, 9) }),
  interlaced: png({ interlaced: 1 }),
  'no known color': png({ color: 5 }),
  'a palette that is missing': png({ color: 3, rows: Buffer.alloc(2 * 3) }),
  'no pixels': png({ width: 0 }),
  'more pixels than a page takes': png({ width: 100_000, height: 100_000 }),
  'a JPEG without a size': Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
}))
  it(`a picture that is ${what} is left out`, () => assert.equal(printablePicture(bytes), undefined));

import qrcode from 'qrcode-generator';
import { MAX_QR } from '../paper/paper.ts';

/** The squares of a QR code, row by row; true is dark. Error correction M, so that worn paper is read. */
export function qrSquares(text: string): readonly (readonly boolean[])[] {
  if (text.length > MAX_QR) throw new Error('The text is too long for a QR code.');
  const code = qrcode(0, 'M');
  code.addData(text, 'Byte');
  code.make();
  const size = code.getModuleCount();
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_each, column) => code.isDark(row, column)),
  );
}

/** Light squares around a code, as scanners want them. */
const QUIET = 4;

/** A QR code as an SVG picture, dark on light in every theme. */
export function qrSvg(text: string): string {
  const squares = qrSquares(text);
  const size = squares.length + 2 * QUIET;
  const path = squares
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])))
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
  );
}

const INK = '#000000';

/** Draws a QR code: its squares as one path, so that no light lines are left between them. */
export function drawSquares(
  pdf: PDFKit.PDFDocument,
  squares: readonly (readonly boolean[])[],
  x: number,
  y: number,
  size: number,
): void {
  const unit = size / squares.length;
  for (const [row, cells] of squares.entries()) {
    for (let from = 0; from < cells.length; from++) {
      if (cells[from] !== true) continue;
      let to = from;
      while (cells[to + 1] === true) to++;
      pdf.rect(x + from * unit, y + row * unit, (to - from + 1) * unit, unit);
      from = to;
    }
  }
  pdf.fill(INK);
}

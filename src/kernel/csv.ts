// Cells and lines of CSV files as spreadsheets take them: nothing in them is run, nothing is changed.

/** The first characters that make a spreadsheet run a cell as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** A cell whose apostrophe is our own: alone, before a formula, or before text that would be read as our own. */
const GUARDED = /^'(?:[=+\-@\t\r\n']|$)/;

/** The text of a cell that was filled; undefined when it is empty, null when it is `-`, which unsets. */
export function readCell(cell: string): string | null | undefined {
  if (cell === '') return undefined;
  if (cell === '-') return null;
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}

/** The cell of a text; readCell gives exactly it back. Undefined is an empty cell. */
export function writeCell(text: string | undefined): string {
  if (text === undefined) return '';
  const cell = text === '' || FORMULA.test(text) || GUARDED.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A byte order mark: without it, spreadsheets take UTF-8 for something else. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A line of cells that are written already, with its end. */
export function joinCells(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** A line of a file, with its end. */
export function writeLine(cells: readonly (string | undefined)[]): string {
  return joinCells(cells.map(writeCell));
}

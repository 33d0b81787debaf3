import { paperOf } from '../paper/document.ts';
import { COLUMNS, type Paper, type PaperWidth } from '../paper/paper.ts';
import type { Document } from '../shape.ts';

/** The version of the layout: the same document in another layout is another file. */
const LAYOUT = 1;

/** How a document is to be shown. */
interface PreviewOptions {
  /** In mm; 80 when it is not given. */
  readonly width?: PaperWidth;
  /** As it prints when it may be on paper already. */
  readonly copy?: boolean;
}

/**
 * The `print` of a handler's reply that shows a document as it comes out of a printer: a PDF as wide as the paper.
 * Throws a RangeError for a document whose times or zone make no sense.
 */
export function previewOf(document: Document, { width = 80, copy = false }: PreviewOptions = {}): string {
  return shownPaper(paperOf(document, { columns: COLUMNS[width], copy }));
}

/** The same of paper that was written already. */
export function shownPaper(paper: Paper): string {
  return JSON.stringify({ kind: 'paper', layout: LAYOUT, paper });
}

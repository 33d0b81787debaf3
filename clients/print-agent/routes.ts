import { shareOf } from '../../src/printing/paper/document.ts';
import type { Document } from '../../src/printing/shape.ts';

/** The printer of each category of products. */
export interface Routes {
  /** The names of the printers; the first prints products without a route. */
  readonly printers: readonly [string, ...string[]];
  /** The categories of each printer that has its own. */
  readonly categories: ReadonlyMap<string, ReadonlySet<string>>;
  /** The printer of receipts. */
  readonly receipts: string;
}

/** The part of a document that a printer prints. */
export interface PartOf {
  readonly printer: string;
  readonly document: Document;
}

/**
 * Shares a document out: a line of a ticket goes to each printer that has one of its product's categories, and to the
 * first when none has. A ticket without lines goes to the first.
 */
export function partsOf(document: Document, { printers, categories, receipts }: Routes): PartOf[] {
  if (document.kind === 'receipt') return [{ printer: receipts, document }];
  const [first] = printers;
  const routed = new Set([...categories.values()].flatMap((ids) => [...ids]));
  const parts = printers.flatMap((printer): PartOf[] => {
    const own = categories.get(printer) ?? new Set<string>();
    const share = shareOf(document, { categories: own, ...(printer === first ? { butNot: routed } : {}) });
    return share === undefined ? [] : [{ printer, document: share }];
  });
  return parts.length === 0 ? [{ printer: first, document }] : parts;
}

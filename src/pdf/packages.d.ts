// Types of packages that come without any, or with types that do not fit an import.

declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'sfnt' | 'woff' | 'woff2';
    readonly keepAllGlyphs: boolean;
    readonly noHinting: boolean;
    readonly variationAxes: Readonly<Record<string, number>>;
  }

  /** The font with its axes pinned, in the format asked for. */
  export default function subsetFont(font: Buffer, text: undefined, options: SubsetOptions): Promise<Buffer>;
}

declare module 'bidi-js/dist/bidi.mjs' {
  export default function bidiFactory(): import('bidi-js').Bidi;
}

declare module 'fontkit' {
  interface Font {
    /** The code points the font has glyphs for. */
    readonly characterSet: readonly number[];
  }

  export function create(font: Buffer): Font;
}

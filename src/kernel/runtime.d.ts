// Features of Node 26 that TypeScript's libraries do not describe yet.

interface RawJSON {
  readonly rawJSON: string;
}

interface JSON {
  /** A value that JSON.stringify writes exactly as the text given here. */
  rawJSON(text: string): RawJSON;
  /** The same with the text that each number was written as. */
  parse(
    text: string,
    revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  isRawJSON(value: unknown): value is RawJSON;
}

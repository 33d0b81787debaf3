// Features of Node 26 that TypeScript's libraries do not describe yet.

interface RawJSON {
  readonly rawJSON: string;
}

interface JSON {
  /** A value that JSON.stringify writes exactly as the text given here. */
  rawJSON(text: string): RawJSON;
  isRawJSON(value: unknown): value is RawJSON;
}

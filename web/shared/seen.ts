import { Seen } from '#clients/typescript/index.ts';

/** What a page has changed or was told is shown by whatever it reads next. */
export const SEEN = new Seen();

import { Seen } from '#clients/typescript/index.ts';

/** Changes that a page has made or heard of are shown by its next reads. */
export const SEEN = new Seen();

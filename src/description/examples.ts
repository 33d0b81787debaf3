import { readFileSync } from 'node:fs';

/** A real request and its answer. */
export interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}

/** Examples by the id of their operation; those of topics have the payload as their request. */
export type Examples = Readonly<Record<string, Example | undefined>>;

/** Where they lie: `npm run describe` records them anew. */
export const EXAMPLES_FILE = new URL('./examples.json', import.meta.url);

/** The examples that were recorded. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Examples;
}

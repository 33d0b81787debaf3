import type { FastifyInstance } from 'fastify';
import { invalid } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';

/** Parameters by name. */
export type FormFields = Readonly<Record<string, string>>;

/** A form's fields; each may be there once (RFC 6749 3.2). */
function parseForm(text: string): FormFields {
  const fields = [...new URLSearchParams(text)];
  const names = new Set<string>();
  for (const [name] of fields) {
    if (names.has(name)) throw invalid(name, sentence('must not be sent twice.'));
    names.add(name);
  }
  return Object.fromEntries(fields);
}

/** Lets the routes of a scope take forms. */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, ready) => {
      try {
        ready(null, parseForm(String(text)));
      } catch (error) {
        ready(error instanceof Error ? error : new Error(String(error)), undefined);
      }
    },
  );
}

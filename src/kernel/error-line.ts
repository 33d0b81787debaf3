// An error as the log has it (reference: operations.23).

import { redactText, STARS } from './redact.ts';

/** Most characters of a message and of a stack, and most causes. */
const MAX_MESSAGE = 2_000;
const MAX_STACK = 8_000;
const MAX_CAUSES = 5;
/** A word, with what stands in words. */
const WORD = /[^\s"'(),;<>]+/g;
/** The code of an error of PostgreSQL. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** An error without the data of customers and users that it may hold. */
interface ErrorLine {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorLine;
}

/**
 * Type, message, code and stack, with secrets and addresses taken out of the message, and nothing else: the detail of an
 * error of a database holds values of rows.
 */
export function errorLine(error: unknown, causes = MAX_CAUSES): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: plain(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const text = code !== undefined && SQLSTATE.test(code) ? withoutValue(error.message) : error.message;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: plain(text),
    ...(code === undefined ? {} : { code }),
    ...(frames === undefined ? {} : { stack: frames.join('\n').slice(0, MAX_STACK) }),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: errorLine(error.cause, causes - 1) }),
  };
}

/** A message of PostgreSQL without the value that it ends with: `invalid input syntax for type bigint: "abc"`. */
function withoutValue(message: string): string {
  const at = message.indexOf(': "');
  return at < 0 ? message : `${message.slice(0, at)}: "${STARS}"`;
}

/** Without secrets, and without addresses of e-mail. */
function plain(message: string): string {
  return redactText(message.slice(0, MAX_MESSAGE)).replace(WORD, (word) =>
    word.includes('@') ? STARS : word,
  );
}

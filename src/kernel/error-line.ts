// An error as the log has it (reference: operations.23).

import { redactText, STARS } from './redact.ts';

/** Most characters of a message and of a stack, and most causes. */
const MAX_MESSAGE = 2_000;
const MAX_STACK = 8_000;
const MAX_CAUSES = 5;
/** Addresses of e-mail. */
const MAIL = /[\w.+-]{1,100}@[\w-]{1,100}(?:\.[\w-]{1,100})+/g;
/** The code of an error of PostgreSQL, and the value that its message ends with: `invalid input syntax …: "abc"`. */
const SQLSTATE = /^[0-9A-Z]{5}$/;
const LAST_VALUE = /: ".*"$/s;

/** An error without what it may hold of somebody's data. */
export interface ErrorLine {
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
  const told =
    code !== undefined && SQLSTATE.test(code)
      ? error.message.replace(LAST_VALUE, `: "${STARS}"`)
      : error.message;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: plain(told),
    ...(code === undefined ? {} : { code }),
    ...(frames === undefined ? {} : { stack: frames.join('\n').slice(0, MAX_STACK) }),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: errorLine(error.cause, causes - 1) }),
  };
}

function plain(message: string): string {
  return redactText(message.slice(0, MAX_MESSAGE)).replace(MAIL, STARS);
}

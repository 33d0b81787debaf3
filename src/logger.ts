import { type Logger, pino } from 'pino';
import { errorLine } from './kernel/error-line.ts';

/**
 * The logger: JSON lines on stderr, so that stdout is free for the ready line. Of errors it has what `errorLine` leaves
 * of them (reference: operations.23).
 */
export function createLogger(level: string, log: { write(line: string): void } = toStderr()): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: (error: unknown) => (error instanceof Error ? errorLine(error) : error) },
    },
    log,
  );
}

function toStderr() {
  return pino.destination({ dest: 2, sync: true });
}

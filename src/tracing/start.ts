import type { Logger } from 'pino';
import { SYSTEM_TIMERS } from '../kernel/time.ts';
import type { TracingSettings } from './settings.ts';
import type { Telemetry, TelemetryParts } from './telemetry.ts';

/** The tracing of the process, where traces are on: its packages are not loaded otherwise. */
export async function startTelemetry(
  settings: TracingSettings | undefined,
  { clock, random, ticker }: Pick<TelemetryParts, 'clock' | 'random' | 'ticker'>,
  logger: Logger,
): Promise<Telemetry | undefined> {
  if (settings === undefined) return undefined;
  const { createTelemetry } = await import('./telemetry.ts');
  const warn = (error: unknown, sentence: string) => logger.warn({ err: error }, sentence);
  return createTelemetry(settings, { clock, random, ticker, timers: SYSTEM_TIMERS, warn });
}

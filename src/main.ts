import { randomBytes } from 'node:crypto';
import { type App, startApp, type World } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';

/** How long a stop may take in all, in ms (contract 1). */
const STOP_MS = 10_000;

/** The real clock and the real source of chance. */
export const world: World = {
  clock: { now: () => BigInt(Date.now()) * 1000n },
  random: { bytes: (count) => randomBytes(count) },
};

/** Runs `serve` until it is told to stop. */
export async function serve(args: readonly string[]): Promise<void> {
  let config: Config;
  let app: App;
  try {
    config = readConfig(args, process.env);
    app = await startApp(config, world);
  } catch (error) {
    process.stderr.write(`Passbell did not start. ${startProblem(error)}\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(`Passbell is ready at ${app.address}\n`);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Passbell did not stop cleanly: ${startProblem(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The launcher holds a channel to this process: when it is killed, nobody is left to stop us.
  process.on('disconnect', stop);
}

function startProblem(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'The port is in use. Stop what uses it, or choose another with --port (0 = any).';
  if (code === 'EACCES') return `Permission denied: ${error.message}`;
  return error.message;
}

if (import.meta.main) await serve(process.argv.slice(2));

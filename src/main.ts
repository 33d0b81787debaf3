import { type App, startApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { explainProblem } from './problems.ts';
import { world } from './world.ts';

/** How long a stop may take in all, in ms: contract 1 says 10 s. */
const STOP_MS = 9_500;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Runs `serve` until it is told to stop. */
export async function serve(args: readonly string[]): Promise<void> {
  // Database, keys and certificates are nobody else's business, whatever the folder they lie in allows.
  process.umask(0o077);
  // Who started us may be gone without having read the ready line.
  process.stdout.on('error', () => undefined);
  let config: Config | undefined;
  let app: App | undefined;
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Nothing of a start is half done: each of its steps is whole or not there.
    if (app === undefined) process.exit(0);
    setTimeout(() => process.exit(0), STOP_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Passbell did not stop cleanly. ${explainProblem(error, config)}\n`);
        process.exit(1);
      },
    );
  };
  // From the first moment on: the launcher holds a channel to this process, and when it is killed nobody is
  // left to stop us.
  for (const signal of SIGNALS) process.on(signal, stop);
  process.on('disconnect', stop);
  try {
    config = readConfig(args, process.env);
    app = await startApp(config, world);
  } catch (error) {
    process.stderr.write(`Passbell did not start. ${explainProblem(error, config)}\n`);
    process.exitCode = 1;
    process.off('disconnect', stop);
    return;
  }
  const known = app.publicUrl === app.address ? '' : ` and known as ${app.publicUrl}`;
  process.stdout.write(`Passbell is ready at ${app.address}${known}\n`);
}

if (import.meta.main) await serve(process.argv.slice(2));

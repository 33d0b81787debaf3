import { type App, startApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { explainProblem } from './problems.ts';
import { releaseStartMemory, systemRuntime } from './runtime.ts';

/** How long a stop may take in all once the port closes, in ms. */
const STOP_MS = 9_500;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Runs `serve` until it gets a signal. */
export async function serve(args: readonly string[]): Promise<void> {
  // Database, keys and certificates are readable by their owner alone, in every folder.
  process.umask(0o077);
  // The parent process may be gone without having read the ready line.
  process.stdout.on('error', () => undefined);
  let config: Config | undefined;
  let app: App | undefined;
  let stopping = false;
  /** Ends the wait in which a balancer learns that it is over here. */
  let hurry: (() => void) | undefined;
  const stop = (signal?: NodeJS.Signals) => {
    if (stopping) {
      hurry?.();
      return;
    }
    stopping = true;
    // Nothing of a start is half done: each of its steps is whole or not there.
    if (app === undefined) process.exit(0);
    // Ctrl-C does not drain; nor is there a load balancer to wait for when the launcher was killed.
    const drain = signal === 'SIGTERM' ? (config?.drainSeconds ?? 0) * 1000 : 0;
    if (drain > 0) app.retire();
    const { close } = app;
    const drained = new Promise<void>((resolve) => {
      hurry = resolve;
      setTimeout(resolve, drain);
    });
    drained
      .then(() => {
        setTimeout(() => process.exit(0), STOP_MS).unref();
        return close();
      })
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`Passbell did not stop cleanly. ${explainProblem(error, config)}\n`);
          process.exit(1);
        },
      );
  };
  // From the first moment on: the launcher holds a channel to this process, and when it is killed no signal comes to
  // stop us.
  for (const signal of SIGNALS) process.on(signal, stop);
  const orphan = () => stop();
  process.on('disconnect', orphan);
  try {
    config = readConfig(args, process.env);
    app = await startApp(config, systemRuntime);
  } catch (error) {
    process.stderr.write(`Passbell did not start. ${explainProblem(error, config)}\n`);
    process.exitCode = 1;
    process.off('disconnect', orphan);
    return;
  }
  const known = app.publicUrl === app.address ? '' : ` and known as ${app.publicUrl}`;
  process.stdout.write(`Passbell is ready at ${app.address}${known}\n`);
  releaseStartMemory();
}

if (import.meta.main) await serve(process.argv.slice(2));

// passbell-print-agent: the agent as a program of its own, for a machine that has no more of Passbell than this.

import { resolve } from 'node:path';
import { ConfigError } from '../../src/kernel/settings.ts';
import { printHere } from './command.ts';
import { readSettings } from './settings.ts';
import { USAGE } from './usage.ts';

/** How it ends when its settings are at fault, as the commands of Passbell do. */
const MISUSED = 2;

const args = process.argv.slice(2);
process.umask(0o077);
try {
  if (['help', '--help', '-h'].some((word) => args.includes(word))) {
    process.stdout.write(`passbell-print-agent ${USAGE.join('\n  ')}\n`);
  } else {
    await printHere(readSettings(args, process.env), resolve(process.env.DATA_DIR || 'data'));
  }
} catch (error) {
  const said = error instanceof Error ? error.message : String(error);
  process.stderr.write(`passbell-print-agent: ${said}\n`);
  process.exitCode = error instanceof ConfigError ? MISUSED : 1;
}

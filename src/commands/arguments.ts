import { parseArgs } from 'node:util';
import { type Config, DEFAULT_PORT, localAddress, readConfig } from '../config.ts';
import { readSandboxAddress, refuseLost } from '../installation.ts';
import { flagProblem } from '../kernel/settings.ts';
import { hasDatabaseFile } from '../storage/open.ts';
import type { Storage } from '../storage/port.ts';

// The arguments of a command, and the settings that follow from them.

/** A command line that cannot be understood, as a sentence. */
export class UsageError extends Error {}

/** The settings of the command, once they are read. */
let settings: Config | undefined;

/** The settings of the command, for error messages; undefined before they were read. */
export function knownSettings(): Config | undefined {
  return settings;
}

export type Options = Record<string, { type: 'string' | 'boolean' }>;

const PLACE: Options = { 'data-dir': { type: 'string' }, 'database-url': { type: 'string' } };

export interface ParsedArguments {
  readonly words: readonly string[];
  text(name: string): string | undefined;
  has(name: string): boolean;
  /** The settings with --data-dir and --database-url put over the environment. */
  config(): Config;
}

export function parseArguments(
  args: readonly string[],
  options: Options,
  words: number | 'any',
): ParsedArguments {
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...args],
      options: { ...PLACE, ...options },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const flags = Object.keys({ ...options, ...PLACE }).map((flag) => `--${flag}`);
    throw new UsageError(`${flagProblem(error)} The flags are ${flags.join(', ')}.`);
  }
  const { values, positionals } = parsed;
  if (words !== 'any' && positionals.length !== words) {
    throw new UsageError(words === 0 ? 'It takes options alone.' : 'It needs one file or folder.');
  }
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    words: positionals,
    text,
    has: (name) => values[name] === true,
    config: () => {
      const flags = Object.keys(PLACE).filter((flag) => values[flag] !== undefined);
      settings = readConfig(
        flags.map((flag) => `--${flag}=${text(flag)}`),
        process.env,
      );
      return settings;
    },
  };
}

export async function withStorage<T>(storage: Storage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await storage.close();
  }
}

/** Where the service is: a service that picked its port itself left its address in sandbox.json. */
export function knownAddress(config: Config): string {
  return (
    config.baseUrl ??
    readSandboxAddress(config.dataDir) ??
    localAddress(config.host, config.port === 0 ? DEFAULT_PORT : config.port)
  );
}

/** The settings of an existing installation; checked before anything is opened, which would make one. */
export function existingInstallation(config: Config): Config {
  if (config.databaseUrl === undefined && !hasDatabaseFile(config.dataDir)) {
    refuseLost(config);
    throw new Error(
      `There is no database in ${config.dataDir} yet. Start Passbell once, or do: passbell company create.`,
    );
  }
  return config;
}

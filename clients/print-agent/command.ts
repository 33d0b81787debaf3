import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../../src/kernel/settings.ts';
import { EscPosEncoder } from '../../src/printing/escpos/encode.ts';
import { paperOf } from '../../src/printing/paper/document.ts';
import type { Document } from '../../src/printing/shape.ts';
import { nowAndThen } from '../common/client.ts';
import { readSandboxFile } from '../common/sandbox-file.ts';
import { type Clock, systemClock } from '../typescript/index.ts';
import { type AgentPrinter, runAgent } from './agent.ts';
import { Journal, JournalFile } from './journal.ts';
import { tcp } from './link.ts';
import { FilePrinter, NetworkPrinter, type OutputDevice, StreamPrinter } from './printer.ts';
import { HttpService } from './service.ts';
import type { AgentSettings, PrinterAddress } from './settings.ts';

/** The dependencies of the command, beside its settings. */
export interface CommandParts {
  /** The folder of an installation on this machine, for settings that were not given. */
  readonly dataDir: string;
  readonly out: NodeJS.WritableStream;
  readonly err: NodeJS.WritableStream;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Prints as a process does: until it is told to stop, on its own output. `dataDir` as in `CommandParts`. */
export async function printHere(settings: AgentSettings, dataDir: string): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { stdout: out, stderr: err } = process;
  await printAgent(settings, { dataDir, out, err, clock: systemClock, signal: stop.signal });
}

/** Prints a register's jobs until the signal. Throws when the service will not have it. */
export async function printAgent(settings: AgentSettings, parts: CommandParts): Promise<void> {
  const { out, err, clock, signal } = parts;
  // A printer on the standard output has it to itself.
  const lines = [...settings.printers.values()].some(({ kind }) => kind === 'stdout') ? err : out;
  const say = (sentence: string) => void lines.write(`${sentence}\n`);
  const journal = Journal.open(new JournalFile(settings.journal), newAgent());
  const encoder = new EscPosEncoder({ codepages: settings.codepages, cjk: settings.cjk });
  const encode = (document: Document, copy: boolean) =>
    encoder.encode(paperOf(document, { columns: settings.columns, copy }));
  const printers = new Map<string, AgentPrinter>();
  for (const [name, address] of settings.printers) {
    printers.set(name, { device: deviceAt(address, settings, parts), encode });
  }
  const service = await HttpService.open({
    ...(await placeOf(settings, parts.dataDir)),
    register: settings.register,
    clock,
    onTrouble: nowAndThen(clock, (sentence) => err.write(`${sentence}\n`)),
  });
  try {
    say(`Printing for register ${settings.register} on ${[...printers.keys()].join(', ')}. Ctrl-C ends it.`);
    await runAgent({ service, journal, printers, routes: settings.routes, clock, log: say }, signal);
  } finally {
    await service.close();
  }
  say('Stopped.');
}

/** The name of a new journal's agent: the machine's name, for people, and random characters. */
function newAgent(): string {
  return `${hostname().slice(0, 60)}-${randomBytes(6).toString('hex')}`;
}

function deviceAt(
  address: PrinterAddress,
  { status }: AgentSettings,
  { out, clock }: CommandParts,
): OutputDevice {
  switch (address.kind) {
    case 'tcp':
      return new NetworkPrinter({ dial: tcp(address.host, address.port), clock, status });
    case 'file':
      return new FilePrinter(address.path, clock);
    case 'stdout':
      return new StreamPrinter(out);
  }
}

/** The service and its token; missing settings are taken from sandbox.json. */
async function placeOf(
  { url, token, caFile }: AgentSettings,
  dataDir: string,
): Promise<{ baseUrl: string; token: string; caFile?: string | undefined }> {
  if (url !== undefined && token !== undefined) return { baseUrl: url, token, caFile };
  if (url !== undefined && !existsSync(join(dataDir, 'sandbox.json'))) {
    throw new ConfigError('--token is needed (or --token-file, or PRINT_AGENT_TOKEN).');
  }
  const known = await readSandboxFile(dataDir);
  return {
    baseUrl: url ?? known.baseUrl,
    token: token ?? known.token,
    caFile: caFile ?? known.caFile,
  };
}

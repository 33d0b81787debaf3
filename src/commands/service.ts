import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isLoopback } from '../../clients/common/address.ts';
import { openClient } from '../../clients/common/client.ts';
import { readSandboxFile } from '../../clients/common/sandbox-file.ts';
import { listen } from '../../clients/listen/listen.ts';
import { trigger } from '../../clients/listen/trigger.ts';
import { printHere } from '../../clients/print-agent/command.ts';
import { readSettings } from '../../clients/print-agent/settings.ts';
import { replay } from '../../clients/replay/replay.ts';
import { systemClock } from '../../clients/typescript/index.ts';
import { readConfig } from '../config.ts';
import { readDataset } from '../demo/demo.ts';
import { isTopic, TOPICS } from '../kernel/event.ts';

import { type Options, type ParsedArguments, parseArguments, UsageError } from './arguments.ts';

// Commands that talk to a running service.

function wholeNumberOf(given: ParsedArguments, option: string, max: number): number | undefined {
  const text = given.text(option);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text) || Number(text) > max) {
    throw new UsageError(`--${option} must be a whole number from 1 to ${max}.`);
  }
  return Number(text);
}

export async function runReplay(args: readonly string[]): Promise<number> {
  const given = parseArguments(
    args,
    { connections: { type: 'string' }, limit: { type: 'string' }, 'base-url': { type: 'string' } },
    1,
  );
  const connections = wholeNumberOf(given, 'connections', 100);
  const limit = wholeNumberOf(given, 'limit', 1_000_000);
  const target = await readSandboxFile(given.config().dataDir);
  const baseUrl = given.text('base-url');
  const stop = new AbortController();
  let stoppedBy: 'SIGINT' | 'SIGTERM' | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stoppedBy = signal;
      stop.abort();
    });
  }
  try {
    const result = await replay({
      ...target,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      data: await readDataset(given.words[0] ?? '', limit),
      connections,
      out: { write: (text) => process.stdout.write(text), isTTY: process.stdout.isTTY === true },
      clock: systemClock,
      signal: stop.signal,
    });
    return result.ok ? 0 : 1;
  } catch (error) {
    if (stoppedBy === undefined) throw error;
    process.stderr.write('passbell replay: Stopped before the end, as it was told to.\n');
    return 128 + constants.signals[stoppedBy];
  }
}

/** The options that name a service and an add-on of it. */
export const SERVICE: Options = {
  'base-url': { type: 'string' },
  token: { type: 'string' },
  'signing-secret': { type: 'string' },
};

interface Service {
  readonly baseUrl: string;
  readonly token: string;
  readonly caFile?: string;
  readonly signingSecret?: string;
}

/** The given service and add-on; missing options are taken from sandbox.json. */
export async function serviceOf(given: ParsedArguments): Promise<Service> {
  const [baseUrl, token, secret] = ['base-url', 'token', 'signing-secret'].map((name) => given.text(name));
  const { dataDir } = given.config();
  const own = secret === undefined ? {} : { signingSecret: secret };
  // Another service needs no local installation, and there may be none here.
  if (baseUrl !== undefined && token !== undefined && !existsSync(join(dataDir, 'sandbox.json'))) {
    return { baseUrl, token, ...own };
  }
  const { signingSecret, ...place } = await readSandboxFile(dataDir);
  return {
    ...place,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    // Another add-on has another secret.
    ...(token === undefined ? (signingSecret === undefined ? {} : { signingSecret }) : { token }),
    ...own,
  };
}

export async function runListen(args: readonly string[]): Promise<number> {
  const given = parseArguments(
    args,
    {
      ...SERVICE,
      forward: { type: 'string' },
      topic: { type: 'string' },
      after: { type: 'string' },
      anywhere: { type: 'boolean' },
    },
    0,
  );
  const forward = given.text('forward') ?? '';
  const address = URL.canParse(forward) ? new URL(forward) : undefined;
  if (address === undefined || !['http:', 'https:'].includes(address.protocol)) {
    throw new UsageError('--forward is needed, with an address such as http://localhost:3000/hook.');
  }
  if (!given.has('anywhere') && !isLoopback(address)) {
    throw new UsageError('--forward must lead to this machine; --anywhere lets events go elsewhere.');
  }
  const after = given.text('after');
  if (after !== undefined && !/^\d{1,18}$/.test(after)) {
    throw new UsageError('--after must be the number of an event, or 0.');
  }
  const topics = (given.text('topic')?.split(',') ?? []).map((topic) => {
    if (isTopic(topic)) return topic;
    throw new UsageError(`--topic: there is no topic ${topic}. Topics: ${TOPICS.join(', ')}.`);
  });
  const { signingSecret: secret, ...service } = await serviceOf(given);
  if (secret === undefined)
    throw new UsageError('--token needs the --signing-secret of its add-on beside it.');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { stdout: out, stderr: err } = process;
  await listen({
    ...service,
    address,
    secret,
    topics,
    after,
    out,
    err,
    clock: systemClock,
    signal: stop.signal,
  });
  return 0;
}

export async function runTrigger(args: readonly string[]): Promise<number> {
  const given = parseArguments(args, SERVICE, 'any');
  const [topic, ...rest] = given.words;
  if (topic === undefined) {
    process.stdout.write(`${TOPICS.join('\n')}\n`);
    return 0;
  }
  if (rest.length > 0) throw new UsageError('It takes one topic.');
  if (!isTopic(topic)) {
    throw new UsageError(`There is no topic ${topic}; without an argument it lists them.`);
  }
  const client = await openClient(await serviceOf(given));
  try {
    process.stdout.write(`${topic}: ${await trigger(client.passbell, topic)}.\n`);
  } finally {
    await client.close();
  }
  return 0;
}

export async function runPrintAgent(args: readonly string[]): Promise<number> {
  const given = readSettings(args, process.env);
  await printHere(given, readConfig([], process.env).dataDir);
  return 0;
}

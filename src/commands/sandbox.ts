import { openClient } from '../../clients/common/client.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { SERVICE, serviceOf } from './service.ts';

// A sandbox from the command line: its clock, its faults, its beginning. All of it by the API.

const WORDS = ['clock', 'faults', 'reset'];

/** A whole number or a share, as the options have them. */
function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError(`--${name} must be a number.`);
  return value;
}

/** passbell sandbox clock|faults|reset */
export async function runSandbox(args: readonly string[]): Promise<number> {
  const options = [
    'advance',
    'now',
    'path',
    'method',
    'topic',
    'effect',
    'status',
    'delay-ms',
    'count',
    'share',
  ];
  const given = parseArguments(
    args,
    {
      ...SERVICE,
      ...Object.fromEntries(options.map((name) => [name, { type: 'string' as const }])),
      clear: { type: 'boolean' },
    },
    'any',
  );
  const [what = '', ...rest] = given.words;
  if (!WORDS.includes(what) || rest.length > 0) {
    throw new UsageError('There are three things to do: sandbox clock, sandbox faults, sandbox reset.');
  }
  const client = await openClient(await serviceOf(given));
  const write = (value: unknown) => process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  const { passbell } = client;
  try {
    if (what === 'reset') write(await passbell.call('resetSandbox'));
    else if (what === 'clock') {
      const [advance, now] = [given.text('advance'), given.text('now')];
      if (advance === undefined && now === undefined) write(await passbell.call('getSandboxClock'));
      else {
        const body = { ...(advance === undefined ? {} : { advance }), ...(now === undefined ? {} : { now }) };
        write(await passbell.call('setSandboxClock', { body }));
      }
    } else if (given.has('clear')) await passbell.call('deleteSandboxFaults');
    else if (given.text('effect') === undefined) write(await passbell.call('listSandboxFaults'));
    else {
      const [path, method, topic] = ['path', 'method', 'topic'].map((name) => given.text(name) ?? null);
      const [status, delay, count, share] = ['status', 'delay-ms', 'count', 'share'].map(
        (name) => numberOf(name, given.text(name)) ?? null,
      );
      // Words that the API does not know it refuses in a sentence.
      const body = JSON.parse(
        JSON.stringify({
          ...{ match: { path, method, topic }, effect: given.text('effect') },
          ...{ status, delay_ms: delay, count, share },
        }),
      );
      write(await passbell.call('createSandboxFault', { body }));
    }
  } finally {
    await client.close();
  }
  return 0;
}

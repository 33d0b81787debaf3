import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { READY } from '../../test/harness/escpos.ts';
import { TcpPrinter } from '../../test/harness/printer.ts';
import { freePort } from '../../test/harness/process.ts';
import { type Clock, systemClock } from '../typescript/index.ts';
import { tcp } from './link.ts';
import { NetworkPrinter, NotPrinted } from './printer.ts';

const sinks: TcpPrinter[] = [];
after(async () => {
  for (const sink of sinks) await sink.close();
});

/** A clock on which every time limit is over at once. */
const impatient: Clock = { ...systemClock, sleep: (_ms, signal) => systemClock.sleep(0, signal) };
const BYTES = Buffer.from('\x1b@Tea\n\x1dV\x01', 'latin1');

/** Prints on a port; answers the journal's steps, and the error. */
async function print(port: number, { status = true, clock = systemClock } = {}) {
  const steps: string[] = [];
  const device = new NetworkPrinter({ dial: tcp('127.0.0.1', port), clock, status });
  try {
    await device.print(BYTES, {
      begin: () => steps.push('begin'),
      undo: () => steps.push('undo'),
      signal: new AbortController().signal,
    });
    return { steps, maybe: undefined, reason: undefined };
  } catch (error) {
    assert.ok(error instanceof NotPrinted, String(error));
    return { steps, maybe: error.maybe, reason: error.message };
  }
}

async function open(): Promise<TcpPrinter> {
  const sink = await TcpPrinter.open();
  sinks.push(sink);
  return sink;
}

describe('a printer on the network', () => {
  for (const status of [true, false]) {
    it(`prints, and ${status ? 'says so' : 'closes the connection'}`, async () => {
      const sink = await open();
      assert.deepEqual(await print(sink.port, { status }), {
        steps: ['begin'],
        maybe: undefined,
        reason: undefined,
      });
      assert.equal(sink.printer.strips.length, 1);
      await print(sink.port, { status });
      assert.equal(sink.printer.strips.length, 2);
    });
  }

  it('that says how it is, and it is not well, gets nothing', async () => {
    const sink = await open();
    for (const [condition, reason] of [
      [{ ...READY, paperOut: true }, 'it is out of paper'],
      [{ ...READY, coverOpen: true }, 'its cover is open'],
      [{ ...READY, offline: true }, 'it is offline'],
      [{ ...READY, error: true }, 'it reports an error'],
    ] as const) {
      sink.printer.condition = condition;
      assert.deepEqual(await print(sink.port), { steps: [], maybe: false, reason });
    }
    assert.equal(sink.printer.strips.length, 0);
  });

  it('that nobody is at gets nothing', async () => {
    const found = await print(await freePort());
    assert.deepEqual(found, { steps: [], maybe: false, reason: 'nobody listens at its address' });
  });

  it('that says nothing gets nothing', async () => {
    const sink = await open();
    sink.mute = true;
    const { steps, maybe, reason } = await print(sink.port, { clock: { ...impatient, sleep: late(sink) } });
    assert.deepEqual([steps, maybe], [[], false]);
    assert.match(reason ?? '', /did not say how it is/);
    assert.equal(sink.printer.strips.length, 0);
  });

  it('that says the word of an earlier document has not said that of this', async () => {
    const sink = await open();
    const connected = sink.printer.connected.bind(sink.printer);
    const other = Buffer.from('7"zzzz\0', 'latin1');
    sink.printer.connected = (answer) => connected((bytes) => answer(bytes.length === 7 ? other : bytes));
    // Three answers of one byte, and the word.
    sink.cutNext = () => ({ from: 3 + 7 });
    assert.equal((await print(sink.port)).maybe, true);
    sink.printer.connected = (answer) =>
      connected((bytes) => answer(bytes.length === 7 ? Buffer.concat([other, bytes]) : bytes));
    sink.cutNext = () => undefined;
    assert.equal((await print(sink.port)).reason, undefined);
  });

  it('whose connection is cut at any byte says whether any of it may be on paper', async () => {
    const sink = await open();
    // The status takes nine bytes: a document cut before the tenth is not begun, or undone.
    const word = 11;
    for (let to = 0; to <= 9 + BYTES.length + word; to++) {
      sink.cutNext = () => ({ to });
      const before = sink.printer.strips.length;
      const { steps, maybe } = await print(sink.port);
      if (to < 9) assert.deepEqual([steps, maybe], [[], false], `after ${to}`);
      else if (to > 9) {
        assert.deepEqual(steps, ['begin'], `after ${to}`);
        // With the last byte its word may have come back before the cut.
        assert.ok(maybe === true || to === 9 + BYTES.length + word, `after ${to}`);
      }
      // A cut just before the first byte may be noticed before it is sent, or not.
      else assert.ok(maybe === (steps.length === 1));
      assert.equal(sink.printer.strips.length - before, to >= 9 + BYTES.length ? 1 : 0, `after ${to}`);
    }
    for (let from = 0; from <= 9; from++) {
      sink.cutNext = () => ({ from });
      const { maybe } = await print(sink.port);
      if (from < 3) assert.equal(maybe, false, `after ${from} bytes of answers`);
      if (from > 3) assert.equal(maybe, true, `after ${from} bytes of answers`);
    }
    sink.cutNext = () => undefined;
    assert.equal((await print(sink.port)).reason, undefined);
  });
});

/** A clock whose waits end once a printer was asked. */
function late(sink: TcpPrinter): Clock['sleep'] {
  return async (ms, signal) => {
    while (sink.connections === 0) await systemClock.sleep(1, signal);
    return systemClock.sleep(Math.min(ms, 20), signal);
  };
}

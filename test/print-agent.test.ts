// An agent between a service and printers that can each fail at any moment: a job comes out once, or every time but one
// it is marked as a copy.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Document } from '#src/printing/shape.ts';
import { line, receipt, ticket } from '#test/harness/documents.ts';
import { linesOf, READY } from '#test/harness/escpos.ts';
import { MemoryDisk, PrintWorld } from '#test/harness/print-world.ts';
import { type Cut, type Found, ticketsOn } from '#test/harness/printer.ts';
import { Seeded } from '#test/harness/virtual.ts';

const ONE = { printers: ['kitchen'], categories: new Map(), receipts: 'kitchen' } as const;
const TWO = {
  printers: ['kitchen', 'bar'],
  categories: new Map([['bar', new Set(['7'])]]),
  receipts: 'bar',
} as const;

const saleid = (number: number) => `SALE${String(number).padStart(4, '0')}`;
const order = (number: number, lines = [line('Margherita')]): Document =>
  ticket({ saleid: saleid(number), number: 1, lines });
const named = (number: number) => `${saleid(number)} / 1`;

/** What must hold of what came out: never nothing, never twice unmarked. */
function assertOnce(found: readonly Found[], tickets: readonly string[], what: string): void {
  for (const each of tickets) {
    const own = found.filter((one) => one.ticket === each);
    assert.ok(
      own.some((one) => one.cut),
      `${what}: ${each} did not come out`,
    );
    const unmarked = own.filter((one) => !one.copy);
    assert.ok(unmarked.length <= 1, `${what}: ${each} came out ${unmarked.length} times without a mark`);
  }
}

describe('a job whose connection is cut', () => {
  /** Prints two jobs, the connection of the first cut as given; answers the paper and how many bytes there were. */
  async function print(cut: Cut | undefined, status: boolean) {
    const world = new PrintWorld(ONE, { status });
    const kitchen = world.printer('kitchen');
    let connections = 0;
    kitchen.cutNext = () => (connections++ === 0 ? cut : undefined);
    const jobs = [world.service.add(order(1)), world.service.add(order(2))];
    const life = world.start(new MemoryDisk());
    const isDone = () => jobs.every((id) => world.service.jobs.get(id)?.state === 'printed');
    await world.pass(300_000, isDone);
    assert.ok(isDone(), `not printed: ${world.said.join('\n')}`);
    assert.equal(life.failure, undefined);
    life.stop();
    await world.pass(60_000);
    await life.ended;
    return { world, found: ticketsOn(kitchen.paper), connections };
  }

  const lengthOf = async (status: boolean) => {
    const world = new PrintWorld(ONE, { status });
    let to = 0;
    const kitchen = world.printer('kitchen');
    const push = kitchen.paper.push.bind(kitchen.paper);
    kitchen.paper.push = (bytes) => {
      to += bytes.length;
      push(bytes);
    };
    const id = world.service.add(order(1));
    const life = world.start(new MemoryDisk());
    await world.pass(1_000, () => world.service.jobs.get(id)?.state === 'printed');
    life.kill();
    return to;
  };

  for (const status of [true, false]) {
    it(`${status ? 'of a printer that answers' : 'of one that does not'}: at every byte to it`, async () => {
      const length = await lengthOf(status);
      assert.ok(length > 300);
      let copies = 0;
      for (let to = 0; to <= length; to++) {
        const { found, world } = await print({ to }, status);
        assertOnce(found, [named(1), named(2)], `cut after ${to} of ${length} bytes`);
        // In order: the whole lines of the first stand before the second, which was printed undisturbed.
        assert.equal(found.at(-1)?.ticket, named(2));
        assert.equal(found.at(-1)?.copy, false);
        const first = found.filter((each) => each.ticket === named(1));
        const marked = first.some((each) => each.copy);
        assert.equal(world.service.jobs.get('1')?.saidCopy, marked, `after ${to} bytes`);
        if (marked) copies++;
        // Before its first byte there is nothing that could be there twice.
        if (to <= (status ? 8 : 0)) assert.equal(marked, false, `after ${to} bytes`);
        if (to > (status ? 9 : 0) && to < length) assert.equal(marked, true, `after ${to} bytes`);
      }
      assert.ok(copies > 300);
    });
  }

  it('at every byte from it', async () => {
    // Three answers of one byte, then the word that it has printed: seven.
    for (let from = 0; from <= 10; from++) {
      const { found } = await print({ from }, true);
      assertOnce(found, [named(1), named(2)], `cut after ${from} bytes of answers`);
      const first = found.filter((each) => each.ticket === named(1));
      assert.equal(first.length, from <= 3 || from === 10 ? 1 : 2, `after ${from} bytes`);
      assert.equal(first.at(-1)?.copy, from > 3 && from < 10, `after ${from} bytes`);
    }
  });
});

describe('an agent that is killed', () => {
  for (const fate of ['lost', 'half', 'whole'] as const) {
    it(`at every write of its journal, which is ${fate}`, async () => {
      for (let at = 1; at < 100; at++) {
        const world = new PrintWorld(TWO);
        const disk = new MemoryDisk();
        let killed = false;
        disk.onWrite = (write) => {
          if (killed || write !== at) return undefined;
          killed = true;
          return fate;
        };
        const both = [line('Pizza'), line('Beer', { category_ids: ['7'] })];
        const jobs = [1, 2, 3].map((number) => world.service.add(order(number, both)));
        const isDone = () => jobs.every((id) => world.service.jobs.get(id)?.state === 'printed');
        let life = world.start(disk);
        await world.pass(600_000, () => killed || isDone());
        if (killed) {
          // What has begun without it comes to its end, unheard.
          await world.pass(1_000);
          life = world.start(disk);
          await world.pass(600_000, isDone);
        }
        assert.ok(isDone(), `killed at write ${at}: ${world.said.join('\n')}`);
        assert.equal(life.failure, undefined);
        for (const name of ['kitchen', 'bar']) {
          const found = ticketsOn(world.printer(name).paper);
          assertOnce(found, [1, 2, 3].map(named), `${name}, killed at write ${at}`);
          assert.deepEqual(
            [...new Set(found.map((each) => each.ticket))],
            [1, 2, 3].map(named),
            `${name}: out of order after write ${at}`,
          );
          // At most the job being printed when it died prints again; when it does not know its claimed jobs, all of
          // those.
          const most = at === 2 && fate !== 'whole' ? 3 : 1;
          assert.ok(found.filter((each) => each.copy).length <= most, `${name}, killed at write ${at}`);
        }
        life.kill();
        if (!killed) {
          assert.ok(at > 15, `Only ${at} writes.`);
          return;
        }
      }
      assert.fail('The journal is written without end.');
    });
  }

  it('after the printer was done and before the service heard: it says so and prints nothing', async () => {
    const world = new PrintWorld(ONE);
    const disk = new MemoryDisk();
    world.service.fault = (what) => (what === 'printed' ? 'request' : undefined);
    const id = world.service.add(order(1));
    const life = world.start(disk);
    await world.pass(3_000);
    assert.equal(ticketsOn(world.printer('kitchen').paper).length, 1);
    life.kill();
    world.service.fault = () => undefined;
    const next = world.start(disk);
    // At once, and not only when its lease has run out.
    await world.pass(1_000);
    const job = world.service.jobs.get(id);
    assert.deepEqual([job?.state, job?.attempt, job?.saidCopy], ['printed', 1, false]);
    assert.equal(ticketsOn(world.printer('kitchen').paper).length, 1);
    next.kill();
  });

  it('before it began: what is handed out again is no copy', async () => {
    const world = new PrintWorld(ONE);
    const disk = new MemoryDisk();
    world.printer('kitchen').cutNext = () => 'refused';
    world.service.fault = (what) => (what === 'failed' ? 'request' : undefined);
    const id = world.service.add(order(1));
    const life = world.start(disk);
    await world.pass(2_000);
    life.kill();
    // The service never hears that nothing was printed, so it hands it out as a copy; the journal knows better.
    world.printer('kitchen').cutNext = () => undefined;
    const next = world.start(disk);
    await world.pass(120_000);
    const job = world.service.jobs.get(id);
    assert.deepEqual([job?.state, job?.copy, job?.saidCopy], ['printed', true, false]);
    assert.deepEqual(ticketsOn(world.printer('kitchen').paper), [
      { ticket: named(1), copy: false, cut: true },
    ]);
    next.kill();
  });
});

describe('a printer that cannot print', () => {
  for (const [what, condition, reason] of [
    ['is out of paper', { ...READY, paperOut: true }, 'kitchen: it is out of paper'],
    ['is open', { ...READY, coverOpen: true }, 'kitchen: its cover is open'],
    ['has an error', { ...READY, error: true }, 'kitchen: it reports an error'],
    ['is offline', { ...READY, offline: true }, 'kitchen: it is offline'],
  ] as const) {
    it(`${what}: the service hears why, nothing is printed, and later it is no copy`, async () => {
      const world = new PrintWorld(ONE);
      const { paper } = world.printer('kitchen');
      paper.condition = condition;
      const jobs = [1, 2, 3].map((number) => world.service.add(order(number)));
      const life = world.start(new MemoryDisk());
      await world.pass(20_000);
      assert.ok((world.service.jobs.get('1')?.reasons.length ?? 0) > 0);
      assert.deepEqual(new Set(world.service.jobs.get('1')?.reasons), new Set([reason]));
      assert.deepEqual(ticketsOn(paper), []);
      paper.condition = READY;
      await world.pass(120_000, () => jobs.every((id) => world.service.jobs.get(id)?.state === 'printed'));
      assert.deepEqual(
        ticketsOn(paper),
        [1, 2, 3].map((number) => ({ ticket: named(number), copy: false, cut: true })),
      );
      life.kill();
    });
  }

  it('is not there: the kitchen goes on, and each prints in order', async () => {
    const world = new PrintWorld(TWO);
    world.printer('bar').cutNext = () => 'refused';
    const both = [line('Pizza'), line('Beer', { category_ids: ['7'] })];
    const all = [1, 2, 3, 4, 5];
    for (const number of all) world.service.add(order(number, number === 3 ? [line('Pizza')] : both));
    const life = world.start(new MemoryDisk());
    await world.pass(2_000);
    assert.deepEqual(
      ticketsOn(world.printer('kitchen').paper).map((each) => each.ticket),
      all.map(named),
    );
    assert.deepEqual(ticketsOn(world.printer('bar').paper), []);
    // For half an hour, much longer than a lease.
    await world.pass(1_800_000);
    assert.equal(world.service.jobs.get('3')?.state, 'printed');
    assert.match(world.service.jobs.get('1')?.reasons[0] ?? '', /^bar: nobody listens at its address$/);
    world.printer('bar').cutNext = () => undefined;
    await world.pass(300_000);
    for (const job of world.service.jobs.values()) assert.equal(job.state, 'printed');
    assert.equal(ticketsOn(world.printer('kitchen').paper).length, 5);
    assert.deepEqual(
      ticketsOn(world.printer('bar').paper),
      [1, 2, 4, 5].map((number) => ({ ticket: named(number), copy: false, cut: true })),
    );
    life.kill();
  });

  it('takes a document and says nothing: in the end it prints again, marked', async () => {
    const world = new PrintWorld(ONE);
    const { paper } = world.printer('kitchen');
    const connected = paper.connected.bind(paper);
    let mute = true;
    paper.connected = (answer) =>
      connected((bytes) => {
        // The word that it has printed is lost, and so is everything after it.
        if (!(mute && bytes.length > 1)) answer(bytes);
      });
    const push = paper.push.bind(paper);
    let silent = false;
    paper.push = (bytes) => {
      if (silent && bytes.length < 10) return;
      push(bytes);
      if (mute && bytes.length > 10) silent = true;
    };
    const id = world.service.add(order(1));
    const life = world.start(new MemoryDisk());
    await world.pass(15_000);
    mute = false;
    silent = false;
    await world.pass(60_000);
    assert.equal(world.service.jobs.get(id)?.state, 'printed');
    assert.deepEqual(
      ticketsOn(paper).map((each) => each.copy),
      [false, true],
    );
    assert.match(world.service.jobs.get(id)?.reasons[0] ?? '', /does not say that it has printed/);
    life.kill();
  });
});

describe('a service that vanishes', () => {
  it('while something is printed: it hears of it when it is back, and nothing prints twice', async () => {
    const world = new PrintWorld(ONE);
    const id = world.service.add(order(1));
    const life = world.start(new MemoryDisk());
    world.printer('kitchen').cutNext = () => {
      world.service.down = true;
      return undefined;
    };
    // Longer than the lease: by then it would be handed out again.
    await world.pass(300_000);
    assert.equal(world.service.jobs.get(id)?.state, 'sent');
    world.service.down = false;
    await world.pass(30_000);
    assert.equal(world.service.jobs.get(id)?.state, 'printed');
    assert.equal(ticketsOn(world.printer('kitchen').paper).length, 1);
    life.kill();
  });

  it('after it handed out jobs that wait for their printer: they are not printed without it', async () => {
    const world = new PrintWorld(ONE);
    world.printer('kitchen').cutNext = () => 'refused';
    for (const number of [1, 2]) world.service.add(order(number));
    const life = world.start(new MemoryDisk());
    await world.pass(1_000);
    world.service.down = true;
    await world.pass(90_000);
    world.printer('kitchen').cutNext = () => undefined;
    await world.pass(60_000);
    // By now another agent may have them.
    assert.deepEqual(ticketsOn(world.printer('kitchen').paper), []);
    world.service.down = false;
    await world.pass(120_000);
    assertOnce(ticketsOn(world.printer('kitchen').paper), [named(1), named(2)], 'after it came back');
    for (const job of world.service.jobs.values()) assert.equal(job.state, 'printed');
    life.kill();
  });

  it('answers that are lost: of a claim, of what was printed, of what failed', async () => {
    for (const lost of ['claim', 'printed', 'failed', 'extend']) {
      for (const fault of ['request', 'answer'] as const) {
        const world = new PrintWorld(ONE);
        let faults = 2;
        world.service.fault = (what) => (what === lost && faults-- > 0 ? fault : undefined);
        let refusals = 1;
        world.printer('kitchen').cutNext = () => (refusals-- > 0 ? 'refused' : undefined);
        const jobs = [1, 2].map((number) => world.service.add(order(number)));
        const life = world.start(new MemoryDisk());
        await world.pass(300_000, () => jobs.every((id) => world.service.jobs.get(id)?.state === 'printed'));
        const found = ticketsOn(world.printer('kitchen').paper);
        assertOnce(found, [named(1), named(2)], `${lost}, ${fault}`);
        assert.equal(found.length, 2, `${lost}, ${fault}`);
        for (const job of world.service.jobs.values()) assert.equal(job.state, 'printed');
        life.kill();
      }
    }
  });
});

describe('what is asked for', () => {
  it('again prints as a copy, also when it failed the first time', async () => {
    for (const refusals of [0, 1]) {
      const world = new PrintWorld(ONE);
      let left = refusals;
      world.printer('kitchen').cutNext = () => (left-- > 0 ? 'refused' : undefined);
      world.service.add(order(1), true);
      const life = world.start(new MemoryDisk());
      await world.pass(60_000);
      assert.deepEqual(ticketsOn(world.printer('kitchen').paper), [
        { ticket: named(1), copy: true, cut: true },
      ]);
      life.kill();
    }
  });

  it('goes to the printers it is for', async () => {
    const world = new PrintWorld(TWO);
    world.service.add(
      order(1, [
        line('Pizza', { category_ids: ['3'] }),
        line('Beer', { category_ids: ['3', '7'] }),
        line('Salad'),
      ]),
    );
    world.service.add(receipt());
    const life = world.start(new MemoryDisk());
    await world.pass(1_000);
    const text = (name: string) => world.printer(name).paper.strips.map((strip) => linesOf(strip).join('\n'));
    const [kitchen, ...none] = text('kitchen');
    const [bar, bill] = text('bar');
    assert.deepEqual(none, []);
    assert.match(kitchen ?? '', /1 x Pizza[\s\S]*1 x Salad/);
    assert.doesNotMatch(kitchen ?? '', /Beer/);
    assert.match(bar ?? '', /1 x Beer/);
    assert.doesNotMatch(bar ?? '', /Pizza|Salad/);
    assert.match(bill ?? '', /Tax invoice/);
    life.kill();
  });

  it('and cannot be printed goes back with a reason, and nothing waits for it', async () => {
    const world = new PrintWorld(ONE);
    world.service.add(ticket({ saleid: saleid(1), timezone: 'Nowhere/Land' }));
    world.service.add(order(2));
    const life = world.start(new MemoryDisk());
    await world.pass(1_000);
    assert.deepEqual(
      ticketsOn(world.printer('kitchen').paper).map((each) => each.ticket),
      [named(2)],
    );
    await world.pass(20_000);
    assert.match(world.service.jobs.get('1')?.reasons[0] ?? '', /time zone/);
    life.kill();
  });
});

it('an agent that is told to stop ends what it prints and gives the rest back', async () => {
  const world = new PrintWorld(TWO);
  world.printer('bar').cutNext = () => 'refused';
  const beer = line('Beer', { category_ids: ['7'] });
  for (const number of [1, 2, 3]) world.service.add(order(number, [beer]));
  const life = world.start(new MemoryDisk());
  world.service.add(order(4));
  await world.pass(1_000);
  life.stop();
  await world.pass(30_000);
  await life.ended;
  assert.equal(life.failure, undefined);
  assert.deepEqual(
    [...world.service.jobs.values()].map(({ state, copy }) => [state, copy]),
    [
      ['queued', false],
      ['queued', false],
      ['queued', false],
      ['printed', false],
    ],
  );
});

describe('two agents of one register, and everything that can happen', () => {
  for (let seed = 1; seed <= 60; seed++) {
    it(`seed ${seed}`, async () => {
      const random = new Seeded(seed);
      const world = new PrintWorld(TWO, { status: seed % 3 !== 0 });
      world.chance = () => random.next();
      let calm = false;
      world.service.fault = () => {
        if (calm || !random.chance(0.15)) return undefined;
        return random.chance(0.5) ? 'request' : 'answer';
      };
      for (const printer of world.printers.values()) {
        printer.cutNext = () => {
          if (calm || random.chance(0.6)) return undefined;
          if (random.chance(0.3)) return 'refused';
          return random.chance(0.8) ? { to: random.whole(0, 600) } : { from: random.whole(0, 10) };
        };
      }
      const disks = [new MemoryDisk(), new MemoryDisk()];
      for (const disk of disks) {
        disk.onWrite = () => {
          if (calm || !random.chance(0.04)) return undefined;
          return random.pick(['lost', 'half', 'whole']);
        };
      }
      const lives = disks.map((disk, at) => world.start(disk, `agent ${at}`));
      const all: number[] = [];
      const wholeTicket = [line('Pizza'), line('Beer', { category_ids: ['7'] })];
      for (let round = 1; round <= 40; round++) {
        if (random.chance(0.5)) {
          all.push(all.length + 1);
          world.service.add(order(all.length, wholeTicket));
        }
        for (const [at, disk] of disks.entries()) {
          const life = lives[at];
          if (life === undefined) continue;
          if (random.chance(0.05)) life.kill();
          if (life.dead && random.chance(0.5)) lives[at] = world.start(disk, `agent ${at}`);
        }
        if (random.chance(0.1)) world.service.down = !world.service.down;
        await world.pass(random.whole(10, 20_000));
      }
      calm = true;
      world.service.down = false;
      for (const [at, disk] of disks.entries()) {
        if (lives[at]?.dead) lives[at] = world.start(disk, `agent ${at}`);
      }
      const isDone = () => [...world.service.jobs.values()].every(({ state }) => state === 'printed');
      await world.pass(3_600_000, isDone);
      assert.ok(isDone(), `not all is printed:\n${world.said.slice(-20).join('\n')}`);
      for (const name of ['kitchen', 'bar']) {
        assertOnce(ticketsOn(world.printer(name).paper), all.map(named), name);
      }
      for (const life of lives) {
        assert.equal(life.failure, undefined);
        life.kill();
      }
    });
  }
});

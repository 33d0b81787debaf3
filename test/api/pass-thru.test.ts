import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MINUTE, SECOND } from '#src/kernel/time.ts';
import { PATIENCE } from '#src/orders/rules/passthru.ts';
import { EXPIRY, LEASE } from '#src/printing/store.ts';
import type { Answer, Json } from '#test/harness/service.ts';
import { onEachEngine } from '#test/harness/service.ts';
import { change, EventLog, inUse, invalidFields, make, read, refused, secondAddon } from './helpers.ts';

// Every case of pass-thru printing (reference: printing.6 to printing.11), and what becomes of an order whose printer
// goes away.

type Presence = 'online' | 'offline' | 'none';

/** A kitchen with two registers, one of which may be the default. */
interface Kitchen {
  readonly site: Json;
  readonly chosen: Json;
  readonly standard: Json;
  readonly dish: Json;
}

onEachEngine('pass-thru printing', (service) => {
  let cash: number;
  before(() => {
    cash = service().card.payment_methods[0].id;
  });

  /** A site of its own: `chosen` is the register orders ask for, `standard` the default one, where there is one. */
  const kitchen = async (chosen: Presence, standard: Presence, fields: object = {}): Promise<Kitchen> => {
    const { client } = service();
    const site = await make(client, 'sites', { name: 'Kitchen', prep_time_minutes: 10, ...fields });
    const register = async (name: string, presence: Presence): Promise<Json> => {
      const made = await make(client, 'registers', { name, site_id: site.id });
      if (presence === 'online') await client.post(`registers/${made.id}/heartbeat`);
      return made;
    };
    const first = await register('Till', chosen);
    const second = await register('Standard', standard);
    if (standard !== 'none') {
      await change(client, `sites/${site.id}`, { default_pass_thru_register_id: second.id });
    }
    const dish = await make(client, `sites/${site.id}/products`, {
      ...{ name: 'Dish of the day', docket_name: 'DISH', unit_price: 8 },
    });
    return { site, chosen: first, standard: second, dish };
  };
  const post = ({ site, dish }: Kitchen, fields: object): Promise<Answer> =>
    service().client.post('orders', {
      site_id: site.id,
      status: 'ON_HOLD',
      pass_thru_printing: true,
      lines: [{ product_id: dish.id }],
      ...fields,
    });
  const order = async (place: Kitchen, fields: object = {}): Promise<Json> => {
    const answer = await post(place, fields);
    assert.equal(answer.status, 201, answer.text);
    return answer.json;
  };
  const paid = () => ({ payments: [{ method_id: cash, amount: 8 }] });
  const jobsOf = (register: Json): Promise<Json[]> =>
    read(service().client, `registers/${register.id}/print_jobs`);
  const claim = async (register: Json, agent = 'agent'): Promise<Json[]> => {
    const answer = await service().client.post(`registers/${register.id}/print_jobs/claim`, { agent });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.jobs;
  };
  const say = (job: Json, word: string, more: object = {}): Promise<Answer> =>
    service().client.post(`registers/${job.register_id}/print_jobs/${job.id}/${word}`, {
      ...{ agent: 'agent', attempt: job.attempt },
      ...more,
    });
  const printAll = async (register: Json): Promise<Json[]> => {
    const jobs = await claim(register);
    for (const job of jobs) {
      const answer = await say(job, 'printed');
      assert.equal(answer.status, 200, answer.text);
    }
    return jobs;
  };
  const orderNow = (made: Json): Promise<Json> => read(service().client, `orders/${made.id}`);
  const alive = (...registers: Json[]) =>
    Promise.all(registers.map(({ id }) => service().client.post(`registers/${id}/heartbeat`)));

  describe('where an order prints (rules 1 to 4)', () => {
    /** The register asked for, the presence of both registers, and where it prints or why it is rejected. */
    const CASES: readonly (readonly [
      'chosen' | 'none',
      Presence,
      Presence,
      'chosen' | 'standard' | RegExp,
    ])[] = [
      ['chosen', 'online', 'online', 'chosen'],
      ['chosen', 'online', 'offline', 'chosen'],
      ['chosen', 'online', 'none', 'chosen'],
      ['chosen', 'offline', 'online', 'standard'],
      ['chosen', 'offline', 'offline', /register \d+ \(Till\) is offline, and .*\(Standard\), is offline/],
      ['chosen', 'offline', 'none', /register \d+ \(Till\) is offline, and the site has no default/],
      ['none', 'online', 'online', 'standard'],
      ['none', 'offline', 'online', 'standard'],
      ['none', 'online', 'offline', /the default pass-thru register, register \d+ \(Standard\), is offline/],
      ['none', 'online', 'none', /the site has no default pass-thru register/],
    ];
    for (const [asked, chosen, standard, expected] of CASES) {
      const outcome = expected instanceof RegExp ? 'is rejected' : `prints at the ${expected}`;
      it(`asked for ${asked}, chosen ${chosen}, default ${standard}: ${outcome}`, async () => {
        const place = await kitchen(chosen, standard);
        const fields = asked === 'chosen' ? { pass_thru_printing_register: place.chosen.id } : {};
        const answer = await post(place, fields);
        if (expected instanceof RegExp) {
          invalidFields(answer, 'pass_thru_printing');
          assert.match(answer.json.error_description, /^The order was rejected: /);
          assert.match(answer.json.error_description, expected);
          assert.deepEqual(await read(service().client, `sites/${place.site.id}/orders`), []);
          assert.deepEqual([...(await jobsOf(place.chosen)), ...(await jobsOf(place.standard))], []);
          return;
        }
        assert.equal(answer.status, 201, answer.text);
        const register = place[expected];
        assert.equal(answer.json.pass_thru_printing, true);
        assert.equal(answer.json.pass_thru_printing_register.id, register.id);
        assert.equal(answer.json.pass_thru_printing_register.printed_at, null);
        const [job, ...none] = await jobsOf(register);
        assert.deepEqual(none, []);
        assert.deepEqual(
          [job.kind, job.state, job.pass_thru, job.copy, job.order_id],
          ['ticket', 'queued', true, false, answer.json.id],
        );
        const other = expected === 'chosen' ? place.standard : place.chosen;
        assert.deepEqual(await jobsOf(other), []);
      });
    }

    it('a register without pass_thru_printing does not tag the order (rule 2)', async () => {
      const place = await kitchen('online', 'online');
      for (const pass_thru_printing of [false, null, undefined]) {
        const made = await order(place, {
          pass_thru_printing,
          pass_thru_printing_register: place.chosen.id,
        });
        assert.deepEqual([made.pass_thru_printing, made.pass_thru_printing_register], [false, null]);
      }
      assert.deepEqual(await jobsOf(place.chosen), []);
    });

    it('the register is taken as an id, as text, or as an order shows it', async () => {
      const place = await kitchen('online', 'none');
      for (const shape of [place.chosen.id, place.chosen.id_str, { id: place.chosen.id }]) {
        const made = await order(place, { pass_thru_printing_register: shape });
        assert.equal(made.pass_thru_printing_register.id, place.chosen.id);
      }
    });

    it('a register of another site or company, and what is none, is refused by name', async () => {
      const place = await kitchen('online', 'online');
      const elsewhere = await kitchen('online', 'online');
      const foreign = service().foreignCard.sites[0].registers[0];
      for (const id of [elsewhere.chosen.id, foreign.id, 987654321, 'chosen', {}]) {
        invalidFields(await post(place, { pass_thru_printing_register: id }), 'pass_thru_printing_register');
      }
    });

    it('an order that sells nothing is refused: there is nothing to print (reference: printing.6)', async () => {
      const place = await kitchen('online', 'online');
      const back = { product_id: place.dish.id, quantity: -1 };
      const paidBack = { payments: [{ method_id: cash, amount: -8 }] };
      for (const fields of [
        { lines: [] },
        { lines: [back] },
        { status: 'PENDING', lines: [back], ...paidBack },
        { status: 'PENDING', lines: [back, back], payments: [{ method_id: cash, amount: -16 }] },
      ]) {
        const answer = await post(place, fields);
        invalidFields(answer, 'lines');
        assert.match(answer.json.error_description, /there is nothing to print/);
      }
      assert.deepEqual(await read(service().client, `sites/${place.site.id}/orders`), []);
      // With something sold beside it, the ticket is of that alone.
      const lines = [back, { product_id: place.dish.id, quantity: 2 }];
      const mixed = await order(place, { status: 'PENDING', lines, ...paid() });
      const [job] = await printAll(place.standard);
      assert.deepEqual(
        job.document.lines.map((line: Json) => `${line.action} ${line.quantity} ${line.name}`),
        ['new 2 DISH'],
      );
      assert.equal((await orderNow(mixed)).status, 'COMPLETE');
    });

    it('POST /orders/price says what would happen, and queues nothing', async () => {
      const place = await kitchen('offline', 'online');
      const body = {
        ...{ site_id: place.site.id, status: 'ON_HOLD', pass_thru_printing: true },
        lines: [{ product_id: place.dish.id }],
      };
      const priced = await service().client.post('orders/price', body);
      assert.equal(priced.status, 200, priced.text);
      assert.equal(priced.json.pass_thru_printing_register.id, place.standard.id);
      assert.deepEqual(await jobsOf(place.standard), []);
    });
  });

  describe('its status (rule 5, and the three rows of the status table)', () => {
    for (const status of [undefined, 'SUBMITTED', 'ACCEPTED', 'REJECTED', 'COMPLETE']) {
      it(`${status ?? 'none'} is refused`, async () => {
        invalidFields(await post(await kitchen('online', 'online'), { status }), 'status');
      });
    }

    it('PENDING has to be paid in full in the same call', async () => {
      const place = await kitchen('online', 'online');
      invalidFields(await post(place, { status: 'PENDING' }), 'payments');
      const part = { payments: [{ method_id: cash, amount: 7.99 }] };
      invalidFields(await post(place, { status: 'PENDING', ...part }), 'payments');
      assert.equal((await order(place, { status: 'PENDING', ...paid() })).status, 'PENDING');
    });

    it('ON_HOLD with full payment becomes PENDING, and COMPLETE when it is printed', async () => {
      const place = await kitchen('online', 'online');
      const log = await EventLog.open(service().client);
      const made = await order(place, paid());
      assert.equal(made.status, 'PENDING');
      assert.deepEqual(await log.topics(), ['orders/created', 'orders/kitchen_print']);
      await printAll(place.standard);
      const done = await orderNow(made);
      assert.equal(done.status, 'COMPLETE');
      assert.notEqual(done.pass_thru_printing_register.printed_at, null);
      assert.deepEqual(await log.topics(), ['orders/completed']);
    });

    it('PENDING stays PENDING after printing when complete_when_paid is false', async () => {
      const place = await kitchen('online', 'online');
      const made = await order(place, { status: 'PENDING', complete_when_paid: false, ...paid() });
      await printAll(place.standard);
      assert.equal((await orderNow(made)).status, 'PENDING');
    });

    it('ON_HOLD without full payment stays ON_HOLD after printing', async () => {
      const place = await kitchen('online', 'online');
      for (const payments of [[], [{ method_id: cash, amount: 3 }]]) {
        const made = await order(place, { payments });
        assert.equal(made.status, 'ON_HOLD');
        await printAll(place.standard);
        assert.equal((await orderNow(made)).status, 'ON_HOLD');
      }
    });

    it('one that is paid before it is printed waits for the printer, one after it completes at once', async () => {
      const { client } = service();
      const place = await kitchen('online', 'online');
      const early = await order(place);
      await change(client, `orders/${early.id}`, { status: 'PENDING' });
      await make(client, `orders/${early.id}/payments`, { method_id: cash, amount: 8 });
      assert.equal((await orderNow(early)).status, 'PENDING');
      const late = await order(place);
      await printAll(place.standard);
      assert.equal((await orderNow(early)).status, 'COMPLETE');
      await change(client, `orders/${late.id}`, { status: 'PENDING' });
      await make(client, `orders/${late.id}/payments`, { method_id: cash, amount: 8 });
      assert.equal((await orderNow(late)).status, 'COMPLETE');
    });
  });

  describe('when it prints', () => {
    it('a scheduled order waits until its prep time before fulfil_at', async () => {
      const { clock } = service();
      const place = await kitchen('online', 'online');
      const at = new Date(Number(clock.now() / 1000n) + 60 * 60_000).toISOString();
      const made = await order(place, { fulfil_at: at });
      const due = new Date(Date.parse(at) - 10 * 60_000).toISOString();
      assert.equal(made.pass_thru_printing_register.due_at, due);
      clock.advance(50n * MINUTE - SECOND);
      await alive(place.standard);
      assert.deepEqual(await claim(place.standard), []);
      clock.advance(SECOND);
      assert.equal((await printAll(place.standard)).length, 1);
      assert.notEqual((await orderNow(made)).pass_thru_printing_register.printed_at, null);
    });

    it('a new fulfil_at moves it, also to now', async () => {
      const { client, clock } = service();
      const place = await kitchen('online', 'online');
      const inMinutes = (minutes: number) =>
        new Date(Number(clock.now() / 1000n) + minutes * 60_000).toISOString();
      const made = await order(place, { fulfil_at: inMinutes(60) });
      const later = await change(client, `orders/${made.id}`, { fulfil_at: inMinutes(120) });
      assert.equal(later.pass_thru_printing_register.due_at, inMinutes(110));
      const [job] = await jobsOf(place.standard);
      assert.equal(job.due_at, inMinutes(110));
      await change(client, `orders/${made.id}`, { fulfil_at: inMinutes(5) });
      assert.equal((await claim(place.standard)).length, 1);
    });

    it('what changes before that prints behind it; one that is withdrawn does not print at all', async () => {
      const { client, clock } = service();
      const place = await kitchen('online', 'online');
      const at = new Date(Number(clock.now() / 1000n) + 60 * 60_000).toISOString();
      const changed = await order(place, { fulfil_at: at });
      const gone = await order(place, { fulfil_at: at });
      await change(client, `orders/${changed.id}/lines/1`, { quantity: 3 });
      await change(client, `orders/${gone.id}`, { status: 'REJECTED' });
      clock.advance(50n * MINUTE);
      await alive(place.standard);
      const first = await printAll(place.standard);
      const second = await printAll(place.standard);
      assert.deepEqual(
        [...first, ...second].map((job) => [
          job.order_id,
          job.document.lines.map((each: Json) => `${each.action} ${each.quantity} ${each.name}`),
        ]),
        [
          [changed.id, ['new 1 DISH']],
          [changed.id, ['more 2 DISH']],
        ],
      );
      assert.deepEqual(await claim(place.standard), []);
    });
  });

  describe('when its register goes away between the check and the print', () => {
    it('the default prints it', async () => {
      const { clock } = service();
      const place = await kitchen('online', 'online');
      const made = await order(place, { ...paid(), pass_thru_printing_register: place.chosen.id });
      assert.deepEqual(await claim(place.standard), [], 'the chosen register is online');
      clock.advance(30n * SECOND);
      await alive(place.standard);
      const [job] = await printAll(place.standard);
      assert.deepEqual([job.register_id, job.copy], [place.standard.id, false]);
      const done = await orderNow(made);
      assert.deepEqual([done.status, done.pass_thru_printing_register.id], ['COMPLETE', place.standard.id]);
      assert.deepEqual(await claim(place.chosen), [], 'it is not printed twice');
    });

    it('in the middle of it, the default prints it as a copy once the lease is over', async () => {
      const { clock } = service();
      const place = await kitchen('online', 'online');
      await order(place, { pass_thru_printing_register: place.chosen.id });
      assert.equal((await claim(place.chosen)).length, 1);
      clock.advance(LEASE);
      await alive(place.standard);
      const [job] = await claim(place.standard);
      assert.deepEqual([job.register_id, job.attempt, job.copy], [place.standard.id, 2, true]);
    });

    /** Job of an order that the chosen register had and was silent about, and that the default's agent has by now. */
    const takenOver = async () => {
      const { client, clock } = service();
      const place = await kitchen('online', 'online');
      const made = await order(place, { ...paid(), pass_thru_printing_register: place.chosen.id });
      const [first] = await claim(place.chosen, 'first');
      clock.advance(LEASE + SECOND);
      await alive(place.standard);
      const [second] = await claim(place.standard, 'second');
      assert.deepEqual([second.id, second.register_id, second.attempt], [first.id, place.standard.id, 2]);
      const path = `registers/${place.chosen.id}/print_jobs/${first.id}`;
      const report = (word: string, more: object = {}): Promise<Answer> =>
        client.post(`${path}/${word}`, { agent: 'first', attempt: 1, ...more });
      return { place, made, second, path, report };
    };

    it('and has it on paper, its agent is believed when the default has the job by then (reference: printing.17)', async () => {
      const { place, made, second, report } = await takenOver();
      const failed = { agent: 'second', reason: 'Paper out', printed: 'no' };
      assert.equal((await say(second, 'failed', failed)).json.state, 'queued');
      const first = await report('printed', { copy: false });
      assert.equal(first.status, 200, first.text);
      const { state, agent, register_id, copy } = first.json;
      assert.deepEqual([state, agent, register_id, copy], ['printed', 'first', place.chosen.id, false]);
      const done = await orderNow(made);
      assert.deepEqual([done.status, done.pass_thru_printing_register.id], ['COMPLETE', place.chosen.id]);
      // Neither of them is turned away when it says it again, and no other agent prints it.
      assert.deepEqual((await report('printed')).json, first.json);
      assert.deepEqual((await say(second, 'printed', { agent: 'second' })).json, first.json);
      assert.deepEqual(await claim(place.standard), []);
    });

    it('what its agent says of it otherwise is about an earlier attempt, and no other register is heard', async () => {
      const { client } = service();
      const { place, made, second, path, report } = await takenOver();
      const late = await report('failed', { reason: 'late', printed: 'no' });
      assert.deepEqual([late.status, late.json.state, late.json.agent], [200, 'sent', 'second']);
      inUse(await report('extend'), /Another agent has this job by now/);
      refused(await client.get(path), 404, 'not_found');
      refused(await report('printed', { attempt: 2 }), 404, 'not_found');
      const elsewhere = await kitchen('online', 'online');
      const foreign = service().foreignCard.sites[0].registers[0];
      for (const id of [elsewhere.chosen.id, foreign.id, 987654321]) {
        const answer = await client.post(`registers/${id}/print_jobs/${second.id}/printed`, {
          ...{ agent: 'first', attempt: 1 },
        });
        refused(answer, 404, 'not_found');
      }
      const stranger = await service().foreign.post(`../${client.companyId}/${path}/printed`, {
        ...{ agent: 'first', attempt: 1 },
      });
      refused(stranger, 404, 'not_found');
      assert.equal((await orderNow(made)).status, 'PENDING');
      assert.equal((await say(second, 'printed', { agent: 'second' })).status, 200);
      assert.equal((await orderNow(made)).pass_thru_printing_register.id, place.standard.id);
    });

    it('it waits, and prints when the register is back', async () => {
      const { app, clock } = service();
      const place = await kitchen('online', 'offline');
      const made = await order(place, { ...paid(), pass_thru_printing_register: place.chosen.id });
      clock.advance(PATIENCE - SECOND);
      await app.sweep();
      assert.equal((await orderNow(made)).status, 'PENDING');
      assert.equal((await printAll(place.chosen)).length, 1);
      assert.equal((await orderNow(made)).status, 'COMPLETE');
    });

    it('when nobody comes back it is rejected with the reason, and what it took is given back', async () => {
      const { app, client, clock } = service();
      const place = await kitchen('online', 'offline');
      const path = `sites/${place.site.id}/products/${place.dish.id}`;
      await change(client, path, { availability: { is_available: true, amount: 5 } });
      const made = await order(place, { ...paid(), pass_thru_printing_register: place.chosen.id });
      assert.equal((await read(client, path)).availability.amount, 4);
      clock.advance(PATIENCE);
      await app.sweep();
      const now = await orderNow(made);
      assert.equal(now.status, 'REJECTED');
      assert.equal(now.reject_reason.name, 'Not printed');
      assert.match(now.reject_reason.notes, /register \d+ \(Till\) and register \d+ \(Standard\): offline/);
      assert.equal((await read(client, path)).availability.amount, 5);
      const [job, ...none] = await jobsOf(place.chosen);
      assert.deepEqual([job.state, none], ['failed', []]);
      assert.match(job.failure, /offline when it was to be printed/);
      await app.sweep();
      assert.deepEqual(await orderNow(made), now, 'once');
    });

    it('what changes after it was printed waits for the printer as any other ticket does', async () => {
      const { app, client, clock } = service();
      const place = await kitchen('online', 'offline');
      const made = await order(place, { pass_thru_printing_register: place.chosen.id });
      await printAll(place.chosen);
      await change(client, `orders/${made.id}/lines/1`, { quantity: 4 });
      clock.advance(EXPIRY - SECOND);
      await app.sweep();
      const [more] = await claim(place.chosen);
      assert.equal(more.document.lines[0].action, 'more');
      await say(more, 'failed', { reason: 'Paper out', printed: 'no' });
      clock.advance(SECOND);
      await app.sweep();
      assert.deepEqual(await claim(place.chosen), [], 'given up');
      assert.equal((await orderNow(made)).status, 'ON_HOLD');
    });

    it('an order that may be on paper is never rejected by itself', async () => {
      const { app, clock } = service();
      const place = await kitchen('online', 'offline');
      const made = await order(place, { ...paid(), pass_thru_printing_register: place.chosen.id });
      const [job] = await claim(place.chosen);
      await say(job, 'failed', { reason: 'The connection was cut.', printed: 'maybe' });
      clock.advance(EXPIRY);
      await app.sweep();
      assert.equal((await orderNow(made)).status, 'PENDING');
      const [over] = await jobsOf(place.chosen);
      assert.deepEqual([over.state, over.failure], ['failed', 'It was not printed in time.']);
    });

    it('a job that was handed out and never reported is given up after half a day (reference: printing.16)', async () => {
      const { app, client, clock } = service();
      const place = await kitchen('online', 'none');
      const made = await order(place, { ...paid(), pass_thru_printing_register: place.chosen.id });
      await make(client, `orders/${made.id}/receipt`, { register_id: place.chosen.id });
      assert.equal((await claim(place.chosen)).length, 2);
      clock.advance(EXPIRY);
      assert.deepEqual(await claim(place.chosen), [], 'not handed out, also when nobody has swept yet');
      await app.sweep();
      const over = await jobsOf(place.chosen);
      assert.deepEqual(
        over.map(({ state, copy, failure }) => [state, copy, failure]),
        Array(2).fill(['failed', true, 'It was not printed in time.']),
      );
      // It may be on paper: people decide, by a reprint that says so, or by hand.
      assert.equal((await orderNow(made)).status, 'PENDING');
      const ticket = over.find(({ kind }) => kind === 'ticket');
      const again = await say(ticket, 'reprint');
      assert.deepEqual([again.status, again.json.copy], [201, true]);
      assert.equal((await printAll(place.chosen)).length, 1);
      assert.equal((await orderNow(made)).status, 'COMPLETE');
    });

    it('but not while an agent has it, and what that says of it counts', async () => {
      const { app, clock } = service();
      const place = await kitchen('online', 'none');
      const made = await order(place, { ...paid(), pass_thru_printing_register: place.chosen.id });
      const [job] = await claim(place.chosen);
      clock.advance(EXPIRY - SECOND);
      assert.equal((await say(job, 'extend')).status, 200);
      clock.advance(LEASE - SECOND);
      await app.sweep();
      assert.equal((await jobsOf(place.chosen))[0].state, 'sent');
      await say(job, 'failed', { reason: 'Paper out', printed: 'no' });
      await app.sweep();
      assert.equal((await orderNow(made)).status, 'REJECTED');
    });

    it('an order that may be on paper is not rejected for a change behind it either (reference: printing.11)', async () => {
      const { app, client, clock } = service();
      const place = await kitchen('online', 'offline');
      const made = await order(place, { pass_thru_printing_register: place.chosen.id });
      await claim(place.chosen);
      await change(client, `orders/${made.id}/lines/1`, { quantity: 3 });
      clock.advance(PATIENCE);
      await app.sweep();
      assert.equal((await orderNow(made)).status, 'ON_HOLD');
      clock.advance(EXPIRY);
      await app.sweep();
      assert.equal((await orderNow(made)).status, 'ON_HOLD');
      const over = await jobsOf(place.chosen);
      assert.deepEqual(
        over.map(({ state, copy }) => [state, copy]),
        [
          ['failed', true],
          ['failed', false],
        ],
      );
    });

    it('a printer that fails while its register is there is waited for much longer', async () => {
      const { app, clock } = service();
      const place = await kitchen('online', 'none');
      const made = await order(place, { ...paid(), pass_thru_printing_register: place.chosen.id });
      const [job] = await claim(place.chosen);
      await say(job, 'failed', { reason: 'Paper out', printed: 'no' });
      clock.advance(PATIENCE);
      await alive(place.chosen);
      await app.sweep();
      assert.equal((await orderNow(made)).status, 'PENDING');
      const [again] = await claim(place.chosen);
      assert.deepEqual([again.attempt, again.copy, again.failure], [2, false, 'Paper out']);
      await say(again, 'failed', { reason: 'Paper out', printed: 'no' });
      clock.advance(EXPIRY);
      await alive(place.chosen);
      await app.sweep();
      const now = await orderNow(made);
      assert.equal(now.status, 'REJECTED');
      assert.match(now.reject_reason.notes, /\(Till\) could not print it/);
    });
  });

  it('a ticket that never was on paper is not asked for again once its order is withdrawn (reference: printing.14)', async () => {
    const { app, client, clock } = service();
    const place = await kitchen('online', 'offline');
    const made = await order(place, { ...paid(), pass_thru_printing_register: place.chosen.id });
    const printed = await order(place, { pass_thru_printing_register: place.chosen.id });
    const receipt = await make(client, `orders/${made.id}/receipt`, { register_id: place.chosen.id });
    const [ticket, onPaper] = await claim(place.chosen);
    await say(ticket, 'failed', { reason: 'Paper out', printed: 'no' });
    await say(onPaper, 'printed');
    clock.advance(PATIENCE);
    await app.sweep();
    assert.equal((await orderNow(made)).status, 'REJECTED');
    const jobs = await jobsOf(place.chosen);
    const never = /order is rejected or deleted, and this ticket never was on paper/;
    inUse(await say(ticket, 'reprint'), never);
    assert.deepEqual(await jobsOf(place.chosen), jobs);
    // What takes back, what was on paper, and what is not for the kitchen print as before.
    const taken = jobs.find((job) => job.order_id === made.id && job.id > receipt.id);
    clock.advance(EXPIRY);
    await app.sweep();
    for (const job of [taken, receipt]) {
      assert.deepEqual([(await say(job, 'reprint')).status, job.id], [201, job.id]);
    }
    await change(client, `orders/${printed.id}`, { status: 'REJECTED' });
    assert.equal((await say(onPaper, 'reprint')).json.copy, true);
  });

  it('nobody has a job on paper that was not handed out yet (reference: printing.17)', async () => {
    const { clock } = service();
    const place = await kitchen('online', 'online');
    const made = await order(place, paid());
    const [waits] = await jobsOf(place.standard);
    const failed = { reason: 'Paper out', printed: 'maybe' };
    const isRefused = async (attempt: number) => {
      const said = { agent: 'other', attempt };
      const sentence = new RegExp(`Attempt ${attempt} at this job has not been handed out`);
      inUse(await say(waits, 'printed', said), sentence);
      inUse(await say(waits, 'failed', { ...said, ...failed }), sentence);
    };
    for (const attempt of [1, 9999]) await isRefused(attempt);
    const [job] = await claim(place.standard);
    await isRefused(2);
    assert.equal((await orderNow(made)).status, 'PENDING');
    // What is handed out a second time may be on paper by the first.
    clock.advance(LEASE);
    const [again] = await claim(place.standard, 'another');
    assert.deepEqual([again.id, again.attempt], [job.id, 2]);
    await isRefused(3);
    assert.equal((await say(job, 'printed')).status, 200);
    assert.equal((await orderNow(made)).status, 'COMPLETE');
  });

  it('the agent may be another add-on than the one that ordered, and hears of nothing it may not see', async () => {
    const place = await kitchen('online', 'online');
    const made = await order(place, paid());
    const printer = await secondAddon(service(), ['orders:write']);
    const answer = await printer.post(`registers/${place.standard.id}/print_jobs/claim`, { agent: 'other' });
    const [job] = answer.json.jobs;
    const path = `registers/${place.standard.id}/print_jobs/${job.id}/printed`;
    assert.equal((await printer.post(path, { agent: 'other', attempt: 1 })).status, 200);
    assert.equal((await orderNow(made)).status, 'COMPLETE');
    const reader = await secondAddon(service(), ['orders:read']);
    assert.equal((await reader.post(path, { agent: 'other', attempt: 1 })).status, 403);
    assert.equal((await service().foreign.post(path, { agent: 'other', attempt: 1 })).status, 404);
  });
});

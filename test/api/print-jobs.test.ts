import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '#src/kernel/time.ts';
import { EXPIRY, LEASE, RETRY } from '#src/printing/store.ts';
import { until } from '#test/harness/process.ts';
import type { Answer, Json } from '#test/harness/service.ts';
import { onEachEngine } from '#test/harness/service.ts';
import { eventsIn, openStream } from '#test/harness/stream.ts';
import { change, drop, EventLog, inUse, invalidFields, make, pages, read, refused } from './helpers.ts';
import { hire, signIn } from './operator-helpers.ts';

onEachEngine('kitchen tickets and print jobs (reference: printing.12, printing.15)', (service) => {
  let cash: number;
  before(() => {
    cash = service().card.payment_methods[0].id;
  });

  interface Kitchen {
    readonly site: Json;
    readonly register: Json;
    readonly soup: Json;
    readonly onion: Json;
  }
  /** A site with a kitchen, and a register that prints the kitchen's tickets. */
  const kitchen = async (): Promise<Kitchen> => {
    const { client } = service();
    const site = await make(client, 'sites', { name: 'Bistro', kitchen_tickets: true, prep_time_minutes: 0 });
    const register = await make(client, 'registers', {
      ...{ name: 'Till', site_id: site.id, kitchen_printing: true },
    });
    const soup = await make(client, `sites/${site.id}/products`, {
      ...{ name: 'Soup of the day', docket_name: 'SOUP', unit_price: 10 },
    });
    const onion = await make(client, `sites/${site.id}/products`, {
      ...{ name: 'Onion', is_modifier: true, unit_price: 1 },
    });
    await change(client, `products/${soup.id}/modifiers`, { modifiers: [{ id: onion.id }] });
    return { site, register, soup, onion };
  };
  const order = ({ site, register, soup }: Kitchen, fields: object = {}): Promise<Json> =>
    make(service().client, 'orders', {
      ...{ site_id: site.id, register_id: register.id, status: 'ON_HOLD' },
      lines: [{ product_id: soup.id, quantity: 2 }],
      ...fields,
    });
  const ticketsOf = (made: Json): Promise<Json[]> => read(service().client, `orders/${made.id}/tickets`);
  /** What a ticket says, in short. */
  const short = ({ document }: Json): string[] =>
    document.lines.map((line: Json) => `${line.action} ${line.quantity} ${line.name}`);
  const jobPath = (job: Json) => `registers/${job.register_id}/print_jobs/${job.id}`;
  const say = (job: Json, word: string, more: object = {}): Promise<Answer> =>
    service().client.post(`${jobPath(job)}/${word}`, { agent: 'a', attempt: job.attempt, ...more });
  const claim = async ({ register }: Kitchen, agent = 'a'): Promise<Json[]> => {
    const answer = await service().client.post(`registers/${register.id}/print_jobs/claim`, { agent });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.jobs;
  };
  const jobNow = (job: Json): Promise<Json> => read(service().client, jobPath(job));

  describe('tickets', () => {
    it('say what the kitchen needs to know, in its own words', async () => {
      const { client, card } = service();
      const place = await kitchen();
      const bread = await make(client, `sites/${place.site.id}/products`, { name: 'Bread', unit_price: 1 });
      const butter = await make(client, `sites/${place.site.id}/products`, { name: 'Butter', unit_price: 1 });
      const spread = await make(client, 'optionsets', {
        ...{ name: 'Spread', options: [{ product_id: butter.id }], instructions: true },
      });
      await change(client, `products/${bread.id}`, { option_sets: [spread.id] });
      const side = await make(client, 'optionsets', { name: 'Side', options: [{ product_id: bread.id }] });
      await change(client, `products/${place.soup.id}`, { option_sets: [side.id] });
      const starters = await make(client, 'categories', { name: 'Starters' });
      await client.put(`categories/${starters.id}/products`, { product_ids: [place.soup.id] });
      const made = await order(place, {
        ...{ order_type: 'Dine in', group_id: '12', sale_number: 'A7', guests: 3, notes: 'Birthday' },
        ...{ customer_id: card.customers[0].id, staff_member_id: card.staff[0].id },
        lines: [
          {
            product_id: place.soup.id,
            quantity: 1.5,
            notes: 'hot\u0007',
            course_ordinal: 1,
            option_sets: [
              {
                option_set_id: side.id,
                options: [
                  {
                    product_id: bread.id,
                    option_sets: [
                      {
                        option_set_id: spread.id,
                        options: [{ product_id: butter.id, instructions: 'On Side' }],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      });
      const [ticket, ...none] = await ticketsOf(made);
      assert.deepEqual(none, []);
      const { at, placed_at, fulfil_at, customer_name, staff_name, ...document } = ticket.document;
      assert.deepEqual([placed_at, fulfil_at, at], [made.placed_at, made.fulfil_at, made.created_at]);
      assert.deepEqual([typeof customer_name, typeof staff_name], ['string', 'string']);
      assert.deepEqual(document, {
        kind: 'ticket',
        language: null,
        order_id: made.id_str,
        saleid: made.saleid,
        number: 1,
        site_name: 'Bistro',
        timezone: 'Australia/Sydney',
        addon_name: document.addon_name,
        order_type: 'Dine in',
        group_id: '12',
        table_name: null,
        order_number: 'A01',
        sale_number: 'A7',
        guests: 3,
        notes: 'Birthday',
        lines: [
          {
            line_id: String(made.lines[0].line_id),
            action: 'new',
            quantity: '1.5',
            name: 'SOUP',
            product_id: place.soup.id_str,
            category_ids: [starters.id_str],
            course: 1,
            notes: 'hot\u0007',
            modifiers: [],
            options: [
              {
                ...{ set: 'Side', name: 'Bread', instructions: null },
                options: [{ set: 'Spread', name: 'Butter', instructions: 'On Side', options: [] }],
              },
            ],
          },
        ],
      });
      assert.ok(document.addon_name.length > 0);
    });

    it('say what was added to a dish, how often, and what was left out', async () => {
      const place = await kitchen();
      const { id } = place.onion;
      const made = await order(place, {
        lines: [
          { product_id: place.soup.id, modifiers: [id, id] },
          { product_id: place.soup.id, modifiers: [`-${id}`] },
        ],
      });
      const [ticket] = await ticketsOf(made);
      assert.deepEqual(
        ticket.document.lines.map((line: Json) => line.modifiers),
        [[{ name: 'Onion', count: 2, without: false }], [{ name: 'Onion', count: 1, without: true }]],
      );
    });

    it('tell each line once, then changes and what is taken back', async () => {
      const { client } = service();
      const place = await kitchen();
      const made = await order(place);
      const line = `orders/${made.id}/lines/1`;
      await change(client, line, { quantity: 5 });
      await change(client, line, { quantity: 4 });
      await change(client, line, { notes: 'mild' });
      await change(client, line, { unit_price_inc_tax: 3 });
      await make(client, `orders/${made.id}/lines`, { product_id: place.soup.id });
      await drop(client, line);
      await change(client, `orders/${made.id}`, { status: 'REJECTED' });
      assert.deepEqual((await ticketsOf(made)).map(short), [
        ['new 2 SOUP'],
        ['more 3 SOUP'],
        ['less -1 SOUP'],
        ['void -4 SOUP', 'new 4 SOUP'],
        ['new 1 SOUP'],
        ['void -4 SOUP'],
        ['void -1 SOUP'],
      ]);
      assert.deepEqual(
        (await ticketsOf(made)).map((ticket) => ticket.document.number),
        [1, 2, 3, 4, 5, 6, 7],
      );
    });

    it('come by course: what is not called waits, and is told when it is, or with the end of the order', async () => {
      const place = await kitchen();
      const lines = ['called', 'uncalled'].map((course_status, at) => ({
        ...{ product_id: place.soup.id, course_ordinal: at + 1, course_status },
      }));
      const courses = async (made: Json) =>
        (await ticketsOf(made)).map(({ document }) => document.lines.map((line: Json) => line.course));
      const [called, over] = [await order(place, { lines }), await order(place, { lines })];
      await change(service().client, `orders/${called.id}/lines/2`, { course_status: 'called' });
      await change(service().client, `orders/${over.id}`, { status: 'COMPLETE' });
      for (const made of [called, over]) assert.deepEqual(await courses(made), [[1], [2]]);
      assert.deepEqual(await courses(await order(place, { lines, status: 'COMPLETE' })), [[1, 2]]);
    });

    it('are none for orders nobody cooks: SUBMITTED ones, and those of long ago', async () => {
      const place = await kitchen();
      assert.deepEqual(await ticketsOf(await order(place, { status: 'SUBMITTED' })), []);
      const old = await order(place, { status: 'COMPLETE', placed_at: '2015-01-01T12:00:00Z' });
      assert.deepEqual(await ticketsOf(old), []);
    });

    it('are none at a site without a kitchen, and a register that prints has them all the same', async () => {
      const { client } = service();
      const place = await kitchen();
      await change(client, `sites/${place.site.id}`, { kitchen_tickets: false });
      const log = await EventLog.open(client);
      const printed = await order(place);
      assert.deepEqual((await ticketsOf(printed)).map(short), [['new 2 SOUP']]);
      await change(client, `registers/${place.register.id}`, { kitchen_printing: false });
      assert.deepEqual(await ticketsOf(await order(place)), []);
      assert.deepEqual(
        (await log.topics()).filter((topic) => topic.startsWith('tickets/')),
        [],
      );
      assert.deepEqual(await read(client, `sites/${place.site.id}/tickets`), []);
    });

    it('begin with what is open when a site turns them on, and without what was closed before', async () => {
      const { client } = service();
      const place = await kitchen();
      const path = `sites/${place.site.id}`;
      await change(client, `registers/${place.register.id}`, { kitchen_printing: false });
      const sold = await order(place, { status: 'COMPLETE' });
      const kept = await order(place);
      const rejected = await order(place);
      const dropped = await order(place);
      await change(client, path, { kitchen_tickets: false });
      await change(client, `orders/${rejected.id}`, { status: 'REJECTED' });
      await drop(client, `orders/${dropped.id}`);
      const paid = await order(place, { status: 'COMPLETE' });
      const waits = await order(place, { lines: [{ product_id: place.soup.id, quantity: 3 }] });
      const unseen = await order(place, { status: 'SUBMITTED' });
      const log = await EventLog.open(client);
      await change(client, path, { kitchen_tickets: true, name: 'Bistro and bar' });
      const open: Json[] = await read(client, `${path}/tickets`);
      assert.deepEqual(
        open.map((ticket) => [ticket.document.order_id, ticket.document.number, ...short(ticket)]),
        [
          [kept.id_str, 1, 'new 2 SOUP'],
          [waits.id_str, 1, 'new 3 SOUP'],
        ],
      );
      assert.deepEqual(
        (await log.topics()).filter((topic) => topic.startsWith('tickets/')),
        ['tickets/created'],
      );
      for (const closed of [paid, unseen]) assert.deepEqual(await ticketsOf(closed), []);
      assert.equal((await ticketsOf(sold))[0].state, 'bumped');
      // Said once more, or with something else, it is no new beginning.
      await client.post(`${path}/tickets/${open[1]?.id}/bump`, {});
      await change(client, path, { kitchen_tickets: true, name: 'Bistro' });
      assert.equal((await read(client, `${path}/tickets`)).length, 1);
      await change(client, `orders/${unseen.id}`, { status: 'ACCEPTED' });
      assert.deepEqual((await ticketsOf(unseen)).map(short), [['new 2 SOUP']]);
    });

    it('are bumped and recalled, whole or line by line, and every screen is told', async () => {
      const { client } = service();
      const place = await kitchen();
      const log = await EventLog.open(client);
      const made = await order(place, {
        lines: [{ product_id: place.soup.id }, { product_id: place.soup.id, notes: 'mild' }],
      });
      const [ticket] = await ticketsOf(made);
      const path = `sites/${place.site.id}/tickets/${ticket.id}`;
      const [first, second] = ticket.document.lines.map((line: Json) => line.line_id);
      const mark = async (word: string, body: object): Promise<Json> => {
        const answer = await client.post(`${path}/${word}`, body);
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(answer.json, await read(client, path));
        return answer.json;
      };
      const open = async () => (await read(client, `sites/${place.site.id}/tickets`)).length;
      assert.deepEqual((await mark('bump', { line_ids: [first] })).done, [first]);
      assert.equal(await open(), 1);
      const done = await mark('bump', { line_ids: [second] });
      assert.deepEqual([done.state, await open()], ['bumped', 0]);
      assert.deepEqual(await mark('bump', {}), done, 'a second screen changes nothing');
      assert.equal((await read(client, `sites/${place.site.id}/tickets?state=bumped`)).length, 1);
      const back = await mark('recall', { line_ids: [second] });
      assert.deepEqual([back.state, back.done, await open()], ['open', [first], 1]);
      assert.deepEqual((await mark('recall', {})).done, []);
      assert.equal((await mark('bump', {})).state, 'bumped');
      invalidFields(await client.post(`${path}/bump`, { line_ids: [first, 5] }), 'line_ids[1]');
      invalidFields(await client.get(`sites/${place.site.id}/tickets?state=done`), 'state');
      assert.deepEqual(
        (await log.topics()).filter((topic) => topic.startsWith('tickets/')),
        ['tickets/created', ...Array<string>(5).fill('tickets/updated')],
      );
    });

    it('that were bumped are listed from the newest on, page by page', async () => {
      const { client } = service();
      const place = await kitchen();
      const ids: string[] = [];
      for (let at = 0; at < 3; at++) {
        const [ticket] = await ticketsOf(await order(place));
        ids.push(ticket.id_str);
        await client.post(`sites/${place.site.id}/tickets/${ticket.id}/bump`, {});
      }
      const list = await pages(client, `sites/${place.site.id}/tickets?state=bumped&limit=2`);
      assert.deepEqual(
        list.map((page) => page.map((ticket: Json) => ticket.id_str)),
        [[ids[2], ids[1]], [ids[0]]],
      );
    });

    it('that move to another time tell the screens', async () => {
      const { client, clock } = service();
      const place = await kitchen();
      const made = await order(place);
      const log = await EventLog.open(client);
      const later = new Date(Number(clock.now() / 1000n) + 3_600_000).toISOString();
      await change(client, `orders/${made.id}`, { fulfil_at: later });
      const [ticket] = await ticketsOf(made);
      assert.equal(ticket.due_at, later);
      const told = (await log.take()).filter((event: Json) => event.topic.startsWith('tickets/'));
      assert.deepEqual(
        told.map((event: Json) => [event.topic, event.resource_id_str, event.changed]),
        [['tickets/updated', ticket.id_str, ['due_at']]],
      );
      await client.post(`sites/${place.site.id}/tickets/${ticket.id}/bump`, {});
      await log.take();
      await change(client, `orders/${made.id}`, { fulfil_at: null });
      assert.deepEqual(
        (await log.topics()).filter((topic) => topic.startsWith('tickets/')),
        [],
      );
    });

    it('that nobody bumped leave the screens after a day', async () => {
      const { app, client, clock } = service();
      const place = await kitchen();
      await order(place);
      clock.advance(DAY - SECOND);
      await app.sweep();
      assert.equal((await read(client, `sites/${place.site.id}/tickets`)).length, 1);
      clock.advance(SECOND);
      await app.sweep();
      assert.deepEqual(await read(client, `sites/${place.site.id}/tickets`), []);
    });
  });

  describe('jobs', () => {
    it('go to one agent, however many ask at once', async () => {
      const place = await kitchen();
      for (let count = 0; count < 5; count++) await order(place);
      const claims = await Promise.all(Array.from({ length: 20 }, (_, at) => claim(place, `agent ${at}`)));
      const ids = claims.flat().map((job) => job.id_str);
      assert.equal(ids.length, 5);
      assert.equal(new Set(ids).size, 5);
    });

    it('of one order come one after the other', async () => {
      const place = await kitchen();
      const made = await order(place);
      await change(service().client, `orders/${made.id}/lines/1`, { quantity: 3 });
      const [first, ...none] = await claim(place);
      assert.deepEqual([short(first), none], [['new 2 SOUP'], []]);
      assert.deepEqual(await claim(place), []);
      await say(first, 'printed');
      const [second] = await claim(place);
      assert.deepEqual(short(second), ['more 1 SOUP']);
    });

    it('printed is printed, however often it is said, and by whom', async () => {
      const place = await kitchen();
      await order(place);
      const [job] = await claim(place);
      const first = await say(job, 'printed');
      assert.deepEqual([first.json.state, first.json.copy], ['printed', false]);
      service().clock.advance(SECOND);
      for (const more of [{}, { agent: 'b' }, { attempt: 7 }]) {
        assert.deepEqual((await say(job, 'printed', more)).json, first.json);
      }
      assert.deepEqual((await say(job, 'failed', { reason: 'late', printed: 'no' })).json, first.json);
      inUse(await say(job, 'extend'), /Another agent has this job by now, or it is done/);
      assert.deepEqual(await claim(place), []);
    });

    it('an agent that vanishes before printing: the next one gets it, marked', async () => {
      const { clock } = service();
      const place = await kitchen();
      await order(place);
      const [job] = await claim(place, 'gone');
      clock.advance(LEASE - SECOND);
      assert.deepEqual(await claim(place), []);
      clock.advance(SECOND);
      const [again] = await claim(place);
      assert.deepEqual([again.id, again.attempt, again.copy, again.mine], [job.id, 2, true, false]);
      // The first agent was only slow: the ticket is on paper, so no other agent prints it.
      const late = await say(job, 'printed', { agent: 'gone' });
      assert.deepEqual([late.json.state, late.json.agent], ['printed', 'gone']);
      assert.equal((await say(again, 'printed', { copy: true })).json.agent, 'gone');
    });

    it('an agent that knows that nothing came out says so, and it is no copy', async () => {
      const place = await kitchen();
      await order(place);
      const [job] = await claim(place);
      service().clock.advance(LEASE);
      const [again] = await claim(place);
      assert.deepEqual([again.copy, again.mine], [true, true]);
      const done = await say(again, 'printed', { copy: false });
      assert.deepEqual([done.json.state, done.json.copy, again.id], ['printed', false, job.id]);
    });

    it('a lease lasts as long as the agent asks for', async () => {
      const { clock } = service();
      const place = await kitchen();
      await order(place);
      const [job] = await claim(place);
      for (let times = 0; times < 3; times++) {
        clock.advance(LEASE - SECOND);
        assert.equal((await say(job, 'extend')).status, 200);
        assert.deepEqual(await claim(place, 'b'), []);
      }
      inUse(await say(job, 'extend', { agent: 'b' }), /Another agent/);
      inUse(await say(job, 'extend', { attempt: 2 }), /Another agent/);
    });

    it('that failed come again after a while, marked only when some of it may be on paper', async () => {
      const { clock } = service();
      const place = await kitchen();
      await order(place);
      const [job] = await claim(place);
      const failed = await say(job, 'failed', { reason: 'Paper out', printed: 'no' });
      assert.deepEqual([failed.json.state, failed.json.failure], ['queued', 'Paper out']);
      assert.deepEqual(await claim(place), []);
      clock.advance(RETRY);
      const [second] = await claim(place);
      assert.equal(second.copy, false);
      await say(second, 'failed', { reason: 'Cut', printed: 'maybe' });
      clock.advance(2n * RETRY);
      const [third] = await claim(place);
      assert.deepEqual([third.attempt, third.copy], [3, true]);
      // What an agent of an earlier attempt says is not about this one.
      await say(second, 'failed', { reason: 'stale', printed: 'no' });
      assert.equal((await jobNow(third)).state, 'sent');
    });

    it('are printed again as a copy when asked for', async () => {
      const { client } = service();
      const place = await kitchen();
      await order(place);
      const [job] = await claim(place);
      inUse(await say(job, 'reprint'), /not been printed yet/);
      await say(job, 'printed');
      const again = await make(client, `${jobPath(job)}/reprint`, {});
      assert.deepEqual([again.copy, again.copy_of, again.state], [true, job.id, 'queued']);
      assert.equal((await jobNow(job)).state, 'reprinted');
      const [copy] = await claim(place);
      assert.deepEqual([copy.id, copy.copy, copy.document], [again.id, true, job.document]);
      const key = { 'idempotency-key': 'once-more' };
      const twice = await Promise.all(
        [1, 2].map(() => client.post(`${jobPath(job)}/reprint`, {}, { headers: key })),
      );
      const made = twice.filter((answer) => answer.status === 201).map((answer) => answer.json.id);
      assert.equal(new Set(made).size, 1);
    });

    it('that nobody printed for half a day are given up', async () => {
      const { app, clock } = service();
      const place = await kitchen();
      await order(place);
      clock.advance(EXPIRY - SECOND);
      await app.sweep();
      const [job] = await read(service().client, `registers/${place.register.id}/print_jobs`);
      assert.equal(job.state, 'queued');
      clock.advance(SECOND);
      await app.sweep();
      assert.equal((await jobNow(job)).state, 'failed');
      assert.deepEqual(await claim(place), []);
      const again = await make(service().client, `${jobPath(job)}/reprint`, {});
      assert.equal(again.copy, false, 'it surely never was on paper');
    });

    it('that are a minute behind are listed for their site, the longest first (reference: printing.25)', async () => {
      const { client, clock } = service();
      const place = await kitchen();
      const other = await kitchen();
      const path = `sites/${place.site.id}/print_jobs/late`;
      const late = async (query = '') => (await read(client, path + query)).map(({ id }: Json) => id);
      const later = new Date(Number(clock.now() / 1000n) + 3_600_000).toISOString();
      await order(place, { fulfil_at: later });
      await order(place);
      clock.advance(MINUTE - SECOND);
      await order(place);
      await order(other);
      assert.deepEqual(await late(), []);
      clock.advance(SECOND);
      const [inAnHour, first, second] = await read(client, `registers/${place.register.id}/print_jobs`);
      assert.deepEqual(await late(), [first.id]);
      clock.advance(MINUTE);
      assert.deepEqual(await late(), [first.id, second.id]);
      assert.deepEqual(
        (await pages(client, `${path}?limit=1`)).flat().map(({ id }) => id),
        [first.id, second.id],
      );
      assert.deepEqual(await late(`?start=${first.id}`), [second.id]);
      // An agent that tries and fails leaves it late, and says why; one that is printing does not end it either.
      const [job, next] = await claim(place);
      assert.deepEqual([job.id, next.id], [first.id, second.id]);
      assert.deepEqual(await late(), [first.id, second.id]);
      await say(job, 'failed', { reason: 'Paper out', printed: 'no' });
      const [told] = await read(client, `${path}?expand=register`);
      assert.deepEqual([told.failure, told.register.name], ['Paper out', 'Till']);
      clock.advance(RETRY);
      const [again] = await claim(place);
      await say(again, 'printed');
      assert.deepEqual(await late(), [second.id]);
      await say(next, 'printed');
      assert.deepEqual(await late(), []);
      clock.advance(HOUR);
      assert.deepEqual(await late(), [inAnHour.id]);
      refused(await client.get('sites/987654321/print_jobs/late'), 404, 'not_found');
      refused(await service().foreign.get(`../${client.companyId}/${path}`), 404, 'not_found');
    });

    it('are listed by state, and stay with their register', async () => {
      const { client } = service();
      const place = await kitchen();
      const other = await kitchen();
      await order(place);
      const [job] = await claim(place);
      await order(place);
      const states = async (state: string) =>
        (await read(client, `registers/${place.register.id}/print_jobs?state=${state}`)).length;
      assert.deepEqual([await states('sent'), await states('queued'), await states('printed')], [1, 1, 0]);
      invalidFields(await client.get(`registers/${place.register.id}/print_jobs?state=lost`), 'state');
      const all = await read(client, `registers/${place.register.id}/print_jobs`);
      const latest = (
        await pages(client, `registers/${place.register.id}/print_jobs?newest=true&limit=1`)
      ).flat();
      assert.ok(all.length > 1);
      assert.deepEqual(latest, all.toReversed());
      refused(await client.get(`registers/${other.register.id}/print_jobs/${job.id}`), 404, 'not_found');
      const elsewhere = `registers/${other.register.id}/print_jobs/${job.id}/printed`;
      refused(await client.post(elsewhere, { agent: 'a', attempt: 1 }), 404, 'not_found');
    });

    it('print at the register of the operator who accepts the order', async () => {
      const { client } = service();
      const place = await kitchen();
      const made = await order(place, { register_id: null, status: 'SUBMITTED' });
      const member = await hire(client);
      const { client: operator } = await signIn(service(), client, place.register.id_str, member);
      assert.equal((await operator.put(`orders/${made.id}`, { status: 'ACCEPTED' })).status, 200);
      const [job] = await read(client, `registers/${place.register.id}/print_jobs`);
      assert.equal(job.order_id, made.id);
    });
  });

  describe('the stream of an agent', () => {
    it('makes the register online, says that there is something to print, and says it again for more', async () => {
      const { client, ticker } = service();
      const place = await kitchen();
      await order(place);
      const stream = await openStream(service(), `registers/${place.register.id}/stream?print=true`);
      const told = () => eventsIn(stream.text()).filter(({ event }) => event === 'print').length;
      await until('it was told', () => told() === 1);
      assert.equal((await read(client, `registers/${place.register.id}`)).status, 'online');
      ticker.tick();
      await order(place);
      await until('it was told of more', () => told() === 2);
      const [job] = await claim(place);
      await say(job, 'failed', { reason: 'Paper out', printed: 'no' });
      service().clock.advance(RETRY);
      ticker.tick();
      await until('it was told of what comes again', () => told() >= 3);
      stream.hangUp();
      await until('all streams are closed', () => ticker.size === 0);
    });
  });

  it('a register hears that orders of its site were made or changed, also when no event tells it', async () => {
    const { client, clock, ticker } = service();
    const place = await kitchen();
    const stream = await openStream(service(), `registers/${place.register.id}/stream?orders=true`);
    const told = () => eventsIn(stream.text()).filter(({ event }) => event === 'orders').length;
    const made = await order(place, { status: 'SUBMITTED' });
    ticker.tick();
    await until('it was told of the order', () => told() === 1);
    ticker.tick();
    clock.advance(SECOND);
    await change(client, `orders/${made.id}`, { notes: 'Later' });
    ticker.tick();
    await until('it was told of the change', () => told() === 2);
    stream.hangUp();
    await until('all streams are closed', () => ticker.size === 0);
  });

  describe('receipts', () => {
    it('have the texts of the company, as they are when they are made (reference: printing.22)', async () => {
      const { client } = service();
      const place = await kitchen();
      const made = await order(place);
      const unset = await read(client, `orders/${made.id}/receipt`);
      assert.deepEqual([unset.header, unset.footer], [null, null]);
      const texts = { receipt_header: 'Best soup\nin town', receipt_footer: 'Thank you!' };
      await change(client, '/v1/companies/me', texts);
      const job = await make(client, `orders/${made.id}/receipt`, {});
      await change(client, '/v1/companies/me', { receipt_header: null, receipt_footer: null });
      const { document } = await jobNow(job);
      assert.deepEqual([document.header, document.footer], ['Best soup\nin town', 'Thank you!']);
      assert.equal((await read(client, `orders/${made.id}/receipt`)).footer, null);
    });

    it('say what the order says, and print where it is asked for', async () => {
      const { client } = service();
      const place = await kitchen();
      const made = await order(place, {
        status: 'COMPLETE',
        lines: [{ product_id: place.soup.id, quantity: 2, modifiers: [place.onion.id], notes: 'To go' }],
        payments: [{ method_id: cash, amount: 22, tip: 1.5 }],
      });
      const receipt = await read(client, `orders/${made.id}/receipt`);
      assert.deepEqual(
        [receipt.kind, receipt.saleid, receipt.total, receipt.site_name, receipt.is_refund],
        ['receipt', made.saleid, 'AUD 22.00', 'Bistro', false],
      );
      assert.deepEqual(receipt.lines, [
        { level: 0, quantity: '2', name: 'Soup of the day', details: ['Onion'], total: '22.00' },
      ]);
      assert.deepEqual(receipt.payments, [{ label: 'Cash', amount: '22.00' }]);
      assert.deepEqual(receipt.extras, [{ label: 'Tips', amount: '1.50' }]);
      const job = await make(client, `orders/${made.id}/receipt`, {});
      assert.deepEqual([job.register_id, job.kind], [place.register.id, 'receipt']);
      const jobs = await claim(place);
      assert.deepEqual(
        jobs.map((each) => each.kind).sort(),
        ['receipt', 'ticket'],
        'neither waits for the other',
      );
      const elsewhere = await kitchen();
      const body = { register_id: elsewhere.register.id };
      invalidFields(await client.post(`orders/${made.id}/receipt`, body), 'register_id');
    });
  });
});

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { drop, everythingOf, make, read, refused, UNKNOWN_ID } from './helpers.ts';
import { EVERY_RIGHT, hire, signIn } from './operator-helpers.ts';
import { letIn, screenOf } from './screens.ts';

// What is let in for a register works at that register, and at its site (reference: authentication.37, printing.26).

onEachEngine('what is let in for a register', (service) => {
  /** The register of the device and of the staff member, another one beside it, and one at another site. */
  let own: Json;
  let beside: Json;
  let elsewhere: Json;
  let foreign: string;
  let site: Json;
  let device: Client;
  let operator: Client;
  before(async () => {
    const { client, card, foreignCard } = service();
    site = await make(client, 'sites', { name: 'Here', kitchen_tickets: true });
    const other = await make(client, 'sites', { name: 'There', kitchen_tickets: true });
    const register = (at: Json) =>
      make(client, 'registers', { name: 'R', site_id: at.id, kitchen_printing: true });
    [own, beside, elsewhere] = [await register(site), await register(site), await register(other)];
    foreign = String(foreignCard.sites[0].registers[0].id);
    const owner = await screenOf(service(), card);
    device = (await letIn(service(), owner, own.id, 'Printer')).client;
    const member = await hire(client, '4711', EVERY_RIGHT);
    operator = (await signIn(service(), client, own.id_str, member)).client;
  });

  /** An order in the kitchen of a register: its job, and its ticket. */
  async function cooked(register: Json): Promise<{ job: string; ticket: string }> {
    const { client } = service();
    const dish = await make(client, `sites/${register.site_id}/products`, { name: 'Dish', unit_price: 1 });
    await make(client, 'orders', {
      register_id: register.id,
      status: 'ON_HOLD',
      lines: [{ product_id: dish.id }],
    });
    const [job] = await read(client, `registers/${register.id_str}/print_jobs?newest=true`);
    const ticket = await read(client, `sites/${register.site_id}/tickets?limit=5000`);
    return { job: job.id_str, ticket: ticket.at(-1).id_str };
  }
  const said = { agent: 'a', attempt: 1 };
  const claim = (by: Client, register: string) =>
    by.post(`registers/${register}/print_jobs/claim`, { agent: 'a' });
  const works = (register: string, job: string): readonly (readonly [string, string, object?])[] => [
    ['POST', `registers/${register}/heartbeat`],
    ['GET', `registers/${register}/stream?print=true`],
    ['POST', `registers/${register}/print_jobs/claim`, { agent: 'a' }],
    ['POST', `registers/${register}/print_jobs/${job}/extend`, said],
    ['POST', `registers/${register}/print_jobs/${job}/failed`, { ...said, reason: 'Off', printed: 'no' }],
    ['POST', `registers/${register}/print_jobs/${job}/printed`, said],
  ];
  const ask = (by: Client, [method, path, body]: readonly [string, string, object?]) => {
    const accept = path.includes('/stream') ? 'text/event-stream' : 'application/json';
    return by.ask(method, path, { headers: { accept }, ...(body === undefined ? {} : { body }) });
  };

  for (const who of ['the device', 'the staff member'] as const) {
    it(`${who} takes and reports the jobs of that register, and is there for it alone`, async () => {
      const { client } = service();
      const by = who === 'the device' ? device : operator;
      for (const register of [beside, elsewhere]) {
        const { job } = await cooked(register);
        // An agent of its own has it.
        assert.equal((await claim(client, register.id_str)).json.jobs.at(-1).id_str, job);
        const before = await everythingOf(service(), client.companyId);
        for (const work of works(register.id_str, job)) {
          const answer = await ask(by, work);
          refused(answer, 403, 'access_denied');
          assert.match(answer.json.error_description, /register/);
        }
        assert.equal(await everythingOf(service(), client.companyId), before);
      }
      for (const register of [foreign, UNKNOWN_ID])
        for (const work of works(register, '1')) refused(await ask(by, work), 404, 'not_found');
      const { job } = await cooked(own);
      assert.equal((await claim(by, own.id_str)).json.jobs.at(-1).id_str, job);
      for (const work of works(own.id_str, job)) {
        const answer = await ask(by, work);
        assert.ok(answer.status === 200 || answer.status === 409, `${work[1]}: ${answer.text}`);
      }
    });
  }

  it('the device bumps and recalls the tickets of its site alone, wherever its register is by then', async () => {
    const { client } = service();
    const [here, there] = [await cooked(own), await cooked(elsewhere)];
    const marks = ['bump', 'recall'];
    const mark = (at: Json, ticket: string, what: string) =>
      device.post(`sites/${at.site_id}/tickets/${ticket}/${what}`, {});
    const before = await everythingOf(service(), client.companyId);
    for (const what of marks) refused(await mark(elsewhere, there.ticket, what), 403, 'access_denied');
    assert.equal(await everythingOf(service(), client.companyId), before);
    for (const what of marks) assert.equal((await mark(own, here.ticket, what)).status, 200);
    for (const ticket of [there.ticket, UNKNOWN_ID])
      refused(await mark(own, ticket, 'bump'), 404, 'not_found');
  });

  it('the device neither sees nor ends the sessions of another register', async () => {
    const { card } = service();
    const owner = await screenOf(service(), card);
    const other = (await letIn(service(), owner, beside.id, 'Till')).client;
    const member = await hire(service().client);
    const { session, client: their } = await signIn(service(), other, beside.id_str, member);
    const path = `registers/${beside.id_str}/sessions/${session.id_str}`;
    refused(await device.get(path), 404, 'not_found');
    refused(await device.delete(path), 404, 'not_found');
    assert.equal((await their.get('orders')).status, 200);
    assert.equal((await other.get(path)).status, 200);
    assert.equal((await other.delete(path)).status, 204);
  });

  it('a staff member who is signed in there signs nobody in elsewhere, and what they began ends with the device', async () => {
    const { client, card } = service();
    const owner = await screenOf(service(), card);
    const register = await make(client, 'registers', { name: 'R', site_id: site.id });
    const { client: till, device: tablet } = await letIn(service(), owner, register.id, 'Tablet');
    const member = await hire(client, '4711', EVERY_RIGHT);
    const { client: at } = await signIn(service(), till, register.id_str, member);
    const body = { staff_id: member.id, pin: member.pin };
    const before = await everythingOf(service(), client.companyId);
    for (const each of [beside, elsewhere])
      refused(await at.post(`registers/${each.id_str}/sessions`, body), 403, 'access_denied');
    for (const each of [foreign, UNKNOWN_ID])
      refused(await at.post(`registers/${each}/sessions`, body), 404, 'not_found');
    assert.equal(await everythingOf(service(), client.companyId), before);
    const { client: again } = await signIn(service(), at, register.id_str, member);
    assert.equal((await again.get('orders')).status, 200);
    await drop(owner.client, `devices/${tablet.id_str}`);
    refused(await again.get('orders'), 401, 'invalid_token');
  });
});

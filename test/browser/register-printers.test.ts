// What does not come out of the printers of a site, on its registers.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import { RETRY } from '#src/printing/store.ts';
import { make, read } from '#test/api/helpers.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage, PHONE } from './harness.ts';
import { openRegister } from './register-screen.ts';

/** What a connection that was cut leaves on the console. */
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|net::/;

onStage('printers at the register', (stage) => {
  it('are missed on every screen until what is late is on paper, with the reason', async () => {
    const { client, card, clock } = stage().service;
    const [site] = card.sites;
    const register = await make(client, 'registers', {
      ...{ name: 'Pass', site_id: site.id, kitchen_printing: true },
    });
    const soup = await make(client, `sites/${site.id}/products`, { name: 'Onion soup', unit_price: 8 });
    const order: Json = await make(client, 'orders', {
      ...{ register_id: register.id, status: 'ON_HOLD', lines: [{ product_id: soup.id }] },
    });
    const say = async (path: string, body: object): Promise<Json> => {
      const answer = await client.post(`registers/${register.id}/print_jobs/${path}`, {
        agent: 'a',
        ...body,
      });
      assert.equal(answer.status, 200, answer.text);
      return answer.json;
    };
    const tab = await openRegister(stage());
    const { page } = tab;
    const late = page.getByText('1 kitchen ticket has not been printed since');
    assert.equal(await late.count(), 0);

    clock.advance(MINUTE);
    await page.reload();
    await late.waitFor();
    await page.getByText('Pass: no print agent has taken it.').waitFor();
    await page.getByRole('button', { name: /has not been printed .*Details/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Not printed' });
    await dialog.getByText(`Ticket of ${order.order_number}`).waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-not-printed');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Orders' }).click();
    await late.waitFor();

    const [job] = (await say('claim', {})).jobs;
    await say(`${job.id}/failed`, { attempt: 1, reason: 'Paper out', printed: 'no' });
    await page.reload();
    await page.getByText('Pass: Paper out').waitFor();
    await page.getByRole('button', { name: 'Lock register' }).click();
    await late.waitFor();
    await tab.checkAccessibility();

    clock.advance(RETRY);
    const [again] = (await say('claim', {})).jobs;
    await say(`${job.id}/printed`, { attempt: again.attempt });
    assert.deepEqual(await read(client, `sites/${site.id}/print_jobs/late`), []);
    await page.reload();
    await page.getByText('Who are you?').waitFor();
    await page.getByRole('button', { name: /Manager/ }).waitFor();
    assert.equal(await late.count(), 0);
  });

  it('print the bill that is to be paid, and a ticket of the kitchen once more', async () => {
    const { client, card } = stage().service;
    const [site] = card.sites;
    const register = await make(client, 'registers', {
      ...{ name: 'Pass', site_id: site.id, kitchen_printing: true },
    });
    const soup = await make(client, `sites/${site.id}/products`, { name: 'Leek soup', unit_price: 8 });
    const order: Json = await make(client, 'orders', {
      ...{ register_id: register.id, status: 'ON_HOLD', lines: [{ product_id: soup.id }] },
    });
    const jobs = async (): Promise<Json[]> => read(client, `orders/${order.id}/print_jobs`);
    const tab = await openRegister(stage());
    const { page } = tab;
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: new RegExp(order.order_number) }).click();
    await page.getByRole('button', { name: 'Print bill' }).click();
    await page.getByText('Bill sent to the printer').waitFor();
    const [, bill] = await jobs();
    const { document } = await read(client, `registers/${bill.register_id}/print_jobs/${bill.id}`);
    assert.deepEqual([bill.register_id, document.title], [card.sites[0].registers[0].id, 'Bill']);

    await page.getByRole('button', { name: 'Kitchen tickets' }).click();
    const dialog = page.getByRole('dialog', { name: 'Kitchen tickets' });
    await dialog.getByText('Pass: waits for its printer').waitFor();
    const again = dialog.getByRole('button', { name: 'Print again: Ticket 1' });
    assert.equal(await again.isDisabled(), true);
    const work = `registers/${register.id}/print_jobs`;
    const [job] = (await client.post(`${work}/claim`, { agent: 'a' })).json.jobs;
    await client.post(`${work}/${job.id}/printed`, { agent: 'a', attempt: job.attempt });
    await dialog.getByText(/^Pass: printed/).waitFor();
    await tab.checkAccessibility();
    await again.click();
    await dialog.getByText('Pass: waits for its printer').waitFor();
    assert.deepEqual(
      (await jobs()).map(({ kind, state, copy }) => [kind, state, copy]),
      [
        ['ticket', 'reprinted', false],
        ['receipt', 'queued', false],
        ['ticket', 'queued', true],
      ],
    );
  });

  it('print no bill that lacks what was not sent yet, and say so without a network', async () => {
    const { client, card } = stage().service;
    const [site] = card.sites;
    const soup = await make(client, `sites/${site.id}/products`, { name: 'Bean soup', unit_price: 8 });
    const order: Json = await make(client, 'orders', {
      ...{ site_id: site.id, status: 'ON_HOLD', lines: [{ product_id: soup.id, quantity: 3 }] },
    });
    const tab = await openRegister(stage(), { kept: true, size: PHONE, expected: CUT });
    const { page } = tab;
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: new RegExp(order.order_number) }).click();
    const bill = page.getByRole('button', { name: 'Print bill' });
    await bill.waitFor();
    await tab.context.setOffline(true);
    await bill.click();
    const refused = page.getByRole('alert', { name: /^Printing the bill of/ });
    await refused.getByText('You are offline.').waitFor();
    await page.getByRole('button', { name: 'Void Bean soup' }).click();
    const dialog = page.getByRole('dialog', { name: 'Void Bean soup' });
    await dialog.getByRole('button', { name: 'Wrong item' }).click();
    await dialog.getByRole('button', { name: /Void/ }).click();
    await page.getByText('The bill can be printed once the changes of this order are sent.').waitFor();
    assert.equal(await bill.isDisabled(), true);
    await tab.checkAccessibility();
    await tab.context.setOffline(false);
    await page
      .getByText('The bill can be printed once the changes of this order are sent.')
      .waitFor({ state: 'detached' });
  });
});

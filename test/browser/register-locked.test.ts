// A register that is locked, and what a sign-in finds out.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { onStage } from './harness.ts';
import { openRegister, stock } from './register-screen.ts';

onStage('a register that is locked', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    menu = await stock(stage());
  });

  it('is locked, rings nevertheless, asks for a PIN, and says when it is wrong', async () => {
    const tab = await openRegister(stage(), { expected: /401|403/ });
    const { page } = tab;
    await page.getByRole('button', { name: 'Lock register' }).click();
    await page.getByText('Who are you?').waitFor();
    await tab.picture('register-staff');
    const { client, card } = stage().service;
    const [member] = card.staff;
    const alarm = () => page.evaluate('document.documentElement.dataset.alarm ?? "off"');
    assert.equal(await alarm(), 'off');
    const answer = await client.post('orders', { site_id: menu.site, lines: [{ product_id: menu.soup.id }] });
    assert.equal(answer.status, 201, answer.text);
    await page.getByText('1 order waiting.').waitFor();
    assert.equal(await alarm(), 'on');
    // Loaded anew, as by a power cut at night: nobody has touched it.
    await tab.silence();
    await page.reload();
    await page.getByText('No sound until this screen is touched').waitFor();
    await page.getByText('1 order waiting.').waitFor();
    await tab.checkAccessibility();
    await page.getByRole('button', { name: new RegExp(member.first_name) }).click();
    await page.getByText('No sound until this screen is touched').waitFor({ state: 'detached' });
    await client.put(`orders/${answer.json.id}`, { status: 'ACCEPTED' });
    await page.getByText('1 order waiting.').waitFor({ state: 'detached' });
    assert.equal(await alarm(), 'off');
    await page.keyboard.type('00000');
    await page.keyboard.press('Enter');
    await page.getByText('The PIN is wrong.').waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-pin');
    await page.keyboard.type(member.pin);
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox', { name: /Search by name/ }).waitFor();
  });

  it('says that its clock is wrong, until somebody signs in with it put right', async () => {
    const { clock, card } = stage().service;
    const tab = await openRegister(stage());
    const { page } = tab;
    const [member] = card.staff;
    const now = Number(clock.now() / 1000n);
    const signIn = async (at: number) => {
      await page.getByRole('button', { name: 'Lock register' }).click();
      await tab.context.clock.setFixedTime(new Date(at));
      await page.getByRole('button', { name: new RegExp(member.first_name) }).click();
      await page.keyboard.type(member.pin);
      await page.keyboard.press('Enter');
      await page.getByRole('searchbox', { name: /Search by name/ }).waitFor();
    };
    const wrong = page.getByText('The clock of this device is wrong');
    assert.equal(await wrong.count(), 0);
    await signIn(now - 26 * 3_600_000);
    await wrong.waitFor();
    await page.getByText('Until then sales have its time.').waitFor();
    await page.getByRole('link', { name: 'Orders' }).click();
    await wrong.waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-clock');
    await page.getByRole('link', { name: 'Sell' }).click();
    await signIn(now + 3_600_000);
    await wrong.waitFor();
    assert.equal(await page.getByText('Until then sales have its time.').count(), 0, 'it is corrected');
    await signIn(now);
    await wrong.waitFor({ state: 'detached' });
  });
});

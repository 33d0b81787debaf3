// A person's own account: the password, sessions, an authenticator app, passkeys, and being asked again.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PROOF_LIFETIME } from '#src/kernel/proof.ts';
import { SECOND } from '#src/kernel/time.ts';
import { codeOf, hireWithApp } from '#test/api/account-helpers.ts';
import { change } from '#test/api/helpers.ts';
import { hirePerson } from '#test/api/screens.ts';
import { onStage, PHONE, type Tab } from './harness.ts';

/** A device that makes passkeys and knows whose finger it is. */
async function addAuthenticator({ context, page }: Tab): Promise<void> {
  const debuggee = await context.newCDPSession(page);
  await debuggee.send('WebAuthn.enable');
  await debuggee.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

onStage('the own account', (stage) => {
  it('changes the password and ends other sessions', async () => {
    const { service } = stage();
    const who = await hirePerson(service, 'staff');
    const other = await stage().open({ expected: /401/ });
    await other.signInByPage('/', who);
    const tab = await stage().open({ expected: /400/ });
    await tab.signInByPage('/', who);
    const { page } = tab;
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    const sessions = page.getByRole('region', { name: 'Where you are signed in' });
    await sessions.getByText('This browser').waitFor();
    assert.equal(await sessions.getByRole('row').count(), 3);
    await page.getByLabel('Present password').fill('wrong');
    await page.getByLabel('New password').fill('a better password');
    await page.getByLabel('Repeat the password').fill('a better password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password is wrong.').waitFor();
    await page.getByLabel('Present password').fill(who.password);
    await tab.checkAccessibility();
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    await sessions.getByRole('row').nth(2).waitFor({ state: 'detached' });
    assert.equal(await sessions.getByRole('row').count(), 2);
    // A page that was open leaves for the sign-in, and says why.
    await other.page.getByText('Your session has ended. Sign in to go on where you were.').waitFor();
    await other.checkAccessibility();
    await other.page.getByLabel('E-mail address').waitFor();
    assert.equal(other.path, '/signin?next=%2F&ended=1');
  });

  it('sets an authenticator app up, which the next sign-in asks for', async () => {
    const { service } = stage();
    const who = await hirePerson(service, 'manager');
    const tab = await stage().open({ expected: /400|401/ });
    await tab.signInByPage('/your-account', who);
    const { page } = tab;
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = await dialog.getByLabel('Key', { exact: true }).inputValue();
    await dialog.getByLabel('The code that the app shows').fill('000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText(/The code is wrong/).waitFor();
    await tab.checkAccessibility();
    await tab.picture('account-totp');
    await dialog.getByLabel('The code that the app shows').fill(codeOf(service, secret));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    const recovery = await codes.getByLabel('Code 1', { exact: true }).inputValue();
    await tab.checkAccessibility();
    await codes.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();
    await tab.picture('account');

    const phone = await stage().open({ size: PHONE, expected: /401/ });
    await phone.goto('/signin?next=/your-account');
    const signIn = async () => {
      await phone.page.getByLabel('E-mail address').fill(who.email);
      await phone.page.getByLabel('Password').fill(who.password);
      await phone.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await signIn();
    await phone.page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await phone.checkAccessibility();
    await phone.picture('signin-code-phone');
    await phone.page.getByLabel('Code').fill('123');
    await phone.page.getByRole('button', { name: 'Sign in' }).click();
    await phone.page.getByText('The code is wrong, or was used already.').waitFor();
    service.clock.advance(30n * SECOND);
    await phone.page.getByLabel('Code').fill(codeOf(service, secret));
    await phone.page.getByRole('button', { name: 'Sign in' }).click();
    await phone.page.getByRole('heading', { name: 'Your account' }).waitFor();
    await phone.checkAccessibility();
    await phone.goto('/signout');
    await phone.page.getByRole('button', { name: 'Sign out' }).click();
    await phone.page.getByLabel('E-mail address').waitFor();
    await signIn();
    await phone.page.getByLabel('Code').fill(recovery);
    await phone.page.getByRole('button', { name: 'Sign in' }).click();
    await phone.page.waitForURL(`${service.url}/`);
  });

  it('signs in with a passkey, and with nothing else', async () => {
    const { service } = stage();
    const who = await hirePerson(service, 'manager');
    const tab = await stage().open({ expected: /403/ });
    await tab.signInByPage('/your-account', who);
    await addAuthenticator(tab);
    const { page } = tab;
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('My laptop');
    await tab.checkAccessibility();
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Passkey added').waitFor();
    await page.getByRole('region', { name: 'Passkeys' }).getByText('My laptop').waitFor();
    await tab.goto('/signout');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await tab.checkAccessibility();
    await tab.picture('signin-passkey');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(`${service.url}/`);
    await tab.goto('/your-account');
    await page
      .getByText(/Last used/)
      .first()
      .waitFor();

    // It proves who one is as well, and removing it needs that.
    service.clock.advance(PROOF_LIFETIME);
    await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Passkey removed').waitFor();
    await tab.goto('/signout');
    await page.getByRole('button', { name: 'Sign out' }).click();
  });

  it('asks again before a secret is shown, and then shows it', async () => {
    const { service } = stage();
    const who = await hirePerson(service, 'owner');
    const tab = await stage().open({ expected: /403|400/ });
    await tab.signInByPage('/developer', who);
    const { page } = tab;
    service.clock.advance(PROOF_LIFETIME);
    await tab.goto('/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.getByLabel('E-mail address').fill('new@example.com');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password').first().fill('wrong');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.getByText('The password is wrong.').waitFor();
    await tab.checkAccessibility();
    await tab.picture('account-proof');
    await proof.getByLabel('Password').first().fill(who.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('dialog', { name: 'Invitation link' }).waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    // Given up, the call is refused in words.
    service.clock.advance(PROOF_LIFETIME);
    await page.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByLabel('E-mail address').fill('second@example.com');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText(/Prove first who you are/).waitFor();
  });

  it('opens nothing but the account where the company asks for a second factor', async () => {
    const { service } = stage();
    const owner = await hireWithApp(service, 'owner');
    const who = await hirePerson(service, 'manager');
    const tab = await stage().open({ expected: /401|403|409/ });
    await tab.signInByPage('/people', await hirePerson(service, 'owner'));
    const { page } = tab;
    const asked = page.getByRole('switch', { name: 'Everybody needs a second factor' });
    await asked.click();
    await page.getByText(/Set an authenticator app or a passkey up for yourself first/).waitFor();
    await tab.checkAccessibility();
    await change(owner.screen.client, '/v1/companies/me', { require_second_factor: true });
    const other = await stage().open({ expected: /401|403/ });
    await other.signInByPage('/', who);
    await other.page.getByText(/asks everybody for a second factor/).waitFor();
    await other.checkAccessibility();
    await other.picture('account-needed');
    assert.equal(await other.page.getByRole('link', { name: 'Orders' }).count(), 0);
    await addAuthenticator(other);
    await other.page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = other.page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('My laptop');
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await other.page.getByText('Passkey added').waitFor();
    await other.page.getByRole('button', { name: 'Go on' }).click();
    await other.page.getByRole('link', { name: 'Orders' }).first().waitFor();
    await change(owner.screen.client, '/v1/companies/me', { require_second_factor: false });
  });

  it('narrows the audit log, and saves it as JSON lines', async () => {
    const tab = await stage().open();
    await tab.signInByPage('/people/audit');
    const { page } = tab;
    await page.getByRole('combobox', { name: 'Who' }).click();
    await page.getByRole('option').first().click();
    await page.waitForURL(/user_id=\d+/);
    await page.getByLabel('From').fill('2026-01-01');
    await page.waitForURL(/user_id=\d+&from=2026-01-01|from=2026-01-01&user_id=\d+/);
    await tab.checkAccessibility();
    await tab.picture('audit-filters');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download JSON lines' }).click();
    assert.equal((await download).suggestedFilename(), 'audit.jsonl');
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Company changed' }).click();
    await page.waitForURL(/action=company.changed/);
    assert.ok(!page.url().includes('user_id'));
  });
});

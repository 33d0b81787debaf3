// A register and a kitchen screen are set up once, by somebody who is signed in, and stay what they are.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onStage, PHONE, TABLET } from './harness.ts';

onStage('devices', (stage) => {
  for (const [path, title, size] of [
    ['/register', 'Register', TABLET],
    ['/kitchen', 'Kitchen screen', PHONE],
  ] as const) {
    it(`${path} is set up by who is signed in, and stays set up when they leave`, async () => {
      const { service } = stage();
      const tab = await stage().open({ size, expected: /answer: 401 .*\/session$|console: .*401/ });
      await tab.goto(path);
      await tab.page.getByRole('heading', { name: title }).waitFor();
      await tab.checkAccessibility();
      await tab.page.getByRole('link', { name: 'Sign in' }).click();
      assert.equal(tab.path, `/signin?next=${encodeURIComponent(path)}`);
      await tab.signIn(path);
      await tab.page.getByRole('combobox', { name: 'Register' }).click();
      const register = service.card.sites[0].registers[0];
      await tab.page.getByRole('option', { name: register.name }).click();
      await tab.page.getByLabel('Name of this device').fill('Front counter');
      await tab.checkAccessibility();
      await tab.page.getByRole('button', { name: 'Set up this device' }).click();
      await tab.page.getByRole('heading', { name: 'Front counter' }).waitFor();
      await tab.context.clearCookies();
      await tab.page.reload();
      await tab.page.getByRole('heading', { name: 'Front counter' }).waitFor();
    });
  }
});

// A register that is worked at: what a cashier taps, and nothing that they do not see.

import type { Locator } from 'playwright-core';
import type { Member } from '#test/api/operator-helpers.ts';
import { type Stage, TABLET, type Tab } from '../harness.ts';
import { touchProduct } from '../register-screen.ts';
import { shown } from './money.ts';

/** What is expected to be said: while a register is set up, once a token has ended, by a line that is cut, of what is refused. */
const EXPECTED = /answer: 40[013] |console: .*40[013]|ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** Who works at a register. */
export interface Cashier extends Member {
  readonly name: string;
}

export class Till {
  readonly tab: Tab;
  readonly products: Locator;
  readonly sale: Locator;
  readonly dialog: Locator;
  readonly payment: Locator;
  readonly drawer: Locator;
  readonly order: Locator;

  private constructor(tab: Tab) {
    const { page } = tab;
    this.tab = tab;
    this.products = page.getByRole('group', { name: 'Products' });
    this.sale = page.getByRole('region', { name: 'Sale', exact: true });
    this.dialog = page.getByRole('dialog');
    this.payment = page.getByRole('dialog', { name: 'Payment' });
    this.drawer = page.getByRole('dialog', { name: 'Drawer' });
    this.order = page.getByRole('region', { name: 'Order', exact: true });
  }

  /** Sets a browser up as a register, and signs a cashier in. */
  static async open(stage: Stage, register: string, cashier: Cashier): Promise<Till> {
    const tab = await stage.open({ size: TABLET, expected: EXPECTED });
    const { page } = tab;
    await tab.signInByPage('/register');
    await page.getByRole('combobox', { name: 'Register' }).click();
    await page.getByRole('option', { name: register }).click();
    await page.getByRole('button', { name: 'Set up this device' }).click();
    await page.getByRole('button', { name: new RegExp(cashier.name) }).click();
    await page.keyboard.type(cashier.pin);
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox', { name: /Search by name/ }).waitFor();
    return new Till(tab);
  }

  get page() {
    return this.tab.page;
  }

  /** Goes to a screen of the register; a number of things that wait may stand before its name. */
  async go(name: 'Sell' | 'Orders' | 'Tables' | 'Sales' | 'Incoming'): Promise<void> {
    await this.page.getByRole('link', { name: new RegExp(`^(?:\\d+\\+? )?${name}`) }).click();
  }

  /** Rings products up. */
  async ring(...names: readonly string[]): Promise<void> {
    for (const name of names) await touchProduct(this.tab, new RegExp(`^${name}`));
  }

  /** Rings up something that asks first. */
  async ringWith(name: string, choose: (dialog: Locator) => Promise<void>): Promise<void> {
    await this.ring(name);
    await choose(this.dialog);
    await this.dialog.getByRole('button', { name: /^Add/ }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** Waits until the sale comes to an amount. */
  async comesTo(cents: bigint): Promise<void> {
    await this.sale.getByText(shown(cents), { exact: true }).last().waitFor();
  }

  async exactCash(): Promise<void> {
    await this.sale.getByRole('button', { name: 'Exact cash' }).click();
  }

  async pay(): Promise<void> {
    await this.sale.getByRole('button', { name: 'Pay', exact: true }).click();
  }

  /** Pays by a button of the payment screen: a method, or a note that is handed over. */
  async by(name: string): Promise<void> {
    await this.payment.getByRole('button', { name, exact: true }).click();
  }

  /**
   * After the last payment: the order is complete, or without a network kept on the register. Answers its number, if it has
   * one already, and begins the next sale.
   */
  async next(isOffline = false): Promise<string> {
    const said = this.payment.getByText(isOffline ? /^Saved on this register/ : /^Sale /);
    await said.waitFor();
    const [, number = ''] = /^Sale (\S+)/.exec((await said.textContent()) ?? '') ?? [];
    await this.payment.getByRole('button', { name: 'New sale' }).click();
    await this.payment.waitFor({ state: 'detached' });
    return number;
  }

  async discount(name: string): Promise<void> {
    await this.sale.getByRole('button', { name: 'Discount', exact: true }).click();
    await this.page.getByRole('menuitem', { name }).click();
  }

  /** A manager's PIN, where it is asked for. */
  async approve(pin: string): Promise<void> {
    const approval = this.page.getByRole('dialog', { name: 'Approval needed' });
    for (const digit of pin) await approval.getByRole('button', { name: digit, exact: true }).click();
    await approval.getByRole('button', { name: 'Approve', exact: true }).click();
    await approval.waitFor({ state: 'detached' });
  }

  async openDrawer(float: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Drawer', exact: true }).click();
    await this.drawer.getByLabel('Float').fill(float);
    await this.drawer.getByRole('button', { name: 'Open drawer', exact: true }).click();
    await this.drawer.getByText(/^Open since/).waitFor();
    await this.closeDialog();
  }

  async closeDialog(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** A past sale, by its number of the day. */
  async openSale(number: string): Promise<void> {
    await this.go('Sales');
    await this.page.getByLabel('Receipt number').fill(number);
    await this.page.keyboard.press('Enter');
    await this.sale.getByRole('heading', { name: new RegExp(number) }).waitFor();
  }

  /** Cash that is put in or taken out, with a reason. */
  async moveCash(kind: 'Cash in' | 'Cash out', amount: string, reason: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Drawer', exact: true }).click();
    await this.drawer.getByRole('button', { name: kind, exact: true }).click();
    await this.drawer.getByRole('textbox', { name: kind }).fill(amount);
    await this.drawer.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await this.drawer.getByRole('button', { name: kind, exact: true }).click();
    await this.page.getByText(`${kind} noted`).waitFor();
    await this.closeDialog();
  }

  async noSale(): Promise<void> {
    await this.page.getByRole('button', { name: 'Drawer', exact: true }).click();
    await this.drawer.getByRole('button', { name: 'No sale', exact: true }).click();
    await this.page.getByText('No sale noted').waitFor();
    await this.closeDialog();
  }

  /** Counts the drawer by coins and notes, and closes it; answers the difference that is shown. */
  async count(pieces: ReadonlyMap<bigint, number>, note: string): Promise<string> {
    await this.page.getByRole('button', { name: 'Drawer', exact: true }).click();
    await this.drawer.getByRole('button', { name: 'Count and close', exact: true }).click();
    for (const [value, count] of pieces)
      await this.drawer.getByLabel(shown(value), { exact: true }).fill(String(count));
    await this.drawer.getByRole('textbox', { name: 'Note' }).fill(note);
    await this.drawer.getByRole('button', { name: 'Close drawer', exact: true }).click();
    const row = this.drawer.getByRole('row', { name: /Difference/ });
    await row.waitFor();
    const difference = (await row.textContent()) ?? '';
    await this.drawer.getByRole('button', { name: 'Done' }).click();
    return difference.replace('Difference', '');
  }

  /** Everything that was rung is with the service. */
  async sent(): Promise<void> {
    await this.page.getByRole('link', { name: /^Offline queue$/ }).waitFor();
  }
}

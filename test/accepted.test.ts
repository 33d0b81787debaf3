// A field that a body may hold and that nothing takes over does not compile: the compiler is run over a copy of the
// sources in which each record's input has one field more.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

const root = dirname(import.meta.dirname);

/** A field that is added to an input, by the text it is put behind, and the file that does not compile then. */
interface Patch {
  readonly record: string;
  readonly input: string;
  readonly behind: string;
  readonly refused: string;
}

const PATCHES: readonly Patch[] = [
  ['customer', 'customers', 'const fields = z.object({', 'customers/save.ts'],
  ['site', 'company', 'const site = z.object({', 'company/handlers.ts'],
  ['register', 'company', 'const register = z.object({', 'company/handlers.ts'],
  ['staff', 'company', 'const staff = z.object({', 'company/handlers.ts'],
  ['tax', 'company', 'const tax = z.object({', 'company/handlers.ts'],
  ['tax_group', 'company', 'const taxGroup = z.object({', 'company/handlers.ts'],
  ['price_list', 'company', 'const priceList = z.object({', 'company/handlers.ts'],
  ['payment_method', 'company', 'const paymentMethod = z.object({', 'company/handlers.ts'],
  ['product', 'products', 'const company = z.object({', 'products/rules/product.ts'],
  ['availability', 'products', 'availability: z.object({', 'products/rules/product.ts'],
  ['site_product', 'products', 'show_online: flag.nullable(),', 'products/rules/product.ts'],
  ['category', 'products', 'const category = z.object({', 'products/categories.ts'],
  ['option_set', 'products', 'const optionSet = z.object({', 'products/options.ts'],
  ['option', 'products', '.array(z.object({ product_id: id,', 'products/rules/options.ts'],
  ['order', 'orders', 'const fields = z.object({', 'orders/rules/decide.ts'],
  ['new_order', 'orders', 'export const orderCreate = orderUpdate.extend({', 'orders/handlers.ts'],
  ['reject_reason', 'orders', 'reject_reason: z\n    .object({', 'orders/rules/decide.ts'],
  ['line', 'orders', 'const line = z.object({', 'orders/rules/lines.ts'],
  ['chosen_option', 'orders', 'const choice = z\n  .object({', 'orders/rules/choices.ts'],
  ['payment', 'orders', 'const payment = z.object({', 'orders/change.ts'],
  ['checkin', 'checkins', 'export const checkinInput = z.object({', 'checkins/handlers.ts'],
  ['webhook', 'webhooks', 'const fields = z.object({', 'webhooks/handlers.ts'],
].map(([record = '', folder = '', behind = '', refused = '']) => ({
  record,
  input: `src/${folder}/input.ts`,
  behind,
  refused: `src/${refused}`,
}));

describe('a field that is accepted and not taken over', () => {
  let copy: string;
  /** What the compiler says, as `file: message`, lines that go on joined. */
  let said: string[];
  before(() => {
    copy = mkdtempSync(join(realpathSync(tmpdir()), 'passbell-accepted-'));
    cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
    for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(copy, name));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const { record, input, behind } of PATCHES) {
      const file = join(copy, input);
      const text = readFileSync(file, 'utf8');
      assert.equal(text.split(behind).length, 2, `${input} has no one place "${behind}"`);
      // Only what is known already is used, so that nothing else of the file can be at fault.
      writeFileSync(
        file,
        text.replace(behind, `${behind} nickname_of_${record}: z.string().nullable().optional(),`),
      );
    }
    const settings = { extends: './tsconfig.json', files: ['src/routes.ts'], include: [] };
    writeFileSync(join(copy, 'patched.json'), JSON.stringify(settings));
    const args = [
      join(root, 'node_modules/typescript/bin/tsc'),
      '--noEmit',
      '--pretty',
      'false',
      '-p',
      'patched.json',
    ];
    const { stdout, status } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    assert.notEqual(status, 0, 'it compiles');
    said = stdout.replaceAll(/\n +/g, ' ').split('\n');
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  for (const { record, refused } of PATCHES) {
    it(`of a ${record.replaceAll('_', ' ')} does not compile, and is named`, () => {
      const own = said.filter((line) => line.startsWith(`${refused}(`));
      assert.ok(
        own.some((line) => new RegExp(`\\bnickname_of_${record}\\b`).test(line)),
        `${refused}: ${own.join('\n')}`,
      );
    });
  }
});

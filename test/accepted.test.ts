// A field that is declared and not handled does not compile: the compiler is run over a copy of the sources in which
// records have fields more that bodies may hold and nothing takes over, or that answers show and nothing computes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

const root = dirname(import.meta.dirname);

/** A field that is added to a shape, before the text that is its anchor, and the file that does not compile then. */
interface Patch {
  readonly record: string;
  readonly shape: string;
  readonly anchor: string;
  readonly refused: string;
  readonly field: string;
}

const SENT = "PATCH.sent(PATCH.orNull(PATCH.text(50)), 'What nobody takes over.')";

/** Fields that bodies may hold. */
const ACCEPTED: readonly (readonly [record: string, shape: string, anchor: string, refused: string])[] = [
  ['customer', 'customers/shape', '  mobile: field(', 'customers/save'],
  ['site', 'company/shape', '  location: sent(orNull', 'company/input'],
  ['register', 'company/shape', '  sale_prefix: field(', 'company/input'],
  ['staff', 'company/staff-shape', '  is_admin: field(', 'company/input'],
  ['tax', 'company/shape', '  rate: field(', 'company/input'],
  ['tax_group', 'company/shape', '  rate: derived(', 'company/input'],
  ['payment_method', 'company/shape', '  kind: field(\n    oneOf(PAYMENT_KINDS)', 'company/input'],
  ['product', 'products/shape/product', '  online_description: field(', 'products/rules/product'],
  ['site_product', 'products/shape/product', '  is_inventory: sent(', 'products/rules/product'],
  ['category', 'products/shape/menu', '  products: derived(', 'products/input'],
  ['option_set', 'products/shape/menu', '  ...SELECTION,', 'products/options'],
  ['order', 'orders/shape/order', '  guests: field(', 'orders/rules/decide'],
  ['new_order', 'orders/shape/order', '  pass_thru_printing: sent(', 'orders/http/handlers'],
  ['line', 'orders/shape/line', '  course_ordinal: field(', 'orders/rules/lines'],
  ['payment', 'orders/shape/payment', '  tip: field(', 'orders/http/change'],
  ['checkin', 'checkins/shape', '  duration: field(', 'checkins/handlers'],
];

/** Fields of plain records whose bodies hold another type than is stored: a time is read as it was sent. */
const OTHER_TYPE: typeof ACCEPTED = [['price_list', 'company/shape', '  parent_id: field(', 'company/input']];

/** Fields that answers show, and that the view says nothing of. */
const SHOWN: typeof ACCEPTED = [
  ['shown_customer', 'customers/shape', '  mobile: field(', 'customers/view'],
  ['shown_product', 'products/shape/product', '  online_description: field(', 'products/view'],
  ['shown_order', 'orders/shape/order', '  guests: field(', 'orders/row/view'],
  ['shown_line', 'orders/shape/line', '  course_ordinal: field(', 'orders/row/view'],
];

const PATCHES = [
  ...ACCEPTED.map((each) => [...each, SENT] as const),
  ...OTHER_TYPE.map((each) => [...each, "PATCH.field(PATCH.orNull(PATCH.time), 'When it opens.')"] as const),
  ...SHOWN.map((each) => [...each, "PATCH.derived(PATCH.text(50), 'What nobody computes.')"] as const),
].map(
  ([record, shape, anchor, refused, field]): Patch => ({
    record,
    shape: `src/${shape}.ts`,
    anchor,
    refused: `src/${refused}.ts`,
    field: record === 'new_order' ? field.replace(/\)$/, ", { on: 'create' })") : field,
  }),
);

describe('a field that is accepted and not taken over, or shown and not computed', () => {
  let copy: string;
  /** What the compiler says, as `file: message`, lines that go on joined. */
  let said: string[];
  before(() => {
    copy = mkdtempSync(join(realpathSync(tmpdir()), 'passbell-accepted-'));
    cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
    for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(copy, name));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const shape of new Set(PATCHES.map((patch) => patch.shape))) {
      const file = join(copy, shape);
      const to = '../'.repeat(shape.split('/').length - 2);
      writeFileSync(file, `import * as PATCH from '${to}patch.ts';\n${readFileSync(file, 'utf8')}`);
    }
    writeFileSync(
      join(copy, 'src/patch.ts'),
      "export { orNull, text, time } from './shape/kinds.ts';\nexport { derived, field, sent } from './shape/shape.ts';\n",
    );
    for (const { record, shape, anchor, field } of PATCHES) {
      const file = join(copy, shape);
      const source = readFileSync(file, 'utf8');
      assert.equal(source.split(anchor).length, 2, `${shape} has no one place "${anchor}"`);
      const patched = source.replace(anchor, `  nickname_of_${record}: ${field},\n${anchor}`);
      writeFileSync(file, patched);
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

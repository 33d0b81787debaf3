import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ENGINES } from '#test/harness/service.ts';
import { freshStorage } from '#test/harness/storage.ts';
import { askedOf, gramsOf, saveGrams } from '../storage/grams.ts';
import { migrate } from '../storage/migrate.ts';
import { finding } from '../storage/migrations/022-finding.ts';
import type { Storage, Writer } from '../storage/port.ts';
import { fold, raw, sql } from '../storage/sql.ts';
import { listProducts } from './lists.store.ts';
import { newProduct, withFoldedNames } from './save.ts';
import { listedProducts } from './short.store.ts';
import { GRAMS, products, removeTraces } from './store.ts';
import type { Product } from './types.ts';

// A search by a part of a name finds exactly the products that have it, with every query plan.

const COMPANY = 7n;
const OTHER = 8n;

const ODD = [
  ...[
    'Flat White',
    'flat bread',
    '100% Juice_',
    'Ĉapelo ΣΟΦΟΣ',
    'İzmir köfte',
    'a',
    'ab',
    'aba',
    'abab',
    '!!',
  ],
  ...[
    '🍕🍔 menu',
    '🍔',
    'Straße',
    'e\u0301clair',
    'Éclair',
    'x'.repeat(255),
    'İ'.repeat(255),
    'back\\slash',
    "o'clock",
  ],
];
/** Enough of one kind that it is not few any more. */
const MANY = Array.from({ length: 700 }, (_, at) => `Crispy ${at % 7 === 0 ? 'lemon' : 'basil'} tart ${at}`);
const NAMES = [...ODD, ...MANY];

const TEXTS = [
  ...[
    'flat',
    'FLAT ',
    'white',
    't w',
    'at',
    'q',
    'a',
    'ab',
    'aba',
    'abab',
    'ababa',
    '%',
    '%%',
    '_',
    'juice_',
    '!',
    '!!',
  ],
  ...[
    '🍕',
    '🍔',
    '🍕🍔',
    '🍔 menu',
    '🍔🍕',
    'σοφος',
    'σοφοσ',
    'ΦΟΣ',
    'iz',
    'İz',
    'ß',
    'stras',
    'é',
    'e\u0301',
    'ÉCL',
    '\\',
    "o'",
  ],
  ...[
    'crispy',
    'lemon tart',
    'tart lemon',
    'basil tart 69',
    'tart 699',
    'tart 700',
    ' ',
    '  ',
    'xxxx',
    'x'.repeat(256),
    '7',
    '77',
  ],
  ...['i\u0307', 'İ'.repeat(20), ''],
];

function made(company: bigint, id: bigint, name: string): Product {
  return withFoldedNames({ ...newProduct(company, id, {}, 0n), name });
}

async function save(tx: Writer, product: Product): Promise<void> {
  await products.insert(tx, product);
  await saveGrams(tx, GRAMS, product, '', product.found_by);
}

for (const engine of ENGINES) {
  describe(`a part of a name (${engine})`, () => {
    let database: Awaited<ReturnType<typeof freshStorage>>;
    let storage: Storage;

    before(async () => {
      database = await freshStorage(engine);
      storage = database.open();
      await migrate(storage);
      await storage.write(async (tx) => {
        for (const [at, name] of NAMES.entries()) await save(tx, made(COMPANY, BigInt(at + 1), name));
        await save(tx, made(OTHER, 1n, 'Flat quiche'));
      });
    });
    after(() => database.remove());

    const found = (name: string, from = 0n, limit = 5000) =>
      storage.read(async (tx) =>
        (await listProducts(tx, listedProducts, COMPANY, { name }, [from], limit)).map(
          (product) => product.name,
        ),
      );

    it('finds every name that has it, and no other, on every page', async () => {
      for (const text of TEXTS) {
        const wanted = NAMES.filter((name) => fold(name).includes(fold(text)));
        assert.deepEqual(await found(text), wanted, text);
        for (const from of [0n, 3n, 400n]) {
          const rest = NAMES.slice(Number(from)).filter((name) => fold(name).includes(fold(text)));
          assert.deepEqual(await found(text, from, 5), rest.slice(0, 5), `${text} after ${from}`);
        }
      }
    });

    it('follows names that change and products that go', async () => {
      const product = made(COMPANY, 9000n, 'Walnut quark');
      await storage.write(async (tx) => save(tx, product));
      assert.deepEqual(await found('quark'), ['Walnut quark']);
      const renamed = made(COMPANY, 9000n, 'Walnut cake');
      await storage.write(async (tx) => {
        await products.update(tx, renamed);
        await saveGrams(tx, GRAMS, renamed, product.found_by, renamed.found_by);
      });
      assert.deepEqual(await found('quark'), []);
      assert.deepEqual(await found('walnut cake'), ['Walnut cake']);
      await storage.write(async (tx) => {
        await products.update(tx, { ...renamed, deleted: true });
        await removeTraces(tx, renamed);
      });
      assert.deepEqual(await found('walnut'), []);
      const left = await storage.read(async (tx) =>
        tx.all(sql`select gram from product_grams where company_id = ${COMPANY} and product_id = 9000`),
      );
      assert.deepEqual(left, []);
    });

    it('is kept by the migration for products that were there before, as it is by saving', async () => {
      const all = () =>
        storage.read(async (tx) =>
          tx.all(sql`select * from product_grams order by company_id, product_id, gram`),
        );
      const saved = await all();
      await storage.write(async (tx) => {
        await tx.run(raw('delete from product_grams'));
        await tx.run(raw("update products set found_by = ''"));
        await finding.fill?.(tx);
      });
      assert.deepEqual(await all(), saved);
    });
  });
}

describe('the pieces of a name', () => {
  it('are what begins at each character', () => {
    assert.deepEqual(gramsOf('abcab'), ['abc', 'bca', 'cab', 'ab', 'b']);
    assert.deepEqual(gramsOf('🍕🍔!'), ['🍕🍔!', '🍔!', '!']);
    assert.deepEqual(gramsOf(''), []);
  });

  it('are asked for by all or by some of a text', () => {
    assert.equal(askedOf(''), undefined);
    assert.deepEqual(askedOf('abcd'), { kind: 'each', grams: ['abc', 'bcd'] });
    assert.deepEqual(askedOf('ab'), { kind: 'range', from: 'ab', to: 'ab\u{10ffff}' });
    const long = askedOf('a very long text that has many pieces');
    assert.equal(long?.kind === 'each' ? long.grams.length : 0, 8);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeptKeys, SAME_MS } from './kept-keys.ts';

/** A browser's store of a register, and pages that use it. */
function browser() {
  const values = new Map<string, unknown>();
  let now = 0;
  let made = 0;
  const store = {
    get: async (_store: 'kept', name: string) => values.get(name),
    put: async (_store: 'kept', value: unknown, name?: string) => {
      values.set(String(name), value);
      return String(name);
    },
    delete: async (_store: 'kept', name: unknown) => void values.delete(String(name)),
    getAllKeys: async () => [...values.keys()],
  };
  const broken = async () => {
    throw new Error('No store.');
  };
  const nothing = { get: broken, put: broken, delete: broken, getAllKeys: broken };
  const page = (kept: object = store) =>
    new KeptKeys({
      kept: kept as typeof store,
      now: () => now,
      newKey: () => `key-${++made}`,
    });
  return {
    page,
    nothing,
    values,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe('keys of requests that have no answer (reference: conventions.61)', () => {
  it('are those of the page before, for the same request alone', async () => {
    const { page } = browser();
    const first = await page().of('cash in 20');
    assert.equal(await page().of('cash in 20'), first);
    assert.notEqual(await page().of('cash in 30'), first);
  });

  it('are others once there is an answer, or after a while', async () => {
    const { page, values, wait } = browser();
    const first = await page().of('no sale');
    await page().answered('no sale');
    assert.equal(values.size, 0);
    const second = await page().of('no sale');
    assert.notEqual(second, first);
    wait(SAME_MS - 1);
    assert.equal(await page().of('no sale'), second);
    wait(1);
    assert.notEqual(await page().of('no sale'), second);
  });

  it('are swept once they are too old', async () => {
    const { page, values, wait } = browser();
    values.set('basket', {});
    await page().of('no sale');
    wait(SAME_MS - 1);
    await page().of('cash in 20');
    wait(1);
    await page().sweep();
    assert.deepEqual([...values.keys()], ['basket', 'unanswered cash in 20']);
  });

  it('last as long as the page where the browser keeps nothing', async () => {
    const { page, nothing } = browser();
    const one = page(nothing);
    const first = await one.of('no sale');
    assert.equal(await one.of('no sale'), first);
    assert.notEqual(await page(nothing).of('no sale'), first);
    await one.answered('no sale');
    assert.notEqual(await one.of('no sale'), first);
  });
});

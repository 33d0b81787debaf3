import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { PASSWORD_COST, Passwords } from './password.ts';

const random = { bytes: (count: number) => randomBytes(count) };
const CHEAP = { N: 2, r: 1, p: 1 };

it('a hash names its cost, has its own salt, and fits its password alone', async () => {
  const passwords = new Passwords(random, CHEAP);
  const hash = await passwords.hash('correct horse');
  assert.match(hash, /^scrypt\.2\.1\.1\.[\w-]{22}\.[\w-]{43}$/);
  assert.notEqual(await passwords.hash('correct horse'), hash);
  assert.equal(await passwords.matches('correct horse', hash), true);
  for (const wrong of ['', 'correct hors', 'correct horsE', 'correct horse ']) {
    assert.equal(await passwords.matches(wrong, hash), false);
  }
  assert.equal(await passwords.matches('', undefined), false);
  assert.equal(await passwords.matches('x', 'scrypt.2.1.1..'), false);
  // Ways of writing the same letter are one password.
  assert.equal(await passwords.matches('caf\u0065\u0301', await passwords.hash('caf\u00e9')), true);
});

it('a hash of another cost is still understood', async () => {
  const hash = await new Passwords(random, { N: 4, r: 2, p: 1 }).hash('correct horse');
  assert.equal(await new Passwords(random, CHEAP).matches('correct horse', hash), true);
});

it('the cost of every day is worked out within its memory', async () => {
  assert.deepEqual(PASSWORD_COST, { N: 65_536, r: 8, p: 2 });
  const passwords = new Passwords(random);
  assert.equal(await passwords.matches('correct horse', await passwords.hash('correct horse')), true);
});

it('only so many wait, of one address and of all', async () => {
  const passwords = new Passwords(random, CHEAP);
  const from = (place: string, count: number) =>
    Array.from({ length: count }, () => passwords.matches('x', undefined, place));
  const one = from('10.0.0.1', 12);
  const many = Array.from({ length: 196 }, (_, at) => from(`10.1.0.${at}`, 1)).flat();
  const statuses = async (all: readonly Promise<boolean>[]) =>
    (await Promise.allSettled(all)).map((each) => (each.status === 'fulfilled' ? 200 : each.reason.status));
  const [ofOne, ofAll] = await Promise.all([statuses(one), statuses(many)]);
  assert.deepEqual(
    ofOne?.filter((status) => status !== 200),
    [429, 429],
  );
  assert.deepEqual(
    ofAll?.filter((status) => status !== 200),
    [503, 503, 503, 503],
  );
  assert.equal(await passwords.matches('x', undefined), false, 'afterwards there is room');
});

it('addresses take turns: many guesses of one keep nobody else waiting', async () => {
  const begun: string[] = [];
  const passwords = new Passwords(random, CHEAP, async (password) => {
    begun.push(password);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    return Buffer.alloc(32);
  });
  const ask = (place: string) => passwords.matches(place, undefined, place).catch(() => undefined);
  await Promise.all([...Array.from({ length: 95 }, () => ask('guesser')), ask('owner')]);
  // Two are worked on when the owner comes; before that turn the guesser has one more, and one may begin beside.
  assert.ok(begun.indexOf('owner') <= 4, begun.join(' '));
  assert.equal(begun.length, 11, 'the guesser had 2 running and 8 waiting');
});

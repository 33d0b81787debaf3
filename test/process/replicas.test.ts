// Two processes and a replica that stops, goes and comes back while orders are made: who sends the token of a change sees it
// in the next list, wherever that is asked for (reference: operations.27).

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createDatabase } from '#test/harness/postgres.ts';
import { makeFolder, type Server, serve, until } from '#test/harness/process.ts';
import { type Pair, startPair, tell } from '#test/harness/replica.ts';

const TOKEN = 'consistency-token';
/** Orders in each part of the test, at how many registers at a time. */
const ORDERS = 60;
const REGISTERS = 4;

let pair: Pair;
const fleet: Server[] = [];

/** A process of the fleet. */
function at(place: number): Server {
  const server = fleet[place];
  assert.ok(server !== undefined);
  return server;
}

const figure = async (server: Server, name: string): Promise<number> =>
  Number(
    (await server.get('/metrics', { token: token() })).text
      .split('\n')
      .find((line) => line.startsWith(`passbell_${name} `))
      ?.split(' ')
      .at(-1),
  );
const token = (): string => at(0).card.addon.access_token;
const used = () => `replica_used{replica="127.0.0.1:${pair.follower.port}"}`;
const areUsed = async (wanted: number) => {
  for (const server of fleet) if ((await figure(server, used())) !== wanted) return false;
  return true;
};

/** Makes orders at either process and looks for each at the other one. Answers how many were not there. */
async function sell(): Promise<number> {
  let left = ORDERS;
  let missing = 0;
  const work = async (register: number) => {
    while (left-- > 0) {
      const here = (left + register) % 2;
      const site_id = at(0).card.sites[0].id;
      const made = await at(here).post('orders', { site_id }, { token: token() });
      assert.equal(made.status, 201, made.text);
      const headers = { [TOKEN]: made.headers[TOKEN] ?? '' };
      const list = await at(1 - here).get('orders?limit=50', { token: token(), headers });
      assert.equal(list.status, 200, list.text);
      if (!list.json.some(({ id }: { id: number }) => id === made.json.id)) missing++;
    }
  };
  await Promise.all(Array.from({ length: REGISTERS }, (_, register) => work(register)));
  return missing;
}

describe('two processes and a replica', () => {
  before(async () => {
    pair = await startPair({}, { isSynchronous: false });
    const url = await createDatabase(pair.leader.url, 'shop');
    const servers = [pair.leader, pair.follower].map(({ port }) => `127.0.0.1:${port}`).join(',');
    const { username, password } = new URL(url);
    const env = {
      DATABASE_URL: url,
      // The one that leads stands among them, as it does where any of them may lead.
      DATABASE_REPLICA_URL: `postgres://${username}:${password}@${servers}/shop`,
      DATABASE_REPLICA_LAG: '1',
    };
    const first = await serve({ env, first: true });
    fleet.push(first);
    const dir = join(makeFolder(), 'data');
    mkdirSync(dir);
    copyFileSync(join(first.dir, 'secret.key'), join(dir, 'secret.key'));
    fleet.push(await serve({ env, dir }));
  });

  after(async () => {
    await Promise.all(fleet.map((server) => server.stop()));
    await pair?.stop();
  });

  it('nobody misses what they have just made, whatever the replica does', async () => {
    await until('both use the replica', () => areUsed(1));
    const placed = async (place: string) => {
      let sum = 0;
      for (const server of fleet) sum += await figure(server, `database_reads_total{place="${place}"}`);
      return sum;
    };
    assert.equal(await sell(), 0);
    // A replica that is well answers nearly all of it.
    assert.ok((await placed('replica')) > ORDERS / 2, String(await placed('replica')));

    await tell(pair.follower, 'select pg_wal_replay_pause()');
    assert.equal(await sell(), 0);
    await until('it is behind', () => areUsed(0));
    assert.equal(await sell(), 0);
    await tell(pair.follower, 'select pg_wal_replay_resume()');
    await until('both use it again', () => areUsed(1));

    const selling = sell();
    pair.follower.kill();
    assert.equal(await selling, 0);
    await until('it is away', () => areUsed(0));
    for (const server of fleet) assert.equal((await server.get('/readyz', { token: token() })).status, 200);
    const again = sell();
    await pair.follower.restart();
    assert.equal(await again, 0);
    await until('both use it again', () => areUsed(1));

    for (const { process } of fleet) {
      const said = process.stderr
        .split('\n')
        .flatMap((line) => /The replica \S+ (.+?)"/.exec(line)?.[1] ?? []);
      const own = said
        .filter((line) => !line.startsWith('takes writes'))
        .map((line) => line.replace(/\d+\.\d s|:.*|, which.*/g, '').trim());
      // Each change is said once; a slow machine may have the replica behind at other times, too.
      const wanted = ['answers reads.', 'is  behind', 'answers reads.', 'does not answer', 'answers reads.'];
      let met = 0;
      for (const line of own) if (line === wanted[met]) met++;
      assert.equal(met, wanted.length, process.stderr);
      assert.ok(!own.some((line, at) => line === own[at - 1]), process.stderr);
      assert.equal(own.at(-1), 'answers reads.', process.stderr);
      assert.equal(said.length - own.length, 1);
    }
  });
});

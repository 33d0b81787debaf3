// Pages of one release find their files at processes of another one.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { DAY, HOUR } from '#src/kernel/time.ts';
import { sql } from '#src/storage/sql.ts';
import { ENGINES, type Engine, freshDatabase, type Service, startService } from '#test/harness/service.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'passbell-releases-'));
  folders.push(folder);
  return folder;
}

const scriptOf = (release: string) => `console.log("${release}");`.repeat(20);

/** The screens as a release builds them: a script and a style of its own, one that all have, and a font. */
function makeBuild(release: string): string {
  const folder = makeFolder();
  for (const entry of ['office', 'register', 'kitchen']) {
    mkdirSync(join(folder, entry));
    writeFileSync(
      join(folder, entry, 'index.html'),
      `<script type="module" src="../assets/${release}.js"></script>`,
    );
  }
  const assets = join(folder, 'assets');
  mkdirSync(assets);
  writeFileSync(join(assets, `${release}.js`), scriptOf(release));
  writeFileSync(join(assets, `${release}.js.br`), brotliCompressSync(scriptOf(release)));
  writeFileSync(join(assets, `${release}.css`), `b { color: red } /* ${release} */`);
  writeFileSync(join(assets, 'shared.js'), scriptOf('shared'));
  writeFileSync(join(assets, `${release}.woff2`), 'a font');
  return folder;
}

const ask = (service: Service, path: string, headers: Record<string, string> = {}) =>
  service.client.ask('GET', path, { headers, without: ['authorization', 'content-type'] });
const open = async (service: Service) => {
  const page = await ask(service, '/register', { accept: 'text/html' });
  assert.equal(page.status, 200);
  return page;
};
const statusOf = async (service: Service, name: string) => (await ask(service, `/assets/${name}`)).status;
const keptBy = (service: Service) =>
  service.app.storage.read(async (tx) =>
    tx.all<{ name: string; seen_at: bigint }>(sql`select name, seen_at from screen_files order by name`),
  );

for (const engine of ENGINES) {
  describe(`files of screens of several releases, on ${engine} (reference: operations.32)`, () => {
    /** The settings of an installation that several services are started on, one after the other. */
    async function place(of: Engine): Promise<Record<string, string>> {
      const DATA_DIR = makeFolder();
      return of === 'sqlite' ? { DATA_DIR } : { DATA_DIR, DATABASE_URL: await freshDatabase() };
    }

    it('a page that was opened before an upgrade finds its scripts and styles after it', async () => {
      const env = await place(engine);
      const old = await startService(engine, env, { webFolder: makeBuild('one') });
      await open(old);
      const before = await ask(old, '/assets/one.js');
      await old.stop();
      const service = await startService(engine, env, { webFolder: makeBuild('two') });
      try {
        for (const encoding of ['identity', 'br', 'gzip']) {
          const answer = await ask(service, '/assets/one.js', { 'accept-encoding': encoding });
          assert.equal(answer.status, 200, encoding);
          assert.equal(answer.headers['content-encoding'], encoding === 'br' ? 'br' : undefined);
          const bytes = encoding === 'br' ? brotliDecompressSync(answer.bytes) : answer.bytes;
          assert.equal(bytes.toString(), scriptOf('one'));
          for (const name of ['etag', 'content-type', 'cache-control', 'service-worker-allowed', 'vary'])
            assert.equal(answer.headers[name], before.headers[name], name);
        }
        const etag = before.headers.etag ?? '';
        assert.equal((await ask(service, '/assets/one.js', { 'if-none-match': etag })).status, 304);
        assert.equal((await ask(service, '/assets/one.css')).text, 'b { color: red } /* one */');
        // Fonts change seldom, and a page does without.
        assert.equal(await statusOf(service, 'one.woff2'), 404);
      } finally {
        await service.stop();
      }
    });

    it('are kept for 30 days after a process last had them', async () => {
      const env = await place(engine);
      const old = await startService(engine, env, { webFolder: makeBuild('one') });
      await open(old);
      // The same process says once a day that it has them.
      old.clock.advance(20n * DAY);
      await open(old);
      const [first] = await keptBy(old);
      assert.equal(first?.seen_at, old.clock.now());
      old.clock.advance(HOUR);
      await open(old);
      assert.equal((await keptBy(old))[0]?.seen_at, first?.seen_at);
      await old.stop();

      const service = await startService(engine, env, { webFolder: makeBuild('two') });
      try {
        service.clock.advance(20n * DAY);
        await open(service);
        service.clock.advance(30n * DAY - 1n);
        await service.app.sweep();
        assert.equal(await statusOf(service, 'one.js'), 200);
        service.clock.advance(1n);
        await open(service);
        await service.app.sweep();
        assert.equal(await statusOf(service, 'one.js'), 404);
        assert.deepEqual(
          (await keptBy(service)).map(({ name }) => name),
          ['shared.js', 'two.css', 'two.js'],
        );
      } finally {
        await service.stop();
      }
    });

    it('are 2,000 at most, those that were seen last', async () => {
      const service = await startService(engine, await place(engine), { webFolder: makeBuild('one') });
      try {
        await open(service);
        const rows = Array.from({ length: 2_000 }, (_, at) => ({ name: `old-${at}.js`, seen: at }));
        for (let at = 0; at < rows.length; at += 500) {
          await service.app.storage.write(async (tx) => {
            for (const { name, seen } of rows.slice(at, at + 500))
              await tx.run(
                sql`insert into screen_files (name, bytes, seen_at) values (${name}, ${'aa'}, ${service.clock.now() - 2000n + BigInt(seen)})`,
              );
          });
        }
        await service.app.sweep();
        const kept = (await keptBy(service)).map(({ name }) => name);
        assert.equal(kept.length, 2_000);
        assert.deepEqual(
          ['one.js', 'old-3.js', 'old-2.js'].map((name) => kept.includes(name)),
          [true, true, false],
        );
      } finally {
        await service.stop();
      }
    });

    it('pages open where the database takes none, and it is tried again a minute later', async () => {
      const service = await startService(engine, await place(engine), { webFolder: makeBuild('one') });
      try {
        await service.app.storage.write(async (tx) => tx.run(sql`alter table screen_files rename to away`));
        await open(service);
        await service.app.storage.write(async (tx) => tx.run(sql`alter table away rename to screen_files`));
        await open(service);
        assert.deepEqual(await keptBy(service), [], 'It is not tried at each page.');
        service.clock.advance(HOUR);
        await open(service);
        assert.equal((await keptBy(service)).length, 3);
      } finally {
        await service.stop();
      }
    });
  });
}

it('a page of a new process finds its files at an old one, and the other way round', async () => {
  const env = { DATA_DIR: makeFolder(), DATABASE_URL: await freshDatabase() };
  const old = await startService('postgres', env, { webFolder: makeBuild('one') });
  const fresh = await startService('postgres', env, { webFolder: makeBuild('two') });
  try {
    await Promise.all([open(old), open(fresh), open(old), open(fresh)]);
    assert.deepEqual([await statusOf(old, 'two.js'), await statusOf(fresh, 'one.js')], [200, 200]);
    assert.equal(await statusOf(old, 'three.js'), 404);
    assert.equal(await statusOf(old, `${'x'.repeat(121)}.js`), 404);
  } finally {
    await old.stop();
    await fresh.stop();
  }
});

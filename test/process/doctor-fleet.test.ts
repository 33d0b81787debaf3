// `doctor` on a fleet of real processes (reference: operations.29): who runs, who is gone, what stands, as text and as JSON.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import pg from 'pg';
import { examine, report, reportJson } from '#src/doctor.ts';
import { systemRuntime } from '#src/runtime.ts';
import { engineEnv, makeFolder, runCli, serve } from '#test/harness/process.ts';
import { ENGINES } from '#test/harness/service.ts';

const PASSWORD = 'hunter2';

const VERSION: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
).version;
/** A version some releases later. */
const later = (releases: number) =>
  VERSION.replace(/^(\d+)\.(\d+)\..*$/, (_, major, minor) => `${major}.${Number(minor) + releases}.0`);

/** The findings of `doctor --json`. */
interface Told {
  readonly level: string;
  readonly findings: readonly { readonly what: string; readonly level: string; readonly says: string }[];
}

/** What doctor finds, with the level of all of it; both outputs say the same, and no secret. */
async function look(env: Record<string, string>) {
  const found = await examine([], env, systemRuntime.clock);
  const text = report(found);
  const { level, findings } = JSON.parse(reportJson(found)) as Told;
  const marks: Record<string, string> = { ok: 'ok  ', warning: 'warn', error: 'BAD ' };
  assert.deepEqual(
    findings.map(({ what, level: each, says }) => `${marks[each]} ${what}: ${says}`),
    text.trimEnd().split('\n'),
  );
  const worst = ['error', 'warning', 'ok'].find((each) => findings.some((finding) => finding.level === each));
  assert.equal(level, worst);
  const url = env.DATABASE_URL;
  const secrets = [PASSWORD, ...(url === undefined ? [] : [url, new URL(url).password])];
  secrets.push(readFileSync(join(env.DATA_DIR ?? '', 'secret.key'), 'utf8').trim());
  for (const secret of secrets) assert.ok(!text.includes(secret));
  const lines = findings.flatMap(({ what, level: each, says }) =>
    each === 'ok' ? [] : [`${each} ${what}: ${says}`],
  );
  return { level, lines, says: (what: string) => findings.find((each) => each.what === what)?.says ?? '' };
}

/** Runs statements behind Passbell's back. */
async function change(env: Record<string, string>, ...statements: string[]): Promise<void> {
  if (env.DATABASE_URL === undefined) {
    const db = new DatabaseSync(join(env.DATA_DIR ?? '', 'passbell.sqlite'), { timeout: 5_000 });
    for (const statement of statements) db.exec(statement);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

for (const engine of ENGINES) {
  describe(`doctor on a fleet (${engine})`, () => {
    it('tells who runs, who is gone and what stands; all is well without', async () => {
      const dir = join(makeFolder(), 'data');
      const env = { ...(await engineEnv(engine)), DATA_DIR: dir, PORT: '0' };
      const first = await serve({ dir, env });
      const well = await look(env);
      assert.deepEqual([well.level, well.lines], ['ok', []]);
      assert.match(well.says('processes'), /^1 of role all, version \d+\.\d+\.\S+$/);
      assert.equal(well.says('work'), 'none stands still');
      const { code, stdout } = await runCli(['doctor', '--json'], env);
      const { level } = JSON.parse(stdout) as Told;
      assert.deepEqual([code, level], [0, 'ok']);

      // Killed, and not seen for a while.
      await first.stop('SIGKILL');
      assert.match((await look(env)).says('processes'), /^1 of role all/, 'nobody knows yet');
      await change(env, 'update processes set seen_at = seen_at - 90000000');
      const gone = await look(env);
      assert.equal(gone.level, 'warning');
      assert.match(
        gone.lines.join('\n'),
        new RegExp(
          `^warning process gone: \\S+, process ${first.process.child.pid} \\(all, \\S+\\) was last seen at .*goodbye`,
        ),
      );
      assert.equal(gone.says('processes'), 'none runs');

      // What stands, with nobody there who would do it.
      await change(
        env,
        `insert into mails (company_id, id, kind, state, recipient, recipient_folded, origin, message_id, due_at, tries, created_at,
           updated_at) values (1, 999, 'receipt', 'queued', '${PASSWORD}@example.com', '', '{}', 'm', 0, 0, 0, 0)`,
      );
      const { lines } = await look(env);
      assert.match(
        lines.join('\n'),
        /^warning mail queue: some are due .*\(company 1: 1 since 1970-\S+\)\. No running process does that: start one with SMTP_URL/m,
      );
      await change(env, 'delete from mails where id = 999', 'delete from processes');

      // A calm stop leaves nothing behind.
      const second = await serve({ dir, env });
      await second.stop();
      const left = await look(env);
      assert.deepEqual([left.lines, left.says('processes')], [[], 'none runs']);
    });

    it('tells of versions side by side and of clocks, by its exit code too', async () => {
      const dir = join(makeFolder(), 'data');
      const env = { ...(await engineEnv(engine)), DATA_DIR: dir, PORT: '0' };
      const server = await serve({ dir, env });
      const other = (id: string, version: string, apart: number) =>
        `insert into processes (id, version, role, runs, host, pid, migration, started_at, seen_at, clock_apart)
           select '${id}', '${version}', role, runs, host, pid + 1, migration, started_at, seen_at, ${apart} from processes limit 1`;
      await change(env, other('b', later(1), 0));
      const mixed = await look(env);
      assert.equal(mixed.level, 'warning');
      assert.match(mixed.lines.join('\n'), /^warning versions: \S+ and \S+ run side by side/);
      await change(env, `update processes set version = '${later(2)}' where id = 'b'`);
      const far = await look(env);
      assert.equal(far.level, 'error');
      assert.equal((await runCli(['doctor'], env)).code, 1);
      assert.match(far.lines.join('\n'), /^error versions: .*more than one release apart/);
      await change(env, "delete from processes where id = 'b'", other('c', VERSION, 2_000_000));
      const late = await look(env);
      assert.equal(late.level, 'warning');
      assert.match(late.lines.join('\n'), /^warning clocks: .* is 2\.0 s ahead of the database's/);
      await change(env, "update processes set clock_apart = -6000000 where id = 'c'");
      const wrong = await look(env);
      assert.equal(wrong.level, 'error');
      assert.match(wrong.lines.join('\n'), /^error clocks: .* is 6\.0 s behind the database's/);
      await server.stop();
    });
  });
}

it('two processes on PostgreSQL are counted by their roles, and one that stops is taken off', async () => {
  const dir = join(makeFolder(), 'data');
  const env = { ...(await engineEnv('postgres')), DATA_DIR: dir, PORT: '0' };
  const api = await serve({ dir, env, args: ['--role', 'api'] });
  const delivery = await serve({ dir, env, args: ['--role', 'delivery'] });
  const processes = async () => (await look(env)).says('processes');
  assert.match(await processes(), /^1 of role api, version \S+; 1 of role delivery, version \S+$/);
  const { text } = await api.get('/metrics');
  assert.match(text, /^passbell_processes\{version="[^"]+",role="delivery"\} 1$/m);
  assert.match(text, /^passbell_processes_gone 0$/m);
  assert.match(text, /^passbell_clock_apart_seconds -?[\d.e-]+$/m);
  await delivery.stop();
  assert.match(await processes(), /^1 of role api, version \S+$/);
  await api.stop();
});

it('a heartbeat that cannot be written leaves a process ready, and is in its log once', async () => {
  const dir = join(makeFolder(), 'data');
  const env = { ...(await engineEnv('postgres')), DATA_DIR: dir, PORT: '0' };
  const first = await serve({ dir, env });
  await first.stop();
  // A database in which this table alone takes no rows.
  await change(env, 'alter table processes add constraint closed check (pid < 0)');
  const server = await serve({ dir, env });
  assert.equal((await server.get('/readyz')).status, 200);
  assert.match((await server.get('/metrics')).text, /^passbell_heartbeats_failed_total 1$/m);
  const { stderr } = await server.stop();
  assert.equal(stderr.match(/The heartbeat of this process cannot be written/g)?.length, 1);
});

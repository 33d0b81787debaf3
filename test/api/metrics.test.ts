// GET /metrics, and what stands on it: the alerts and the dashboard of deploy/.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { onEachEngine } from '#test/harness/service.ts';

const deploy = join(import.meta.dirname, '..', '..', 'deploy');

/** The metrics that a file asks for. */
function named(file: string): string[] {
  const found =
    readFileSync(join(deploy, file), 'utf8').match(/\b(?:passbell|process)_[a-z_]+[a-z]\b/g) ?? [];
  return [...new Set(found)];
}

onEachEngine('metrics', (service) => {
  const metrics = async () => (await service().client.get('/metrics')).text;

  it('count answers by route and status, and say what the process and its database do', async () => {
    const { client } = service();
    assert.equal((await client.get('customers')).status, 200);
    assert.equal((await client.get('customers?limit=0')).status, 400);
    const text = await metrics();
    const count = (status: string) =>
      Number(
        new RegExp(
          `^passbell_request_duration_seconds_count\\{method="GET",route="/v1/companies/:company_id/customers",status="${status}"\\} (\\d+)$`,
          'm',
        ).exec(text)?.[1],
      );
    assert.ok(count('2xx') >= 1);
    assert.ok(count('4xx') >= 1);
    const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
    assert.ok(value('passbell_database_connections\\{state="idle"\\}') >= 1);
    assert.match(text, /^passbell_database_waiting \d+$/m);
    assert.ok(value('process_resident_memory_bytes') > 10_000_000);
    assert.ok(value('process_cpu_seconds_total') > 0);
    assert.ok(value('process_start_time_seconds') > 1_700_000_000);
    assert.ok(value('passbell_reports_behind_events') >= 0);
  });

  it('are all there that alerts and the dashboard ask for', async () => {
    const known = new Set([...(await metrics()).matchAll(/^([a-z_]+)[{ ]/gm)].map(([, name]) => name));
    // Neither deliveries nor copies run here.
    for (const path of ['webhooks/metrics.ts', 'copies/service.ts']) {
      const source = readFileSync(join(deploy, '../src', path), 'utf8');
      for (const [, name] of source.matchAll(/metric\(\s*'([a-z_]+)'/g)) known.add(`passbell_${name}`);
    }
    const missing = [...named('alerts.yml'), ...named('grafana.json')].filter((name) => !known.has(name));
    assert.deepEqual(missing, []);
  });
});

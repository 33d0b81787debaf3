// node scripts/run.mjs bench/moving-in.ts [sqlite|postgres] [sales]: how fast the sales of another system come in, while the shop
// sells. Importer and service are one process here, as they are for an import in the office.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { moveFile } from '#src/imports/moving-file.ts';
import { Projector } from '#src/reports/projector.ts';
import { createDatabase, startPostgres } from '#test/harness/postgres.ts';
import { startService } from '#test/harness/service.ts';
import { print, say } from './console.ts';
import { cpuBetween, cpuTimes } from './processes.ts';
import { median, short } from './report.ts';

/** How often the shop sells meanwhile, in ms. */
const SELLS_EVERY = 250;
/** Rows that are joined before they are written. */
const ROWS_AT_ONCE = 10_000;

/** Years of sales: two lines each, every 50th a refund of the one before. */
function writeSales(path: string, sales: number): void {
  const head = 'sale,time,sku,quantity,price,tax,method,paid,tip,total,refund_of,number\n';
  writeFileSync(path, head);
  const start = Date.UTC(2022, 0, 1, 8);
  let rows: string[] = [];
  for (let at = 0; at < sales; at++) {
    const time = new Date(start + at * 120_000).toISOString();
    if (at % 50 === 49)
      rows.push(`S${at},${time},SOUP,-1,10.00,0.91,Cash,-10.00,,-10.00,S${at - 1},N${at}\n`);
    else {
      rows.push(`S${at},${time},SOUP,1,10.00,0.91,Cash,15.00,${at % 7 === 0 ? '1.00' : ''},15.00,,N${at}\n`);
      rows.push(`S${at},${time},TEA,2,2.50,0.45,,,,,,\n`);
    }
    if (rows.length < ROWS_AT_ONCE && at < sales - 1) continue;
    writeFileSync(path, rows.join(''), { flag: 'a' });
    rows = [];
  }
}

/** CPU seconds of this process, and of the database that it started, from now until the answer is asked. */
function cpuFromNow(): () => { readonly own: number; readonly database: number } {
  const others = () => new Map([...cpuTimes([process.pid])].filter(([pid]) => pid !== process.pid));
  const before = others();
  const own = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(own);
    return { own: (user + system) / 1e6, database: cpuBetween(before, others()) / 1e9 };
  };
}

async function main(): Promise<void> {
  const [engine = 'sqlite', sales = '50000'] = process.argv.slice(2);
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error('The engine is sqlite or postgres.');
  const dir = mkdtempSync(join(tmpdir(), 'passbell-moving-'));
  const path = join(dir, 'sales.csv');
  writeSales(path, Number(sales));
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  const database = postgres && { DATABASE_URL: await createDatabase(postgres.url, 'moving') };
  const service = await startService(engine, { DATA_DIR: join(dir, 'data'), ...database });
  const { client, card } = await service.newCompany('Moved');
  const site = String(card.sites[0].id);
  const product = (sku: string, unit_price: number) =>
    client.post(`sites/${site}/products`, { name: sku, sku, unit_price });
  const soup = (await product('SOUP', 10)).json;
  await product('TEA', 2.5);
  const { storage } = service.app;
  const took: number[] = [];
  let isOpen = true;
  const selling = (async () => {
    while (isOpen) {
      const from = performance.now();
      const sold = await client.post('orders', { site_id: site, lines: [{ product_id: soup.id }] });
      if (sold.status !== 201) throw new Error(sold.text);
      took.push(performance.now() - from);
      await sleep(SELLS_EVERY);
    }
  })();
  const cpu = cpuFromNow();
  const from = performance.now();
  const request = {
    kind: 'sales',
    path,
    source: 'bench',
    company: BigInt(client.companyId),
    site: undefined,
  } as const;
  const clock = { now: () => BigInt(Date.now()) * 1000n };
  const done = await moveFile(storage, {
    ...request,
    dryRun: false,
    clock,
    onPart: ({ records, parts }) => parts % 100 === 0 && say(`${records} sales`),
  });
  const seconds = (performance.now() - from) / 1000;
  const used = cpu();
  isOpen = false;
  await selling;
  const counted = performance.now();
  await new Projector({ storage, stopwatch: service.clock, warn: (error) => say(String(error)) }).catchUp();
  const counting = (performance.now() - counted) / 1000;
  const again = performance.now();
  const second = await moveFile(storage, { ...request, dryRun: false, clock });
  const sorted = took.toSorted((a, b) => a - b);

  print(
    [
      `${engine}: ${done.created} sales in ${short(seconds)} s, ${short(done.created / seconds)} a second (${done.refused} refused)`,
      `- orders sold meanwhile: ${took.length}, median ${short(median(took))} ms, p99 ${short(sorted[Math.floor(sorted.length * 0.99)] ?? 0)} ms, longest ${short(sorted.at(-1) ?? 0)} ms`,
      `- CPU: ${short(used.own)} s of the process${postgres === undefined ? '' : `, ${short(used.database)} s of the database`}, on ${availableParallelism()} cores`,
      `- added up for reports in ${short(counting)} s`,
      `- once more: ${second.unchanged} there already, in ${short((performance.now() - again) / 1000)} s`,
      `- memory: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`,
    ].join('\n'),
  );
  await service.stop();
  await postgres?.stop();
  rmSync(dir, { recursive: true, force: true });
}

await main();

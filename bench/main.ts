// npm run bench: the cost of Passbell, each figure beside its floor, the least possible cost. See README.md.
import { existsSync, writeFileSync } from 'node:fs';
import { compareWith } from './against.ts';
import { print, say } from './console.ts';
import { measureCrowd, reportCrowd } from './crowd.ts';
import { benchDead } from './dead.ts';
import { type Filled, openStore, type Store } from './fill.ts';
import { measureGrowth } from './growth.ts';
import { benchHot } from './hot.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { measureProducts, profiledList } from './products.ts';
import { profile, profileRequests } from './profiling.ts';
import { machine } from './report.ts';
import { benchReports } from './reports.ts';
import { measureSubjects, reportAims, reportSubjects } from './requests.ts';
import { type Generator, startGenerator } from './servers.ts';
import { measureLists, measurePosts, measureStart, reportLists } from './sizes.ts';
import { SUBJECTS } from './subjects.ts';
import { benchWebhooks } from './webhooks.ts';
import { checkByWrk } from './wrk.ts';

function printMachine(options: Options): Record<string, string> {
  const about = machine();
  print(`# Measured on ${options.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`);
  const lines = Object.entries(about).map(([name, value]) => `- ${name}: ${value}`);
  print(lines.join('\n'));
  return about;
}

/** npm run bench -- products */
async function products(
  options: Options,
  { sizes, only, list }: NonNullable<Options['catalogue']>,
  store: Store,
  generator: Generator,
): Promise<void> {
  if (list !== undefined) {
    const largest = await store.catalogue(sizes.at(-1) ?? 0);
    await profileRequests(list, options, store, generator, largest, async (_, filled) => [
      profiledList(filled, list),
    ]);
    return;
  }
  const about = printMachine(options);
  const all = await measureProducts({ sizes, only, quick: options.quick }, store, generator, say, print);
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify({ ...about, all }, null, 2)}\n`);
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) {
    process.stdout.write(HELP);
    return;
  }
  if (!existsSync('/proc/self/schedstat')) throw new Error('The bench reads /proc: it runs on Linux only.');
  if (options.against !== undefined) {
    printMachine(options);
    return compareWith(options.against, options);
  }
  const store = await openStore(options.engine, say);
  if (options.webhooks !== undefined || options.isReports) {
    try {
      const name = options.isReports ? 'reports' : 'webhooks';
      const place = options.engine === 'postgres' ? await store.empty(name) : undefined;
      const { databaseUrl } = place ?? {};
      const bench = options.webhooks?.isDead === true ? benchDead : benchWebhooks;
      if (options.webhooks === undefined) await benchReports({ ...options, databaseUrl });
      else await bench({ ...options, ...options.webhooks, databaseUrl });
    } finally {
      await store.close();
    }
    return;
  }
  if (options.hot !== undefined) {
    try {
      await benchHot({ ...options.hot, quick: options.quick, json: options.json }, store);
    } finally {
      await store.close();
    }
    return;
  }
  if (options.isGrowth) {
    try {
      const about = printMachine(options);
      const lists = await measureGrowth(options, store);
      if (options.json !== undefined)
        writeFileSync(options.json, `${JSON.stringify({ ...about, lists }, null, 2)}\n`);
    } finally {
      await store.close();
    }
    return;
  }
  const generator = startGenerator();
  try {
    if (options.catalogue !== undefined) {
      await products(options, options.catalogue, store, generator);
      return;
    }
    const sizes: Filled[] = [];
    for (const orders of options.sizes) sizes.push(await store.filled(orders));
    const [smallest] = sizes;
    if (smallest === undefined) throw new Error('There is no database.');
    if (options.profile !== undefined) {
      await profile(options.profile, options, store, generator, smallest);
      return;
    }
    const about = printMachine(options);
    const all: Record<string, unknown> = { ...about, engine: options.engine };
    if (SUBJECTS.some((name) => options.parts.has(name))) {
      const figures = await measureSubjects(options, store, generator, smallest);
      reportSubjects(figures);
      if (options.engine === 'sqlite') reportAims(figures);
      all.subjects = figures;
    }
    if (options.parts.has('crowd')) {
      const crowd = await measureCrowd(options, store, generator, smallest);
      reportCrowd(crowd);
      all.crowd = crowd;
    }
    if (options.parts.has('wrk')) await checkByWrk(store, generator, smallest);
    if (options.parts.has('lists')) {
      const lists = await measureLists(options, store, generator, sizes);
      reportLists(sizes, lists);
      all.lists = lists;
    }
    if (options.parts.has('post') && sizes.length > 1) {
      all.posts = await measurePosts(options, store, generator, sizes);
    }
    if (options.parts.has('start')) all.start = await measureStart(options, sizes);
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(all, null, 2)}\n`);
  } finally {
    await generator.stop();
    await store.close();
  }
}

await main();

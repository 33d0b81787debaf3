// Describes the API: npm run describe
//
// Calls every operation once, over an empty SQLite database, for real examples of requests and answers
// (src/description/examples.json); then writes the description (docs/openapi.json) and the client's types
// (clients/typescript/types.ts and operations.ts). Tests compare the written files with what the code says.
//
//   npm run describe -- --keep       keeps the examples: only the files made from them and the code are written
//   npm run describe -- --release    keeps the description and the recorded answers as those of a released version, under
//                                    the date in src/edge/version.ts (reference: versions.5)

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeApi, describedOperations, routeName, successStatus } from '#src/description/document.ts';
import { EXAMPLES_FILE, type Example, type Examples, readExamples } from '#src/description/examples.ts';
import type { Description as PageDescription } from '#src/description/reading.ts';
import { topicId } from '#src/description/topics.ts';
import { API_VERSION } from '#src/edge/version.ts';
import { TOPICS } from '#src/kernel/event.ts';
import { ORDER } from '#src/orders/shape/order.ts';
import { ROUTES } from '#src/routes.ts';
import { initialValues } from '#src/shape/state.ts';
import { CASES } from '#test/api/cases/all.ts';
import { type Arranged, callerOf, createWorld, type World } from '#test/api/cases/case.ts';
import { COMMITTED_URL } from '#test/harness/described.ts';
import { type Answer, type Json, startService } from '#test/harness/service.ts';
import { Seeded } from '#test/harness/virtual.ts';
import { CHANGELOG_FILE, changelogText, presentDescription, readDeclared, stepsTo } from './api-changes.ts';
import { resourcePages } from './api-pages.ts';
import { answersOf, release } from './api-released.ts';
import { clientOperations, clientTypes, type Description } from './client.ts';
import { compact } from './compact.ts';

const root = dirname(import.meta.dirname);

/** Where the description lies. */
export const DESCRIPTION_FILE = join(root, 'docs/openapi.json');

const clientFolder = join(root, 'clients/typescript');
/** Where the client's generated files lie, with what makes their text. */
const CLIENT_FILES: readonly (readonly [file: string, make: (description: Description) => string])[] = [
  [join(clientFolder, 'types.ts'), clientTypes],
  [join(clientFolder, 'operations.ts'), clientOperations],
];
/** The initial values of an order, for code that cannot load its shape: the register's. */
const INITIAL_FILE = join(root, 'src/orders/rules/initial.ts');
const BIOME = join(root, 'node_modules/@biomejs/biome/bin/biome');

/** Where the service of the examples is said to be: the port it really has differs run by run. */
const ADDRESS = 'https://pos.example.com';
/** Longest list in an example. */
const MAX_ITEMS = 2;
/** Longest text in an example, such as a stream's. */
const MAX_TEXT = 1_000;

/** The description as it is committed. */
export function descriptionText(): string {
  const parts = { routes: ROUTES, examples: readExamples(), version: API_VERSION, baseUrl: COMMITTED_URL };
  return `${compact(describeApi(parts))}\n`;
}

/** The generated files, by their places, in the style of everything else. */
export function generatedFiles(): Map<string, string> {
  const description = JSON.parse(descriptionText()) as Description;
  const files = [
    ...CLIENT_FILES.map(([file, make]) => [file, make(description)] as const),
    [INITIAL_FILE, initialOrder()] as const,
  ];
  return new Map(files.map(([file, text]) => [file, formatted(file, text)]));
}

function formatted(file: string, input: string): string {
  const args = [BIOME, 'format', '--stdin-file-path', file];
  return execFileSync(process.execPath, args, { input, encoding: 'utf8', cwd: root });
}

function initialOrder(): string {
  const written = (value: unknown) => (typeof value === 'bigint' ? `${value}n` : JSON.stringify(value));
  const fields = Object.entries(initialValues(ORDER)).map(([name, value]) => `${name}: ${written(value)},`);
  return [
    '// Made from orders/shape/order.ts by `npm run describe`: change that, not this.',
    '',
    '/** The initial values of the fields of an order. */',
    `export const INITIAL_ORDER = {${fields.join('\n')}} as const;`,
    '',
  ].join('\n');
}

/** Fields whose values no two runs share, with what stands for them. */
const CHANGING: Readonly<Record<string, unknown>> = {
  request_id: 'Zy8pBz2vvcpP-1',
  duration_ms: 0.8,
  // Some entries name the client ids of add-ons that the cases make.
  previous_hash: '72e8165e69591aecb8e1dbf3b977574cd48287cf0b6e143a228618957ee8a710',
  hash: '9027096a32d8266e16442a6a1356fe584a6f4e543fd11971adb1be4fa3ff170e',
};

/** An example without values that are secret, long or different in every run. */
function presentable(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(presentable);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        name in CHANGING ? CHANGING[name] : presentable(each),
      ]),
    );
  }
  if (typeof value !== 'string') return value;
  return value
    .replace(/\b(pb_[a-z]{2}_)[\w-]{20,}/g, '$1EXAMPLE')
    .replace(/\bwhsec_[\w+/=-]+/g, 'whsec_EXAMPLE')
    .slice(0, MAX_TEXT);
}

/** The path of an operation with its parameters filled in. */
function fill(path: string, world: World, { params = {}, query = '' }: Arranged): string {
  const own: Readonly<Record<string, string>> = {
    company_id: 'me',
    site_id: world.site,
    register_id: world.register,
    staff_id: world.staff,
    customer_id: world.customer,
  };
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? own[name] ?? '1');
  return filled + query;
}

type Described = ReturnType<typeof describedOperations>[number];

/** Calls every operation once. */
async function record(): Promise<Examples> {
  // The same run by run, so that what has not changed does not look as if it had.
  const service = await startService('sqlite', { BASE_URL: ADDRESS }, { random: new Seeded(1) });
  try {
    let count = 0;
    const { client } = service;
    const gathered = await createWorld(service);
    // One of the sandbox's own products, so that a viewer's first order can be placed there as it stands.
    const [product] = (
      (await client.get(`sites/${gathered.site}/products?limit=5000&fields=variants`)).json as Json[]
    )
      .filter((each) => each.variants.length > 0)
      .flatMap((each) => each.variants);
    const world: World = { ...gathered, unique: () => `Sample ${++count}` };
    const sandbox: World = { ...world, product: product.id_str };
    const examples: Record<string, Example> = {};
    const take = async ({ route, operation, path, isOneOfMany }: Described): Promise<void> => {
      const each = CASES[routeName(route)];
      if (each === undefined) return;
      const isOne = !isOneOfMany;
      const arranged = isOne
        ? ((await each.arrange?.(operation.tag === 'Orders' ? sandbox : world)) ?? {})
        : {};
      const { body, headers = {} } = arranged;
      const sent = body === undefined ? {} : { body };
      const answer: Answer = await callerOf(route, world).ask(route.method, fill(path, world, arranged), {
        headers,
        ...sent,
      });
      const wanted = isOne ? each.status : successStatus(route, operation);
      if (answer.status !== wanted)
        throw new Error(`${operation.id} answered ${answer.status}: ${answer.text}`);
      const isText = /^text\//.test(answer.headers['content-type'] ?? '');
      const response = isText ? answer.text : answer.status < 300 ? answer.json : undefined;
      examples[operation.id] = {
        ...(operation.body === undefined ? {} : { request: presentable(body ?? {}) }),
        ...(response === undefined ? {} : { response: presentable(response) }),
      };
    };
    const all = describedOperations(ROUTES);
    // After it there is nothing left of what the others have made.
    const last = all.filter(({ operation }) => operation.id === 'resetSandbox');
    for (const each of all) if (!last.includes(each)) await take(each);
    const events = (await client.get('events?limit=5000')).json as Json[];
    await makeRareEvents(world);
    events.push(...((await client.get(`events?limit=5000&after=${events.at(-1).number}`)).json as Json[]));
    for (const topic of TOPICS) {
      const event = events.find((each) => each.topic === topic);
      if (event === undefined)
        throw new Error(`No event of topic ${topic} came about: make one in makeRareEvents().`);
      examples[topicId(topic)] = { request: presentable(event.payload) };
    }
    for (const each of last) await take(each);
    examples[topicId('test')] = { request: { message: 'test', webhook_id: 1, webhook_id_str: '1' } };
    examples[topicId('orders/status')] = { request: examples.getOrder?.response };
    return examples;
  } finally {
    await service.stop();
  }
}

/** Makes the events that no call of a route makes by itself. */
async function makeRareEvents(world: World): Promise<void> {
  const { client, make } = world;
  const guest = await make('customers', { first_name: 'Ada', email: 'ada@example.com', reference_id: 'A-1' });
  const order = await world.order({ group_id: 'table-7', customer_id: guest.id });
  await client.put(`orders/${order.id_str}`, { status: 'ON_HOLD' });
  await client.put(`orders/${order.id_str}`, { status: 'COMPLETE' });
  const flour = { name: 'Flour', unit_price: 2, low_stock: 5, availability: { amount: 6 } };
  const { id: product_id } = await make(`sites/${world.site}/products`, flour);
  await make(`sites/${world.site}/stock_movements`, { product_id, change: -2, reason: 'wastage' });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { keep: { type: 'boolean' }, release: { type: 'boolean' } } });
  const write = (file: string | URL, text: string): void => {
    mkdirSync(dirname(typeof file === 'string' ? file : file.pathname), { recursive: true });
    writeFileSync(file, text);
    process.stdout.write(`Wrote ${typeof file === 'string' ? file : file.pathname}\n`);
  };
  const initial = formatted(INITIAL_FILE, initialOrder());
  if (readFileSync(INITIAL_FILE, 'utf8') === initial) {
    if (values.keep !== true) write(EXAMPLES_FILE, `${compact(await record())}\n`);
    write(DESCRIPTION_FILE, descriptionText());
    for (const [file, text] of generatedFiles()) write(file, text);
    for (const [file, text] of resourcePages(JSON.parse(descriptionText()) as PageDescription))
      write(file, text);
    if (values.release === true) {
      const files = release(API_VERSION, presentDescription(), answersOf(readExamples()), compact);
      for (const file of files) process.stdout.write(`Released ${file}\n`);
    }
    write(CHANGELOG_FILE, changelogText(stepsTo(presentDescription()), readDeclared()));
  } else {
    // This process has loaded the old values: orders that it makes lack the new field.
    write(INITIAL_FILE, initial);
    const [, script = '', ...args] = process.argv;
    execFileSync(process.execPath, [...process.execArgv, script, ...args], { stdio: 'inherit' });
  }
}

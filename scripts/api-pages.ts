// The guide's pages of the API's resources (docs/api/*.md): made from the description with its recorded examples, so that
// they say what the service does. What is said by hand stands in scripts/guide, a file for each page.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { curlOf, type Placed } from '#src/description/operation-html.ts';
import {
  type Contents,
  type Description,
  nameOf,
  type ReadParameter,
  resolve,
} from '#src/description/reading.ts';
import type { Schema } from '#src/kernel/json-schema.ts';
import { fieldTable, limitsOf, tableRow, typeText } from './api-tables.ts';
import { compact } from './compact.ts';

const root = dirname(import.meta.dirname);
/** Where the pages lie. */
export const PAGES_FOLDER = join(root, 'docs/api');
const GUIDE = join(root, 'scripts/guide');

/** The host of the examples. */
const ADDRESS = 'https://pos.example.com';
const COMPANY = '/v1/companies/{company_id}';
/** An answer that is longer is shown once on a page, in characters. */
const LONG = 500;

/** Whose records lie below them: `/sites/{site_id}/orders` is about orders. */
const OWNERS = new Set(['sites', 'registers', 'staff', 'customers']);
/** What is below an owner and its own all the same. */
const OWN = new Set(['addresses', 'heartbeat', 'me', 'status', 'stream']);

/** The page of a path by what it is about; a subject that is not listed has a page of its own name. */
const PAGE_OF: Readonly<Record<string, string>> = {
  addons: 'back-office',
  audit: 'back-office',
  callbacks: 'webhooks',
  cashups: 'shifts',
  checkins: 'check-ins',
  companies: 'company',
  devices: 'back-office',
  export: 'imports',
  floors: 'tables',
  grants: 'back-office',
  groups: 'orders',
  inventory: 'products',
  stock_movements: 'products',
  invitations: 'back-office',
  members: 'back-office',
  oauth: 'tokens',
  'oauth-authorization-server': 'tokens',
  'openapi.json': 'batch',
  optionsets: 'option-sets',
  'orders lines': 'order-parts',
  'orders optionsets': 'order-parts',
  'orders payments': 'order-parts',
  'orders receipt': 'printing',
  'orders merge': 'tables',
  'orders split': 'tables',
  'orders receipt link': 'mail',
  'orders receipt mail': 'mail',
  mails: 'mail',
  'orders tickets': 'kitchen',
  payment_methods: 'payment-methods',
  price_lists: 'price-lists',
  print_jobs: 'printing',
  'products modifiers': 'modifiers',
  registers: 'sites',
  requests: 'back-office',
  session: 'back-office',
  sessions: 'staff',
  status: 'sites',
  tickets: 'kitchen',
  token: 'tokens',
  usage: 'company',
};

/** The page that a path is on. */
export function pageOf(path: string): string {
  if (path === COMPANY || path === '/v1/companies') return 'company';
  const isCompany = path.startsWith(`${COMPANY}/`);
  let words = (isCompany ? path.slice(COMPANY.length) : path.replace(/^\/v1|^\/\.well-known/, ''))
    .slice(1)
    .split('/');
  const [owner = '', id = '', below] = words;
  if (OWNERS.has(owner) && id.startsWith('{') && below !== undefined && !OWN.has(below))
    words = words.slice(2);
  const [subject = '', part, last] = words.filter((word) => !word.startsWith('{'));
  if (subject === 'addresses') return 'company';
  const deep = last === undefined ? undefined : PAGE_OF[`${subject} ${part} ${last}`];
  return deep ?? PAGE_OF[`${subject} ${part ?? ''}`] ?? PAGE_OF[subject] ?? subject.replaceAll('_', '-');
}

/** A page with the operations on it. */
interface Page {
  readonly name: string;
  readonly title: string;
  /** What is said by hand. */
  readonly introduction: string;
  readonly placed: readonly Placed[];
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** What is said of a page by hand; without that, the words of its first operation's tag. */
function guideOf(name: string, [first]: readonly Placed[], { tags }: Description): [string, string] {
  const file = join(GUIDE, `${name}.md`);
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
    const end = text.indexOf('\n');
    return [text.slice(2, end), text.slice(end).trim()];
  }
  const tag = tags.find((each) => each.name === first?.operation.tags[0]);
  return [capitalized(name), tag?.description ?? ''];
}

/** Every page, in the order of their titles. */
export function pagesIn(description: Description): Page[] {
  const placed = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Placed => ({ method, path, operation })),
  );
  const byPage = Map.groupBy(placed, ({ path }) => pageOf(path));
  return [...byPage]
    .map(([name, some]): Page => {
      const [title, introduction] = guideOf(name, some, description);
      return { name, title, introduction, placed: some };
    })
    .sort((a, b) => (a.title < b.title ? -1 : 1));
}

/** The headings of a page's operations: their summaries, which may be there twice. */
function headingsOf({ placed }: Page): Map<Placed, string> {
  const counts = Map.groupBy(placed, ({ operation }) => operation.summary);
  return new Map(
    placed.map((each) => {
      const { summary, operationId } = each.operation;
      const isOne = counts.get(summary)?.length === 1;
      return [each, isOne ? summary : `${summary} (${operationId})`] as const;
    }),
  );
}

/** How a heading is linked to. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const shortPath = (path: string) => path.replace(`${COMPANY}/`, '…/').replace(COMPANY, '…');

const SCOPE = /^Scopes?: (.+)\.$/;

/** What an operation's words say about who may call it, and the rest of them. */
function scopeOf({ operation }: Placed): { readonly scope: string; readonly words: string } {
  const blocks = (operation.description ?? '').split('\n\n').filter((block) => block !== '');
  const last = blocks.at(-1) ?? '';
  const [, scope] = SCOPE.exec(last) ?? [];
  if (scope !== undefined) return { scope, words: blocks.slice(0, -1).join('\n\n') };
  const isBackOffice = last.startsWith('For owners and managers');
  return { scope: isBackOffice ? 'owners and managers' : '', words: blocks.join('\n\n') };
}

/** The parameters of an operation's query. */
function queryOf({ operation }: Placed, { components }: Description): ReadParameter[] {
  return (operation.parameters ?? [])
    .map((each) => resolve(each, components.parameters))
    .filter((each) => each.in === 'query' && each.name !== 'dry_run');
}

/** The answer of success that has something to show. */
function answerOf({ operation }: Placed): { status: string; contents: Contents } | undefined {
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (!/^2/.test(status) || !('content' in answer) || answer.content === undefined) continue;
    // What a dry run answers is the same everywhere.
    const isTried = Object.keys(operation.responses).some((other) => other === '204') && status === '200';
    if (!isTried) return { status, contents: answer.content };
  }
  return undefined;
}

/** The names of the schemas that a schema is, or is a list of. */
function namesIn(schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  if (schema.$ref !== undefined) return [nameOf(schema.$ref)];
  return [...namesIn(schema.items), ...(schema.anyOf ?? []).flatMap(namesIn)];
}

/** The schemas that an operation's body and answer are of. */
function schemasOf(placed: Placed): string[] {
  const contents = [placed.operation.requestBody?.content, answerOf(placed)?.contents];
  return [
    ...new Set(
      contents.flatMap((each) => Object.values(each ?? {}).flatMap(({ schema }) => namesIn(schema))),
    ),
  ];
}

/** Everything that the pages are made from. */
interface Guide {
  readonly description: Description;
  readonly pages: readonly Page[];
  /** The page on which the fields of a schema stand. */
  readonly homes: ReadonlyMap<string, string>;
}

/** A schema's name as a link to its fields, as far as they stand anywhere. */
function linkTo({ homes }: Guide, here: string): (name: string) => string {
  return (name) => {
    const home = homes.get(name);
    if (home === undefined) return `\`${name}\``;
    return `[${name}](${home === here ? '' : `${home}.md`}#${anchor(name)})`;
  };
}

/** The page of every schema: where it is sent or answered first, else where one of those refers to it. */
function homesOf(pages: readonly Page[], { components }: Description): Map<string, string> {
  const homes = new Map<string, string>();
  const shows = (name: string) => components.schemas[name]?.properties !== undefined;
  for (const { name: page, placed } of pages) {
    for (const name of placed.flatMap(schemasOf)) if (shows(name) && !homes.has(name)) homes.set(name, page);
  }
  // Grows while it is gone through.
  for (const [name, page] of homes) {
    for (const inner of referredTo(components.schemas[name] ?? {})) {
      if (shows(inner) && !homes.has(inner)) homes.set(inner, page);
    }
  }
  return homes;
}

function referredTo(schema: Schema): string[] {
  const { $ref, items, anyOf = [], properties = {}, additionalProperties } = schema;
  const others = [items, ...anyOf, ...Object.values(properties)];
  if (typeof additionalProperties === 'object') others.push(additionalProperties);
  return [
    ...($ref === undefined ? [] : [nameOf($ref)]),
    ...others.flatMap((each) => (each === undefined ? [] : referredTo(each))),
  ];
}

function parameterTable(parameters: readonly ReadParameter[], link: (name: string) => string): string[] {
  const rows = parameters.map(({ name, description = '', schema = {} }) => {
    const limits = limitsOf(schema);
    return tableRow(`\`${name}\``, typeText(schema, link), description + (limits === '' ? '' : ` ${limits}`));
  });
  return ['| Parameter | Type | Meaning |', '|---|---|---|', ...rows, ''];
}

/** Parameters that every list has: the guide says what they are. */
const PAGING = new Set(['limit', 'cursor', 'count']);

/** How records of a page are found: lists that take the same parameters share a table. */
function findingLines(page: Page, { description }: Guide, link: (name: string) => string): string[] {
  const headings = headingsOf(page);
  const linked = (each: Placed) => `[${headings.get(each)}](#${anchor(headings.get(each) ?? '')})`;
  const filtersOf = (each: Placed) => queryOf(each, description).filter(({ name }) => !PAGING.has(name));
  const lists = page.placed.filter((each) => isList(each, description) && filtersOf(each).length > 0);
  const alike = Map.groupBy(lists, (each) => JSON.stringify(filtersOf(each)));
  const tables = [...alike.values()].flatMap((some) => [
    `${some.map(linked).join(', ')}:`,
    '',
    ...parameterTable(some[0] === undefined ? [] : filtersOf(some[0]), link),
  ]);
  const lookups = page.placed.flatMap((each) => {
    const { lookup } = lookupOf(each);
    if (lookup === undefined) return [];
    const names = lookup.parameters.map((name) => `\`${name}\``).join(', ');
    return [
      `${lookup.summary}: ${linked(each)} with ${names}; 302 with its address in \`Location\`, or 404.`,
      '',
    ];
  });
  return tables.length === 0 ? [] : ['## Finding one', '', ...tables, ...lookups];
}

function isList(placed: Placed, description: Description): boolean {
  return queryOf(placed, description).some(({ name }) => name === 'cursor');
}

/** What an operation looks up, where it does. */
function lookupOf({ operation }: Placed): {
  lookup?: { readonly summary: string; readonly parameters: readonly string[] };
} {
  return 'x-lookup' in operation
    ? { lookup: operation['x-lookup'] as { summary: string; parameters: readonly string[] } }
    : {};
}

/** An example in a list of one, where it is a long list. */
function shown(example: unknown): unknown {
  const isLong = Array.isArray(example) && JSON.stringify(example).length > LONG;
  return isLong ? example.slice(0, 1) : example;
}

function exampleLines(
  contents: Contents,
  link: (name: string) => string,
  seen: Map<string, string>,
  heading: string,
): string[] {
  const [[type = '', { schema, example } = {}] = []] = Object.entries(contents);
  const names = namesIn(schema);
  const what = schema === undefined ? type : typeText(schema, link);
  const [name] = names;
  if (example === undefined) return [what, ''];
  const text =
    typeof example === 'string'
      ? example.replaceAll('\r\n', '\n').trimEnd()
      : compact(shown(example), '', 100);
  const before = name === undefined || text.length < LONG ? undefined : seen.get(name);
  if (before !== undefined) return [`${what}, as under [${before}](#${anchor(before)}).`, ''];
  if (name !== undefined && text.length >= LONG) seen.set(name, heading);
  return [`${what}:`, '', `\`\`\`${typeof example === 'string' ? '' : 'json'}`, text, '```', ''];
}

function operationLines(
  placed: Placed,
  heading: string,
  page: Page,
  guide: Guide,
  seen: Map<string, string>,
): string[] {
  const link = linkTo(guide, page.name);
  const { scope, words } = scopeOf(placed);
  const own = isList(placed, guide.description) ? [] : queryOf(placed, guide.description);
  const body = namesIn(Object.values(placed.operation.requestBody?.content ?? {})[0]?.schema);
  const answer = answerOf(placed);
  const [status = ''] = Object.keys(placed.operation.responses);
  return [
    `## ${heading}`,
    '',
    `\`${placed.method.toUpperCase()} ${placed.path}\`${scope === '' ? '' : ` (${scope})`}`,
    '',
    ...(words === '' ? [] : [words, '']),
    ...(own.length === 0 ? [] : parameterTable(own, link)),
    ...(body.length === 0 ? [] : [`Body: ${[...new Set(body)].map(link).join(' or ')}.`, '']),
    '```sh',
    curlOf(placed, ADDRESS),
    '```',
    '',
    ...(answer === undefined
      ? [`Answer: ${status}.`, '']
      : withPrefix(`Answer: ${answer.status}, `, exampleLines(answer.contents, link, seen, heading))),
  ];
}

const withPrefix = (prefix: string, [first = '', ...rest]: readonly string[]) => [prefix + first, ...rest];

function pageText(page: Page, guide: Guide): string {
  const { description, homes } = guide;
  const link = linkTo(guide, page.name);
  const headings = headingsOf(page);
  const seen = new Map<string, string>();
  const schemas = [...homes].filter(([, home]) => home === page.name).map(([name]) => name);
  return [
    `<!-- Made by \`npm run describe\`. What is said by hand stands in scripts/guide/${page.name}.md. -->`,
    '',
    `# ${page.title}`,
    '',
    ...(page.introduction === '' ? [] : [page.introduction, '']),
    `\`…\` stands for \`${COMPANY}\`. What holds for every call is in the [guide](../api.md).`,
    '',
    '| Call | What it does | Scope |',
    '|---|---|---|',
    ...page.placed.map((each) => {
      const heading = headings.get(each) ?? '';
      const call = `\`${each.method.toUpperCase()} ${shortPath(each.path)}\``;
      return tableRow(call, `[${heading}](#${anchor(heading)})`, scopeOf(each).scope);
    }),
    '',
    ...findingLines(page, guide, link),
    ...page.placed.flatMap((each) => operationLines(each, headings.get(each) ?? '', page, guide, seen)),
    ...(schemas.length === 0
      ? []
      : [
          '## Fields',
          '',
          'Fields with \\* are always there. Ids as text (`site_id_str` beside `site_id`) are left out here.',
          '',
        ]),
    ...schemas
      .sort()
      .flatMap((name) => [
        `### ${name}`,
        '',
        ...fieldTable(description.components.schemas[name] ?? {}, link),
        '',
      ]),
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()
    .concat('\n');
}

/** The pages' texts, by their places; and the table of all of them. */
export function resourcePages(description: Description): Map<string, string> {
  const pages = pagesIn(description);
  const guide: Guide = { description, pages, homes: homesOf(pages, description) };
  const texts = pages.map((page) => [join(PAGES_FOLDER, `${page.name}.md`), pageText(page, guide)] as const);
  return new Map([...texts, [join(PAGES_FOLDER, 'README.md'), tableOf(pages)] as const]);
}

function tableOf(pages: readonly Page[]): string {
  const rows = pages.map(({ name, title, placed }) => {
    const paths = [...new Set(placed.map(({ path }) => `\`${shortPath(path)}\``))];
    const more = paths.length > 4 ? [...paths.slice(0, 4), `${paths.length - 4} more`] : paths;
    return tableRow(`[${title}](${name}.md)`, more.join(', '));
  });
  return [
    '<!-- Made by `npm run describe`. -->',
    '',
    '# The resources of the API',
    '',
    'A page for each: its calls with an example, how one is found, and every field. The [guide](../api.md) has what holds for all of',
    'them, [what has changed](../api-changelog.md) tells of versions.',
    '',
    '| Page | Paths |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

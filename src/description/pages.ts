// The description as pages: one that lists everything, one for the operations of each tag, and those of the messages,
// schemas and errors. They are whole without any script.

import { type HtmlValue, html } from '../edge/html.ts';
import { operationHtml, type Placed, signature } from './operation-html.ts';
import type { Description, PathItem } from './reading.ts';
import { block, exampleText, fields, inline, prose, typeOf } from './schema-html.ts';

/** Names of the pages below /docs that are not of a tag. */
const MESSAGES = 'messages';
const SCHEMAS = 'schemas';
const ERRORS = 'errors';

/** The name of a tag's page. */
const slug = (tag: string) => tag.toLowerCase().replaceAll(' ', '-');

const placedOf = (items: Readonly<Record<string, PathItem>>): Placed[] =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

interface Section {
  readonly name: string;
  readonly title: string;
  readonly words: string;
  readonly placed: readonly Placed[];
}

function sectionsOf(description: Description): Section[] {
  const all = placedOf(description.paths);
  const tags = description.tags.map(({ name, description: words }) => ({
    name: slug(name),
    title: name,
    words,
    placed: all.filter(({ operation }) => operation.tags[0] === name),
  }));
  const callbacks = Object.values(description.components.callbacks).flatMap(placedOf);
  return [
    ...tags.filter(({ placed }) => placed.length > 0),
    {
      name: MESSAGES,
      title: 'Messages',
      words: 'The messages of webhooks, by topic, and those to the callback_uri of an order.',
      placed: [...placedOf(description.webhooks), ...callbacks],
    },
  ];
}

function page(title: string, sections: readonly Section[], here: string, content: HtmlValue): string {
  const link = (name: string, words: string) =>
    html`<li><a href="/docs/${name}"${name === here && html` aria-current="page"`}>${words}</a></li>`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · Passbell</title>
<link rel="stylesheet" href="/docs/docs.css"><link rel="icon" type="image/svg+xml" href="/docs/bell.svg">
<script src="/docs/docs.js" defer></script></head>
<body><a class="skip" href="#main">Skip to the content</a>
<header><a class="brand" href="/docs"><img src="/docs/bell.svg" alt="" width="28" height="28">Passbell API</a>
<div class="token" hidden><label>Token <input type="password" autocomplete="off" placeholder="for Send, kept by this tab only"></label>
<button type="button">Forget</button></div></header>
<nav aria-label="Sections"><ul>${sections.map(({ name, title: words }) => link(name, words))}
${link(SCHEMAS, 'Schemas')}${link(ERRORS, 'Errors')}<li><a href="/openapi.json">openapi.json</a></li></ul></nav>
<main id="main" tabindex="-1"><h1>${title}</h1>
${content}
</main></body></html>
`.text;
}

const listOf = ({ name, placed }: Section) =>
  html`<ul class="list">${placed.map(
    (each) =>
      html`<li data-find="${`${each.operation.operationId} ${each.method} ${each.path} ${each.operation.summary}`.toLowerCase()}"><a href="/docs/${name}#${each.operation.operationId}">${signature(each)}<span>${each.operation.summary}</span></a></li>
`,
  )}</ul>`;

function index(description: Description, sections: readonly Section[]): string {
  const { info, components } = description;
  const ways = Object.entries(components.securitySchemes).map(
    ([name, { description: words }]) => html`<li><b>${name}</b>: ${inline(words)}</li>`,
  );
  return page(
    'The API',
    sections,
    '',
    html`<p class="lead">Version ${info.version}. The description for generators is at <a href="/openapi.json">/openapi.json</a>.</p>
<p class="find" hidden><label>Find <input type="search" autocomplete="off" placeholder="refund, POST, /products…"></label></p>
<p class="none" role="status"></p>
<div class="about">${prose(info.description)}<h2>Who calls</h2><ul>${ways}</ul></div>
<h2>Operations</h2>${sections.map((section) => html`<section class="tag"><h3><a href="/docs/${section.name}">${section.title}</a></h3><p>${section.words}</p>${listOf(section)}</section>`)}`,
  );
}

function schemaPage({ components }: Description, sections: readonly Section[]): string {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<article id="${name}"><h2>${name}</h2>${prose(schema.description)}${schema.properties === undefined ? html`<p>${typeOf(schema)}</p>` : fields(schema)}</article>
`,
  );
  const headers = Object.entries(components.headers).map(
    ([name, { description: words }]) =>
      html`<tr id="header-${name}"><th scope="row"><code>${name}</code></th><td>${inline(words)}</td></tr>`,
  );
  return page(
    'Schemas',
    sections,
    SCHEMAS,
    html`<p>Fields with * are always there.</p>${schemas}<article id="headers"><h2>Headers of answers</h2><table><thead><tr><th scope="col">Name</th>
<th scope="col">Meaning</th></tr></thead><tbody>${headers}</tbody></table></article>`,
  );
}

function errorPage({ components }: Description, sections: readonly Section[]): string {
  const errors = Object.entries(components.responses).map(([name, { description: words, content }]) => {
    const examples = Object.entries(content?.['application/json']?.examples ?? {});
    return html`<article id="${name}"><h2>${name}</h2><p>${inline(words)}</p>${examples.map(
      ([code, { summary, value }]) =>
        block(`${code}: ${summary ?? ''}`, exampleText('application/json', value)),
    )}</article>
`;
  });
  return page(
    'Errors',
    sections,
    ERRORS,
    html`<p>Every refusal is an <a href="/docs/schemas#Error">Error</a>.</p>${errors}`,
  );
}

/** Every page by its name below /docs. `address` is where the service is. */
export function pagesOf(description: Description, address: string): Map<string, string> {
  const sections = sectionsOf(description);
  const pages = new Map([
    ['', index(description, sections)],
    [SCHEMAS, schemaPage(description, sections)],
    [ERRORS, errorPage(description, sections)],
  ]);
  for (const section of sections) {
    const { name, title, words, placed } = section;
    const content = html`<p class="lead">${words}</p>${listOf(section)}${placed.map((each) => operationHtml(each, description, address))}`;
    pages.set(name, page(title, sections, name, content));
  }
  return pages;
}

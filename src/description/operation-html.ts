// An operation in HTML: what it takes, what it answers, and a form to try it by.

import { type Html, type HtmlValue, html } from '../edge/html.ts';
import type { Schema } from '../kernel/json-schema.ts';
import {
  type Contents,
  type Description,
  nameOf,
  type ReadOperation,
  type ReadParameter,
  type ReadResponse,
  resolve,
} from './reading.ts';
import { block, exampleText, fields, inline, prose, row, typeOf } from './schema-html.ts';

/** An operation and where it is. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: ReadOperation;
}

/** Method and path, as they stand in a list and above the operation. */
export function signature({ method, path }: Placed): Html {
  return html`<span class="method" data-method="${method}">${method.toUpperCase()}</span> <code class="path">${path}</code>`;
}

/** The schema that a name of the components stands for, to show its fields. */
function opened(schema: Schema, { components }: Description): Schema {
  const inner = schema.anyOf?.find((each) => each.$ref !== undefined) ?? schema.items ?? schema;
  return inner.$ref === undefined ? schema : (components.schemas[nameOf(inner.$ref)] ?? schema);
}

function parameterTable(parameters: readonly ReadParameter[]): HtmlValue {
  if (parameters.length === 0) return '';
  return html`<h4>Parameters</h4><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th>
<th scope="col">Meaning</th></tr></thead><tbody>${parameters.map(
    ({ name, in: place, required = false, description, schema = {} }) =>
      row(name, schema, { text: description, required, place }),
  )}</tbody></table>`;
}

function contents(content: Contents | undefined, label: string, description: Description): HtmlValue {
  return Object.entries(content ?? {}).map(([type, { schema, example }], at) => [
    html`<p><code>${type}</code>${schema !== undefined && [': ', typeOf(schema)]}</p>`,
    at === 0 &&
      schema !== undefined &&
      html`<details><summary>Fields</summary>${fields(opened(schema, description))}</details>`,
    example !== undefined &&
      html`<details><summary>Example</summary>${block(label, exampleText(type, example))}</details>`,
  ]);
}

/** The answers: one paragraph for each success, one line for all refusals. */
function answers({ responses }: ReadOperation, description: Description): Html {
  const { components } = description;
  const good = Object.entries(responses).filter(([, response]) => !('$ref' in response));
  const refused = Object.entries(responses).filter(([, response]) => '$ref' in response);
  const head = (response: ReadResponse) => {
    const names = Object.keys(response.headers ?? {});
    return (
      names.length > 0 &&
      html`<p class="quiet">Headers: ${names.map((name, at) => [at === 0 ? '' : ', ', html`<a href="/docs/schemas#header-${name}">${name}</a>`])}</p>`
    );
  };
  return html`<h4>Answers</h4>${good.map(([status, response]) => {
    const answer = resolve(response, components.responses);
    return html`<section class="answer"><p><b>${status}</b> ${inline(answer.description)}</p>
${contents(answer.content, `Answer ${status}`, description)}${head(answer)}</section>`;
  })}${
    refused.length > 0 &&
    html`<details><summary>Errors: ${refused.map(([status]) => status).join(', ')}</summary><ul>${refused.map(
      ([status, response]) => {
        const name = '$ref' in response ? nameOf(response.$ref) : '';
        return html`<li><a href="/docs/errors#${name}">${status}</a> ${inline(components.responses[name]?.description)}</li>`;
      },
    )}</ul></details>`
  }`;
}

/** The parameters that a form asks for: those of the head are seldom wanted. */
const ASKED = new Set(['path', 'query']);
const QUOTE = "'\\''";
const quoted = (text: string) => `'${text.replaceAll("'", QUOTE)}'`;

/** The call as a line of a shell. `address` is where the service is. */
export function curlOf({ method, path, operation }: Placed, address: string): string {
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  const answer = answerType(operation);
  const url = `${address}${path.replace('{company_id}', 'me')}`;
  const lines = [
    `curl ${answer === STREAM ? '-N ' : ''}-X ${method.toUpperCase()} ${quoted(url)}`,
    `-H ${quoted(`Accept: ${answer}`)}`,
    ...(operation.security?.length === 0 ? [] : ['-H "Authorization: Bearer $TOKEN"']),
  ];
  if (body !== undefined) {
    const [type, { example = {} }] = body;
    lines.push(`-H ${quoted(`Content-Type: ${type}`)}`, `--data ${quoted(exampleText(type, example))}`);
  }
  return lines.join(' \\\n  ');
}

/** The type of an operation's answer. */
function answerType({ responses }: ReadOperation): string {
  const [type = 'application/json'] = Object.values(responses).flatMap((response) =>
    'content' in response ? Object.keys(response.content ?? {}) : [],
  );
  return type;
}

const STREAM = 'text/event-stream';

function form(placed: Placed, parameters: readonly ReadParameter[], address: string): Html {
  const { method, path, operation } = placed;
  const { operationId } = operation;
  const answer = answerType(operation);
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  const fieldsOf = parameters.filter((each) => ASKED.has(each.in));
  return html`<form class="try" data-method="${method}" data-path="${path}" data-type="${body?.[0]}" data-accept="${answer}"${
    operation.security?.length === 0 && html` data-open`
  } aria-label="Try ${operationId}">
${fieldsOf.map(({ name, in: place, required = false, schema }) => {
  const id = `${operationId}-${name}`;
  const value = place === 'path' ? schema?.default : undefined;
  return html`<label for="${id}">${name}</label><input id="${id}" name="${name}" data-in="${place}" value="${value === undefined ? '' : String(value)}" autocomplete="off"${required && html` required`}>`;
})}${
  body !== undefined &&
  html`<label for="${operationId}-body">Body</label><textarea id="${operationId}-body" name="body" rows="8" spellcheck="false">${exampleText(body[0], body[1].example ?? {})}</textarea>`
}${block('curl', curlOf(placed, address), 'curl')}
${answer !== STREAM && html`<button class="first" hidden>Send</button>`}<div class="result" role="status"></div></form>`;
}

/** An operation with everything about it. */
export function operationHtml(placed: Placed, description: Description, address: string): Html {
  const { operation } = placed;
  const parameters = (operation.parameters ?? []).map((each) =>
    resolve(each, description.components.parameters),
  );
  const { requestBody } = operation;
  return html`<article id="${operation.operationId}" class="operation"><h3>${operation.summary}</h3><p>${signature(placed)}</p>
<p class="quiet"><code>${operation.operationId}</code></p>${prose(operation.description)}
${parameterTable(parameters)}${requestBody !== undefined && [html`<h4>Body</h4>`, contents(requestBody.content, 'Body', description)]}
${answers(operation, description)}${placed.path.startsWith('/') && html`<h4>Try it</h4>${form(placed, parameters, address)}`}</article>
`;
}

// Schemas and examples in HTML.

import { type Html, type HtmlValue, html } from '../edge/html.ts';
import type { Schema } from '../kernel/json-schema.ts';
import { neededFields } from '../shape/schema.ts';
import { nameOf } from './reading.ts';

/** The words of a description: paragraphs, lists, `code` and **what matters**. */
export function prose(text: string | undefined): HtmlValue {
  if (text === undefined) return '';
  return text.split('\n\n').map((block) => {
    if (!block.startsWith('- ')) return html`<p>${inline(block)}</p>`;
    const points = block.slice(2).split('\n- ');
    return html`<ul>${points.map((point) => html`<li>${inline(point)}</li>`)}</ul>`;
  });
}

/** Words within a line. */
export function inline(text: string | undefined): HtmlValue {
  return (text ?? '').split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    return part.startsWith('**') ? html`<b>${part.slice(2, -2)}</b>` : part;
  });
}

/** A link to a schema. */
const toSchema = (name: string) => html`<a href="/docs/schemas#${name}">${name}</a>`;

/** The kind of value that a schema describes: a link where it has a name. */
export function typeOf(schema: Schema): HtmlValue {
  if (schema.$ref !== undefined) return toSchema(nameOf(schema.$ref));
  if (schema.anyOf !== undefined) {
    return schema.anyOf.map((each, at) => [at === 0 ? '' : ' or ', typeOf(each)]);
  }
  const types = [schema.type ?? 'any'].flat();
  return types.map((type, at) => {
    const shown =
      type === 'array' && schema.items !== undefined
        ? ['list of ', typeOf(schema.items)]
        : (TYPES[type] ?? type);
    return [at === 0 ? '' : ' or ', shown];
  });
}

/** Types that have other names here than in schemas. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

const range = (low: number | undefined, high: number | undefined, unit: string) => {
  if (low === undefined && high === undefined) return [];
  if (low === undefined) return [`up to ${high}${unit}`];
  return [high === undefined ? `from ${low}${unit}` : `${low} to ${high}${unit}`];
};

/** The description and the limits of a value. */
function rules(schema: Schema): HtmlValue {
  const said = [
    ...(schema.format === undefined ? [] : [schema.format]),
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' entries'),
  ].join('; ');
  const codes = (words: readonly unknown[]) =>
    words.map((word, at) => [at === 0 ? '' : ', ', html`<code>${String(word)}</code>`]);
  return [
    said === '' ? '' : html`<small>${said}</small>`,
    schema.pattern === undefined ? '' : html`<small>like <code>${schema.pattern}</code></small>`,
    schema.enum === undefined ? '' : html`<small>one of ${codes(schema.enum)}</small>`,
    schema.const === undefined ? '' : html`<small>always ${codes([schema.const])}</small>`,
    schema.default === undefined
      ? ''
      : html`<small>${codes([JSON.stringify(schema.default)])} unless sent</small>`,
  ];
}

/** A row of a table of values. */
export function row(
  name: string,
  schema: Schema,
  more: { text?: string | undefined; required: boolean; place?: string },
): Html {
  const { text = schema.description, required, place } = more;
  const inner = schema.items !== undefined && schema.items.$ref === undefined ? rules(schema.items) : '';
  const nested = schema.properties ?? schema.items?.properties;
  return html`<tr><th scope="row"><code>${name}</code>${required && html` <abbr title="always there">*</abbr>`}</th>
${place !== undefined && html`<td>${place}</td>`}<td>${typeOf(schema)}</td>
<td>${inline(text)}${rules(schema)}${inner}${nested !== undefined && fields({ ...schema.items, ...schema })}</td></tr>
`;
}

/** The fields of an object as a table; what it is of, where it is none. */
export function fields(schema: Schema): HtmlValue {
  const properties = schema.properties ?? schema.items?.properties;
  if (properties === undefined) return '';
  const required = neededFields(schema.required === undefined ? (schema.items ?? {}) : schema);
  return html`<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(properties).map(([name, each]) => row(name, each, { required: required.has(name) }))}</tbody></table>`;
}

/** A block of code that can be copied. */
export function block(label: string, text: string, name = ''): Html {
  return html`<figure><figcaption>${label}<button type="button" data-copy hidden>Copy</button></figcaption>
<pre tabindex="0" role="region" aria-label="${label}"><code data-part="${name}">${text}</code></pre></figure>`;
}

/** An example in its type of content. */
export function exampleText(type: string, example: unknown): string {
  if (typeof example === 'string') return example;
  if (type === 'application/x-www-form-urlencoded') {
    return new URLSearchParams(example as Record<string, string>).toString();
  }
  return JSON.stringify(example, null, 2);
}

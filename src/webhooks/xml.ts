// JSON as XML, for webhooks of that format (reference: events.39).

import { ExactNumber } from '../kernel/json.ts';
import { escapeAttribute, escapeText, XML_DECLARATION } from '../kernel/xml.ts';

/** Plurals that end otherwise than by a rule. */
const IRREGULAR: Readonly<Record<string, string>> = {
  axes: 'axis',
  children: 'child',
  people: 'person',
  series: 'item',
  taxes: 'tax',
};

/**
 * The XML document of a JSON text, its root named after the resource:
 *
 * - An object's members are elements named by their keys. A key that cannot be a name has its wrong characters
 *   replaced by `_`, and stands unchanged in the attribute `name`.
 * - A list is one element with an element per item, named in the singular: `<lines><line>…</line></lines>`;
 *   `<item>` where the list's name is no plural. An empty list is an empty element.
 * - null is an empty element with `nil="true"`.
 * - Numbers are written as in the JSON text, digit by digit. Texts lose the characters XML 1.0 cannot hold.
 */
export function toXml(root: string, json: string): string {
  const value: unknown = JSON.parse(json, (_key: string, item: unknown, context?: { source?: string }) =>
    typeof item === 'number' && context?.source !== undefined ? new ExactNumber(context.source) : item,
  );
  const parts = [XML_DECLARATION];
  write(root, value, parts);
  return parts.join('');
}

/** The root element of a topic: the resource it is about. */
export function rootOf(topic: string): string {
  if (topic === 'orders/group_finalised') return 'group';
  if (topic === 'products/availability') return 'availability';
  if (topic === 'products/stock_low') return 'stock';
  const [resource = topic] = topic.split('/');
  const one = singular(resource);
  return one === 'item' ? resource : one;
}

function write(key: string, value: unknown, into: string[]): void {
  const name = elementName(key);
  const open = name === key ? `<${name}` : `<${name} name="${escapeAttribute(key)}"`;
  if (value === null) {
    into.push(open, ' nil="true"/>');
    return;
  }
  const before = into.push(open, '>');
  if (Array.isArray(value)) {
    const single = singular(key);
    for (const item of value) write(single, item, into);
  } else if (value instanceof ExactNumber) into.push(value.text);
  else if (typeof value === 'object')
    for (const [inner, item] of Object.entries(value)) write(inner, item, into);
  else if (value !== '') into.push(escapeText(String(value)));
  if (into.length === before) into[before - 1] = '/>';
  else into.push(`</${name}>`);
}

/** ASCII only, as not every parser takes all the letters that later editions of XML allow. No colon: no namespaces. */
function elementName(key: string): string {
  const name = key.replace(/[^A-Za-z0-9_.-]/gu, '_');
  // Names beginning with xml, in any case, are reserved.
  return /^(?![xX][mM][lL])[A-Za-z_]/.test(name) ? name : `_${name}`;
}

/** One of what the list holds: line, category, site_id; `item` when the name is no plural. */
function singular(plural: string): string {
  // Ids as text are called as the ids beside them.
  const [, ids] = /^(.+)_str$/s.exec(plural) ?? [];
  if (ids !== undefined) return singular(ids) === 'item' ? 'item' : `${singular(ids)}_str`;
  const [, rest = '', word = ''] = /^(.*_)?([^_]*)$/s.exec(plural) ?? [];
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (irregular !== undefined) return rest + irregular;
  if (/.ies$/.test(word)) return `${rest}${word.slice(0, -3)}y`;
  if (/.(?:x|ch|sh|ss|tus|nus)es$/.test(word)) return rest + word.slice(0, -2);
  if (/.[^sui]s$/.test(word)) return rest + word.slice(0, -1);
  return 'item';
}

// Writing XML 1.0: what every text may hold, and documents of elements.

/** The declaration that every document begins with. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * Everything that XML 1.0 cannot hold, not even escaped: most control characters, half surrogate pairs, U+FFFE and
 * U+FFFF.
 */
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Parsers replace these characters unless they are escaped.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** A text without the characters that XML cannot hold. */
export function xmlText(text: string): string {
  return text.replace(ILLEGAL, '');
}

/** A text between tags, without the characters that XML cannot hold. */
export function escapeText(text: string): string {
  return xmlText(text).replace(/[&<>\r]/g, (char) => ESCAPES[char] ?? '');
}

/** A text between double quotes, likewise. */
export function escapeAttribute(text: string): string {
  return xmlText(text).replace(/[&<>"\r\n\t]/g, (char) => ESCAPES[char] ?? '');
}

/** An element: its name, its text or the elements in it, and its attributes. */
export type XmlElement = readonly [
  name: string,
  content: string | readonly XmlElement[],
  attributes?: Readonly<Record<string, string>>,
];

/** The document of an element, without white space between elements. */
export function xmlDocument(root: XmlElement): string {
  const parts = [XML_DECLARATION];
  write(root, parts);
  return parts.join('');
}

function write([name, content, attributes = {}]: XmlElement, into: string[]): void {
  into.push('<', name);
  for (const [key, value] of Object.entries(attributes)) into.push(` ${key}="${escapeAttribute(value)}"`);
  into.push('>');
  if (typeof content === 'string') into.push(escapeText(content));
  else for (const element of content) write(element, into);
  into.push('</', name, '>');
}

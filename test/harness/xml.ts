import assert from 'node:assert/strict';

// Reads the XML that the service writes.

/** An element as a parser sees it. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

/** What every document begins with. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads the part of XML 1.0 that is written here, and throws at everything the standard does not allow. */
export function parseXml(xml: string): XmlNode {
  assert.ok(xml.startsWith(XML_HEAD), 'the declaration');
  // [2] Char: half surrogate pairs and most controls may not stand anywhere.
  for (const char of xml) {
    const code = char.codePointAt(0) ?? 0;
    assert.ok(isXmlChar(code), `character ${code.toString(16)}`);
  }
  let at = XML_HEAD.length;
  const take = (pattern: RegExp): RegExpExecArray => {
    pattern.lastIndex = at;
    const found = pattern.exec(xml);
    assert.ok(found, `${pattern} at ${at}: ${JSON.stringify(xml.slice(at, at + 40))}`);
    at += found[0].length;
    return found;
  };
  const decode = (raw: string): string => {
    assert.ok(!raw.includes(']]>') && !/[<\r]/.test(raw), raw);
    return raw.replace(
      /&(?:#(\d+);|(\w+);)?/g,
      (all, number: string | undefined, name: string | undefined) => {
        if (number !== undefined) {
          assert.ok(isXmlChar(Number(number)), all);
          return String.fromCodePoint(Number(number));
        }
        const char = ENTITIES[name ?? ''];
        assert.ok(char !== undefined, `${all} in ${raw}`);
        return char;
      },
    );
  };
  const element = (): XmlNode => {
    const [, name = ''] = take(/<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)/y);
    assert.ok(!/^xml/i.test(name), name);
    const attributes: Record<string, string> = {};
    while (xml[at] === ' ') {
      const [, key = '', raw = ''] = take(/ ([A-Za-z]\w*(?::\w+)?)="([^"<]*)"/y);
      assert.ok(!Object.hasOwn(attributes, key), `${key} twice`);
      assert.ok(!/[\t\n]/.test(raw), 'white space that a parser would change');
      attributes[key] = decode(raw);
    }
    const [end] = take(/\/?>/y);
    if (end === '/>') return { name, attributes, children: [], text: '' };
    const children: XmlNode[] = [];
    let text = '';
    while (!xml.startsWith('</', at)) {
      if (xml[at] === '<') children.push(element());
      else text += decode(take(/[^<]+/y)[0]);
    }
    assert.equal(take(/<\/([^>]+)>/y)[1], name);
    return { name, attributes, children, text };
  };
  const root = element();
  assert.equal(at, xml.length, 'nothing behind the root');
  return root;
}

/** Whether XML 1.0 may hold a character. */
export function isXmlChar(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isXmlChar, parseXml, XML_HEAD, type XmlNode } from '#test/harness/xml.ts';
import { TOPICS } from '../kernel/event.ts';
import { rootOf, toXml } from './xml.ts';

/** The texts that the elements without children hold, in order. */
function leaves(element: XmlNode): string[] {
  return element.children.length === 0 ? [element.text] : element.children.flatMap(leaves);
}

/** The same of a JSON value, without the characters XML cannot hold. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) {
    const items = Object.values(value);
    return items.length === 0 ? [''] : items.flatMap(leavesOf);
  }
  return [value === null ? '' : clean(String(value))];
}

function clean(text: string): string {
  return [...text].filter((char) => isXmlChar(char.codePointAt(0) ?? 0)).join('');
}

/** The document without its declaration. */
function body(root: string, json: string): string {
  const xml = toXml(root, json);
  parseXml(xml);
  return xml.slice(XML_HEAD.length);
}

describe('XML (reference: events.39)', () => {
  it('the root of a topic is the resource in the singular', () => {
    assert.deepEqual([...new Set(['test', 'orders/status', ...TOPICS].map(rootOf))].toSorted(), [
      'availability',
      'cashup',
      'category',
      'checkin',
      'company',
      'customer',
      'discount',
      'floor',
      'group',
      'option_set',
      'order',
      'payment_method',
      'payment_request',
      'price_list',
      'product',
      'register',
      'role',
      'shift',
      'site',
      'staff',
      'stock',
      'table',
      'tax',
      'test',
      'ticket',
    ]);
  });

  const table: [what: string, root: string, json: string, xml: string][] = [
    [
      'members are elements',
      'order',
      '{"id":1,"status":"COMPLETE"}',
      '<order><id>1</id><status>COMPLETE</status></order>',
    ],
    [
      'lists are repeated singular elements',
      'order',
      '{"lines":[{"quantity":2},{"quantity":1}]}',
      '<order><lines><line><quantity>2</quantity></line><line><quantity>1</quantity></line></lines></order>',
    ],
    ['an empty list is an empty element', 'order', '{"lines":[]}', '<order><lines/></order>'],
    ['null is nil', 'order', '{"notes":null}', '<order><notes nil="true"/></order>'],
    [
      'null in a list is nil',
      'a',
      '{"site_ids":[null,7]}',
      '<a><site_ids><site_id nil="true"/><site_id>7</site_id></site_ids></a>',
    ],
    ['an empty text is an empty element', 'order', '{"notes":""}', '<order><notes/></order>'],
    ['true and false', 'product', '{"a":true,"b":false}', '<product><a>true</a><b>false</b></product>'],
    ['an empty object', 'order', '{}', '<order/>'],
    ['a list as the root', 'orders', '[{"id":1}]', '<orders><order><id>1</id></order></orders>'],
    [
      'a list in a list',
      'a',
      '{"rows":[[1,2],[]]}',
      '<a><rows><row><item>1</item><item>2</item></row><row/></rows></a>',
    ],
    ['a plain value', 'message', '"hi"', '<message>hi</message>'],
    ['null alone', 'message', 'null', '<message nil="true"/>'],
    [
      'numbers stay as they are written',
      'a',
      '{"id":9223372036854775807,"n":-0.10,"m":10.00,"e":1E+400,"z":-0,"t":0.00000001}',
      '<a><id>9223372036854775807</id><n>-0.10</n><m>10.00</m><e>1E+400</e><z>-0</z><t>0.00000001</t></a>',
    ],
    [
      'what XML writes otherwise',
      'a',
      '{"b":"<b>&amp; \\"x\\" ]]>"}',
      '<a><b>&lt;b&gt;&amp;amp; "x" ]]&gt;</b></a>',
    ],
    ['line ends stay', 'a', '{"b":" a\\r\\nb\\tc\\n "}', '<a><b> a&#13;\nb\tc\n </b></a>'],
    [
      'what XML cannot hold',
      'a',
      '{"b":"x\\u0000\\u0001\\u001f\\ud800y\\udc00\\ufffe\\uffffz"}',
      '<a><b>xyz</b></a>',
    ],
    ['what it can', 'a', '{"b":"é☕😀\\u0085\\u2028\\ufffd"}', '<a><b>é☕😀\u0085\u2028\ufffd</b></a>'],
    ['a key that is no name', 'a', '{"Size (EU)":"42"}', '<a><Size__EU_ name="Size (EU)">42</Size__EU_></a>'],
    ['a key that begins with a digit', 'a', '{"1st":null}', '<a><_1st name="1st" nil="true"/></a>'],
    ['no key', 'a', '{"":1}', '<a><_ name="">1</_></a>'],
    [
      'a reserved key',
      'a',
      '{"xmlns":"b","XML":1}',
      '<a><_xmlns name="xmlns">b</_xmlns><_XML name="XML">1</_XML></a>',
    ],
    ['a prefix is none', 'a', '{"b:c":1}', '<a><b_c name="b:c">1</b_c></a>'],
    ['keys in other letters', 'a', '{"größe":1}', '<a><gr__e name="größe">1</gr__e></a>'],
    [
      'a key that would break out',
      'a',
      '{"b\\" onload=\\"<x>&\\n\\u0000":1}',
      '<a><b__onload___x____ name="b&quot; onload=&quot;&lt;x&gt;&amp;&#10;">1</b__onload___x____></a>',
    ],
    ['a root that is no name', 'orders/completed', '{}', '<orders_completed name="orders/completed"/>'],
    [
      'a key that objects have',
      'a',
      '{"__proto__":{"b":1},"toString":2}',
      '<a><__proto__><b>1</b></__proto__><toString>2</toString></a>',
    ],
  ];
  for (const [what, root, json, xml] of table) {
    it(what, () => {
      assert.equal(body(root, json), xml);
    });
  }

  const plurals =
    'lines line, categories category, taxes tax, line_taxes line_tax, site_ids site_id, site_ids_str site_id_str, taxes_str tax_str, modifiers_str modifier_str, addresses address, ' +
    'statuses status, option_sets option_set, attributes attribute, prices price, courses course, matches match, ' +
    'boxes box, children child, people person, orders order, choices choice, sizes size, status item, news_s item, ' +
    'data item, address item, s item, series item, analysis item, purchases purchase, batches batch, entries entry';
  it('a list’s items are named in the singular', () => {
    for (const pair of plurals.split(', ')) {
      const [plural = '', single = ''] = pair.split(' ');
      assert.equal(body('a', `{"${plural}":[1]}`), `<a><${plural}><${single}>1</${single}></${plural}></a>`);
    }
  });

  it('is well-formed and complete whatever the keys and texts', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom(...'<>&"\'/?!-[]:; \t\r\n\u0000\u001f\u0085\ud800\udc00\ufffe\uffff😀xmlXML1_'),
      }),
      fc.constantFrom(
        ']]>',
        '<![CDATA[',
        '<!--',
        '-->',
        '<?xml?>',
        '&lt;',
        '&#0;',
        '<!DOCTYPE a>',
        '\r\n',
        '__proto__',
      ),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.oneof(
          nasty,
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(nasty, tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(nasty, tree, (root, value) => {
        const json = JSON.stringify(value);
        const document = parseXml(toXml(root, json));
        assert.deepEqual(leaves(document), leavesOf(JSON.parse(json)));
        if (document.name !== root) assert.equal(document.attributes.name, clean(root));
      }),
      { numRuns: 1_000 },
    );
  });
});

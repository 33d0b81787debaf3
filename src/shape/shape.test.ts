import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CUSTOMER } from '../customers/shape.ts';
import { parseInput } from '../edge/input.ts';
import { ApiError } from '../kernel/errors.ts';
import { parseBody } from '../kernel/json.ts';
import { ORDER } from '../orders/shape/order.ts';
import { PRODUCT } from '../products/shape/product.ts';
import { bodies } from './bodies.ts';
import {
  count,
  decimal,
  flag,
  id,
  idText,
  list,
  long,
  name,
  oneOf,
  orNull,
  text,
  time,
  uri,
  whole,
  withoutTwin,
} from './kinds.ts';
import { asIs, asIsLater, either, kept, of, viewOf } from './nested.ts';
import { shapeSchema } from './schema.ts';
import {
  derived,
  type Fields,
  field,
  fixed,
  hidden,
  type Kind,
  onAsking,
  part,
  type Shape,
  sent,
  shape,
} from './shape.ts';
import { columns, initial, initialValues, stateCodec } from './state.ts';
import { view } from './view.ts';

const BIG = 9_007_199_254_740_993n;
const parse = (json: string) => parseBody(Buffer.from(json));

/** Each kind: a value with how it is shown and how it lies in state; bodies that are taken, and that are refused. */
const KINDS: Record<
  string,
  {
    kind: Kind;
    value: unknown;
    shown: string;
    state: string;
    column: string;
    takes?: string;
    refuses: string;
  }
> = {
  text: {
    kind: text(3),
    value: 'abc',
    shown: '"abc"',
    state: '"abc"',
    column: 'plain',
    takes: '"äöü"',
    refuses: '"abcd"',
  },
  name: {
    kind: name(3),
    value: 'abc',
    shown: '"abc"',
    state: '"abc"',
    column: 'plain',
    takes: '"a"',
    refuses: '" "',
  },
  uri: {
    kind: uri,
    value: 'https://a.example',
    shown: '"https://a.example"',
    state: '"https://a.example"',
    column: 'plain',
    takes: '"http://b.example/c"',
    refuses: '"ftp://b.example"',
  },
  flag: {
    kind: flag,
    value: true,
    shown: 'true',
    state: 'true',
    column: 'bool',
    takes: 'false',
    refuses: '"true"',
  },
  whole: { kind: whole(0, 9), value: 4, shown: '4', state: '4', column: 'int', takes: '9', refuses: '10' },
  count: { kind: count, value: 4, shown: '4', state: '4', column: 'int', takes: '0', refuses: '-1' },
  oneOf: {
    kind: oneOf(['a', 'b']),
    value: 'a',
    shown: '"a"',
    state: '"a"',
    column: 'plain',
    takes: '"b"',
    refuses: '"c"',
  },
  id: {
    kind: id,
    value: BIG,
    shown: `${BIG}`,
    state: `"${BIG}"`,
    column: 'plain',
    takes: `${BIG}`,
    refuses: '0',
  },
  idText: {
    kind: idText,
    value: BIG,
    shown: `"${BIG}"`,
    state: `"${BIG}"`,
    column: 'plain',
    takes: '"7"',
    refuses: '"-7"',
  },
  decimal: {
    kind: decimal({ places: 2, min: 0n }),
    value: 150_000_000n,
    shown: '1.5',
    state: '"150000000"',
    column: 'plain',
    takes: '0.25',
    refuses: '0.255',
  },
  time: {
    kind: time,
    value: 1_000_000n,
    shown: '"1970-01-01T00:00:01.000Z"',
    state: '"1000000"',
    column: 'plain',
    takes: '"2026-11-21"',
    refuses: '"soon"',
  },
  'null or a kind': {
    kind: orNull(id),
    value: null,
    shown: 'null',
    state: 'null',
    column: 'plain',
    takes: 'null',
    refuses: '""',
  },
  'a kind or null': {
    kind: orNull(id),
    value: 7n,
    shown: '7',
    state: '"7"',
    column: 'plain',
    takes: '7',
    refuses: '[]',
  },
  list: {
    kind: list(id, 2),
    value: [1n, 2n],
    shown: '[1,2]',
    state: '["1","2"]',
    column: 'json',
    takes: '[1]',
    refuses: '[1,2,3]',
  },
  'a long number, which no body holds': {
    kind: long,
    value: BIG,
    shown: `${BIG}`,
    state: `"${BIG}"`,
    column: 'plain',
    refuses: '1',
  },
  'a list with something in it': {
    kind: list(flag, 2, 1),
    value: [true],
    shown: '[true]',
    state: '[true]',
    column: 'json',
    takes: '[false]',
    refuses: '[]',
  },
  'a part': {
    kind: of(
      part('A part.', {
        n: field(orNull(id), 'A number.'),
        is: field(flag, 'A flag.', { initially: false }),
      }),
    ),
    value: { n: 7n, is: true },
    shown: '{"n":7,"n_str":"7","is":true}',
    state: '{"n":"7","is":true}',
    column: 'json',
    takes: '{}',
    refuses: '{"n":{}}',
  },
};

describe('a kind', () => {
  for (const [called, { kind, value, shown, state, column, takes, refuses }] of Object.entries(KINDS)) {
    it(`${called}: shows, stores and reads its values`, () => {
      const json = kind.show === undefined ? value : kind.show.toJson(value);
      assert.equal(JSON.stringify(json), shown);
      const written = kind.state === undefined ? JSON.stringify(value) : kind.state.write(value);
      assert.equal(written, state);
      assert.deepEqual(
        kind.state === undefined ? JSON.parse(written) : kind.state.read(JSON.parse(written)),
        value,
      );
      assert.equal(kind.column, column);
      if (takes !== undefined) assert.doesNotThrow(() => parseInput(kind.reads, parse(takes)));
      assert.throws(() => parseInput(kind.reads, parse(refuses)), ApiError);
    });
  }
});

const NOTE = part('A note.', {
  words: field(text(20), 'What it says.', { needed: true }),
  by: hidden(id, 'By whom.'),
});
const RECORD = shape('Record', 'A record.', {
  id: fixed(id, 'The id.'),
  id_str: derived(idText, 'The id as text.', { from: 'id' }),
  title: field(name(), 'The title.', { needed: true }),
  colour: field(orNull(text(10)), 'The colour.', { unlessNull: true }),
  tags: field(list(text(10), 5), 'Tags.', { initially: [] }),
  secret: sent(orNull(text(10)), 'A secret.'),
  code: field(text(10), 'A code.', { initially: 'x', writeOnly: true }),
  site_id: field(id, 'The site.', { on: 'create', initially: 1n }),
  price: field(orNull(decimal()), 'The price.', { shows: decimal() }),
  total: derived(decimal(), 'The total.'),
  extra: derived(text(10), 'Where it is asked for.', { sometimes: true }),
  notes: fixed(list(kept(NOTE)), 'Notes.', { initially: [], shows: list(viewOf(NOTE)) }),
  company_id: hidden(id, 'The company.'),
});
const noteView = view(NOTE);
const GIVEN = { id: BIG, title: 'T', company_id: 2n };

describe('a shape', () => {
  it('makes new records: the given fields, and initial values', () => {
    assert.deepEqual(initialValues(RECORD), {
      colour: null,
      tags: [],
      code: 'x',
      site_id: 1n,
      price: null,
      notes: [],
    });
    assert.deepEqual(initial(RECORD, { ...GIVEN, tags: ['a'] }), {
      ...initialValues(RECORD),
      ...GIVEN,
      tags: ['a'],
    });
  });

  it('makes bodies: what may be sent, what has to be, what only at first', () => {
    const { create, update } = bodies(RECORD);
    const whole = '{"title":"T","colour":null,"tags":["a"],"secret":"s","code":"c","site_id":7,"price":1.5}';
    const taken = {
      title: 'T',
      tags: ['a'],
      secret: 's',
      code: 'c',
      site_id: 7n,
      price: 150_000_000n,
    };
    assert.deepEqual(parseInput(create, parse(whole)), { value: taken, ignored: [] });
    assert.throws(() => parseInput(create, parse('{}')), /title/);
    assert.deepEqual(parseInput(update, parse('{"site_id":7,"id":3,"total":2}')), {
      value: {},
      ignored: ['site_id', 'id', 'total'],
    });
  });

  it('makes bodies that take an id by its twin, and refuse one that says otherwise by its name', () => {
    const { create } = bodies(
      part('Ids.', {
        id: sent(id, 'Needed.', { needed: true }),
        list: field(list(id, 2), 'Some.', { initially: [] }),
        of: field(list(of(part('One.', { at: field(orNull(id), 'Where.') })), 2), 'Inner.', {
          initially: [],
        }),
        other: sent(withoutTwin(orNull(id)), 'In another way.'),
      }),
    );
    const read = (json: string) => parseInput(create, parse(json));
    const bare = `{"id":${BIG},"list":[1,2],"of":[{"at":3}]}`;
    const twins = `{"id_str":"${BIG}","list_str":["1",2],"of":[{"at_str":"3"}]}`;
    const value = { id: BIG, list: [1n, 2n], of: [{ at: 3n }] };
    assert.deepEqual(read(bare), { value, ignored: [] });
    assert.deepEqual(read(twins), { value, ignored: [] });
    assert.deepEqual(read(`${bare.slice(0, -1)},"id_str":"${BIG}","list_str":["1","2"]}`), {
      value,
      ignored: [],
    });
    assert.deepEqual(read('{"id":1,"other_str":"2"}').ignored, ['other_str']);
    for (const [json, field] of [
      [`{"id":${BIG},"id_str":"${BIG + 1n}"}`, 'id_str'],
      ['{"id_str":"x"}', 'id_str'],
      ['{"id":1,"id_str":"x"}', 'id_str'],
      ['{"id":1,"id_str":null}', 'id_str'],
      ['{}', 'id'],
      ['{"id":1,"list_str":["1","x"]}', 'list_str[1]'],
      ['{"id":1,"list":[1,2],"list_str":["2","1"]}', 'list_str'],
      ['{"id":1,"of":[{"at_str":"x"}]}', 'of[0].at_str'],
      ['{"id":1,"of":[{"at":1,"at_str":"2"}]}', 'of[0].at_str'],
    ] as const) {
      assert.throws(
        () => read(json),
        (error) => {
          assert.ok(error instanceof ApiError);
          assert.deepEqual(
            error.fields.map((each) => each.field),
            [field],
            json,
          );
          return true;
        },
        json,
      );
    }
  });

  it('makes bodies whose null leaves a field out at first, and unsets it in a change', () => {
    const { create, update } = bodies(
      part('Fields.', {
        needed: field(name(), 'Needed.', { needed: true }),
        value: field(orNull(text(9)), 'Null is a value of it.', { needed: true }),
        some: field(list(text(9), 2), 'With an initial value.', { initially: ['a'] }),
        perhaps: field(orNull(text(9)), 'Null unless set.'),
        other: sent(flag, 'The feature decides.', { unset: true }),
        inner: field(of(part('Inner.', { on: field(flag, 'A flag.', { initially: true }) })), 'A part.', {
          initially: { on: true },
        }),
      }),
    );
    const nulls = '"some":null,"perhaps":null,"other":null';
    assert.deepEqual(
      parseInput(create, parse(`{"needed":"n","value":null,${nulls},"inner":{"on":null}}`)).value,
      {
        needed: 'n',
        value: null,
        inner: { on: true },
      },
    );
    assert.throws(() => parseInput(create, parse('{"needed":null,"value":"v"}')), /needed.*is required/s);
    assert.deepEqual(parseInput(update, parse(`{"value":null,${nulls},"inner":null}`)).value, {
      value: null,
      some: ['a'],
      perhaps: null,
      other: true,
      inner: { on: true },
    });
    assert.throws(() => parseInput(update, parse('{"needed":null}')), /needed/);
  });

  it('shows records in the order of its fields; the view gives the computed ones', () => {
    const show = view(RECORD, (_record: object, total: bigint, extra?: string) => ({
      price: 0n,
      total,
      extra,
      notes: [noteView({ words: 'w' })],
    }));
    const record = initial(RECORD, GIVEN);
    const start = `{"id":${BIG},"id_str":"${BIG}","title":"T",`;
    const end = (more: string) =>
      `"tags":[],"site_id":1,"site_id_str":"1","price":0,"total":3,${more}"notes":[{"words":"w"}]}`;
    assert.equal(JSON.stringify(show(record, 300_000_000n)), start + end(''));
    assert.equal(
      JSON.stringify(show({ ...record, colour: 'red' }, 300_000_000n, 'e')),
      `${start}"colour":"red",${end('"extra":"e",')}`,
    );
  });

  it('is described: fields with their words, required and optional ones', () => {
    const schema = shapeSchema(RECORD);
    assert.deepEqual(schema.required, [
      'id',
      'id_str',
      'title',
      'tags',
      'site_id',
      'site_id_str',
      'price',
      'total',
      'notes',
    ]);
    assert.deepEqual(
      Object.keys(schema.properties ?? {}).toSorted(),
      [...(schema.required ?? []), 'colour', 'extra'].toSorted(),
    );
    assert.deepEqual(schema.properties?.colour, { type: 'string', description: 'The colour.' });
    assert.deepEqual(schema.properties?.price, { type: 'number', description: 'The price.' });
    assert.equal(schema.properties?.notes?.items?.properties?.words?.description, 'What it says.');
  });

  it('has columns for stored fields', () => {
    assert.deepEqual(columns(RECORD), {
      id: 'plain',
      title: 'plain',
      colour: 'plain',
      tags: 'json',
      code: 'plain',
      site_id: 'plain',
      price: 'plain',
      notes: 'json',
      company_id: 'plain',
    });
  });

  it('keeps its state without initial values, and reads them back', () => {
    const codec = stateCodec(RECORD);
    const record = initial(RECORD, { ...GIVEN, price: 5n, notes: [{ words: 'w', by: 3n }] });
    const state = codec.write(record);
    assert.deepEqual(JSON.parse(state), {
      id: `${BIG}`,
      title: 'T',
      price: '5',
      notes: [{ words: 'w', by: '3' }],
      company_id: '2',
    });
    assert.deepEqual(codec.read(JSON.parse(state)), record);
    // What another version knows and this one does not is no reason to fail.
    assert.deepEqual(codec.read({ ...JSON.parse(state), later: 1 }), record);
  });

  it('shows what a list is asked for', () => {
    const LISTED = part('A record in a list.', {
      title: RECORD.fields.title,
      tags: onAsking(RECORD.fields.tags),
    });
    const show = view(LISTED, (_record: { title: string }, tags: readonly string[] | undefined) => ({
      tags,
    }));
    assert.equal(JSON.stringify(show({ title: 'T' }, undefined)), '{"title":"T"}');
    assert.equal(JSON.stringify(show({ title: 'T' }, ['a'])), '{"title":"T","tags":["a"]}');
  });
});

describe('a part that is JSON already', () => {
  interface Leaf {
    readonly kind: 'leaf';
    readonly words: string;
    readonly leaves: readonly Leaf[];
  }
  const later: () => Shape = () => LEAF;
  const LEAF = shape('Leaf', 'A leaf.', {
    kind: fixed(oneOf(['leaf']), 'What it is.'),
    words: fixed(text(9), 'What it says.'),
    leaves: fixed(list(asIsLater<Leaf>('Leaf', later), 9), 'Its own.'),
  });
  const STONE = part('A stone.', { kind: fixed(oneOf(['stone']), 'What it is.') });
  const kinds = either(asIs(LEAF), asIs(STONE));
  const leaf = (words: string, ...leaves: Leaf[]): Leaf => ({ kind: 'leaf', words, leaves });

  it('is shown and stored as it is', () => {
    const HOLDER = part('Holds one.', { one: fixed(orNull(kinds), 'One.') });
    const one = leaf('a', leaf('b'));
    assert.deepEqual({ ...view(HOLDER)({ one }) }, { one });
    assert.deepEqual(columns(HOLDER), { one: 'json' });
    const codec = stateCodec(HOLDER);
    assert.deepEqual(codec.read(JSON.parse(codec.write({ one }))), { one });
  });

  it('is read whole, at any depth: what is missing is refused, what is added is left out', () => {
    const read = (value: unknown) => kinds.reads.safeParse(value).data;
    assert.deepEqual(read({ ...leaf('a', leaf('b')), more: 1 }), leaf('a', leaf('b')));
    assert.deepEqual(read({ kind: 'stone' }), { kind: 'stone' });
    for (const bad of [
      { kind: 'tree' },
      { kind: 'leaf', words: 'a' },
      leaf('a', { kind: 'leaf', words: 'b' } as Leaf),
    ]) {
      assert.equal(read(bad), undefined, JSON.stringify(bad));
    }
  });

  it('is described by its names', () => {
    assert.deepEqual(orNull(kinds).schema.anyOf, [
      { $ref: '#/components/schemas/Leaf' },
      shapeSchema(STONE),
      { type: 'null' },
    ]);
    assert.deepEqual(shapeSchema(LEAF).properties?.leaves?.items, { $ref: '#/components/schemas/Leaf' });
  });
});

/** A shape with one line more, as docs/changing.md says to add a field. */
function withOneMore<F extends Fields>({ name: called, words, fields }: Shape<F>) {
  return shape(called ?? '', words, {
    ...fields,
    favourite_song: field(orNull(text(100)), 'What to play when it is ready.'),
  });
}

/** The records that the recipe is for. */
const RECIPE = { order: ORDER, customer: CUSTOMER, product: PRODUCT } as const;

describe('the recipe: a field is one line in a shape', () => {
  for (const [called, before] of Object.entries(RECIPE)) {
    it(`a new field of the ${called} is accepted, stored, shown and described`, () => {
      const more: Shape = withOneMore(before as Shape);
      const { create, update } = bodies(more);
      const body = parse('{"first_name":"A","favourite_song":"La Paloma"}');
      assert.equal((parseInput(update, body).value as Record<string, unknown>).favourite_song, 'La Paloma');
      assert.ok(!parseInput(create, body).ignored.includes('favourite_song'));
      assert.ok(parseInput(bodies(before as Shape).update, body).ignored.includes('favourite_song'));
      assert.throws(() => parseInput(update, parse('{"favourite_song":7}')), /favourite_song/);

      assert.equal((columns(more) as Record<string, string>).favourite_song, 'plain');
      assert.equal((initialValues(more) as Record<string, unknown>).favourite_song, null);
      const codec = stateCodec(more);
      const record = { ...initialValues(more), favourite_song: 'La Paloma' };
      assert.deepEqual(JSON.parse(codec.write(record as never)), { favourite_song: 'La Paloma' });
      assert.equal((codec.read({ favourite_song: 'x' }) as Record<string, unknown>).favourite_song, 'x');
      // A record that was stored before the field was declared has its initial value.
      assert.equal((codec.read({}) as Record<string, unknown>).favourite_song, null);

      assert.deepEqual(shapeSchema(more).properties?.favourite_song, {
        type: ['string', 'null'],
        description: 'What to play when it is ready.',
      });
      const only = part('The field alone.', { favourite_song: more.fields.favourite_song as never });
      const show = view(only as Shape, () => ({}) as never);
      assert.deepEqual({ ...show({ favourite_song: 'x' } as never) }, { favourite_song: 'x' });
    });
  }
});

// Clients that were written for a released version go on: its recorded answers, member by member, are in today's (reference:
// versions.5). Values may differ, what they are may not.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readExamples } from '#src/description/examples.ts';
import { answersOf, releasedAnswers, releasedVersions } from '../scripts/api-released.ts';

/** What is not as it was, and why. */
const EXCEPTIONS: readonly {
  readonly version: string;
  readonly reason: string;
  readonly places: readonly string[];
}[] = [
  {
    version: '2026-11-22',
    reason:
      'A price list held its products, of which there may be tens of thousands: they are read in pages.',
    places: [
      'getBasePriceList.products',
      'listPriceLists[].products',
      'getPriceList.products',
      'createPriceList.products',
      'updatePriceList.products',
    ],
  },
];

/** What a member of an answer is: JSON types, and of what it holds the members. */
interface Kept {
  /** Empty where nothing is known: null, an empty list. */
  readonly types: ReadonlySet<string>;
  readonly members: ReadonlyMap<string, Kept>;
  /** Of a list: what all of its items are, as far as they are alike. */
  readonly items: Kept | undefined;
}

const NOTHING: Kept = { types: new Set(), members: new Map(), items: undefined };

function keptOf(value: unknown, merge: typeof common): Kept {
  if (value === null || value === undefined) return NOTHING;
  if (Array.isArray(value)) {
    const all = value.map((each) => keptOf(each, merge));
    return { ...NOTHING, types: new Set(['array']), items: all.length === 0 ? undefined : all.reduce(merge) };
  }
  if (typeof value !== 'object') return { ...NOTHING, types: new Set([typeof value]) };
  const members = Object.entries(value).map(([name, each]) => [name, keptOf(each, merge)] as const);
  return { ...NOTHING, types: new Set(['object']), members: new Map(members) };
}

/** What either of two is; of members those that `names` picks. */
function merged(a: Kept, b: Kept, names: Iterable<string>, merge: typeof common): Kept {
  const items =
    a.items === undefined || b.items === undefined ? (a.items ?? b.items) : merge(a.items, b.items);
  const both = [...names].map(
    (name) => [name, merge(a.members.get(name) ?? NOTHING, b.members.get(name) ?? NOTHING)] as const,
  );
  return { types: a.types.union(b.types), members: new Map(both), items };
}

/** What both items of a list have: a client can rely on that. */
function common(a: Kept, b: Kept): Kept {
  return merged(a, b, new Set(a.members.keys()).intersection(b.members), common);
}

/** What any item of a list has. */
function all(a: Kept, b: Kept): Kept {
  return merged(a, b, new Set(a.members.keys()).union(b.members), all);
}

/** The places where what was is not any more. */
function lost(before: Kept, now: Kept, place: string): string[] {
  if (before.types.size > 0 && now.types.size > 0 && before.types.intersection(now.types).size === 0) {
    return [`${place} is ${[...now.types].join(' or ')}, was ${[...before.types].join(' or ')}`];
  }
  // Of what is null just now nothing can be said.
  if (now.types.size === 0) return [];
  return [
    ...[...before.members].flatMap(([name, each]) => {
      const here = `${place}.${name}`;
      const next = now.members.get(name);
      return next === undefined ? [`${here} is gone`] : lost(each, next, here);
    }),
    ...(before.items === undefined || now.items === undefined
      ? []
      : lost(before.items, now.items, `${place}[]`)),
  ];
}

const lostBetween = (before: unknown, now: unknown, place: string) =>
  lost(keptOf(before, common), keptOf(now, all), place);

const present = answersOf(readExamples());

for (const version of releasedVersions()) {
  it(`answers still hold what those of ${version} held`, () => {
    const released = Object.entries(releasedAnswers(version));
    assert.ok(released.length > 150, 'There are too few recorded answers.');
    const own = EXCEPTIONS.filter((each) => each.version === version).flatMap(({ places }) => places);
    const faults = released.flatMap(([id, before]) =>
      id in present ? lostBetween(before, present[id], id) : [`${id} is gone`],
    );
    const placeOf = (fault: string) => fault.split(' is ')[0] ?? '';
    assert.deepEqual(
      faults.filter((fault) => !own.includes(placeOf(fault))),
      [],
      'Keep it, or say in EXCEPTIONS why it cannot be (reference: versions.3).',
    );
    const lostPlaces = faults.map(placeOf);
    assert.deepEqual(
      own.filter((place) => !lostPlaces.includes(place)),
      [],
      'These exceptions are none.',
    );
  });
}

const TABLE: readonly (readonly [what: string, before: unknown, now: unknown, lost: string[]])[] = [
  ['other values', { id: 1, name: 'a' }, { id: 2, name: 'b' }, []],
  ['more', { id: 1 }, { id: 1, name: 'b' }, []],
  ['a member that is gone', { id: 1, name: 'a' }, { id: 1 }, ['it.name is gone']],
  ['another type', { id: 1 }, { id: '1' }, ['it.id is string, was number']],
  ['null where something was', { at: 'x', in: { a: 1 } }, { at: null, in: null }, []],
  ['something where null was', { at: null }, { at: 'x' }, []],
  ['inside', { a: { b: { c: 1 } } }, { a: { b: {} } }, ['it.a.b.c is gone']],
  ['items', [{ id: 1 }], [{ id: 'x' }], ['it[].id is string, was number']],
  ['no items', [{ id: 1 }], [], []],
  ['a list that is none', [{ id: 1 }], { id: 1 }, ['it is object, was array']],
  ['items that are not alike', [{ id: 1, a: 1 }, { id: 1 }], [{ id: 1 }], []],
  ['a member that some items have', [{ id: 1, a: 1 }], [{ id: 1 }, { id: 1, a: 2 }], []],
  ['a flag that is a number', { yes: true }, { yes: 1 }, ['it.yes is number, was boolean']],
];
for (const [what, before, now, expected] of TABLE) {
  it(`what is lost is found: ${what}`, () => assert.deepEqual(lostBetween(before, now, 'it'), expected));
}

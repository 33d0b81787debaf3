// Changes of a catalogue by chance, each as a client makes it: what a copy of a menu has to follow.
import assert from 'node:assert/strict';
import { chanceOf } from './chance.ts';
import type { Answer, Client, Json } from './service.ts';

/** What there is to change. Ids of deleted records stay: calls that name them are refused, which is a move as well. */
interface Known {
  readonly products: number[];
  readonly modifiers: number[];
  readonly templates: number[];
  readonly sets: number[];
  readonly categories: number[];
  readonly taxes: number[];
  readonly lists: number[];
}

/** A catalogue of two sites that changes by chance. */
export interface MovingCatalogue {
  readonly site: string;
  /** Makes one change; some are refused, as by a client that knows less than it thinks. */
  move(): Promise<void>;
  /** How many changes of each kind were made, and not refused. */
  readonly made: ReadonlyMap<string, number>;
}

type Move = (catalogue: Moves) => Promise<Answer>;

class Moves {
  readonly client: Client;
  readonly sites: readonly string[];
  readonly known: Known = {
    products: [],
    modifiers: [],
    templates: [],
    sets: [],
    categories: [],
    taxes: [],
    lists: [],
  };
  readonly #roll: () => number;
  #names = 0;

  constructor(client: Client, sites: readonly string[], seed: number) {
    this.client = client;
    this.sites = sites;
    this.#roll = chanceOf(seed);
  }

  number(below: number): number {
    return Math.floor(this.#roll() * below);
  }

  one<T>(of: readonly T[]): T | undefined {
    return of[this.number(of.length)];
  }

  few<T>(of: readonly T[], most: number): T[] {
    return [...new Set(Array.from({ length: 1 + this.number(most) }, () => this.one(of)))].filter(
      (each) => each !== undefined,
    );
  }

  name(): string {
    return `Thing ${++this.#names}`;
  }

  get site(): string {
    // The first is the one that is looked at.
    return this.sites[this.#roll() < 0.7 ? 0 : 1] ?? '';
  }

  /** Creates a record and remembers it. */
  async make(kind: keyof Known, path: string, body: object): Promise<Answer> {
    const answer = await this.client.post(path, body);
    if (answer.status === 201) this.known[kind].push(answer.json.id);
    return answer;
  }
}

const any = (of: Moves) => of.one([...of.known.products, ...of.known.modifiers, ...of.known.templates]);

const MOVES: Readonly<Record<string, Move>> = {
  'a product here': (of) =>
    of.make('products', `sites/${of.site}/products`, {
      name: of.name(),
      unit_price: 1 + of.number(9),
      taxes: of.few(of.known.taxes, 2),
      categories: of.few(of.known.categories, 2),
    }),
  'a product of the company': (of) =>
    of.make('products', 'products', { name: of.name(), unit_price_ex_tax: 2 }),
  'a modifier': (of) =>
    of.make('modifiers', `sites/${of.site}/products`, {
      name: of.name(),
      unit_price: of.number(3),
      is_modifier: true,
    }),
  'a template': (of) =>
    of.make('templates', 'products', { name: of.name(), variant_attributes: { Size: ['S', 'M', 'L'] } }),
  'a variant': (of) =>
    of.make('products', `sites/${of.site}/products`, {
      variant_parent_id: of.one(of.known.templates),
      variant_attributes: { Size: of.one(['S', 'M', 'L']) },
      unit_price: 3,
    }),
  'another name': (of) => of.client.put(`products/${any(of)}`, { name: of.name() }),
  'another price': (of) => of.client.put(`products/${any(of)}`, { unit_price: 1 + of.number(50) }),
  'another picture': (of) =>
    of.client.put(`products/${any(of)}`, { image: `https://example.com/${of.number(9)}` }),
  'other categories': (of) =>
    of.client.put(`products/${any(of)}`, { categories: of.few(of.known.categories, 3) }),
  'other sets': (of) =>
    of.client.put(`products/${any(of)}`, {
      option_sets: of.number(4) === 0 ? null : of.few(of.known.sets, 2),
    }),
  'a modifier or none': (of) => of.client.put(`products/${any(of)}`, { is_modifier: of.number(2) === 0 }),
  'other modifiers': (of) =>
    of.client.put(`products/${any(of)}/modifiers`, {
      modifiers: of.few(of.known.modifiers, 3).map((id) => ({ id, unit_price: of.number(3) })),
    }),
  deleted: (of) => of.client.delete(`products/${any(of)}`),
  'made available': (of) => of.client.put(`sites/${of.site}/products/${any(of)}`, {}),
  'so many': (of) =>
    of.client.put(`sites/${of.site}/products/${any(of)}`, { availability: { amount: of.number(9) } }),
  'other taxes here': (of) =>
    of.client.put(`sites/${of.site}/products/${any(of)}`, { taxes: of.few(of.known.taxes, 2) }),
  'kept in stock here': (of) =>
    of.client.put(`sites/${of.site}/products/${any(of)}`, { is_inventory: of.one([true, false, null]) }),
  'another price here': (of) =>
    of.client.put(`sites/${of.site}/products/${any(of)}`, { unit_price: 1 + of.number(50) }),
  'taken from here': (of) => of.client.delete(`sites/${of.site}/products/${any(of)}`),
  'a set': (of) =>
    of.make('sets', 'optionsets', {
      name: of.name(),
      options: of.few(of.known.products, 4).map((product_id) => ({ product_id })),
    }),
  'other options': (of) =>
    of.client.put(`optionsets/${of.one(of.known.sets)}`, {
      options: of.few(of.known.products, 4).map((product_id) => ({ product_id, price_ex_tax: of.number(5) })),
    }),
  'another name of a set': (of) => of.client.put(`optionsets/${of.one(of.known.sets)}`, { name: of.name() }),
  'a set less': (of) => of.client.delete(`optionsets/${of.one(of.known.sets)}`),
  'a category': (of) => of.make('categories', 'categories', { name: of.name() }),
  'into a category': (of) =>
    of.client.put(`categories/${of.one(of.known.categories)}/products`, {
      product_ids: of.few([...of.known.products, ...of.known.templates], 3),
    }),
  'out of a category': (of) =>
    of.client.delete(`categories/${of.one(of.known.categories)}/products/${any(of)}`),
  'another name of a category': (of) =>
    of.client.put(`categories/${of.one(of.known.categories)}`, { name: of.name() }),
  'a category less': (of) => of.client.delete(`categories/${of.one(of.known.categories)}`),
  'a tax': (of) => of.make('taxes', 'taxes', { code: of.name(), name: of.name(), rate: of.number(20) / 100 }),
  'another rate': (of) => of.client.put(`taxes/${of.one(of.known.taxes)}`, { rate: of.number(30) / 100 }),
  'a tax less': (of) => of.client.delete(`taxes/${of.one(of.known.taxes)}`),
  'a price list': (of) => of.make('lists', 'price_lists', { name: of.name() }),
  'prices of a list': (of) =>
    of.client.put(`price_lists/${of.one(of.known.lists)}/products/${any(of)}`, { unit_price: of.number(9) }),
  'another price list here': (of) =>
    of.client.put(`sites/${of.site}`, { price_list_id: of.one(of.known.lists) }),
  'online or not': (of) => of.client.put(`sites/${of.site}`, { online_products_enabled: of.number(2) === 0 }),
};

/** Opens a catalogue of a company of its own. */
export async function openMovingCatalogue(
  client: Client,
  sites: readonly string[],
  seed: number,
): Promise<MovingCatalogue> {
  const moves = new Moves(client, sites, seed);
  const made = new Map<string, number>();
  const run = async (name: string, move: Move): Promise<void> => {
    const { status, text } = await move(moves);
    assert.ok(status < 500, `${name}: ${text}`);
    if (status < 400) made.set(name, (made.get(name) ?? 0) + 1);
  };
  const all = Object.entries(MOVES);
  // Something of everything, so that what names others finds them.
  for (const [name, move] of all.filter(([each]) => each.startsWith('a ') && !each.endsWith(' less'))) {
    for (const _ of [1, 2, 3]) await run(name, move);
  }
  return {
    site: sites[0] ?? '',
    made,
    move: async () => {
      const [name, move] = moves.one(all) ?? [];
      if (name !== undefined && move !== undefined) await run(name, move);
    },
  };
}

/** A copy of a menu after what has changed since it was read, as a client takes it. */
export function appliedTo(copy: Json, { version, site, changed, removed }: Json): Json {
  const sections = Object.keys(changed).map((name): [string, Json[]] => {
    const gone = new Set<number>(removed[name]);
    const fresh: Json[] = changed[name];
    const ids = new Set(fresh.map((record) => record.id));
    const kept = copy[name].filter(({ id }: Json) => !gone.has(id) && !ids.has(id));
    return [name, [...kept, ...fresh].sort((a, b) => a.id - b.id)];
  });
  return { ...copy, version, site, ...Object.fromEntries(sections) };
}

// The company that the requests are about, with records of every kind, and those who ask.

import type { Service } from '#test/harness/service.ts';
import { type Engine, startService } from '#test/harness/service.ts';
import { CASES } from '../api/cases/all.ts';
import { type Arranged, createWorld, type World } from '../api/cases/case.ts';
import { secondAddon } from '../api/helpers.ts';
import { type Screen, screenOf } from '../api/screens.ts';
import { type FuzzOperation, otherScope } from './operations.ts';
import type { Caller, Scene } from './requests.ts';

/** Most ids of a kind that are kept: the latest. */
const MAX_IDS = 8;

/** A service with a company that is fuzzed, and another company beside it. */
export class Seeded {
  readonly service: Service;
  readonly #world: World;
  readonly #screen: Screen;
  readonly #pools = new Map<string, string[]>();
  readonly #small: Readonly<Record<string, string>>;

  private constructor(
    service: Service,
    world: World,
    screen: Screen,
    small: Readonly<Record<string, string>>,
  ) {
    this.service = service;
    this.#world = world;
    this.#screen = screen;
    this.#small = small;
  }

  /** Starts a service with a company. */
  static async start(engine: Engine): Promise<Seeded> {
    const service = await startService(engine);
    try {
      const world = await createWorld(service);
      const screen = await screenOf(service, service.card);
      const small = {
        webhooks: (await secondAddon(service, ['webhooks'])).token,
        'checkins:read': (await secondAddon(service, ['checkins:read'])).token,
      };
      const seeded = new Seeded(service, world, screen, small);
      await seeded.#fill();
      return seeded;
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  /** Makes records that bodies refer to. */
  async #fill(): Promise<void> {
    const { site, register, staff, tax, cash, customer, product, make, order, unique } = this.#world;
    const named: Readonly<Record<string, string>> = { site, register, staff, tax, customer, product };
    for (const [kind, id] of Object.entries(named)) this.#keep(kind, id);
    this.#keep('payment_method', cash);
    this.#keep('company', this.#world.client.companyId);
    const category = await make('categories', { name: unique() });
    this.#keep('category', category.id_str);
    this.#keep('price_list', (await make('price_lists', { name: unique() })).id_str);
    this.#keep(
      'tax_group',
      (await make('taxes/groups', { code: unique(), name: unique(), taxes: [tax] })).id_str,
    );
    const options = [{ product_id: product }];
    this.#keep('option_set', (await make('optionsets', { name: unique(), options })).id_str);
    this.#keep(
      'product',
      (await make('products', { name: unique(), unit_price: 1, is_modifier: true })).id_str,
    );
    this.#keep('order', (await order()).id_str);
  }

  #keep(kind: string, id: string): void {
    const known = this.#pools.get(kind) ?? [];
    if (!known.includes(id)) this.#pools.set(kind, [...known, id].slice(-MAX_IDS));
  }

  /** What an operation is called with so that it succeeds, made afresh. */
  async arrange(operation: FuzzOperation): Promise<Scene> {
    const each = operation.route === undefined || operation.isOneOfMany ? undefined : CASES[operation.route];
    const arranged: Arranged = (await each?.arrange?.(this.#world)) ?? {};
    for (const [name, id] of Object.entries(arranged.params ?? {})) {
      if (name.endsWith('_id')) this.#keep(name.slice(0, -'_id'.length), id);
    }
    const isRefused = (each?.status ?? 200) >= 400;
    return { operation, arranged, isRefused, companyId: this.#world.client.companyId, pools: this.#pools };
  }

  /** The Authorization header of a caller of an operation; undefined for none. */
  authorization(operation: FuzzOperation, caller: Caller): string | undefined {
    switch (caller) {
      case 'own':
        if (operation.route === undefined) return undefined;
        return operation.scope === 'admin' ? this.#world.owner.token : this.#world.client.token;
      case 'foreign':
        return this.service.foreign.token;
      case 'small':
        return this.#small[otherScope(operation)];
      case 'junk':
        return 'Bearer pb_at_nobody';
      default:
        return undefined;
    }
  }

  /** What a page of the service sends along, for what is served beside the route table. */
  get pageHeaders(): Readonly<Record<string, string>> {
    const cookie = [...this.#screen.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { cookie, origin: this.service.url, 'sec-fetch-site': 'same-origin', 'x-passbell-screen': '1' };
  }

  /** Whether the service answers, and the callers of the company still are that. */
  async state(): Promise<'well' | 'changed' | 'ill'> {
    const { service } = this;
    const ready = await service.send('GET', '/readyz');
    if (ready.status !== 200) return 'ill';
    for (const { token } of [this.#world.client, this.#world.owner]) {
      const answer = await service.send('GET', '/v1/companies/me', { headers: { authorization: token } });
      if (answer.status >= 500) return 'ill';
      if (answer.status !== 200) return 'changed';
    }
    const small = Object.values(this.#small).map((authorization) => ({ headers: { authorization } }));
    for (const ask of small)
      if ((await service.send('GET', '/v1/companies', ask)).status === 401) return 'changed';
    return 'well';
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}

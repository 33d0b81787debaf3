// The state of the register behind its screens: the menu, the queue, this device's orders, and their figures.

import type { Event, Passbell } from '#clients/typescript/index.ts';
import type { Right } from '#src/company/rules/rights.ts';
import type { Id } from '#src/kernel/id.ts';
import { connect, type Tokens } from '../shared/client.ts';
import { lateTokens } from '../shared/device.ts';
import { type KeptDatabase, keptOutbox, keptValue, tabLock } from '../shared/kept.ts';
import { KeptKeys } from '../shared/kept-keys.ts';
import { type LineState, pageTimer, Sender } from '../shared/outbox/sender.ts';
import { loadOwnWords, nameProducts } from '../shared/reasons.ts';
import { t } from '../shared/words.ts';
import type { Approved, AskApprovals } from './ask-approvals.ts';
import { type Basket, EMPTY_BASKET } from './basket.ts';
import { Catalogue } from './catalogue.ts';
import { type LocalOrder, waiting } from './locals.ts';
import type { Menu } from './menu.ts';
import { doneSince } from './pending.ts';
import { Queue } from './queue.ts';
import { type Refusal, withRefusal } from './refusals.ts';
import { mayDo, rightsOfWrite } from './rights.ts';
import { reportUnsaved } from './send-writes.ts';
import type { StaffSession } from './staff-session.ts';
import { NO_TILES, type Tiles } from './tiles.ts';
import type { VoidedLine } from './voids.ts';
import {
  type Author,
  EMPTY_QUEUE,
  type NewWrite,
  type QueueState,
  serverIdOf,
  type Write,
} from './writes.ts';

/** Everything the screens show of the register itself. */
export interface RegisterState {
  readonly menu: Menu | undefined;
  /** Why there is no menu, when there is none. */
  readonly menuTrouble: string | undefined;
  readonly queue: QueueState;
  /** Writes that the orders of the service do not show yet; see `pending.ts`. */
  readonly pending: readonly Write[];
  readonly line: LineState;
  /** The staff member's session is over: they have to sign in again. */
  readonly over: boolean;
  readonly locals: readonly LocalOrder[];
  readonly basket: Basket;
  /** Refusals outside the queue that are not dismissed yet; the latest last. */
  readonly refusals: readonly Refusal[];
  readonly tiles: Tiles;
  /** The voids made here; the latest last. */
  readonly voids: readonly VoidedLine[];
}

export interface CoreParts {
  readonly base: string;
  readonly company: string;
  readonly register: string;
  readonly site: Id;
  readonly kept: KeptDatabase;
  /** For reading, as the device. */
  readonly passbell: Passbell;
  /** Reads the orders anew that are shown; it resolves when they have come, or cannot be read. */
  readonly readOrders: () => Promise<void>;
}

/** How often everything is read anew, in ms: some changes have no event, such as taxes of a product at a site alone. */
const REFRESH_MS = 5 * 60_000;
/** Changes that come within this time are read together, in ms. */
const GATHER_MS = 150;
/** How long after a failure the menu is read again, in ms. */
const AGAIN_MS = 4_000;
/** How long the answer to a write may take before the line counts as broken, in ms. */
const ANSWER_LIMIT_MS = 15_000;
/** The company of a token. Paths are a part of what a key stands for: writes keep theirs through an update. */
const OWN_COMPANY = 'me';

/** The staff member who acts, and what they may do. */
type Acting = Author & Pick<StaffSession, 'rights'>;

export class Core {
  readonly kept: KeptDatabase;
  /**
   * Acts as the signed-in staff member, for requests that wait for their answer; everything else goes through the
   * queue.
   */
  readonly acting: Passbell;
  readonly queue: Queue;
  /** Of what is sent at once and not by the queue. */
  readonly keys: KeptKeys;
  readonly #parts: CoreParts;
  readonly #catalogue: Catalogue;
  readonly #sender: Sender;
  readonly #others: BroadcastChannel;
  readonly #listeners = new Set<() => void>();
  readonly #stop = new AbortController();
  /** Those who act for authors of waiting writes, by their sessions. */
  readonly #authors = new Map<string, Passbell>();
  /** Writes that were done, until orders have been read anew. */
  #unread: readonly Write[] = [];
  #ask: AskApprovals | undefined;
  #staffMember: Acting | undefined;
  #toldUnkept = false;
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #state: RegisterState = {
    menu: undefined,
    menuTrouble: undefined,
    queue: EMPTY_QUEUE,
    pending: [],
    line: 'online',
    over: false,
    locals: [],
    basket: EMPTY_BASKET,
    refusals: [],
    tiles: NO_TILES,
    voids: [],
  };

  constructor(parts: CoreParts) {
    this.#parts = parts;
    this.kept = parts.kept;
    const { company, register, kept, passbell } = parts;
    this.keys = new KeptKeys({ kept, now: () => Date.now(), newKey: () => crypto.randomUUID() });
    // Writes are made for a staff member: a device by itself makes none.
    this.acting = this.#connectAs({ get: async () => this.#present() });
    const name = `passbell-${company}-${register}`;
    this.#others = new BroadcastChannel(name);
    this.queue = new Queue({
      store: keptOutbox(kept, EMPTY_QUEUE),
      passbellOf: ({ by }) => (by === undefined ? this.acting : this.#actingFor(by)),
      lock: tabLock(name),
      now: () => Date.now(),
      newKey: () => crypto.randomUUID(),
      changed: () => this.#others.postMessage('changed'),
    });
    this.queue.subscribe(() => this.#showQueue(this.#state.locals));
    this.#sender = new Sender({
      outbox: this.queue,
      timer: pageTimer,
      changed: (line) => this.#set({ line }),
    });
    this.#catalogue = new Catalogue({
      passbell,
      site: parts.site,
      store: keptValue<Menu>(kept, 'menu'),
      changed: (menu) => this.#set({ menu, menuTrouble: undefined }),
    });
  }

  get state(): RegisterState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Takes up the stored state. Nothing is to be shown or taken before that: a basket that was begun would be replaced by
   * the stored one.
   */
  async open(): Promise<void> {
    const { kept } = this.#parts;
    this.#others.onmessage = () => void this.#look();
    const [locals, basket, refusals, tiles, voids] = await Promise.all([
      keptValue<readonly LocalOrder[]>(kept, 'locals').read(),
      keptValue<Basket>(kept, 'basket').read(),
      this.#refusals.read(),
      keptValue<Tiles>(kept, 'tiles').read(),
      keptValue<readonly VoidedLine[]>(kept, 'voids').read(),
      this.queue.read(),
    ]);
    this.#showQueue(locals ?? []);
    this.#set({
      basket: basket ?? EMPTY_BASKET,
      refusals: refusals ?? [],
      tiles: tiles ?? NO_TILES,
      voids: voids ?? [],
    });
  }

  /** Begins: shows the stored menu, sends what waits, and reads the current state. */
  async start(): Promise<void> {
    const { signal } = this.#stop;
    addEventListener('online', () => this.#sender.poke(), { signal });
    addEventListener('offline', () => this.#set({ line: 'offline' }), { signal });
    // Without the stored menu it is read from the service.
    await this.#catalogue.open().catch(() => undefined);
    nameProducts((id) => this.#state.menu?.products.get(BigInt(id))?.name);
    // What the register itself refuses needs them without a network.
    void loadOwnWords();
    // Also without a signed-in staff member: each waiting write has its author's session.
    this.#sender.poke();
    void this.#refresh();
    void this.keys.sweep().catch(() => undefined);
    const every = setInterval(() => void this.#refresh(), REFRESH_MS);
    signal.addEventListener('abort', () => clearInterval(every));
  }

  /** Ends: nothing is sent or read any more. */
  stop(): void {
    this.#stop.abort();
    this.#sender.stop();
    this.#others.close();
    clearTimeout(this.#gathering);
  }

  /** Sets the staff member who acts from now on; undefined when the register is locked. */
  actAs(staffMember: Acting | undefined): void {
    this.#staffMember = staffMember;
    this.#set({ over: false });
    if (staffMember !== undefined) this.#sender.poke();
  }

  /** The token of the staff member who is signed in; one that is refused when nobody is. */
  #present(): string {
    return this.#staffMember?.token ?? 'nobody';
  }

  /** The API for writes. They are sent again by the queue, which knows when. */
  #connectAs(tokens: Parameters<typeof connect>[1]): Passbell {
    return connect(OWN_COMPANY, tokens, {
      patience: { tries: 1 },
      timeoutMs: ANSWER_LIMIT_MS,
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        const isMine = init.headers.authorization === `Bearer ${this.#staffMember?.token}`;
        if (answer.status === 401 && isMine) this.#set({ over: true });
        if (answer.status === 403 && isMine) await this.#learnLoss(answer.clone());
        return answer;
      },
    });
  }

  /** A permission that the service names as missing was taken from the staff member since they signed in: from now on it is asked for. */
  async #learnLoss(answer: Response): Promise<void> {
    const { right } = (await answer.json().catch(() => ({}))) as { readonly right?: unknown };
    const by = this.#staffMember;
    if (by?.rights === undefined) return;
    this.#staffMember = { ...by, rights: by.rights.filter((each) => each !== right) };
  }

  /** Sends a write as its author, also when their session is over by now. */
  #actingFor(author: Author): Passbell {
    const known = this.#authors.get(author.session);
    if (known !== undefined) return known;
    const made = this.#connectAs(this.#tokensOf(author));
    this.#authors.set(author.session, made);
    return made;
  }

  #tokensOf({ session, token }: Author): Tokens {
    const late = lateTokens(this.#parts.base, token);
    // The author's session ended too long ago, or was another device's: the present staff member sends it.
    const orPresent = (error: unknown): string => {
      const isOver =
        error instanceof Error && 'status' in error && (error.status === 401 || error.status === 403);
      if (!isOver) throw error;
      return this.#present();
    };
    return {
      get: async () =>
        session === this.#staffMember?.session ? this.#present() : late.get().catch(orPresent),
      renew: (refused) => late.renew(refused).catch(orPresent),
    };
  }

  /** Sets who asks for approvals; answers how to end it. */
  askApprovals(ask: AskApprovals): () => void {
    this.#ask = ask;
    return () => {
      this.#ask = undefined;
    };
  }

  /**
   * Approvals of what the staff member may not do, as far as this device knows: the service decides. Rejects with
   * NotApproved.
   */
  async approvals(needed: readonly Right[], { subject, reason }: Approved = {}): Promise<readonly string[]> {
    const missing = needed.filter((right) => !mayDo(this.#staffMember?.rights, right));
    if (missing.length === 0 || this.#ask === undefined) return [];
    const order = subject === undefined ? undefined : serverIdOf(this.#state.queue, subject);
    return this.#ask(missing, order, reason);
  }

  /**
   * Keeps writes and sends them, with approvals of what the staff member may not do. Once it resolves, they are not lost.
   * Rejects with NotApproved, and then nothing is kept.
   */
  async send(asked: readonly NewWrite[], local?: LocalOrder): Promise<void> {
    const writes: NewWrite[] = [];
    for (const write of asked) {
      const approvals = await this.approvals(rightsOfWrite(write), write);
      writes.push(approvals.length === 0 ? write : { ...write, approvals });
    }
    if (local !== undefined) await this.#keepLocal(local);
    const by = this.#staffMember;
    const authored = by === undefined ? writes : writes.map((write) => ({ ...write, by: authorOf(by) }));
    await this.queue.add(authored);
    this.#sender.poke();
  }

  /** Sends now what waits. */
  poke(): void {
    this.#sender.poke();
  }

  /** The sale that was cleared last, until another one is begun. */
  cleared: Basket | undefined;

  /** Clears the sale; it can be brought back. */
  clearBasket(): void {
    this.setBasket(EMPTY_BASKET, this.#state.basket);
  }

  /** Keeps the basket that is being filled. */
  setBasket(basket: Basket, cleared?: Basket): void {
    this.cleared = cleared;
    this.#set({ basket });
    const kept = keptValue<Basket>(this.#parts.kept, 'basket').write(basket);
    kept.catch(() => {
      // Told once: the basket changes with every touch.
      if (this.#toldUnkept) return;
      this.#toldUnkept = true;
      this.refuse(
        t('Storing the sale'),
        t('This browser could not store it. It is lost when the page is left.'),
      );
    });
  }

  /** Keeps how the tiles stand. */
  setTiles(tiles: Tiles): void {
    this.#set({ tiles });
    reportUnsaved(this, t('Arranging tiles'), keptValue<Tiles>(this.#parts.kept, 'tiles').write(tiles));
  }

  /** Keeps what was voided, and why. */
  setVoids(voids: readonly VoidedLine[]): void {
    this.#set({ voids });
    const kept = keptValue<readonly VoidedLine[]>(this.#parts.kept, 'voids').write(voids);
    reportUnsaved(this, t('Void'), kept);
  }

  /** Keeps a refusal until it is dismissed. */
  refuse(label: string, sentence: string): void {
    const refusal = { id: crypto.randomUUID(), label, sentence, at: Date.now() };
    this.#keepRefusals(withRefusal(this.#state.refusals, refusal));
  }

  /** Dismisses a refusal. */
  seen(id: string): void {
    this.#keepRefusals(this.#state.refusals.filter((refusal) => refusal.id !== id));
  }

  get #refusals() {
    return keptValue<readonly Refusal[]>(this.#parts.kept, 'refusals');
  }

  #keepRefusals(refusals: readonly Refusal[]): void {
    this.#set({ refusals });
    // Where the browser stores nothing, refusals last as long as the page.
    this.#refusals.write(refusals).then(
      () => this.#others.postMessage('changed'),
      () => undefined,
    );
  }

  /** Takes an event of the live channel. */
  take(event: Event): void {
    if (this.#catalogue.take(event)) this.#gather(GATHER_MS);
  }

  /** Reads what events noted after so many ms; what they note meanwhile is read afterwards. */
  #gather(ms: number): void {
    this.#gathering ??= setTimeout(async () => {
      const began = performance.now();
      const isRead = await this.#catalogue.flush().then(
        () => true,
        () => false,
      );
      this.#gathering = undefined;
      if (!isRead) this.#later();
      // Many prices that change one after the other have a large menu read half the time at most.
      else if (this.#catalogue.waits && !this.#stop.signal.aborted)
        this.#gather(Math.max(GATHER_MS, performance.now() - began));
    }, ms);
  }

  async #keepLocal(local: LocalOrder): Promise<void> {
    const locals = [...this.#state.locals.filter((each) => each.name !== local.name), local];
    this.#set({ locals });
    await keptValue<readonly LocalOrder[]>(this.#parts.kept, 'locals').write(locals);
  }

  /** Another tab changed the stored state. */
  async #look(): Promise<void> {
    await this.queue.read();
    const locals = (await keptValue<readonly LocalOrder[]>(this.#parts.kept, 'locals').read()) ?? [];
    const refusals = (await this.#refusals.read()) ?? [];
    this.#set({ refusals });
    this.#showQueue(locals);
  }

  #showQueue(locals: readonly LocalOrder[]): void {
    const queue = this.queue.state;
    const done = doneSince(this.#state.queue, queue);
    this.#unread = [...this.#unread, ...done];
    const pending = [...queue.entries, ...this.#unread];
    this.#set({ queue, pending, locals: waiting(locals, pending) });
    if (done.length === 0) return;
    void this.#parts.readOrders().then(() => {
      this.#unread = this.#unread.filter((write) => !done.includes(write));
      this.#showQueue(this.#state.locals);
    });
  }

  async #refresh(): Promise<void> {
    try {
      await this.#catalogue.refresh();
    } catch (error) {
      const menuTrouble = error instanceof Error ? error.message : t('The menu could not be loaded.');
      this.#set({ menuTrouble });
      this.#later();
    }
  }

  #later(): void {
    if (this.#stop.signal.aborted) return;
    const timer = setTimeout(() => void this.#refresh(), AGAIN_MS);
    this.#stop.signal.addEventListener('abort', () => clearTimeout(timer));
  }

  #set(fields: Partial<RegisterState>): void {
    this.#state = { ...this.#state, ...fields };
    for (const listener of this.#listeners) listener();
  }
}

function authorOf({ session, token }: Author): Author {
  return { session, token };
}

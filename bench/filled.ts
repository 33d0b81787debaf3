export type Engine = 'sqlite' | 'postgres';

/** The records of a filled database that requests name. */
export interface World {
  readonly token: string;
  readonly company: number;
  readonly sites: readonly number[];
  /** Two of each site, in the sites' order. */
  readonly registers: readonly number[];
  readonly staff: readonly number[];
  readonly customers: readonly number[];
  readonly products: readonly { id: number; price: number }[];
  /** Cash, card, on account. */
  readonly methods: readonly number[];
}

/** A filled database. */
export interface Filled {
  readonly engine: Engine;
  /** Its name in the cache. */
  readonly name: string;
  readonly orders: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly world: World;
  /** Bytes on disk. */
  readonly size: number;
}

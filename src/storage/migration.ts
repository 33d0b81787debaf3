import type { Storage, Writer } from './port.ts';

/** One numbered step of the tables. Once released it is never changed: a new step follows it. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /**
   * On PostgreSQL, a process of the release before goes on working at the tables that this step leaves, with nothing
   * lost or wrong on either side. `test/upgrade.test.ts` runs both (reference: operations.26).
   */
  readonly beside?: true;
  /** Statements in order, one each. The same text serves both engines wherever it can. */
  statements(engine: Storage['engine']): readonly string[];
  /** Puts into the new tables and columns what SQL alone cannot work out; runs behind the statements. */
  fill?(tx: Writer): Promise<void>;
}

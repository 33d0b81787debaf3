// How much work a database has with a statement, in numbers that do not hang on the machine.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import { LIMITED_SESSION } from '#src/storage/engines/session.ts';
import { databaseFile } from '#src/storage/open.ts';
import { type Sql, storable } from '#src/storage/sql.ts';
import type { Service } from './service.ts';

/** The work of one statement, and how the database went about it. */
export interface Work {
  /** Steps of SQLite's machine; of PostgreSQL rows that were looked at, or pages. */
  readonly amount: number;
  readonly plan: string;
}

/** Runs statements and undoes them. */
export interface Meter {
  /** Undefined for a statement that its rows refuse now. */
  measure(query: Sql): Promise<Work | undefined>;
  close(): Promise<void>;
}

const plainValues = (query: Sql) => query.values.map(storable);

/** A row that is there already is no fault: it was written when the statement was heard. */
function refused(error: unknown): undefined {
  if (!/unique|duplicate key|fingerprint/i.test(String(error))) throw error;
}

interface Counted extends StatementSync {
  stat(name: 'vmStep'): number;
}

function openSqlite(file: string): Meter {
  const db = new DatabaseSync(file);
  db.exec('pragma temp_store = memory');
  return {
    measure: async (query) => {
      const text = query.sql.replaceAll(/\sfor (update|share)(\s+skip locked)?\b/g, '');
      const values = plainValues(query);
      const statement = db.prepare(text) as Counted;
      db.exec('begin');
      try {
        statement.all(...values);
        const amount = Number(statement.stat('vmStep'));
        const plan = db.prepare(`explain query plan ${text}`).all(...values);
        return { amount, plan: plan.map(({ detail }) => String(detail)).join('\n') };
      } catch (error) {
        return refused(error);
      } finally {
        db.exec('rollback');
      }
    },
    close: async () => db.close(),
  };
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

/** A page holds about so many entries of an index. */
const ENTRIES_PER_PAGE = 150;
/** Pages from the root of an index to an entry, at most. */
const DEPTH = 4;

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The rows that were looked at; or the entries of an index that led to none, which only the pages tell of. */
function amountOf(root: PlanNode): number {
  const counts = nodesOf(root).map((node) => {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    return { rows: (node['Actual Rows'] + removed) * node['Actual Loops'], loops: node['Actual Loops'] };
  });
  const pages = root['Shared Hit Blocks'] + root['Shared Read Blocks'];
  const besides = counts.reduce((left, { rows, loops }) => left - rows - DEPTH * loops, pages);
  return Math.max(...counts.map(({ rows }) => rows), besides * ENTRIES_PER_PAGE);
}

function lineOf(node: PlanNode): string {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': cond, Filter } = node;
  const words = [type, table, index, cond, Filter === undefined ? undefined : `filter ${Filter}`];
  return words.filter((word) => word !== undefined).join(' ');
}

interface Explanation {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }];
}

interface Explained {
  readonly command: string;
  readonly rows: readonly Explanation[];
}

function workOf(mode: string | undefined, { 'QUERY PLAN': [{ Plan: root }] }: Explanation): Work {
  const isNamed = (node: PlanNode) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined;
  const lines = nodesOf(root).filter(isNamed).map(lineOf);
  return { amount: amountOf(root), plan: `${mode}: ${lines.join('\n')}` };
}

/** How many rows the planner of PostgreSQL believes a growing table to have. */
export interface Belief {
  readonly table: string;
  readonly rows: number;
}

async function openPostgres(url: string, beliefs: readonly Belief[]): Promise<Meter> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(LIMITED_SESSION);
  await client.query('analyze');
  for (const { table, rows } of beliefs) {
    // What there is of it on each page is taken times the pages there are.
    await client.query(
      `update pg_class set reltuples = ${rows}
       where (oid = '${table}'::regclass or oid in (select indexrelid from pg_index where indrelid = '${table}'::regclass))
         and reltuples > 0`,
    );
  }
  return {
    measure: async (query) => {
      const values = plainValues(query).map((value) =>
        typeof value === 'string' ? pg.escapeLiteral(value) : String(value),
      );
      const given = values.length === 0 ? '' : `(${values.join(', ')})`;
      const modes = values.length === 0 ? ['custom'] : ['custom', 'generic'];
      const runs = modes.map(
        (mode) => `savepoint ${mode}; set local plan_cache_mode = force_${mode}_plan;
          explain (analyze, buffers, timing off, costs off, format json) execute asked ${given}; rollback to ${mode};`,
      );
      try {
        // In one go: the way there and back takes longer than most statements.
        const answers: unknown = await client.query(
          `begin; prepare asked as ${query.text}; ${runs.join(' ')} rollback; deallocate asked`,
        );
        const works = (answers as Explained[])
          .filter(({ command }) => command === 'EXPLAIN')
          .flatMap(({ rows: [row] }, at) => (row === undefined ? [] : [workOf(modes[at], row)]));
        return works.reduce((most, work) => (work.amount > most.amount ? work : most));
      } catch (error) {
        await client.query('rollback; deallocate all');
        return refused(error);
      }
    },
    close: () => client.end(),
  };
}

/** Opens a meter beside a service, whose database is believed to be large. */
export async function openMeter({ config }: Service, beliefs: readonly Belief[]): Promise<Meter> {
  return config.databaseUrl === undefined
    ? openSqlite(databaseFile(config.dataDir))
    : openPostgres(config.databaseUrl, beliefs);
}

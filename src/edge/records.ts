import type { z } from 'zod';
import { conflict, notFound } from '../kernel/errors.ts';
import { type Difference, differenceOf, type Topic } from '../kernel/event.ts';
import type { OnlyKnown } from '../kernel/given.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import { bodies } from '../shape/bodies.ts';
import type { Changes, Shape, Stored } from '../shape/shape.ts';
import { initialValues } from '../shape/state.ts';
import { countTable } from '../storage/finding.ts';
import type { IdKind, Reader, Writer } from '../storage/port.ts';
import type { Sql } from '../storage/sql.ts';
import type { Table } from '../storage/table.ts';
import type { Call } from './call.ts';
import { etagOf } from './etag.ts';
import { answerPage } from './listing.ts';
import type { PlainRecord } from './operation.ts';
import { type Asked, LIST } from './query.ts';
import { asking, created, noContent, ok, type ReadHandler, type WriteHandler } from './route.ts';

/** The fields that every record of a company has. */
export interface CompanyRecord {
  readonly company_id: Id;
  readonly id: Id;
  readonly created_at: Micros;
  readonly updated_at: Micros;
}

/** A record's own fields. */
export type Fields<T extends CompanyRecord> = Omit<T, keyof CompanyRecord>;

/** Some of a record's fields; absent ones keep their value. */
export type Change<T extends CompanyRecord> = { readonly [K in keyof Fields<T>]?: T[K] | undefined };

/** A kind of record as its shape declares it. */
export interface Accepted<T extends CompanyRecord> {
  readonly shape: Shape;
  /** The schemas of bodies, with stored fields as their output. */
  readonly create: z.ZodType<Change<T>>;
  readonly update: z.ZodType<Change<T>>;
  /** The fields of a new record that its body does not have to hold. */
  readonly initial: Partial<T>;
}

/**
 * The fields that bodies of a kind of record may hold. `take` turns them into stored fields where these are not the
 * same: a field that bodies may hold and that the record does not have does not compile.
 */
export function accepted<S extends Shape, G extends Change<OwnedBy<S>> & OnlyKnown<G, Fields<OwnedBy<S>>>>(
  shape: S,
  take: (sent: Changes<S>) => G,
): Accepted<OwnedBy<S>>;
export function accepted<S extends Shape>(shape: S & AllStored<S>): Accepted<OwnedBy<S>>;
export function accepted(shape: Shape, take: (sent: object) => object = (sent) => sent): unknown {
  const { create, update } = bodies(shape);
  const initial = initialValues(shape);
  return { shape, create: create.transform(take), update: update.transform(take), initial };
}

/** Asks of each field that bodies may hold and the record does not have as it is read to be of the type `never`. */
interface AllStored<S extends Shape> {
  readonly fields: {
    readonly [K in keyof Changes<S> as K extends keyof OwnedBy<S>
      ? Changes<S>[K] extends OwnedBy<S>[K] | undefined
        ? never
        : K
      : K]: never;
  };
}

/** A record of a shape, which has what every record has. */
type OwnedBy<S extends Shape> = Stored<S> & CompanyRecord;

/** A kind of record that is created, read, changed and deleted in the plain way. */
export interface RecordKind<T extends CompanyRecord> {
  readonly table: Table<T>;
  readonly ids: IdKind;
  /** The last part of its paths: `sites`. */
  readonly path: string;
  /** The path parameter that names one: `site_id`. */
  readonly param: string;
  readonly accepted: Accepted<T>;
  /** Fills what the input left open and other records decide. */
  complete?(tx: Writer, record: T, before: T | undefined, call: Call): Promise<T>;
  /** Refuses references to missing records and combinations that make no sense. */
  check?(tx: Writer, record: T, before: T | undefined, call: Call): Promise<void>;
  view(tx: Reader, records: readonly T[], call: Call): Promise<object[]>;
  /** Names what still uses a record, or undefined. A record in use is not deleted (reference: company.3). */
  usedBy(tx: Writer, record: T, call: Call): Promise<Sentence | undefined>;
  /** Runs once a new or changed record is saved. */
  onSave?(tx: Writer, record: T): Promise<void>;
  /** Runs with a deletion. */
  onDelete?(tx: Writer, record: T): Promise<void>;
  readonly topics?: Partial<Record<'created' | 'updated' | 'deleted', Topic>>;
  /** The sites an event about it applies to. */
  sites?(record: T): readonly Id[];
}

/** The five handlers of a kind of record, with what its routes and operations are made from. */
export interface RecordHandlers {
  readonly kind: PlainRecord;
  readonly list: ReadHandler;
  readonly get: ReadHandler;
  readonly create: WriteHandler;
  readonly update: WriteHandler;
  readonly remove: WriteHandler;
}

/** Takes over the fields that were sent. */
export function applyChange<T extends CompanyRecord>(record: T, change: Change<T>): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...record, ...Object.fromEntries(given) };
}

/** The names of the fields in which two states of a record differ. */
export function changedFields<T extends CompanyRecord>(before: T, after: T): string[] {
  const text = (value: unknown) =>
    JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));
  return (Object.keys(after) as (keyof T & string)[]).filter((key) => text(before[key]) !== text(after[key]));
}

/** One page of a kind of record, ascending by id; `where` narrows it. */
export async function listRecords<T extends CompanyRecord>(
  kind: Pick<RecordKind<T>, 'table' | 'view'>,
  tx: Reader,
  call: Call,
  asked: Asked<typeof LIST>,
  where?: Sql,
) {
  return answerPage(call, call.page(asked), {
    read: (after, limit) => kind.table.sliceAfter(tx, call.company, after?.[0] ?? 0n, limit, where),
    position: (row) => [row.id],
    render: async (rows) => (await kind.view(tx, rows, call)).map((view) => JSON.stringify(view)),
    count: () => countTable(tx, call.company, kind.table.name, where),
  });
}

/** Emits the event of a change of a record, where its kind has a topic for it. */
async function appendFact<T extends CompanyRecord>(
  kind: RecordKind<T>,
  tx: Writer,
  call: Call,
  what: 'created' | 'updated' | 'deleted',
  record: T,
  view: unknown,
  difference: Difference,
): Promise<void> {
  const topic = kind.topics?.[what];
  if (topic === undefined) return;
  const sites = kind.sites?.(record) ?? [];
  await append(tx, call.company, call.now, [
    { topic, resource: record.id, sites, ...difference, payload: JSON.stringify(view) },
  ]);
}

/** The change as its event names it: by what answers show; of what they do not show, such as a PIN, by what was sent. */
function changeOf(
  accepted: Pick<PlainRecord, 'shape'>,
  call: Call,
  before: object,
  after: object,
): Difference {
  const difference = differenceOf(before, after);
  return difference.changed.length > 0 ? difference : { ...difference, changed: sentNames(accepted, call) };
}

/** The fields of the body that the kind of record has. */
function sentNames({ shape }: Pick<PlainRecord, 'shape'>, { body }: Call): string[] {
  return Object.keys(body as object).filter((name) => Object.hasOwn(shape.fields, name));
}

/** Makes the handlers of a kind of record. */
export function recordHandlers<T extends CompanyRecord>(kind: RecordKind<T>): RecordHandlers {
  const render = async (tx: Reader, record: T, call: Call): Promise<object> => {
    const [view] = await kind.view(tx, [record], call);
    if (view === undefined) throw new Error(`No view of ${kind.path}.`);
    return view;
  };
  const load = async (tx: Writer, call: Call): Promise<T> => {
    const record = await kind.table.getForUpdate(tx, call.company, call.id(kind.param));
    if (record === undefined) throw notFound();
    if (call.hasIfMatch) {
      call.checkMatch(etagOf(JSON.stringify(await render(tx, record, call))));
    }
    return record;
  };
  const { path, param, accepted } = kind;
  return {
    kind: { path, param, ...accepted },

    list: asking(LIST, (tx: Reader, call, asked) => listRecords(kind, tx, call, asked)),

    async get(tx, call) {
      const record = await kind.table.get(tx, call.company, call.id(kind.param));
      if (record === undefined) throw notFound();
      return ok(await render(tx, record, call));
    },

    async create(tx, call) {
      const input = call.input(kind.accepted.create);
      const [id] = await tx.ids(kind.ids, 1);
      if (id === undefined) throw new Error(`No id for ${kind.path}.`);
      const stored: CompanyRecord = {
        company_id: call.company,
        id,
        created_at: call.now,
        updated_at: call.now,
      };
      const given = applyChange({ ...kind.accepted.initial, ...stored } as unknown as T, input);
      const record = (await kind.complete?.(tx, given, undefined, call)) ?? given;
      await kind.check?.(tx, record, undefined, call);
      await kind.table.insert(tx, record);
      await kind.onSave?.(tx, record);
      const view = await render(tx, record, call);
      await appendFact(kind, tx, call, 'created', record, view, { changed: sentNames(accepted, call) });
      return created(view, `/companies/${call.company}/${kind.path}/${id}`);
    },

    async update(tx, call) {
      const before = await load(tx, call);
      const given = applyChange(before, call.input(kind.accepted.update));
      const changed = (await kind.complete?.(tx, given, before, call)) ?? given;
      const fields = changedFields(before, changed);
      if (fields.length === 0) return ok(await render(tx, before, call));
      const record = { ...changed, updated_at: call.now };
      await kind.check?.(tx, record, before, call);
      const shown = await render(tx, before, call);
      await kind.table.update(tx, record);
      await kind.onSave?.(tx, record);
      const view = await render(tx, record, call);
      await appendFact(kind, tx, call, 'updated', record, view, changeOf(accepted, call, shown, view));
      return ok(view);
    },

    async remove(tx, call) {
      const record = await load(tx, call);
      const user = await kind.usedBy(tx, record, call);
      if (user !== undefined)
        throw conflict(sentence('It cannot be deleted: it is used by {user}.', { user }));
      const view = await render(tx, record, call);
      await kind.onDelete?.(tx, record);
      await kind.table.remove(tx, call.company, record.id);
      await appendFact(kind, tx, call, 'deleted', record, view, { changed: [] });
      return noContent();
    },
  };
}

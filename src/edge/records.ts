import type { z } from 'zod';
import { conflict, notFound } from '../kernel/errors.ts';
import { type Difference, differenceOf, type Topic } from '../kernel/event.ts';
import { type OnlyKnown, type OrPart, takenOver } from '../kernel/given.ts';
import type { Id } from '../kernel/id.ts';
import { type Metadata, type MetadataChange, mergeMetadata } from '../kernel/metadata.ts';
import { isSame } from '../kernel/same.ts';
import type { Micros } from '../kernel/time.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import { type Act, appendAudit } from '../outbox/audit.ts';
import { changedValues, nameOf, picked } from '../outbox/audit-fields.ts';
import type { RecordKindName } from '../outbox/audit-kinds.ts';
import { bodies } from '../shape/bodies.ts';
import type { Changes, Shape, Stored } from '../shape/shape.ts';
import { initialValues } from '../shape/state.ts';
import {
  externalIdOf,
  externalIdsOf,
  freeExternalIds,
  type NamedKind,
  setExternalId,
  withExternalId,
} from '../storage/external-ids.ts';
import { countTable } from '../storage/finding.ts';
import type { IdKind, Reader, Writer } from '../storage/port.ts';
import { isIn, type Sql } from '../storage/sql.ts';
import type { Table } from '../storage/table.ts';
import type { Call } from './call.ts';
import { etagOf } from './etag.ts';
import { BY_EXTERNAL_ID, idsNamed } from './external-id.ts';
import { answerPage, type Listing } from './listing.ts';
import type { PlainRecord } from './operation.ts';
import { type Asked, LIST } from './query.ts';
import { asking, created, noContent, okText, type ReadHandler, type WriteHandler } from './route.ts';

/** The fields that every record of a company has. */
interface CompanyRecord {
  readonly company_id: Id;
  readonly id: Id;
  readonly created_at: Micros;
  readonly updated_at: Micros;
}

/** A record's own fields. */
type Fields<T extends CompanyRecord> = Omit<T, keyof CompanyRecord>;

/** A record's fields as a change has them: metadata and parts are merged. */
type Taken<T extends CompanyRecord> = {
  readonly [K in keyof Fields<T>]: K extends 'metadata' ? MetadataChange : OrPart<T[K]>;
};

/** The external id that the calling add-on gave a record; it is kept beside the record. */
interface Naming {
  readonly external_id: string | null;
}

/** Changes of a record's fields; absent ones keep their value. */
export type Change<T extends CompanyRecord> = {
  readonly [K in keyof Taken<T>]?: Taken<T>[K] | undefined;
} & { readonly [K in keyof Naming]?: Naming[K] | undefined };

/** A kind of record as its shape declares it. */
interface Accepted<T extends CompanyRecord> {
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
export function accepted<
  S extends Shape,
  G extends Change<OwnedBy<S>> & OnlyKnown<G, Taken<OwnedBy<S>> & Naming>,
>(shape: S, take: (sent: Changes<S>) => G): Accepted<OwnedBy<S>>;
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
      ? Changes<S>[K] extends OrPart<OwnedBy<S>[K]> | undefined
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
  /** The kind of names that add-ons have for its records, where they have any; its view then shows null for them. */
  readonly named?: NamedKind;
  /** Whether a record belongs to what the path names before it; one that does not is 404. */
  isBelow?(record: T, call: Call): boolean;
  /** Where a record is, below the company; at its path and id unless it says otherwise. */
  address?(record: T): string;
  /** Fills what the input left open and other records decide. */
  complete?(tx: Writer, record: T, before: T | undefined, call: Call): Promise<T>;
  /** Refuses references to missing records and combinations that make no sense. */
  check?(tx: Writer, record: T, before: T | undefined, call: Call): Promise<void>;
  view(tx: Reader, records: readonly T[], call: Call): Promise<object[]>;
  /** The answer of its GET and of its changes, where that is more than the view: If-Match names the tag of either. */
  shown?(tx: Reader, record: T, call: Call): Promise<string>;
  /** Names what still uses a record, or undefined. A record in use is not deleted (reference: company.3). */
  usedBy(tx: Writer, record: T, call: Call): Promise<Sentence | undefined>;
  /** Runs once a new or changed record is saved. */
  onSave?(tx: Writer, record: T): Promise<void>;
  /** Runs with a deletion. */
  onDelete?(tx: Writer, record: T): Promise<void>;
  readonly topics?: Partial<Record<'created' | 'updated' | 'deleted', Topic>>;
  /** Its name in the audit log; without one, its changes are not in that log (reference: audit.7). */
  readonly audited?: RecordKindName;
  /** Acts besides its change, such as a new PIN, which no answer shows. */
  acts?(record: T, before: T | undefined): readonly Pick<Act, 'action'>[];
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

/** Takes over the fields that were sent, those of a part over what the part has. */
export function applyChange<T extends CompanyRecord>(record: T, change: Change<T>): T {
  const { external_id: _name, ...fields } = change;
  const known = record as Readonly<Record<string, unknown>>;
  const given = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, takenOver(name, value, known[name])]);
  const applied = { ...record, ...Object.fromEntries(given) };
  if (!('metadata' in change)) return applied;
  const { metadata: before = {} } = record as { readonly metadata?: Metadata };
  return { ...applied, metadata: mergeMetadata(before, change.metadata as MetadataChange | undefined) };
}

/** The names of the fields in which two states of a record differ; the order of an object's members says nothing. */
export function changedFields<T extends CompanyRecord>(before: T, after: T): string[] {
  return (Object.keys(after) as (keyof T & string)[]).filter((key) => !isSame(before[key], after[key]));
}

/** Records as JSON, as the caller sees them. */
async function renderRecords<T extends CompanyRecord>(
  { view, named }: Pick<RecordKind<T>, 'view' | 'named'>,
  tx: Reader,
  records: readonly T[],
  call: Call,
): Promise<string[]> {
  const texts = (await view(tx, records, call)).map((each) => JSON.stringify(each));
  if (named === undefined) return texts;
  const ids = records.map((record) => record.id);
  const names = await externalIdsOf(tx, call, named, ids);
  return texts.map((text, at) => withExternalId(text, names.get(ids[at] ?? 0n)));
}

/** One page of a kind of record, ascending by id; `where` narrows it, to what the path names unless `find` is given. */
export async function listRecords<T extends CompanyRecord>(
  kind: Pick<RecordKind<T>, 'table' | 'view' | 'named'>,
  tx: Reader,
  call: Call,
  asked: Asked<typeof LIST>,
  where?: Sql,
  find?: Listing<T>['find'],
) {
  return answerPage(call, call.page(asked), {
    ...(find && { find }),
    read: (after, limit) => kind.table.sliceAfter(tx, call.company, after?.[0] ?? 0n, limit, where),
    position: (row) => [row.id],
    render: (rows) => renderRecords(kind, tx, rows, call),
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
  payload: string,
  difference: Difference,
): Promise<void> {
  const topic = kind.topics?.[what];
  if (topic === undefined) return;
  const sites = kind.sites?.(record) ?? [];
  await append(tx, call.company, call.now, [{ topic, resource: record.id, sites, ...difference, payload }]);
}

/** A record's JSON with what the caller calls it. */
async function asCalled(
  named: NamedKind | undefined,
  tx: Reader,
  call: Call,
  id: Id,
  json: string,
): Promise<string> {
  return named === undefined ? json : withExternalId(json, await externalIdOf(tx, call, named, id));
}

/** Sets what the caller calls a record; false when that is as it was. */
async function rename<T extends CompanyRecord>(
  named: NamedKind | undefined,
  tx: Writer,
  call: Call,
  id: Id,
  { external_id: name }: Change<T>,
): Promise<boolean> {
  return named !== undefined && setExternalId(tx, call, named, id, name);
}

/** The list of a kind of record; by what the caller calls them where add-ons have names for them. */
function listHandler<T extends CompanyRecord>(kind: RecordKind<T>): ReadHandler {
  const { named } = kind;
  if (named === undefined) {
    return asking(LIST, (tx: Reader, call, asked) => listRecords(kind, tx, call, asked));
  }
  return asking({ ...BY_EXTERNAL_ID, ...LIST }, async (tx: Reader, call, asked) => {
    const ids = await idsNamed(tx, call, named, asked);
    const find = async (id: Id) => (await kind.table.get(tx, call.company, id)) && [id];
    return listRecords(kind, tx, call, asked, ids && isIn('id', ids), find);
  });
}

/**
 * The change as its event names it: by what answers show; of what they do not show, such as a PIN, by what was sent, and of a
 * value of its own that is what it showed before by its name.
 */
function changeOf<T extends CompanyRecord>(
  accepted: Pick<PlainRecord, 'shape'>,
  call: Call,
  { record, was }: { readonly record: T; readonly was: T },
  { shown, view, isRenamed }: { readonly shown: object; readonly view: object; readonly isRenamed: boolean },
): Difference {
  const { changed, previous } = differenceOf(shown, view);
  if (isRenamed) return { changed: [...changed, 'external_id'], previous };
  if (changed.length > 0) return { changed, previous };
  const stored = changedFields(was, record);
  const isUnseen = (name: string) =>
    Object.hasOwn(record, name) ? stored.includes(name) : !Object.hasOwn(view, name);
  return { changed: sentNames(accepted, call).filter(isUnseen), previous };
}

/** The fields of the body that bodies of the kind of record may hold. */
function sentNames({ shape }: Pick<PlainRecord, 'shape'>, { body }: Call): string[] {
  const { fields } = shape;
  return Object.keys((body ?? {}) as object).filter((name) => {
    const use = Object.hasOwn(fields, name) ? fields[name]?.use : undefined;
    return use === 'field' || use === 'sent';
  });
}

/** Tells of a changed record, given what answers showed of it and show now; answers the latter as JSON. */
async function appendUpdated<T extends CompanyRecord>(
  kind: RecordKind<T>,
  tx: Writer,
  call: Call,
  { record, was }: { readonly record: T; readonly was: T },
  seen: { readonly shown: object; readonly view: object; readonly isRenamed: boolean },
): Promise<string> {
  const { shown, view } = seen;
  const json = JSON.stringify(view);
  const difference = changeOf(kind.accepted, call, { record, was }, seen);
  await appendFact(kind, tx, call, 'updated', record, json, difference);
  await appendActs(kind, tx, call, 'changed', { record, was }, changedValues(shown, view));
  return json;
}

/** Tells of a new record, given what answers show of it and the same as JSON. */
async function appendCreated<T extends CompanyRecord>(
  kind: RecordKind<T>,
  tx: Writer,
  call: Call,
  record: T,
  view: object,
  json: string,
): Promise<void> {
  const names = sentNames(kind.accepted, call);
  await appendFact(kind, tx, call, 'created', record, json, { changed: names });
  await appendActs(kind, tx, call, 'created', { record }, { after: picked(view, names) });
}

/** Deletes a record that nothing uses; `view` is what answers show of it. */
async function deleteRecord<T extends CompanyRecord>(
  kind: RecordKind<T>,
  tx: Writer,
  call: Call,
  record: T,
  view: object,
): Promise<void> {
  await kind.onDelete?.(tx, record);
  await kind.table.remove(tx, call.company, record.id);
  await appendFact(kind, tx, call, 'deleted', record, JSON.stringify(view), { changed: [] });
  await appendActs(kind, tx, call, 'deleted', { record }, { before: view });
  if (kind.named !== undefined) await freeExternalIds(tx, call.company, kind.named, record.id);
}

/** Tells the audit log of a change of a record, given what answers showed of it before and show from then on. */
async function appendActs<T extends CompanyRecord>(
  kind: Pick<RecordKind<T>, 'audited' | 'acts' | 'sites'>,
  tx: Writer,
  call: Call,
  what: 'created' | 'changed' | 'deleted',
  { record, was }: { readonly record: T; readonly was?: T },
  { before, after }: Pick<Act, 'before' | 'after'>,
): Promise<void> {
  const { audited } = kind;
  if (audited === undefined) return;
  const [site] = kind.sites?.(record) ?? [];
  const named = { record: { kind: audited, id: record.id }, site, subject: nameOf(record) };
  const isChanged = [before, after].some((values) => values !== undefined && Object.keys(values).length > 0);
  const own: Act[] = isChanged ? [{ action: `${audited}.${what}`, ...named, before, after }] : [];
  const others = what === 'deleted' ? [] : (kind.acts?.(record, was) ?? []);
  await appendAudit(tx, call, call, [...own, ...others.map((act) => ({ ...act, ...named }))]);
}

/** 404 for a record that is not there, or not below what the path names. */
function requireBelow<T extends CompanyRecord>(
  kind: RecordKind<T>,
  record: T | undefined,
  call: Call,
): asserts record is T {
  if (record === undefined || kind.isBelow?.(record, call) === false) throw notFound();
}

/** The address of a record, below /v1. */
function addressOf<T extends CompanyRecord>(kind: RecordKind<T>, record: T, call: Call): string {
  return `/companies/${call.company}/${kind.address?.(record) ?? `${kind.path}/${record.id}`}`;
}

/** The answer of a change: the record as its GET shows it (reference: conventions.10). */
async function answered<T extends CompanyRecord>(
  kind: RecordKind<T>,
  tx: Reader,
  call: Call,
  record: T,
  json: string,
): Promise<string> {
  return asCalled(kind.named, tx, call, record.id, (await kind.shown?.(tx, record, call)) ?? json);
}

/** Makes the handlers of a kind of record. */
export function recordHandlers<T extends CompanyRecord>(kind: RecordKind<T>): RecordHandlers {
  const { named } = kind;
  const viewOf = async (tx: Reader, record: T, call: Call): Promise<object> => {
    const [view] = await kind.view(tx, [record], call);
    if (view === undefined) throw new Error(`No view of ${kind.path}.`);
    return view;
  };
  const render = async (tx: Reader, record: T, call: Call) => JSON.stringify(await viewOf(tx, record, call));
  const load = async (tx: Writer, call: Call): Promise<T> => {
    const record = await kind.table.getForUpdate(tx, call.company, call.id(kind.param));
    requireBelow(kind, record, call);
    if (call.hasIfMatch) {
      const json = await asCalled(named, tx, call, record.id, await render(tx, record, call));
      call.checkMatch(etagOf(json), etagOf((await kind.shown?.(tx, record, call)) ?? json));
    }
    return record;
  };
  const { path, param, accepted } = kind;
  return {
    kind: { path, param, ...accepted },

    list: listHandler(kind),

    async get(tx, call) {
      const record = await kind.table.get(tx, call.company, call.id(kind.param));
      requireBelow(kind, record, call);
      return okText(await asCalled(named, tx, call, record.id, await render(tx, record, call)));
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
      await rename(named, tx, call, id, input);
      const view = await viewOf(tx, record, call);
      const json = JSON.stringify(view);
      await appendCreated(kind, tx, call, record, view, json);
      return created(await answered(kind, tx, call, record, json), addressOf(kind, record, call));
    },

    async update(tx, call) {
      const before = await load(tx, call);
      const input = call.input(kind.accepted.update);
      const given = applyChange(before, input);
      const changed = (await kind.complete?.(tx, given, before, call)) ?? given;
      const fields = changedFields(before, changed);
      const isRenamed = await rename(named, tx, call, before.id, input);
      if (fields.length === 0 && !isRenamed)
        return okText(await answered(kind, tx, call, before, await render(tx, before, call)));
      const record = { ...changed, updated_at: call.now };
      await kind.check?.(tx, record, before, call);
      const shown = await viewOf(tx, before, call);
      await kind.table.update(tx, record);
      await kind.onSave?.(tx, record);
      const view = await viewOf(tx, record, call);
      const json = await appendUpdated(kind, tx, call, { record, was: before }, { shown, view, isRenamed });
      return okText(await answered(kind, tx, call, record, json));
    },

    async remove(tx, call) {
      const record = await load(tx, call);
      const user = await kind.usedBy(tx, record, call);
      if (user !== undefined)
        throw conflict(sentence('It cannot be deleted: it is used by {user}.', { user }));
      await deleteRecord(kind, tx, call, record, await viewOf(tx, record, call));
      return noContent();
    },
  };
}

import { byIds, lockExisting } from '../company/store.ts';
import { accepted, changedFields, type RecordKind, recordHandlers } from '../edge/records.ts';
import type { WriteHandler } from '../edge/route.ts';
import { invalid, requireKnown } from '../kernel/errors.ts';
import { differenceOf, type Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { refuseSetLoop } from './nesting.ts';
import { optionSets, productWithSet, saveSetOptions } from './options.store.ts';
import { checkSelection, setOptions } from './rules/options.ts';
import { isTemplate } from './rules/variants.ts';
import { OPTION_SET } from './shape/menu.ts';
import { products, tieInTurn } from './store.ts';
import type { OptionSet, OptionSetInput } from './types.ts';
import { optionSetView } from './view.ts';

/** The fields of a body as they are stored. */
function asStored<T extends OptionSetInput>({ options, ...fields }: T) {
  return options === undefined ? fields : { ...fields, options: setOptions(options) };
}

/** 400 when an option is not there, or is a template, which is not sold itself (reference: products.25). */
async function requireOptions(tx: Writer, set: OptionSet): Promise<void> {
  const wanted = set.options.map((option) => BigInt(option.product_id));
  const held = await lockExisting(tx, 'products', set.company_id, wanted);
  const known = await byIds(products, tx, set.company_id, wanted);
  const field = (at: number) => `options[${at}].product_id`;
  requireKnown(wanted, (id) => held.has(id) && known.has(id), field);
  for (const [at, id] of wanted.entries()) {
    const product = known.get(id);
    if (product !== undefined && isTemplate(product)) {
      throw invalid(
        field(at),
        sentence('product {id} has variants: one of them can be an option, the product itself cannot.', {
          id,
        }),
      );
    }
  }
  await refuseSetLoop(tx, set.company_id, set.id, wanted);
}

const kind: RecordKind<OptionSet> = {
  table: optionSets,
  ids: 'option_set',
  path: 'optionsets',
  param: 'option_set_id',
  audited: 'option_set',
  accepted: accepted(OPTION_SET, asStored),
  async check(tx, set, before) {
    checkSelection(set, before === undefined || set.max_selection !== before.max_selection);
    if (set.options !== before?.options) await requireOptions(tx, set);
  },
  topics: { created: 'option_sets/created', updated: 'option_sets/updated', deleted: 'option_sets/deleted' },
  onSave: (tx, set) => saveSetOptions(tx, set, set.options),
  view: (_tx, records) => Promise.resolve(records.map(optionSetView)),
  async usedBy(tx, set) {
    const user = await productWithSet(tx, set.company_id, set.id);
    return user === undefined
      ? undefined
      : sentence('product {id} ("{name}")', { id: user.id, name: user.name });
  },
  onDelete: (tx, set) => saveSetOptions(tx, set, []),
};

/** Saves a new option set, or what changed of a known one; the names of what changed. */
export async function saveOptionSet(
  tx: Writer,
  now: Micros,
  set: OptionSet,
  before: OptionSet | undefined,
): Promise<string[]> {
  const changed = before === undefined ? ['name'] : changedFields(before, set);
  if (changed.length === 0) return [];
  const saved = { ...set, updated_at: now };
  checkSelection(saved, before === undefined || saved.max_selection !== before.max_selection);
  if (changed.includes('options') || before === undefined) await requireOptions(tx, saved);
  await (before === undefined ? optionSets.insert(tx, saved) : optionSets.update(tx, saved));
  await saveSetOptions(tx, saved, saved.options);
  return changed;
}

/** The events of option sets after a change, given what answers showed of each before; of new ones nothing. */
export async function optionSetFacts(
  tx: Reader,
  company: Id,
  before: ReadonlyMap<Id, object | undefined>,
): Promise<Fact[]> {
  const known = await byIds(optionSets, tx, company, [...before.keys()]);
  return [...known.values()].map((set) => {
    const view = optionSetView(set);
    const shown = before.get(set.id);
    const shared = { resource: set.id, sites: [], payload: JSON.stringify(view) };
    return shown === undefined
      ? { topic: 'option_sets/created', ...shared, changed: ['name', 'options'] }
      : { topic: 'option_sets/updated', ...shared, ...differenceOf(shown, view) };
  });
}

const handlers = recordHandlers(kind);

const inTurn =
  (handler: WriteHandler): WriteHandler =>
  async (tx, call) => {
    await tieInTurn(tx, call.company);
    return handler(tx, call);
  };

/** /optionsets (reference: products.23) */
export const optionSetHandlers = {
  ...handlers,
  create: inTurn(handlers.create),
  update: inTurn(handlers.update),
  remove: inTurn(handlers.remove),
};

import { besideRegisters, EXPAND_REGISTER } from '../company/expand.ts';
import { requireRights } from '../company/rights.ts';
import { existing, registers, smallestAmountAt, zoneOf } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { answerPage, each, listOf } from '../edge/listing.ts';
import { LIST, newest, oneOf } from '../edge/query.ts';
import { asking, created, ok, okText, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import { refuseFractions } from '../kernel/coins.ts';
import { conflict, invalid, notFound } from '../kernel/errors.ts';
import { differenceOf, type Topic } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import { formatDecimal } from '../kernel/money.ts';
import { requireProof } from '../kernel/proof.ts';
import { formatTime, type Micros, parseTime, resolveTime } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import { type Act, appendAudit } from '../outbox/audit.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { movementInput, openInput } from './input.ts';
import { CLOSED, type DrawerFilter, type DrawerTable, drawerListing, type Owners } from './lists.store.ts';
import { type Movement, type MovementKind, SHIFT_STATES, type Shift } from './shape.ts';
import { MAX_MOVEMENTS, movementPage, movements, openShift, shifts } from './store.ts';
import { movementView, shiftView } from './view.ts';

// Opening a drawer, and what is put into it and taken out (reference: shifts.1 to shifts.4).

/** The moment that a path may name: a date is its start by the clocks of the company. 404 for what is none. */
export async function sinceIn(tx: Reader, call: Call): Promise<Micros | undefined> {
  if (call.word('date') === '') return undefined;
  const time = parseTime(call.word('date'));
  if (time === undefined) throw notFound();
  if (time.kind === 'moment') return time.at;
  const local = time.kind === 'date' ? { kind: 'local' as const, text: `${time.text}T00:00` } : time;
  return resolveTime(local, await zoneOf(tx, call.company));
}

const OWNERS = { site_id: 'sites', register_id: 'registers', staff_id: 'staff' } as const;

/** The owners that a path names; 404 for one that is not there. */
export async function ownersIn(tx: Reader, call: Call): Promise<Owners> {
  const owners: Record<string, Id> = {};
  for (const [column, from] of Object.entries(OWNERS)) {
    if (call.word(column) === '') continue;
    const id = call.id(column);
    if (!(await existing(tx, from, call.company, [id])).has(id)) throw notFound();
    owners[column] = id;
  }
  return owners;
}

const SHIFT_TABLE: DrawerTable<Shift> = { rows: shifts, time: 'created_at', done: CLOSED, fewOpen: true };
const SHIFTS = {
  state: oneOf(SHIFT_STATES, 'Only shifts in this state.'),
  newest,
  ...EXPAND_REGISTER,
  ...LIST,
};

/** GET /shifts, /shifts/since/<date>, and below a site, register or staff member: ascending by id, or the newest first. */
export const listShifts = asking(SHIFTS, async (tx: Reader, call, asked) => {
  const filter: DrawerFilter = {
    owners: await ownersIn(tx, call),
    since: await sinceIn(tx, call),
    done: asked.state && asked.state === 'closed',
    newest: asked.newest,
  };
  return answerPage(call, call.page(asked), {
    ...drawerListing(tx, call.company, SHIFT_TABLE, filter),
    render: (rows) => besideRegisters(tx, call, rows, each(shiftView)(rows), asked.expand),
  });
});

/** The shift of the path; 404 when there is none. */
export async function readShift(tx: Reader, call: Call): Promise<Shift> {
  const shift = await shifts.get(tx, call.company, call.id('shift_id'));
  if (shift === undefined) throw notFound();
  return shift;
}

/** A shift, kept from changing; 409 once it is closed. */
export async function holdOpenShift(tx: Writer, call: Call, id: Id): Promise<Shift> {
  const shift = await shifts.getForUpdate(tx, call.company, id);
  if (shift === undefined) throw notFound();
  if (shift.closed_at !== null)
    throw conflict(sentence('This shift was closed at {at}.', { at: formatTime(shift.closed_at) }));
  return shift;
}

/** GET /shifts/<s> */
export const getShift = asking(EXPAND_REGISTER, async (tx: Reader, call, { expand }) => {
  const shift = await readShift(tx, call);
  const [text = ''] = await besideRegisters(tx, call, [shift], each(shiftView)([shift]), expand);
  return okText(text);
});

/**
 * The staff member that a body names, else who is signed in. 400 for one who is not there, and for another one than who
 * is signed in: they act for themselves.
 */
export async function staffOf(tx: Reader, call: Call, sent: Id | null | undefined): Promise<Id | null> {
  const { staffMember: own } = call;
  const id = sent ?? own?.id ?? null;
  if (own !== undefined && id !== own.id)
    throw invalid('staff_id', sentence('must be {id}, who is signed in, or not be sent.', { id: own.id }));
  if (id !== null && !(await existing(tx, 'staff', call.company, [id])).has(id))
    throw invalid('staff_id', sentence('{id} does not exist.', { id }));
  return id;
}

/** Appends the event of a shift. */
async function appendShift(
  tx: Writer,
  call: Call,
  topic: Extract<Topic, `shifts/${string}`>,
  shift: Shift,
  difference: { readonly changed: readonly string[]; readonly previous?: string | undefined },
): Promise<void> {
  const payload = JSON.stringify(shiftView(shift));
  await append(tx, call.company, call.now, [
    { topic, resource: shift.id, sites: [shift.site_id], ...difference, payload },
  ]);
}

/** POST /shifts: opens the drawer of a register; 409 while it is open (reference: shifts.2). */
export const openDrawer: WriteHandler = async (tx, call) => {
  const input = call.input(openInput);
  // One at a time opens it.
  const register = await registers.getForUpdate(tx, call.company, input.register_id);
  if (register === undefined)
    throw invalid('register_id', sentence('{id} does not exist.', { id: input.register_id }));
  const open = await openShift(tx, call.company, register.id);
  if (open !== undefined)
    throw conflict(sentence('The drawer of this register is open already, in shift {id}.', { id: open.id }));
  refuseFractions(input.float ?? 0n, await smallestAmountAt(tx, call.company, register.site_id), 'float');
  const [id] = await tx.ids('shift', 1);
  if (id === undefined) throw new Error('No id for a shift.');
  const shift: Shift = {
    company_id: call.company,
    id,
    register_id: register.id,
    site_id: register.site_id,
    staff_id: await staffOf(tx, call, input.staff_id),
    float: input.float ?? 0n,
    note: input.note ?? null,
    movements: 0,
    closed_at: null,
    created_at: call.now,
    updated_at: call.now,
  };
  await shifts.insert(tx, shift);
  await appendShift(tx, call, 'shifts/created', shift, { changed: ['register_id', 'float'] });
  return created(shiftView(shift), `/companies/${call.company}/shifts/${id}`);
};

/** GET /shifts/<s>/movements */
export const listMovements = listOf(
  async (tx, call, after, limit) => {
    const shift = await readShift(tx, call);
    return movementPage(tx, call.company, shift.id, after ?? 0n, limit);
  },
  (movement: Movement) => movement.id,
  movementView,
);

/** GET /shifts/<s>/movements/<m> */
export const getMovement: ReadHandler = async (tx, call) => {
  const shift = await readShift(tx, call);
  const movement = await movements.get(tx, call.company, call.id('movement_id'));
  if (movement?.shift_id !== shift.id) throw notFound();
  return ok(movementView(movement));
};

const RIGHTS = { in: 'CashIn', out: 'CashOut', no_sale: 'OpenCashDrawer' } as const satisfies Record<
  MovementKind,
  string
>;

/** 400 for an amount or a reason that does not go with the kind of movement. */
function requireFitting({ kind, amount, reason }: Pick<Movement, 'kind' | 'amount' | 'reason'>): void {
  if (kind === 'no_sale') {
    if (amount !== 0n)
      throw invalid('amount', sentence('must not be sent: nothing is moved without a sale.'));
    return;
  }
  if (amount <= 0n) throw invalid('amount', sentence('must be above 0.'));
  if (reason === null) throw invalid('reason', sentence('is required.'));
}

const ACTIONS = { in: 'drawer.cash_in', out: 'drawer.cash_out', no_sale: 'drawer.opened' } as const;

/** The act of a movement, as the audit log has it. */
function movementAct({ kind, amount, reason, staff_id, approved_by }: Movement, shift: Shift): Act {
  const by = staff_id === null ? {} : { staff_id: String(staff_id) };
  return {
    action: ACTIONS[kind],
    record: { kind: 'shift', id: shift.id },
    site: shift.site_id,
    register: shift.register_id,
    after: kind === 'no_sale' ? by : { amount: formatDecimal(amount), ...by },
    reason,
    approvedBy: approved_by,
  };
}

/** POST /shifts/<s>/movements: cash in or out, or the drawer opened without a sale (reference: shifts.4). */
export const createMovement: WriteHandler = async (tx, call) => {
  const { id: found, site_id: site } = await readShift(tx, call);
  const { kind, amount = 0n, reason = null, staff_id: sent } = call.input(movementInput);
  requireFitting({ kind, amount, reason });
  refuseFractions(amount, await smallestAmountAt(tx, call.company, site), 'amount');
  if (kind === 'out') requireProof(call);
  const [approval] = await requireRights(tx, call, [RIGHTS[kind]]);
  const shift = await holdOpenShift(tx, call, found);
  if (shift.movements >= MAX_MOVEMENTS)
    throw conflict(
      sentence('This shift has {max} movements, and takes no more: close it.', { max: MAX_MOVEMENTS }),
    );
  const [id] = await tx.ids('shift_movement', 1);
  if (id === undefined) throw new Error('No id for a movement.');
  const movement: Movement = {
    company_id: call.company,
    id,
    shift_id: shift.id,
    kind,
    amount,
    reason,
    staff_id: await staffOf(tx, call, sent),
    approved_by: approval?.staff_id ?? null,
    created_at: call.now,
    updated_at: call.now,
  };
  await movements.insert(tx, movement);
  const after: Shift = { ...shift, movements: shift.movements + 1, updated_at: call.now };
  await shifts.update(tx, after);
  const difference = differenceOf(shiftView(shift), shiftView(after));
  await appendShift(tx, call, 'shifts/updated', after, difference);
  await appendAudit(tx, call, call, [movementAct(movement, after)]);
  return created(movementView(movement), `/companies/${call.company}/shifts/${shift.id}/movements/${id}`);
};

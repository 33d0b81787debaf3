import type { Call } from '../edge/call.ts';
import { ok, type WriteHandler } from '../edge/route.ts';
import type { StreamPlan } from '../edge/stream.ts';
import { notFound } from '../kernel/errors.ts';
import { companyTime } from '../outbox/company-time.ts';
import type { Writer } from '../storage/port.ts';
import { requireOwnRegister } from './own-register.ts';
import { markSeen, markUnseen, registers } from './store.ts';
import { registerView } from './view.ts';

// Whether a register is there (reference: printing.1). A column remembers its last sign of life, so that every process
// of a fleet knows it, and a restart forgets nothing.

/** POST /registers/<r>/heartbeat: a sign of life, for clients that hold no stream. */
export const heartbeat: WriteHandler = async (tx, call) => {
  await requireOwnRegister(tx, call);
  const id = call.id('register_id');
  if (!(await markSeen(tx, call.company, id, call.now))) throw notFound();
  const register = await registers.get(tx, call.company, id);
  if (register === undefined) throw notFound();
  return ok(registerView(register, call.now));
};

/**
 * What keeps a register online while its app or agent holds a stream (reference: printing.2); 404 when it is not there.
 */
export async function holdPresence(tx: Writer, call: Call): Promise<StreamPlan> {
  await requireOwnRegister(tx, call);
  const { company } = call;
  const id = call.id('register_id');
  if (!(await markSeen(tx, company, id, call.now))) throw notFound();
  return {
    beat: async (later, now) => markSeen(later, company, id, await companyTime(later, company, now)),
    leave: async (later, last) => markUnseen(later, company, id, await companyTime(later, company, last)),
  };
}

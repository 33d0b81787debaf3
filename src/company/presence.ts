import { ok, type StreamHandler, type WriteHandler } from '../edge/route.ts';
import { notFound } from '../kernel/errors.ts';
import { registers, see, unsee } from './store.ts';
import { registerView } from './view.ts';

// Whether a register is there (contract 9). A column remembers its last sign of life, so that every process of
// a fleet knows it, and a restart forgets nothing.

/** POST /registers/<r>/heartbeat: a sign of life, for clients that hold no stream. */
export const heartbeat: WriteHandler = async (tx, call) => {
  const id = call.id('register_id');
  if (!(await see(tx, call.company, id, call.now))) throw notFound();
  const register = await registers.get(tx, call.company, id);
  if (register === undefined) throw notFound();
  return ok(registerView(register, call.now));
};

/** GET /registers/<r>/stream: the register is online while its app or agent holds it. */
export const stream: StreamHandler = async (tx, call) => {
  const { company } = call;
  const id = call.id('register_id');
  if (!(await see(tx, company, id, call.now))) throw notFound();
  return {
    beat: (later, now) => see(later, company, id, now),
    leave: (later, last) => unsee(later, company, id, last),
  };
};

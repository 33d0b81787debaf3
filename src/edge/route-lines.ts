// The lines of the route table (src/routes.ts), by what kind of call they are.

import { C } from './operation.ts';
import type { RecordHandlers } from './records.ts';
import type { Prepare, ReadHandler, Route, SharedCommit, WriteHandler } from './route.ts';
import type { Scope } from './scopes.ts';

/** A read. */
export function get(path: string, scope: Scope, handler: ReadHandler): Route {
  return { method: 'GET', path, scope, access: 'read', handler };
}

/** A read of one order, which needs no transaction. */
export function single(path: string, handler: ReadHandler): Route {
  return { method: 'GET', path, scope: 'orders:read', access: 'read', handler, isSingle: true };
}

/** A change. */
export function write(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  scope: Scope,
  handler: WriteHandler,
): Route {
  return { method, path, scope, access: 'write', handler };
}

/** A change after which callers may be known as others than before. */
export function changing(route: Route): Route {
  return route.access === 'write' ? { ...route, changesCallers: true as const } : route;
}

/** A change that shows or makes a secret, or says who runs the company: its author has proved who they are. */
export function proved(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  handler: WriteHandler,
): Route {
  return { method, path, scope: 'admin', access: 'write', handler, needsProof: true };
}

/** A report: its sums are brought up to date first. */
export function report(path: string, handler: ReadHandler, type: { type?: 'text/csv' } = {}): Route {
  const scope = 'orders:read';
  return { method: 'GET', path, scope, access: 'read', handler, fresh: true, mayLag: true, ...type };
}

/** A long list or an export, which a replica of the database may answer. */
export function lagging(
  path: string,
  scope: Scope,
  handler: ReadHandler,
  more: { type?: 'text/csv' | 'application/x-ndjson'; fresh?: true } = {},
): Route {
  return { method: 'GET', path, scope, access: 'read', handler, mayLag: true, ...more };
}

/** A document of an order. */
export function pdf(path: string, handler: ReadHandler): Route {
  return { method: 'GET', path, scope: 'orders:read', access: 'read', handler, type: 'application/pdf' };
}

/** A POST that takes an Idempotency-Key. */
export function once(path: string, scope: Scope, handler: WriteHandler): Route {
  return { method: 'POST', path, scope, access: 'write', handler, idempotent: true };
}

/** The same line for one of which many come at once: those of a company are committed together. */
export function withOthers(sharesCommit: SharedCommit, route: Route): Route {
  return route.access === 'write' ? { ...route, sharesCommit } : route;
}

/** The same line for a change that makes a record of those that a company has a quota of. */
export function making(route: Route): Route {
  return route.access === 'write' ? { ...route, makesRows: true as const } : route;
}

/** A change of a sandbox itself, which all its callers see at once. */
export function ofSandbox(method: 'POST' | 'DELETE', path: string, handler: WriteHandler) {
  const access = 'write';
  return { method, path, scope: 'orders:write', access, handler, changesCallers: true } as const;
}

/** Long work that reads its body before its transaction. */
export function long(path: string, scope: Scope, handler: Prepare): Route {
  return { method: 'POST', path, scope, access: 'long', handler };
}

/** The five routes of a kind of record that belongs to the company. */
export function records(handlers: RecordHandlers, scope: 'company' | 'products' = 'company'): Route[] {
  const { path, param } = handlers.kind;
  return [
    get(`${C}/${path}`, `${scope}:read`, handlers.list),
    get(`${C}/${path}/:${param}`, `${scope}:read`, handlers.get),
    write('POST', `${C}/${path}`, `${scope}:write`, handlers.create),
    write('PUT', `${C}/${path}/:${param}`, `${scope}:write`, handlers.update),
    write('DELETE', `${C}/${path}/:${param}`, `${scope}:write`, handlers.remove),
  ];
}

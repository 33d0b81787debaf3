// The operations of the description, each with all that a request of it is made from.

import { describedOperations, routeName } from '#src/description/document.ts';
import type { SCOPES, Scope } from '#src/edge/scopes.ts';
import { ROUTES } from '#src/routes.ts';
import { type DescribedOperation, theDocument } from '#test/harness/described.ts';
import type { JsonSchema } from '#test/harness/schema.ts';

/** A parameter of an operation. */
export interface FuzzParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
}

/** An operation as requests are made for it. */
export interface FuzzOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly FuzzParameter[];
  /** The schema of its body of JSON. */
  readonly body: JsonSchema | undefined;
  readonly described: DescribedOperation;
  /** The name of its route in the tables of cases; undefined for what is served beside the route table. */
  readonly route: string | undefined;
  /** Whether its route stands for other paths as well. */
  readonly isOneOfMany: boolean;
  /** What a token needs; undefined where none is looked at, or any is good. */
  readonly scope: Scope | undefined;
  readonly isStream: boolean;
}

/** A parameter as the description writes it, or refers to it. */
type Written = FuzzParameter | { readonly $ref: string };

function parametersOf(operation: DescribedOperation): FuzzParameter[] {
  const { components } = theDocument() as unknown as {
    readonly components: { readonly parameters: Readonly<Record<string, FuzzParameter>> };
  };
  const { parameters = [] } = operation as unknown as { readonly parameters?: readonly Written[] };
  return parameters.map((each) => {
    if (!('$ref' in each)) return each;
    const found = components.parameters[each.$ref.replace('#/components/parameters/', '')];
    if (found === undefined) throw new Error(`There is no parameter ${each.$ref}.`);
    return found;
  });
}

/** Those whose callers or records are others once it is done: they come last. */
const LAST = /^(?:resetSandbox|deleteSite|deleteRegister|deleteAddon|removeMember|revoke|rotate|.*Fault)/;

/** Every operation of the description, in the order in which they are tried. */
export function fuzzOperations(): FuzzOperation[] {
  const routes = new Map(describedOperations(ROUTES).map((each) => [each.operation.id, each] as const));
  const all = Object.entries(theDocument().paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]): FuzzOperation => {
      const known = routes.get(described.operationId);
      return {
        id: described.operationId,
        method: method.toUpperCase() as FuzzOperation['method'],
        path,
        parameters: parametersOf(described),
        body: described.requestBody?.content['application/json']?.schema,
        described,
        route: known === undefined ? undefined : routeName(known.route),
        isOneOfMany: known?.isOneOfMany === true,
        scope: known?.route.scope,
        isStream: known?.route.access === 'stream',
      };
    }),
  );
  const [first, last] = [all.filter(({ id }) => !LAST.test(id)), all.filter(({ id }) => LAST.test(id))];
  return [...first, ...last];
}

/** A scope that an add-on can have and that does not do for an operation. */
export function otherScope({ scope }: FuzzOperation): (typeof SCOPES)[number] {
  return scope === 'checkins:read' || scope === 'checkins:write' ? 'webhooks' : 'checkins:read';
}

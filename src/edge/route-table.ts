import createRouter from 'find-my-way';
import { methodsOf, type Route } from './route.ts';

/** Longest part of a path, in characters. */
export const MAX_PARAMETER = 200;

/** A route with the parameters of a path. */
interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Finds routes by method and address, as the server does: with its router. */
export class RouteTable {
  readonly #router = createRouter({ maxParamLength: MAX_PARAMETER });

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      for (const method of methodsOf(route)) {
        this.#router.on(method, `/v1${route.path}`, () => undefined, route);
      }
    }
  }

  /** The route of a request, by its method and its address without extension. */
  find(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string): Found | undefined {
    const found = this.#router.find(method, url);
    return found === null ? undefined : { route: found.store as Route, params: found.params };
  }
}

// What the edge keeps with the requests and routes of Fastify.
import type { Span } from '../kernel/trace.ts';
import type { Principal } from './principal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
    /** The answer's JSON, when it is a refusal. */
    refusalBody: string | undefined;
    /** It was admitted. */
    isTaken: boolean;
    /** Bytes of its body. */
    bodyBytes: number;
    /** Bytes of an answer whose length was not known when it was begun. */
    sentBytes: number;
    /** Where traces are on. */
    span: Span | undefined;
  }
  interface FastifyContextConfig {
    /** For a route of many paths: whether there is one of these words; see Route. */
    readonly isPath?: ((rest: string) => boolean) | undefined;
    /** It is open for as long as its client wants. */
    readonly isStream?: boolean;
  }
}

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './service.ts';

/** A span as it arrived. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | undefined;
  /** What it points to. */
  readonly links: readonly string[];
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  readonly failed: boolean;
  /** Of the process. */
  readonly process: Readonly<Record<string, string | number | boolean>>;
}

/** A receiver of traces by OTLP over HTTP, in JSON, on this machine. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** All that arrived, as it came. */
  text = '';
  /** Requests, refused ones too. */
  requests = 0;
  /** The status of its answers. */
  status = 200;
  readonly #server = createServer((request, response) => {
    this.requests++;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (this.status === 200 && request.url === '/v1/traces') this.#take(Buffer.concat(chunks).toString());
      this.headers.push(request.headers);
      response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
    });
  });

  static async open(): Promise<Collector> {
    const collector = new Collector();
    await new Promise<void>((resolve) => {
      collector.#server.listen(0, '127.0.0.1', resolve);
    });
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #take(text: string): void {
    this.text += text;
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans as Json[]) {
      const process = factsOf(resource.attributes);
      for (const span of (scopeSpans as Json[]).flatMap(({ spans }) => spans as Json[])) {
        this.spans.push({
          name: span.name,
          traceId: span.traceId,
          spanId: span.spanId,
          parent: span.parentSpanId || undefined,
          links: (span.links ?? []).map((link: Json) => link.spanId),
          facts: factsOf(span.attributes),
          failed: span.status?.code === 2,
          process,
        });
      }
    }
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

function factsOf(attributes: Json[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
}

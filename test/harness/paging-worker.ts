// Reads every page of a list, in a thread of its own: what the client does must not look like work of the service.
import { hash } from 'node:crypto';
import { Agent, request } from 'node:https';
import { parentPort, workerData } from 'node:worker_threads';
import type { Paged, PageRead } from './paging.ts';

const { port, ca, authorization, path, headers } = workerData as PageRead;
const agent = new Agent({ keepAlive: true, ca });

function read(
  at: string,
): Promise<{ bytes: Buffer; next: string | undefined; etag: string; status: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        agent,
        host: 'localhost',
        port,
        path: at,
        headers: { accept: 'application/json', authorization, ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const link = response.headers['x-next-page']?.toString();
          const next = link === undefined ? undefined : new URL(link);
          resolve({
            bytes: Buffer.concat(chunks),
            next: next === undefined ? undefined : `${next.pathname}${next.search}`,
            etag: response.headers.etag ?? '',
            status: response.statusCode ?? 0,
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

const pages: Paged[] = [];
for (let at: string | undefined = path; at !== undefined && pages.length < 1_000; ) {
  const page = await read(at);
  const text = page.bytes.toString();
  pages.push({
    path: at,
    status: page.status,
    length: page.bytes.length,
    etag: page.etag,
    isTagged: page.etag === `"${hash('sha1', page.bytes, 'base64url')}"`,
    ids:
      page.status === 200
        ? JSON.parse(text).map(
            (each: { id_str?: string; number?: number }) => each.id_str ?? String(each.number),
          )
        : [],
    text: page.status === 200 ? '' : text,
  });
  at = page.next;
}
agent.destroy();
parentPort?.postMessage(pages);

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Client, Service } from './service.ts';

/** A list to be read, as it is passed to the thread that reads it. */
export interface PageRead {
  readonly port: number;
  readonly ca: string;
  readonly authorization: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page that was read. */
export interface Paged {
  readonly path: string;
  readonly status: number;
  /** Of its body, in bytes. */
  readonly length: number;
  readonly etag: string;
  /** The entity tag is that of the bytes. */
  readonly isTagged: boolean;
  /** Of its records, or the numbers of events. */
  readonly ids: readonly string[];
  /** Of a refusal. */
  readonly text: string;
}

/** Reads every page of a list of the company, in a thread of its own. */
export async function readPages(
  service: Service,
  path: string,
  client: Client = service.client,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly Paged[]> {
  const workerData: PageRead = {
    port: Number(new URL(service.url).port),
    ca: service.ca,
    authorization: client.token,
    path: `/v1/companies/me/${path}`,
    headers,
  };
  const worker = new Worker(new URL('./paging-worker.ts', import.meta.url), { workerData });
  const [pages] = (await once(worker, 'message')) as [readonly Paged[]];
  await worker.terminate();
  return pages;
}

/** The longest time that this thread was busy between two turns of its event loop while something ran, in ms of CPU. */
export async function busiest(work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  let isOver = false;
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = used();
  const look = () => {
    const now = used();
    most = Math.max(most, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  look();
  await work();
  isOver = true;
  return most;
}

import type { Call } from '../edge/call.ts';
import { notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Reader } from '../storage/port.ts';
import { existing } from './store.ts';

/** The site of the path; 404 when it is none of the company's. */
export async function siteOf(tx: Reader, call: Call): Promise<Id> {
  const site = call.id('site_id');
  if (!(await existing(tx, 'sites', call.company, [site])).has(site)) throw notFound();
  return site;
}

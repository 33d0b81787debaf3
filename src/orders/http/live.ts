import { holdPresence } from '../../company/presence.ts';
import { registers } from '../../company/store.ts';
import { flag, orElse } from '../../edge/query.ts';
import { asking } from '../../edge/route.ts';
import type { StreamPlan } from '../../edge/stream.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Micros } from '../../kernel/time.ts';
import { companyTime } from '../../outbox/company-time.ts';
import { printProbe } from '../../printing/jobs.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { recentChanges } from '../row/store.ts';

/** The poll behind one kind of message: sent when `read` gives another text than `last`, unless it is ''. */
interface Probe {
  readonly event: 'print' | 'orders';
  readonly read: (tx: Reader, now: Micros) => Promise<string>;
  last: string;
}

const STREAM = {
  print: orElse(flag('Whether to say when there is something to print.'), false),
  orders: orElse(flag('Whether to say when orders of the site were made or changed.'), false),
};

/**
 * GET /registers/<r>/stream: the register is online while its app or agent holds it (reference: printing.2). With
 * ?print=true it also says when there is something to print, with ?orders=true when orders of its site were made or
 * changed: most of that is no event of the log. The messages carry no data: the register then reads the records.
 */
export const stream = asking(STREAM, async (tx: Writer, call, asked): Promise<StreamPlan> => {
  const { company } = call;
  const plan = await holdPresence(tx, call);
  const register = await registers.get(tx, company, call.id('register_id'));
  if (register === undefined) throw notFound();
  const probes: Probe[] = [];
  if (asked.print) {
    probes.push({ event: 'print', read: await printProbe(tx, register), last: '' });
  }
  if (asked.orders) {
    const read: Probe['read'] = (reader, now) => recentChanges(reader, company, register.site_id, now);
    probes.push({ event: 'orders', read, last: '' });
  }
  if (probes.length === 0) return plan;
  return {
    ...plan,
    feed: {
      company,
      after: 0n,
      isPolled: true,
      read: async (reader, after, now) => {
        const time = await companyTime(reader, company, now);
        let text = '';
        for (const probe of probes) {
          const found = await probe.read(reader, time);
          if (found !== '' && found !== probe.last) text += `event: ${probe.event}\ndata: {}\n\n`;
          probe.last = found;
        }
        return { text, last: after, more: false };
      },
    },
  };
});

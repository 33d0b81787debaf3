import { sweepRequests } from './access/requests.store.ts';
import type { RequestLog } from './access/requests.ts';
import { sweepCheckins } from './checkins/store.ts';
import { sweepApprovals } from './company/approvals.store.ts';
import { sweepKeys } from './company/retention.store.ts';
import { sweepSessions } from './company/sessions.store.ts';
import { sweepExpired } from './company/sessions.ts';
import { sweepCounts } from './edge/counts.store.ts';
import type { KeyTime } from './edge/key-time.ts';
import { dayOf } from './edge/quotas.ts';
import { sweepTokens } from './edge/store.ts';
import { sweepUses } from './edge/usage.store.ts';
import type { Id } from './kernel/id.ts';
import type { Micros } from './kernel/time.ts';
import { sweepMails } from './mail/store.ts';
import { sweepGrants } from './oauth/grants.store.ts';
import { rejectUnprinted } from './orders/http/printing.ts';
import { cutHistories } from './orders/row/history-cut.store.ts';
import { companiesAhead } from './outbox/company-time.ts';
import { expireRequests } from './payment-requests/apply.ts';
import { sweepSignIns } from './people/signins.store.ts';
import { sweepPeople } from './people/store.ts';
import { sweepPrinting } from './printing/store.ts';
import { renewTexts } from './products/short.store.ts';
import { cutEvents } from './reports/event-cut.store.ts';
import type { Writer } from './storage/port.ts';
import type { Sweep } from './sweeper.ts';
import { sweepScreenFiles } from './web/released.store.ts';

/** A sweep of what goes by the time of companies, where that is ahead: each by its own. */
function inTheirTime(
  sweep: (tx: Writer, now: Micros, limit: number, company: Id) => Promise<unknown>,
): Sweep {
  return async (tx, now, limit) => {
    for (const { company_id: company, time_ahead: ahead } of await companiesAhead(tx)) {
      await sweep(tx, now + ahead, limit, company);
    }
  };
}

/** The sweeps of every part (reference: operations.18). */
export function sweepsOf(keyTime: KeyTime, requests: RequestLog): Sweep[] {
  return [
    async (tx, _now, limit) => sweepKeys(tx, await keyTime.keep(tx), limit),
    sweepTokens,
    sweepCounts,
    (tx, now, limit) => sweepUses(tx, dayOf(now), limit),
    sweepCheckins,
    inTheirTime(sweepExpired),
    sweepExpired,
    sweepSessions,
    sweepApprovals,
    sweepPeople,
    sweepSignIns,
    sweepGrants,
    sweepRequests,
    (tx) => requests.cut(tx),
    sweepPrinting,
    sweepMails,
    rejectUnprinted,
    expireRequests,
    renewTexts,
    cutEvents,
    cutHistories,
    sweepScreenFiles,
    inTheirTime(sweepPrinting),
    inTheirTime(rejectUnprinted),
    inTheirTime(expireRequests),
  ];
}

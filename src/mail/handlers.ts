import type { Call } from '../edge/call.ts';
import { answerPage, each } from '../edge/listing.ts';
import { idOf, LIST, newest, oneOf, searchText } from '../edge/query.ts';
import { asking, created, ok, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import { conflict, notFound } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader } from '../storage/port.ts';
import { fold } from '../storage/sql.ts';
import { readAddress } from './address.ts';
import { queueMail, requireMail } from './queue.ts';
import { MAIL_KINDS, MAIL_STATES, type Mail } from './shape.ts';
import { attemptsOf, MAILS_PER_ORDER, mailPage, mails, mailsOfOrder } from './store.ts';
import { mailView, wholeMailView } from './view.ts';

// The log of mail (reference: mail.7). Messages about accounts are shown to who runs the company.

const MAILS = {
  state: oneOf(MAIL_STATES, 'Only messages in this state.'),
  kind: oneOf(MAIL_KINDS, 'Only messages of this kind.'),
  to: searchText('Only messages to this address, in whatever case.'),
  order_id: idOf('Only receipts of this order.'),
  newest,
  ...LIST,
};

/** Whether the caller may see messages about accounts. */
const seesAll = (call: Call) => call.hasScope('admin');

/** GET /mails?state=&kind=&to=&order_id= */
export const listMails = asking(MAILS, (tx: Reader, call, asked) => {
  const { state, order_id: order, to } = asked;
  const kind = seesAll(call) ? asked.kind : 'receipt';
  const isNone = kind !== (asked.kind ?? kind);
  const filter = {
    kind,
    state,
    order,
    to: to === undefined ? undefined : fold(readAddress(to) ?? to.trim()),
    newest: asked.newest,
  };
  return answerPage(call, call.page(asked), {
    falling: asked.newest,
    read: async (after, limit) =>
      isNone ? { rows: [], more: false } : mailPage(tx, call.company, filter, after?.[0], limit),
    position: (mail: Mail) => [mail.id],
    find: async (id) => {
      const mail = await mails.get(tx, call.company, id);
      return mail !== undefined && (seesAll(call) || mail.kind === 'receipt') ? [id] : undefined;
    },
    render: each(mailView),
  });
});

/** The message of the path; 404 for one that the caller may not see. */
async function readMail(tx: Reader, call: Call): Promise<Mail> {
  const mail = await mails.get(tx, call.company, call.id('mail_id'));
  if (mail === undefined || (mail.kind !== 'receipt' && !seesAll(call))) throw notFound();
  return mail;
}

/** GET /mails/<m>: with its attempts. */
export const getMail: ReadHandler = async (tx, call) => {
  const mail = await readMail(tx, call);
  return ok(wholeMailView(mail, await attemptsOf(tx, call.company, mail.id)));
};

/** 409 when an order has as many messages as it may have (reference: mail.6). */
export async function requireRoom(tx: Reader, call: Call, order: bigint): Promise<void> {
  if ((await mailsOfOrder(tx, call.company, order)) < MAILS_PER_ORDER) return;
  throw conflict(
    sentence('The receipt of this order was sent {max} times, which is as often as it can be.', {
      max: MAILS_PER_ORDER,
    }),
  );
}

/** POST /mails/<m>/resend: the same to the same address, as a new message. */
export const resendMail: WriteHandler = async (tx, call) => {
  const { id } = await readMail(tx, call);
  requireMail(call.sendsMail);
  const mail = await mails.getForUpdate(tx, call.company, id);
  if (mail === undefined) throw notFound();
  if (mail.state === 'queued' || mail.state === 'sending')
    throw conflict(sentence('The message is on its way already.'));
  if (mail.kind !== 'receipt' && mail.content === null)
    throw conflict(sentence('The message was sent, and its link is not kept. Make a new one.'));
  if (mail.order_id !== null) await requireRoom(tx, call, mail.order_id);
  const again = await queueMail(
    tx,
    {
      company: mail.company_id,
      kind: mail.kind,
      to: mail.recipient,
      language: mail.language,
      origin: call.origin,
      ...(mail.order_id === null ? {} : { order: mail.order_id }),
      ...(mail.content === null ? {} : { content: mail.content }),
    },
    { now: call.serverTime, random: call.random },
  );
  return created(wholeMailView(again, []), `/companies/${call.company}/mails/${again.id}`);
};

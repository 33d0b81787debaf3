import { printableLogo } from '../../company/images.ts';
import type { Call } from '../../edge/call.ts';
import { created, ok, type ReadHandler, type WriteHandler } from '../../edge/route.ts';
import type { Keyring } from '../../edge/secrets.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { sentence } from '../../kernel/words.ts';
import { readAddress, requireAddress } from '../../mail/address.ts';
import { requireRoom } from '../../mail/handlers.ts';
import { mailReceiptInput } from '../../mail/input.ts';
import { type Attachment, type Compose, MailImpossible } from '../../mail/message.ts';
import { queueMail, requireMail } from '../../mail/queue.ts';
import { RECEIPT_LINK } from '../../mail/shape.ts';
import { wholeMailView } from '../../mail/view.ts';
import { qrSvg } from '../../printing/pdf/qr.ts';
import { paperWords } from '../../printing/words.ts';
import { view } from '../../shape/view.ts';
import type { Reader, Storage } from '../../storage/port.ts';
import { invoiceOf, invoicePrint, isReceiptPublic } from '../documents/receipt.ts';
import { receiptMail as asHtml, receiptSubject, receiptText } from '../documents/receipt-html.ts';
import { receiptUrl } from '../documents/receipt-token.ts';
import { lockOrder, readOrder } from '../row/store.ts';
import type { Order } from '../types.ts';

// Receipts by e-mail, and where guests find them (reference: mail.5, mail.9).

/** 409 for an order that guests have no receipt of. */
function requirePublic(order: Order): void {
  if (order.deleted) throw conflict(sentence('The order is deleted.'));
  if (!isReceiptPublic(order))
    throw conflict(
      sentence('The order is {status}: guests get its receipt once it is COMPLETE. Complete it first.', {
        status: order.status,
      }),
    );
}

const linkView = view(RECEIPT_LINK, (_order: object, url: string, sendsMail: boolean) => ({
  url,
  pdf_url: `${url}/pdf`,
  qr_svg: qrSvg(url),
  can_mail: sendsMail,
}));

const urlOf = ({ keyring, origin, company }: Call, { id }: Order) =>
  receiptUrl(keyring.receipts, origin, { company, order: id });

/** GET /orders/<o>/receipt/link */
export const getReceiptLink: ReadHandler = async (tx, call) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  requirePublic(order);
  return ok(linkView({}, urlOf(call, order), call.sendsMail));
};

/** POST /orders/<o>/receipt/mail {email, language} */
export const mailReceipt: WriteHandler = async (tx, call) => {
  // Locked, so that two at once count each other.
  const order = await lockOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  const { email, language = null } = call.input(mailReceiptInput);
  const to = requireAddress('email', email);
  requireMail(call.sendsMail);
  requirePublic(order);
  await requireRoom(tx, call, order.id);
  const mail = await queueMail(
    tx,
    { company: call.company, kind: 'receipt', to, order: order.id, language, origin: call.origin },
    { now: call.serverTime, random: call.random },
  );
  return created(wholeMailView(mail, []), `/companies/${call.company}/mails/${mail.id}`);
};

/** The dependencies of what writes receipts. */
export interface ReceiptWriterParts {
  readonly storage: Storage;
  readonly keyring: Keyring;
  readonly print: (company: Id, document: string) => Promise<Buffer>;
}

/** The type of a logo's bytes: only these two are kept as one. */
const typeOf = (bytes: Buffer) => (bytes[0] === 0x89 ? 'image/png' : 'image/jpeg');

/** Writes the message of a receipt as the order is when it is sent, with the PDF. */
export function receiptWriter({ storage, keyring, print }: ReceiptWriterParts): Compose {
  return async ({ company_id: company, order_id: id, language, origin }) => {
    const loaded = await storage.read(async (tx: Reader) => {
      const order = id === null ? undefined : await readOrder(tx, company, id);
      if (order === undefined || !isReceiptPublic(order)) return undefined;
      const by = { company, addon: order.addon_id, origin, keyring };
      const invoice = await invoiceOf(tx, by, order, language);
      return {
        ...invoice,
        order,
        logo: await printableLogo(tx, company, invoice.site.image ?? invoice.company.image),
        paper: await invoicePrint(tx, by, order, language),
      };
    });
    if (loaded === undefined) throw new MailImpossible('There is no receipt of the order any more.');
    const { document, site, order, logo, paper } = loaded;
    const words = paperWords(language ?? site.language);
    const url = receiptUrl(keyring.receipts, origin, { company, order: order.id });
    const replyTo = readAddress(site.email ?? '');
    const pdf: Attachment = {
      name: `${order.saleid}.pdf`,
      type: 'application/pdf',
      bytes: await print(company, paper),
    };
    const picture: Attachment[] =
      logo === undefined ? [] : [{ name: 'logo', type: typeOf(logo), bytes: logo, cid: 'logo' }];
    return {
      subject: receiptSubject(document, words),
      fromName: document.seller.name,
      ...(replyTo === undefined ? {} : { replyTo }),
      text: receiptText(document, words, url),
      html: asHtml(document, words, { url, hasLogo: logo !== undefined }),
      attachments: [...picture, pdf],
    };
  };
}

import type { BlockList } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { printableLogo } from '../../company/images.ts';
import { addressKey, clientAddress } from '../../edge/address.ts';
import { AttemptLimiter } from '../../edge/attempts.ts';
import { html, sendPage } from '../../edge/html.ts';
import { wantedLanguages } from '../../edge/languages.ts';
import type { Keyring } from '../../edge/secrets.ts';
import type { SharedCounts } from '../../edge/shared-counts.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { type Clock, MINUTE } from '../../kernel/time.ts';
import { LANGUAGES, type Language, sentence } from '../../kernel/words.ts';
import { paperWords } from '../../printing/words.ts';
import type { Reader, Storage } from '../../storage/port.ts';
import { invoiceOf, invoicePrint, isReceiptPublic } from '../documents/receipt.ts';
import { pdfLabel, receiptBody } from '../documents/receipt-html.ts';
import { readReceiptToken } from '../documents/receipt-token.ts';
import { readOrder } from '../row/store.ts';
import type { Order } from '../types.ts';

// The receipt of an order for everybody who has its address (reference: mail.9, mail.10). Every other token is the same 404.

/** Pages that an address may ask for in a minute. */
export const RECEIPTS_PER_MINUTE = 60;

/** The dependencies of the pages. */
interface ReceiptPageParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly counts: SharedCounts;
  readonly trusted: BlockList;
  readonly publicUrl: () => string;
  readonly print: (company: Id, document: string) => Promise<Buffer>;
}

type ReceiptRequest = FastifyRequest<{ Params: { token: string } }>;

/** GET /r/<token> and /r/<token>/pdf */
export function addReceiptPages(app: FastifyInstance, parts: ReceiptPageParts): void {
  const attempts = new AttemptLimiter(RECEIPTS_PER_MINUTE, MINUTE, {
    counts: parts.counts,
    name: 'receipts',
  });
  const admit = (request: FastifyRequest): void => {
    const now = parts.clock.now();
    if (attempts.take(addressKey(clientAddress(parts.trusted, request)), now)) return;
    throw new ApiError('rate_limit_exceeded', sentence('Too many pages from here. Try again in a minute.'), {
      headers: { 'retry-after': String(attempts.retryAfter(now)) },
    });
  };
  app.get('/r/:token', (request: ReceiptRequest, reply) => {
    admit(request);
    return showReceipt(parts, request, reply);
  });
  app.get('/r/:token/pdf', (request: ReceiptRequest, reply) => {
    admit(request);
    return sendPdf(parts, request, reply);
  });
}

/** The order of a token; 404 for any that leads to no receipt. */
async function orderOf(tx: Reader, { keyring }: ReceiptPageParts, token: string): Promise<Order> {
  const of = readReceiptToken(keyring.receipts, token);
  const order = of && (await readOrder(tx, of.company, of.order));
  if (order !== undefined && isReceiptPublic(order)) return order;
  throw new ApiError('not_found', sentence('There is no receipt at this address.'));
}

/** The language that the reader wants: of the address, else of the browser; null leaves it to the site. */
function languageOf(request: ReceiptRequest): Language | null {
  const { language } = request.query as { readonly language?: unknown };
  const named = LANGUAGES.find((each) => each === language);
  return named ?? wantedLanguages(request.headers['accept-language'] ?? '')[0] ?? null;
}

async function showReceipt(
  parts: ReceiptPageParts,
  request: ReceiptRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.params;
  const wanted = languageOf(request);
  const { document, site, logo } = await parts.storage.read(async (tx) => {
    const order = await orderOf(tx, parts, token);
    const by = { company: order.company_id, addon: order.addon_id };
    const invoice = await invoiceOf(tx, by, order, wanted);
    const picture = invoice.site.image ?? invoice.company.image;
    return { ...invoice, logo: await printableLogo(tx, by.company, picture) };
  });
  const words = paperWords(site.language);
  const type = logo?.[0] === 0x89 ? 'image/png' : 'image/jpeg';
  const pdf = `${new URL(parts.publicUrl()).pathname.replace(/\/$/, '')}/r/${token}/pdf`;
  return sendPage(reply, {
    words,
    title: `${document.title} ${document.number}`,
    brand: html`${logo !== undefined && html`<img class="logo" alt="" src="data:${type};base64,${logo.toString('base64')}">`}<p class="shop">${document.seller.name}</p>`,
    body: html`${receiptBody(document)}
<p><a href="${pdf}?language=${words.language}">${pdfLabel(words)}</a></p>`,
  });
}

async function sendPdf(
  parts: ReceiptPageParts,
  request: ReceiptRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { keyring } = parts;
  const { order, paper } = await parts.storage.read(async (tx) => {
    const found = await orderOf(tx, parts, request.params.token);
    const by = { company: found.company_id, addon: found.addon_id, origin: parts.publicUrl(), keyring };
    return { order: found, paper: await invoicePrint(tx, by, found, languageOf(request)) };
  });
  const bytes = await parts.print(order.company_id, paper);
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="${order.saleid}.pdf"`)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .send(bytes);
}

import { createTransport, type Transporter } from 'nodemailer';
import type { MailMessage } from './message.ts';
import { headerLine } from './message.ts';
import type { SmtpSettings } from './settings.ts';

/** How long a connection may take, a greeting, and a silence, in ms (reference: mail.4). */
const CONNECT_MS = 10_000;
const GREETING_MS = 10_000;
const SILENCE_MS = 20_000;
/** How long the whole of an attempt may take, in ms. */
const ATTEMPT_MS = 60_000;
/** How much of an answer the log keeps, in characters. */
const MAX_ANSWER = 500;

/** One message to one address. */
interface Sending extends MailMessage {
  readonly to: string;
  readonly messageId: string;
  readonly at: Date;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

/** The outcome of an attempt. */
export interface SmtpAnswer {
  readonly sent: boolean;
  readonly status: number | null;
  /** The failure, in a sentence without secrets. */
  readonly error: string | null;
  readonly answer: string | null;
  /** The mail server will never take it. */
  readonly final: boolean;
}

/** Makes one attempt. Rejects only when it was aborted. */
export type SendMail = (sending: Sending) => Promise<SmtpAnswer>;

/** Commands whose refusal is about the message itself, rather than about how we are known to the server. */
const ABOUT_MESSAGE = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host);

/** A connection to the mail server, one for each message. */
function connect({ host, port, secure, user, password }: SmtpSettings): Transporter {
  return createTransport({
    host,
    port,
    secure,
    // A password is never sent in the clear, but on this machine.
    requireTLS: !secure && user !== undefined && !isLoopback(host),
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
    debug: false,
  });
}

/** Connects and signs in, without sending anything; answers what is wrong in a sentence. */
export async function tryConnection(settings: SmtpSettings): Promise<string | undefined> {
  try {
    await connect(settings).verify();
    return undefined;
  } catch (error) {
    return explain(error, settings).error ?? 'It does not work.';
  }
}

/** Sends by SMTP. */
export function createSendMail(settings: SmtpSettings, transport = connect(settings)): SendMail {
  return async (sending) => {
    const limit = AbortSignal.timeout(ATTEMPT_MS);
    const { to, signal } = sending;
    try {
      const info = await transport.sendMail({
        from: { name: headerLine(sending.fromName), address: settings.from },
        to: { name: '', address: to },
        envelope: { from: settings.from, to: [to] },
        subject: headerLine(sending.subject),
        ...(sending.replyTo === undefined ? {} : { replyTo: { name: '', address: sending.replyTo } }),
        messageId: sending.messageId,
        date: sending.at,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        text: sending.text,
        html: sending.html,
        attachments: sending.attachments.map(({ name, type, bytes, cid }) => ({
          filename: name,
          contentType: type,
          content: bytes,
          ...(cid === undefined ? {} : { cid, contentDisposition: 'inline' as const }),
        })),
        signal: AbortSignal.any([signal, limit]),
      });
      return { sent: true, status: 250, error: null, answer: cut(info.response), final: false };
    } catch (error) {
      if (signal.aborted) throw error;
      return limit.aborted
        ? failed(`The message was not sent within ${ATTEMPT_MS / 1000} s.`)
        : explain(error, settings);
    }
  };
}

const failed = (error: string): SmtpAnswer => ({
  sent: false,
  status: null,
  error,
  answer: null,
  final: false,
});

/** Text for the log, on one line. */
function cut(text: unknown): string | null {
  return typeof text === 'string' && text !== '' ? headerLine(text).slice(0, MAX_ANSWER) : null;
}

interface SmtpError {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
}

/** An error as a sentence: what the server said, and whether trying again is of use (reference: mail.4). */
function explain(error: unknown, { password }: Pick<SmtpSettings, 'password'>): SmtpAnswer {
  const { code, command, responseCode, response } = (error instanceof Error ? error : {}) as SmtpError;
  const status = typeof responseCode === 'number' ? responseCode : null;
  const said = cut(response);
  // What a server says may repeat what it was sent.
  const answer = said !== null && password && said.includes(password) ? null : said;
  if (status !== null) {
    const isAboutMessage = typeof command === 'string' && ABOUT_MESSAGE.has(command);
    const final = status >= 500 && isAboutMessage;
    const what = final ? 'The mail server refused the message' : 'The mail server did not take the message';
    return { sent: false, status, error: `${what} (${status}).`, answer, final };
  }
  switch (String(code)) {
    case 'EDNS':
      return failed('The name of the mail server is not known.');
    case 'ETLS':
      return failed('The mail server and Passbell found no TLS that both take.');
    case 'EAUTH':
      return failed('The mail server did not take the user and password of SMTP_URL.');
    case 'ETIMEDOUT':
      return failed('The mail server did not answer in time.');
    case 'ECONNREFUSED':
    case 'ESOCKET':
      return failed('There was no connection to the mail server.');
    case 'ECONNECTION':
    case 'ECONNRESET':
    case 'EPIPE':
      return failed('The connection to the mail server was closed before it had the message.');
    case 'EENVELOPE':
      return { ...failed('The mail server refused the address.'), final: true };
    default:
      return failed('The message could not be sent.');
  }
}

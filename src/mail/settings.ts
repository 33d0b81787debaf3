import { withoutEnd } from '../kernel/text.ts';
import { readAddress } from './address.ts';

/** The mail server, and the address that messages come from (reference: mail.2). */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on; else STARTTLS where the server offers it. */
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string;
}

/** The ports of smtp:// and smtps:// where none is named. */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** SMTP_URL as its parts; undefined when it is not such an address. */
export function parseSmtpUrl(text: string): Omit<SmtpSettings, 'from'> | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const port = PORTS[url?.protocol ?? ''];
  if (url === undefined || port === undefined || url.hostname === '') return undefined;
  if (withoutEnd(url.pathname, '/') !== '' || url.search !== '' || url.hash !== '') return undefined;
  if (url.username === '' && url.password !== '') return undefined;
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? port : Number(url.port),
      secure: url.protocol === 'smtps:',
      user: url.username === '' ? undefined : decodeURIComponent(url.username),
      password: url.username === '' ? undefined : decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}

/** MAIL_FROM; undefined when it is no address. */
export const parseMailFrom = readAddress;

import { X509Certificate } from 'node:crypto';
import type { Ticker } from '../kernel/time.ts';
import type { TlsIdentity } from './listener.ts';
import { metric } from './metrics.ts';

// The certificate that a process serves with: a renewed one is taken while it runs, and its end is said in time (reference:
// operations.3).

/** How often it is looked at, in ms. */
const CERTIFICATE_LOOK_MS = 60_000;

const DAY_MS = 86_400_000;
/** How long before its end it is said, in ms: those who renew by themselves have done so by then. */
export const SAID_BEFORE_MS = 14 * DAY_MS;

/** The parts of a process that follows its certificate. */
interface CertificateParts {
  /** The certificate and key as they are by now. Throws with a sentence where they cannot be used. */
  readonly read: () => TlsIdentity | Promise<TlsIdentity>;
  /** Serves new connections with them. */
  readonly use: (identity: TlsIdentity) => void;
  /** The time, in ms. */
  readonly now: () => number;
  readonly say: (sentence: string) => void;
  readonly warn: (error: unknown, sentence: string) => void;
}

/** The certificate that is served. */
export class ServedCertificate {
  readonly #parts: CertificateParts;
  #cert: string;
  #ends: number;
  #turn: Promise<void> = Promise.resolve();
  /** The fault at the last look. Files that are replaced one after the other do not belong together for a moment. */
  #wrong: string | undefined;
  #isSaid = false;
  /** The day of which its end was said: it is said once a day. */
  #saidOn: number | undefined;

  constructor({ cert }: TlsIdentity, parts: CertificateParts) {
    this.#parts = parts;
    this.#cert = cert;
    this.#ends = endOf(cert);
  }

  /** Looks now; a renewed certificate is in use when this has ended. */
  look(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#look());
    return this.#turn;
  }

  /** A sentence on how to renew it; undefined while it is good for two weeks and more. */
  readonly problem = (): string | undefined => {
    const left = this.#ends - this.#parts.now();
    if (left >= SAID_BEFORE_MS) return undefined;
    const day = new Date(this.#ends).toISOString().slice(0, 10);
    const what = left < 0 ? `The certificate ended on ${day}` : `The certificate ends on ${day}`;
    return `${what}. Renew it: files that change are taken within a minute.`;
  };

  metrics(): readonly string[] {
    const left = Math.round((this.#ends - this.#parts.now()) / 1000);
    return [
      metric(
        'certificate_ends_seconds',
        'gauge',
        'Until the certificate of HTTPS ends; below 0 behind that.',
        [['', left]],
      ),
    ];
  }

  async #look(): Promise<void> {
    const { read, use, say, warn } = this.#parts;
    try {
      const identity = await read();
      if (identity.cert !== this.#cert) {
        use(identity);
        this.#cert = identity.cert;
        this.#ends = endOf(identity.cert);
        say(`The certificate was renewed: it ends on ${new Date(this.#ends).toISOString()}.`);
      }
      this.#wrong = undefined;
      this.#isSaid = false;
    } catch (error) {
      const wrong = String(error);
      if (wrong !== this.#wrong) this.#isSaid = false;
      else if (!this.#isSaid) {
        warn(error, 'The certificate as it is by now is not used; the one before is.');
        this.#isSaid = true;
      }
      this.#wrong = wrong;
    }
    this.sayEnd();
  }

  /** Says once a day that it ends soon, or has ended. */
  sayEnd(): void {
    const problem = this.problem();
    const today = Math.floor(this.#parts.now() / DAY_MS);
    if (problem === undefined || this.#saidOn === today) return;
    this.#saidOn = today;
    this.#parts.warn(undefined, problem);
  }
}

/** Looks every minute until it is ended. */
export function followCertificate(certificate: ServedCertificate, ticker: Ticker): () => void {
  certificate.sayEnd();
  return ticker.every(CERTIFICATE_LOOK_MS, () => void certificate.look());
}

const endOf = (cert: string): number => new X509Certificate(cert).validToDate.getTime();

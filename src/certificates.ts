// The certificate of HTTPS: that of the settings, or one of our own (reference: operations.3).

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { ServedCertificate } from './edge/certificate.ts';
import type { TlsIdentity } from './edge/listener.ts';
import type { Clock } from './kernel/time.ts';

/** Our own certificate and key in DATA_DIR, made or renewed where that is due. */
export async function ownIdentity(dataDir: string, clock: Clock): Promise<TlsIdentity> {
  const { ensureCertificates } = await import('./edge/tls.ts');
  return ensureCertificates(join(dataDir, 'tls'), new Date(milliseconds(clock)));
}

/** Follows the certificate that a service began with; `use` is to serve with a renewed one. */
export function servedCertificate(
  identity: TlsIdentity,
  { tlsFiles, dataDir }: Pick<Config, 'tlsFiles' | 'dataDir'>,
  clock: Clock,
  logger: Logger,
  use: (renewed: TlsIdentity) => void,
): ServedCertificate {
  return new ServedCertificate(identity, {
    read: () => (tlsFiles === undefined ? ownIdentity(dataDir, clock) : readTlsFiles(tlsFiles)),
    use,
    now: () => milliseconds(clock),
    say: (sentence) => logger.info(sentence),
    warn: (error, sentence) => logger.warn({ err: error }, sentence),
  });
}

const milliseconds = (clock: Clock): number => Number(clock.now() / 1000n);

/** TLS_CERT_FILE and TLS_KEY_FILE, read and known to belong together. */
export function readTlsFiles(files: { readonly cert: string; readonly key: string }): TlsIdentity {
  const cert = readSetting('TLS_CERT_FILE', files.cert);
  const key = readSetting('TLS_KEY_FILE', files.key);
  let certificate: X509Certificate;
  let privateKey: KeyObject;
  try {
    certificate = new X509Certificate(cert);
  } catch {
    throw new Error(`TLS_CERT_FILE: ${files.cert} is no certificate in PEM.`);
  }
  try {
    privateKey = createPrivateKey(key);
  } catch {
    throw new Error(`TLS_KEY_FILE: ${files.key} is no private key in PEM without a passphrase.`);
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error(`TLS_KEY_FILE: ${files.key} is not the key of the certificate in ${files.cert}.`);
  }
  return { cert, key };
}

function readSetting(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    throw new Error(`${name}: ${file} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}.`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

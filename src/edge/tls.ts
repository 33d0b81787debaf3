import {
  createHash,
  createPrivateKey,
  createPublicKey,
  KeyObject,
  randomBytes,
  webcrypto,
  X509Certificate,
} from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Certificate and key for HTTPS, and the CA file that clients have to trust. */
interface Certificates {
  /** The server's private key and certificate, PEM. */
  readonly key: string;
  readonly cert: string;
  readonly caFile: string;
  /** True when the CA has just been made, so that no client trusts it yet. */
  readonly created: boolean;
}

const DAY_MS = 86_400_000;
const CA_DAYS = 3_650;
/** Browsers and systems distrust server certificates that live longer. */
const SERVER_DAYS = 397;
const RENEW_BEFORE_DAYS = 30;
/** Certificates begin a little early, for clients whose clock is behind. */
const CLOCK_SKEW_MS = 3_600_000;

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const FILES = { ca: 'ca.pem', caKey: 'ca-key.pem', server: 'server.pem', serverKey: 'server-key.pem' };
const FILE_MODE = 0o644;
const KEY_MODE = 0o600;
const DIR_MODE = 0o700;

/** The four files, read and known to belong together. */
interface Identity {
  readonly ca: X509Certificate;
  readonly caKey: KeyObject;
  readonly server: X509Certificate;
  readonly serverKey: KeyObject;
}

/**
 * The certificate for localhost in `dir`. The first start makes it, with a CA of its own; within 30 days of its end
 * it is renewed by the same CA, so that clients keep trusting it. Throws with a sentence for the administrator when
 * the directory holds other files.
 */
export async function ensureCertificates(dir: string, now: Date): Promise<Certificates> {
  let identity = read(dir);
  const created = identity === undefined;
  if (identity === undefined) {
    await create(dir, now);
    identity = read(dir);
    if (identity === undefined) throw new Error(`${dir} was emptied while certificates were made in it.`);
  }
  if (now > identity.ca.validToDate) {
    throw unusable(dir, `the CA in ${FILES.ca} ended on ${day(identity.ca.validToDate)}`);
  }
  if (needsRenewal(identity, now)) {
    const pem = await issue(identity, now);
    replaceFile(join(dir, FILES.server), pem);
    identity = { ...identity, server: new X509Certificate(pem) };
  }
  return {
    key: identity.serverKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: identity.server.toString(),
    caFile: join(dir, FILES.ca),
    created,
  };
}

function needsRenewal({ ca, server }: Identity, now: Date): boolean {
  const left = server.validToDate.getTime() - now.getTime();
  // A certificate that lives as long as its CA gains nothing by being renewed.
  return left < RENEW_BEFORE_DAYS * DAY_MS && server.validToDate < ca.validToDate;
}

/** Reads the directory; undefined when it has none of the files yet. */
function read(dir: string): Identity | undefined {
  const missing = Object.values(FILES).filter((name) => !fs.existsSync(join(dir, name)));
  if (missing.length === Object.values(FILES).length) {
    if (fs.existsSync(dir) && fs.readdirSync(dir).length > 0) throw unusable(dir, 'it holds other files');
    return undefined;
  }
  if (missing.length > 0) throw unusable(dir, `${missing.join(' and ')} is missing`);
  const identity = {
    ca: readPem(dir, FILES.ca, (pem) => new X509Certificate(pem)),
    caKey: readPem(dir, FILES.caKey, createPrivateKey),
    server: readPem(dir, FILES.server, (pem) => new X509Certificate(pem)),
    serverKey: readPem(dir, FILES.serverKey, createPrivateKey),
  };
  const { ca, caKey, server, serverKey } = identity;
  if (!ca.checkPrivateKey(caKey)) throw unusable(dir, `${FILES.caKey} is not the key of ${FILES.ca}`);
  if (!server.checkPrivateKey(serverKey)) {
    throw unusable(dir, `${FILES.serverKey} is not the key of ${FILES.server}`);
  }
  if (!server.verify(ca.publicKey)) throw unusable(dir, `${FILES.server} is not signed by ${FILES.ca}`);
  return identity;
}

function readPem<T>(dir: string, name: string, parse: (pem: string) => T): T {
  let pem: string;
  try {
    pem = fs.readFileSync(join(dir, name), 'utf8');
  } catch (error) {
    throw unusable(dir, `${name} cannot be read`, error);
  }
  try {
    return parse(pem);
  } catch (error) {
    throw unusable(dir, `${name} is damaged`, error);
  }
}

function unusable(dir: string, what: string, cause?: unknown): Error {
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  return new Error(
    `The certificates in ${dir} cannot be used: ${what}${reason}. Restore the directory from a backup, or move ` +
      'it away to have new certificates made; clients then have to trust the new ca.pem.',
    { cause },
  );
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Makes all four files in a directory beside `dir` and renames that, so that there are never only some. */
async function create(dir: string, now: Date): Promise<void> {
  const caKey = await makeKey();
  const ca = new X509Certificate(await issueCa(caKey, now));
  const serverKey = await makeKey();
  const server = await issue({ ca, caKey, serverKey }, now);
  let draft: string | undefined;
  try {
    fs.mkdirSync(dirname(dir), { recursive: true, mode: DIR_MODE });
    draft = fs.mkdtempSync(join(dirname(dir), `.${basename(dir)}-`)); // always mode 0700
    writeFile(join(draft, FILES.caKey), exportKey(caKey), KEY_MODE);
    writeFile(join(draft, FILES.serverKey), exportKey(serverKey), KEY_MODE);
    writeFile(join(draft, FILES.ca), ca.toString(), FILE_MODE);
    writeFile(join(draft, FILES.server), server, FILE_MODE);
    // An empty directory may be there already; one with files is refused here, and then it is read instead:
    // another process was quicker.
    if (fs.existsSync(dir)) fs.rmdirSync(dir);
    fs.renameSync(draft, dir);
  } catch (error) {
    if (draft !== undefined) fs.rmSync(draft, { recursive: true, force: true });
    if (!isNotEmpty(error)) throw unwritable(dir, error);
  }
}

function isNotEmpty(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST');
}

function writeFile(path: string, text: string, mode: number): void {
  fs.writeFileSync(path, text, { mode, flush: true });
}

function replaceFile(path: string, text: string): void {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    writeFile(draft, text, FILE_MODE);
    fs.renameSync(draft, path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The certificates cannot be written to ${path}: ${reason}.`, { cause });
}

async function makeKey(): Promise<KeyObject> {
  const pair = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  return KeyObject.from(pair.privateKey);
}

function exportKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function publicKeyOf(key: KeyObject): Buffer {
  return createPublicKey(exportKey(key)).export({ type: 'spki', format: 'der' });
}

function signingKey(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const der = key.export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
}

/** Loaded only when a certificate has to be made: it takes longer than the rest of a start. */
async function loadX509(): Promise<typeof import('@peculiar/x509')> {
  await import('reflect-metadata'); // which it needs and does not bring
  return import('@peculiar/x509');
}

async function issueCa(key: KeyObject, now: Date): Promise<string> {
  const x509 = await loadX509();
  const publicKey = publicKeyOf(key);
  // Its own name for every installation: stores that hold two CAs of one name mix them up.
  const name = `CN=Passbell CA ${createHash('sha256').update(publicKey).digest('hex').slice(0, 8)}`;
  const begin = now.getTime() - CLOCK_SKEW_MS;
  const certificate = await x509.X509CertificateGenerator.create({
    subject: name,
    issuer: name,
    notBefore: new Date(begin),
    notAfter: new Date(begin + CA_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    publicKey,
    signingKey: await signingKey(key),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(new x509.PublicKey(publicKey)),
    ],
  });
  return certificate.toString('pem');
}

/** A certificate for the server's key, signed by the CA. Keeping the key makes a renewal one file, one rename. */
async function issue({ ca, caKey, serverKey }: Omit<Identity, 'server'>, now: Date): Promise<string> {
  const x509 = await loadX509();
  const publicKey = publicKeyOf(serverKey);
  const begin = now.getTime() - CLOCK_SKEW_MS;
  const end = Math.min(begin + SERVER_DAYS * DAY_MS, ca.validToDate.getTime());
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=localhost',
    issuer: new x509.X509Certificate(ca.raw).subjectName,
    notBefore: new Date(begin),
    notAfter: new Date(end),
    signingAlgorithm: ALGORITHM,
    publicKey,
    signingKey: await signingKey(caKey),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
      await x509.SubjectKeyIdentifierExtension.create(new x509.PublicKey(publicKey)),
      await x509.AuthorityKeyIdentifierExtension.create(new x509.PublicKey(publicKeyOf(caKey))),
    ],
  });
  return certificate.toString('pem');
}

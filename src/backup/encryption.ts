// Backups that only their key opens (reference: operations.28): files of the format age (https://age-encryption.org/v1), which its own tools
// open as well.

import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Loaded when it is needed: it holds some megabytes, and most services never encrypt. */
const library = () => import('age-encryption');

/** How a file of the format begins. */
const BEGINNING = 'age-encryption.org/v1\n';

/** Encrypts or opens the bytes of a file. */
export type Transform = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/**
 * Encrypts for those who have the key of one of the recipients: `age1…`, several with commas between. Rejects where one is none, with the
 * name of what had it.
 */
export async function encryptFor(recipients: string, from = '--encrypt'): Promise<Transform> {
  const { Encrypter } = await library();
  const encrypter = new Encrypter();
  for (const recipient of recipients.split(',').map((each) => each.trim())) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new Error(
        `${from}: "${recipient}" is no recipient of age. It begins with age1, and stands in the file of a key.`,
      );
    }
  }
  return async function* encrypted(source) {
    yield* await encrypter.encrypt(ReadableStream.from(source));
  };
}

/** Opens what was encrypted for one of the keys in a file, such as `newKey` or age-keygen makes. Rejects where there is none. */
export async function openBy(keyFile: string): Promise<Transform> {
  if (!existsSync(keyFile)) throw new Error(`--key: there is no file ${keyFile}.`);
  const { Decrypter } = await library();
  const decrypter = new Decrypter();
  const lines = readFileSync(keyFile, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  try {
    if (lines.length === 0) throw new Error('The file has no line.');
    for (const line of lines) decrypter.addIdentity(line);
  } catch {
    // What the line has is not repeated: it may be a key all the same.
    throw new Error(
      `--key: ${keyFile} holds no key of age. Each of its lines begins with AGE-SECRET-KEY-, or with #.`,
    );
  }
  return async function* opened(source) {
    let plain: ReadableStream<Uint8Array>;
    try {
      plain = await decrypter.decrypt(ReadableStream.from(source));
    } catch (error) {
      const isOther = /no identity matched/.test(String(error));
      throw isOther
        ? new Error(`The backup is encrypted for another key than that of ${keyFile}. Nothing was restored.`)
        : new Error('The backup is damaged: its beginning cannot be opened. Nothing was restored.', {
            cause: error,
          });
    }
    try {
      yield* plain;
    } catch (error) {
      throw new Error('The backup is damaged: it was changed, or its end is missing. Nothing was restored.', {
        cause: error,
      });
    }
  };
}

/** True for a file that was encrypted. */
export async function isEncrypted(file: string): Promise<boolean> {
  let beginning = '';
  for await (const part of createReadStream(file, { end: BEGINNING.length - 1, encoding: 'latin1' }))
    beginning += String(part);
  return beginning === BEGINNING;
}

/** Makes a key, in a file that only its owner can read; answers its recipient, which is no secret. */
export async function newKey(file: string, madeAt: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await library();
  const key = await generateX25519Identity();
  const recipient = await identityToRecipient(key);
  writeFileSync(file, `# created: ${madeAt}\n# public key: ${recipient}\n${key}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  return recipient;
}

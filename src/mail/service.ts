import type { Random } from '../kernel/random.ts';
import { type Clock, SYSTEM_TIMERS } from '../kernel/time.ts';
import type { Storage } from '../storage/port.ts';
import { MailEngine } from './engine.ts';
import type { Compose, MailMessage } from './message.ts';
import type { SendMail } from './send.ts';
import type { Mail, MailKind } from './shape.ts';

/** The dependencies of a service that sends mail. */
export interface MailServiceParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  /** The writers of messages, by kind. */
  readonly writers: Readonly<Record<MailKind, Compose>>;
  readonly send: SendMail;
  readonly warn: (error: unknown, sentence: string) => void;
}

/** Starts sending the queue of mail. */
export async function startMail({ writers, ...parts }: MailServiceParts): Promise<MailEngine> {
  const engine = new MailEngine({
    ...parts,
    timers: SYSTEM_TIMERS,
    compose: (mail: Mail): Promise<MailMessage> => writers[mail.kind](mail),
    // One process serves one SQLite file.
    alone: parts.storage.engine === 'sqlite',
  });
  await engine.start();
  return engine;
}

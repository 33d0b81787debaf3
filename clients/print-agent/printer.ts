import { open } from 'node:fs/promises';
import { errorCode } from '../common/client.ts';
import type { Clock } from '../typescript/index.ts';
import { within } from './limits.ts';
import type { Connect, PrinterConnection } from './link.ts';

// Printers: the commands to them, and the replies that are needed before a document counts as printed.

/** A document was not printed, or perhaps was. The message is a sentence. */
export class NotPrinted extends Error {
  /** True when some of it was handed over, so that it may be on paper. */
  readonly maybe: boolean;
  constructor(reason: string, maybe: boolean) {
    super(reason);
    this.maybe = maybe;
  }
}

/** Callbacks around the bytes of a document. */
export interface PrintCallbacks {
  /** The next thing is to hand over the first byte. Throws to keep it from that. */
  readonly begin: () => void;
  /** Nothing was handed over after all. */
  readonly undo: () => void;
  /** Aborts the printer in any state. */
  readonly signal: AbortSignal;
}

/** A printer. */
export interface OutputDevice {
  /** Prints bytes that end in a cut, and resolves when they are on paper. Rejects with NotPrinted. */
  print(bytes: Buffer, steps: PrintCallbacks): Promise<void>;
}

/** How long a printer may take to be connected to, and to answer its status, in ms. */
const CONNECT_MS = 5_000;
const STATUS_MS = 5_000;
/** How long it may take to take the bytes of a document, in ms. */
const WRITE_MS = 60_000;
/** How long it is waited for its word that it has printed, before it is asked whether it is still there, in ms. */
const ASK_EVERY_MS = 5_000;
/** How long in all; a person may have to bring paper. */
const PRINT_MS = 10 * 60_000;
/** How long a printer without status replies may take to close the connection, in ms. */
const CLOSE_MS = 60_000;

/** DLE EOT n: a status that is answered at once, also while it prints. */
const askStatus = (kind: number) => Buffer.from([0x10, 0x04, kind]);
/** GS ( H, function 48: reply with this word when everything before it is printed. */
const askWord = (id: Buffer) => Buffer.concat([Buffer.from([0x1d, 0x28, 0x48, 6, 0, 0x30, 0x30]), id]);

function reasonOf(error: unknown): string {
  const code = errorCode(error);
  switch (code) {
    case 'ECONNREFUSED':
      return 'nobody listens at its address';
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
      return 'there is no way to its address';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its name is not known';
    default:
      return `the connection broke${code === undefined ? '' : ` (${code})`}`;
  }
}

/** The replies of a printer: statuses of one byte, and words of seven. */
class PrinterReplies {
  readonly #link: PrinterConnection;
  #rest = Buffer.alloc(0);

  constructor(link: PrinterConnection) {
    this.#link = link;
  }

  /** The next status, or the word that was asked for: four characters. Undefined when the printer closed. */
  async next(): Promise<{ status: number } | { word: Buffer } | undefined> {
    for (;;) {
      const found = this.#take();
      if (found !== undefined) return found;
      const chunk = await this.#link.read();
      if (chunk === undefined) return undefined;
      this.#rest = Buffer.concat([this.#rest, chunk]);
    }
  }

  #take(): { status: number } | { word: Buffer } | undefined {
    while (this.#rest.length > 0) {
      const [first = 0, second] = this.#rest;
      if (first === 0x37) {
        if (second === undefined || (second === 0x22 && this.#rest.length < 7)) return undefined;
        if (second === 0x22) {
          const word = this.#rest.subarray(2, 6);
          this.#rest = this.#rest.subarray(7);
          return { word };
        }
      }
      this.#rest = this.#rest.subarray(1);
      // The fixed bits of a status; any other byte is no reply.
      if ((first & 0x93) === 0x12) return { status: first };
    }
    return undefined;
  }
}

/** How a network printer is reached. */
export interface NetworkOptions {
  readonly dial: Connect;
  readonly clock: Clock;
  /** It answers when it is asked how it is. Without, a document counts as printed when it was taken. */
  readonly status: boolean;
}

/** A printer that is reached over the network, with a connection for each document. */
export class NetworkPrinter implements OutputDevice {
  readonly #options: NetworkOptions;
  #word: number;

  constructor(options: NetworkOptions) {
    this.#options = options;
    // The printer may still send the word of an earlier document: it is not taken for this one's.
    this.#word = Math.floor(options.clock.random() * WORDS);
  }

  async print(bytes: Buffer, { begin, undo, signal }: PrintCallbacks): Promise<void> {
    const link = await this.#connect(signal);
    const give = () => link.destroy();
    signal.addEventListener('abort', give, { once: true });
    try {
      const ears = new PrinterReplies(link);
      if (this.#options.status) await this.#requireReady(link, ears);
      this.#word = (this.#word + 1) % WORDS;
      const word = wordOf(this.#word);
      begin();
      if (link.closed) {
        undo();
        throw new NotPrinted('the connection broke', false);
      }
      if (this.#options.status) await this.#hand(link, ears, Buffer.concat([bytes, askWord(word)]), word);
      else await this.#give(link, bytes);
    } finally {
      signal.removeEventListener('abort', give);
      link.destroy();
    }
  }

  async #connect(signal: AbortSignal): Promise<PrinterConnection> {
    const { dial, clock } = this.#options;
    const late = new AbortController();
    try {
      const dialled = dial(AbortSignal.any([late.signal, signal]));
      // One that comes too late is not left open.
      dialled.then(
        (link) => {
          if (late.signal.aborted) link.destroy();
        },
        () => undefined,
      );
      return await within(clock, CONNECT_MS, dialled, () => {
        late.abort();
        return new NotPrinted(`it took no connection within ${CONNECT_MS / 1000} s`, false);
      });
    } catch (error) {
      if (error instanceof NotPrinted) throw error;
      throw new NotPrinted(reasonOf(error), false);
    }
  }

  /** Asks for a status; a word of an earlier document may come first. */
  async #ask(link: PrinterConnection, ears: PrinterReplies, kind: number): Promise<number> {
    await link.write(askStatus(kind));
    for (;;) {
      const heard = await ears.next();
      if (heard === undefined) throw new NotPrinted('it closed the connection', false);
      if ('status' in heard) return heard.status;
    }
  }

  async #requireReady(link: PrinterConnection, ears: PrinterReplies): Promise<void> {
    const late = () =>
      new NotPrinted(
        `it did not say how it is within ${STATUS_MS / 1000} s (--no-status is for such printers)`,
        false,
      );
    const ask = (kind: number) => within(this.#options.clock, STATUS_MS, this.#ask(link, ears, kind), late);
    try {
      const general = await ask(1);
      const cause = await ask(2);
      const paper = await ask(4);
      if ((cause & 0x04) !== 0) throw new NotPrinted('its cover is open', false);
      if ((cause & 0x20) !== 0 || (paper & 0x60) !== 0) throw new NotPrinted('it is out of paper', false);
      if ((cause & 0x40) !== 0) throw new NotPrinted('it reports an error', false);
      if ((general & 0x08) !== 0) throw new NotPrinted('it is offline', false);
    } catch (error) {
      if (error instanceof NotPrinted) throw error;
      throw new NotPrinted(reasonOf(error), false);
    }
  }

  /** From the first byte on everything that goes wrong may have happened after it was printed. */
  async #hand(link: PrinterConnection, ears: PrinterReplies, bytes: Buffer, word: Buffer): Promise<void> {
    const { clock } = this.#options;
    const broke = (reason: string) => new NotPrinted(reason, true);
    try {
      await within(clock, WRITE_MS, link.write(bytes), () => broke('it did not take the document'));
      const until = clock.now() + PRINT_MS;
      let heard = ears.next();
      let asked = false;
      for (;;) {
        const found = await within(clock, ASK_EVERY_MS, heard, () => new NoReply()).catch((error) => {
          if (error instanceof NoReply) return error;
          throw error;
        });
        if (found === undefined) throw broke('it closed the connection before it had printed');
        if (found instanceof NoReply) {
          if (asked) throw broke('it does not say that it has printed');
          if (clock.now() >= until) throw broke('it did not finish');
          asked = true;
          await within(clock, STATUS_MS, link.write(askStatus(1)), () => broke('it takes nothing any more'));
          continue;
        }
        if ('word' in found && found.word.equals(word)) return;
        asked = false;
        heard = ears.next();
      }
    } catch (error) {
      throw error instanceof NotPrinted ? error : broke(reasonOf(error));
    }
  }

  /** For a printer that answers nothing: everything was taken, and the connection closed as it should be. */
  async #give(link: PrinterConnection, bytes: Buffer): Promise<void> {
    const { clock } = this.#options;
    const broke = (reason: string) => new NotPrinted(reason, true);
    try {
      await within(clock, WRITE_MS, link.write(bytes), () => broke('it did not take the document'));
      await within(clock, CLOSE_MS, link.end(), () => broke('it did not close the connection'));
    } catch (error) {
      throw error instanceof NotPrinted ? error : broke(reasonOf(error));
    }
  }
}

/** No reply came in time. */
class NoReply extends Error {}

/** How many words of four characters there are, of those that a printer takes. */
const WORDS = 94 ** 4;

function wordOf(number: number): Buffer {
  return Buffer.from([0, 1, 2, 3].map((place) => 0x21 + (Math.floor(number / 94 ** place) % 94)));
}

/** A printer that is a file or a device: bytes written to it count as printed. */
export class FilePrinter implements OutputDevice {
  readonly #path: string;
  readonly #clock: Clock;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
  }

  async print(bytes: Buffer, { begin }: PrintCallbacks): Promise<void> {
    const file = await open(this.#path, 'a').catch((error: unknown) => {
      throw new NotPrinted(`its file cannot be opened (${errorCode(error) ?? 'unknown'})`, false);
    });
    const write = async () => {
      try {
        await file.writeFile(bytes);
        // Devices take the bytes written to them, and have nothing to flush.
        await file.sync().catch((error: unknown) => {
          if (!['EINVAL', 'ENOTSUP', 'EROFS'].includes(errorCode(error) ?? '')) throw error;
        });
      } catch (error) {
        throw new NotPrinted(`it could not be written to (${errorCode(error) ?? 'unknown'})`, true);
      }
    };
    try {
      begin();
    } catch (error) {
      await file.close();
      throw error;
    }
    const writing = write();
    // A device without paper lets writers wait; the file is closed when it has done with them.
    writing.finally(() => file.close()).catch(() => undefined);
    await within(this.#clock, PRINT_MS, writing, () => new NotPrinted('it did not take the document', true));
  }
}

/** A printer that is a stream of the agent's own process. */
export class StreamPrinter implements OutputDevice {
  readonly #stream: NodeJS.WritableStream;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  async print(bytes: Buffer, { begin }: PrintCallbacks): Promise<void> {
    begin();
    await new Promise<void>((resolve, reject) => {
      this.#stream.write(bytes, (error) =>
        error ? reject(new NotPrinted('nobody reads what is printed', true)) : resolve(),
      );
    });
  }
}

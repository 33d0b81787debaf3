import { connect } from 'node:net';

/** A connection to a printer. */
export interface PrinterConnection {
  /** It is gone, and nothing that is written goes anywhere. */
  readonly closed: boolean;
  /** Hands bytes over; rejects when they may not all have been taken. */
  write(bytes: Uint8Array): Promise<void>;
  /** The next bytes from the printer; undefined when it has closed. Rejects when the connection broke. */
  read(): Promise<Uint8Array | undefined>;
  /** Half-closes the connection; resolves when the printer has taken everything and closed as well. */
  end(): Promise<void>;
  /** Ends it at once. */
  destroy(): void;
}

/** Connects to a printer, or rejects when that cannot be done before the signal. */
export type Connect = (signal: AbortSignal) => Promise<PrinterConnection>;

/** Bytes from a printer that are buffered before they are read; printers send little. */
const MAX_KEPT = 65_536;

/** Connects by TCP. */
export function tcp(host: string, port: number): Connect {
  return (signal) =>
    new Promise((resolve, reject) => {
      // Both directions end on their own, so that a printer that closes early is noticed.
      const socket = connect({ host, port, noDelay: true, allowHalfOpen: true });
      const abort = () => socket.destroy(new Error('It took too long.'));
      signal.addEventListener('abort', abort, { once: true });
      const kept: Uint8Array[] = [];
      let size = 0;
      let ended = false;
      let broken: Error | undefined;
      let wake: (() => void) | undefined;
      const changed = () => {
        wake?.();
        wake = undefined;
      };
      socket.on('data', (chunk: Buffer) => {
        size += chunk.length;
        kept.push(chunk);
        if (size > MAX_KEPT) socket.destroy(new Error('It says too much for a printer.'));
        changed();
      });
      socket.once('end', () => {
        ended = true;
        changed();
      });
      const closed = new Promise<void>((settle) => socket.once('close', () => settle()));
      socket.once('close', () => {
        ended = true;
        changed();
      });
      socket.on('error', (error) => {
        broken ??= error;
        reject(error);
        changed();
      });
      socket.once('connect', () => {
        signal.removeEventListener('abort', abort);
        resolve({
          get closed() {
            return socket.destroyed || ended || broken !== undefined;
          },
          write: (bytes) =>
            new Promise((done, failed) => {
              socket.write(bytes, (error) => (error ? failed(error) : done()));
              void closed.then(() => failed(broken ?? new Error('The printer closed the connection.')));
            }),
          read: async () => {
            for (;;) {
              const chunk = kept.shift();
              if (chunk !== undefined) {
                size -= chunk.length;
                return chunk;
              }
              if (broken !== undefined) throw broken;
              if (ended) return undefined;
              await new Promise<void>((heard) => {
                wake = heard;
              });
            }
          },
          end: async () => {
            socket.end();
            await closed;
            if (broken !== undefined) throw broken;
          },
          destroy: () => socket.destroy(),
        });
      });
    });
}

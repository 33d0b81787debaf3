import { createServer, type Server, type Socket } from 'node:net';
import type { Connect, PrinterConnection } from '#clients/print-agent/link.ts';
import { COPY } from '#src/printing/paper/document.ts';
import { linesOf, type Strip, VirtualPrinter } from './escpos.ts';

// Printers that lose their connections where a test says, and what came out of them.

/** After how many bytes of a connection it is cut: of those to the printer, or of those from it. */
export interface Cut {
  readonly to?: number;
  readonly from?: number;
}

/** Counts the bytes of a connection in both directions. */
export interface Traffic {
  to: number;
  from: number;
}

/** A ticket that was found on paper. */
export interface Found {
  /** As at its foot: the saleid and the number. */
  readonly ticket: string;
  readonly copy: boolean;
  /** It was cut off, and can be taken. */
  readonly cut: boolean;
}

const FOOT = /^\s*([0-9A-Z]{8} \/ \d+) {1,2}\d{4}-/;

/** The whole tickets on the paper of a printer, in the order in which they came out. */
export function ticketsOn(printer: VirtualPrinter): Found[] {
  const found: Found[] = [];
  const look = (strip: Strip, cut: boolean) => {
    const lines = linesOf(strip);
    // What follows an attempt that was cut off stands on the same piece of paper.
    for (const [at, start] of strip.starts.entries()) {
      const attempt = lines.slice(start, strip.starts[at + 1]);
      const foot = attempt.map((line) => FOOT.exec(line)?.[1]).find((each) => each !== undefined);
      if (foot === undefined) continue;
      const copy = attempt.find((line) => line !== '')?.trim() === COPY;
      found.push({ ticket: foot, copy, cut: cut && at === strip.starts.length - 1 });
    }
  };
  for (const strip of printer.strips) look(strip, true);
  look(printer.open, false);
  return found;
}

/** Connects to a printer without a network. `cutNext` says for each connection where it is cut. */
export function virtualDial(
  printer: VirtualPrinter,
  cutNext: () => Cut | 'refused' | undefined,
  traffic: Traffic = { to: 0, from: 0 },
): Connect {
  return async () => {
    const where = cutNext() ?? {};
    if (where === 'refused') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    traffic.to = 0;
    traffic.from = 0;
    let closed = false;
    const kept: Uint8Array[] = [];
    let wake: (() => void) | undefined;
    const changed = () => {
      wake?.();
      wake = undefined;
    };
    const broke = () => Object.assign(new Error('cut'), { code: 'ECONNRESET' });
    const close = () => {
      closed = true;
      changed();
    };
    printer.connected((bytes) => {
      if (closed) return;
      const room = (where.from ?? Number.POSITIVE_INFINITY) - traffic.from;
      const sent = bytes.subarray(0, room);
      traffic.from += sent.length;
      if (sent.length > 0) kept.push(sent);
      changed();
      if (bytes.length >= room) close();
    });
    if (where.to === 0 || where.from === 0) close();
    const link: PrinterConnection = {
      get closed() {
        return closed;
      },
      write: async (bytes) => {
        if (closed) throw broke();
        const room = (where.to ?? Number.POSITIVE_INFINITY) - traffic.to;
        const taken = bytes.subarray(0, room);
        traffic.to += taken.length;
        printer.push(taken);
        if (bytes.length >= room) close();
        if (bytes.length > room) throw broke();
      },
      read: async () => {
        for (;;) {
          const chunk = kept.shift();
          if (chunk !== undefined) return chunk;
          if (closed) throw broke();
          await new Promise<void>((heard) => {
            wake = heard;
          });
        }
      },
      end: async () => {
        if (closed) throw broke();
      },
      destroy: close,
    };
    return link;
  };
}

/** A printer on a port of this machine. */
export class TcpPrinter {
  readonly printer: VirtualPrinter;
  /** Where the next connection is cut. */
  cutNext: () => Cut | undefined = () => undefined;
  /** It takes connections and says nothing. */
  mute = false;
  connections = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(printer: VirtualPrinter, server: Server) {
    this.printer = printer;
    this.#server = server;
  }

  static async open(printer = new VirtualPrinter(), port = 0): Promise<TcpPrinter> {
    const server = createServer({ allowHalfOpen: false });
    const sink = new TcpPrinter(printer, server);
    server.on('connection', (socket) => sink.#take(socket));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return sink;
  }

  get port(): number {
    const address = this.#server.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  }

  #take(socket: Socket): void {
    const { to = Number.POSITIVE_INFINITY, from = Number.POSITIVE_INFINITY } = this.cutNext() ?? {};
    const traffic: Traffic = { to: 0, from: 0 };
    this.connections++;
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    const close = () => socket.resetAndDestroy();
    if (to === 0 || from === 0) {
      close();
      return;
    }
    this.printer.connected((bytes) => {
      if (this.mute || socket.destroyed) return;
      const sent = bytes.subarray(0, from - traffic.from);
      traffic.from += sent.length;
      socket.write(sent, () => {
        if (traffic.from >= from) close();
      });
    });
    socket.on('data', (bytes: Buffer) => {
      const taken = bytes.subarray(0, to - traffic.to);
      traffic.to += taken.length;
      this.printer.push(taken);
      if (traffic.to >= to) close();
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

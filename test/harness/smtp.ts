import { createServer, type Server, type Socket } from 'node:net';

/** A message as the mail server got it. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
}

/** What a test has a command answered: a whole line, a cut connection, or nothing at all. */
type Reply = string | 'cut' | 'hang' | undefined;

/** A mail server of a few commands on this machine, for tests. */
export class SmtpServer {
  readonly received: Received[] = [];
  /** Answers in place of the usual ones, by command; `sent` is after the message's end. */
  answer: (command: 'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'sent', line: string) => Reply = () => undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  port = 0;

  constructor() {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
    return this;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
    let from = '';
    let to: string[] = [];
    let data: string | undefined;
    let rest = '';
    const say = (command: Parameters<SmtpServer['answer']>[0], line: string, usual: string): boolean => {
      const reply = this.answer(command, line);
      if (reply === 'hang') return false;
      if (reply === 'cut') socket.destroy();
      else socket.write(`${reply ?? usual}\r\n`);
      return reply === undefined;
    };
    const take = (line: string): void => {
      if (data !== undefined) {
        if (line !== '.') data += `${line.replace(/^\.\./, '.')}\r\n`;
        else {
          this.received.push({ from, to, data });
          data = undefined;
          say('sent', line, '250 queued');
        }
        return;
      }
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'EHLO' || word === 'HELO') socket.write('250-test\r\n250 8BITMIME\r\n');
      else if (word === 'MAIL') {
        from = /<(.*?)>/.exec(line)?.[1] ?? '';
        to = [];
        say('MAIL', line, '250 ok');
      } else if (word === 'RCPT') {
        if (say('RCPT', line, '250 ok')) to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
      } else if (word === 'DATA') {
        if (say('DATA', line, '354 go on')) data = '';
      } else if (word === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    };
    socket.setEncoding('utf8').on('data', (text: string) => {
      rest += text;
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        take(line);
      }
    });
    say('greeting', '', '220 test ESMTP');
  }
}

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy between a program and its Postgres that sees every statement before the server does. Once
 * armed, it stops the traffic at the n-th statement of the given kinds and reports it, so that the
 * program can be killed with every earlier statement done and no later one.
 */
export class PostgresTap {
  private readonly server = createServer((client) => this.join(client));
  private counted: (sql: string) => boolean = () => false;
  private left = Number.POSITIVE_INFINITY;
  private onReached: (sql: string) => void = () => {};
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly target: URL) {}

  static async open(databaseUrl: string): Promise<PostgresTap> {
    const tap = new PostgresTap(new URL(databaseUrl));
    await new Promise<void>((resolve) => tap.server.listen(0, '127.0.0.1', resolve));
    return tap;
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Stops at this many counted statements; `onReached` receives the stopped one. */
  arm(counted: (sql: string) => boolean, statements: number, onReached: (sql: string) => void): void {
    this.counted = counted;
    this.left = statements;
    this.onReached = onReached;
  }

  close(): void {
    this.server.close();
  }

  /** Drops all further writes of the program, as if it were dead. */
  cut(): void {
    this.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    const statements = new Statements();
    server.pipe(client);
    client.on('data', (chunk) => {
      for (const sql of statements.in(chunk)) {
        if (!this.counted(sql)) continue;
        this.left -= 1;
        if (this.left === 0) this.onReached(sql);
      }
      if (this.left > 0) server.write(chunk);
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
  }
}

/**
 * Parses the frontend messages of one connection (Postgres protocol 3.0): simple queries, and
 * prepared ones by name.
 */
class Statements {
  private rest = Buffer.alloc(0);
  private started = false;
  private readonly prepared = new Map<string, string>();

  in(chunk: Buffer): string[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const found: string[] = [];
    for (;;) {
      // The very first message has a length but no type.
      const head = this.started ? 1 : 0;
      if (this.rest.length < head + 4) return found;
      const length = head + this.rest.readInt32BE(head);
      if (this.rest.length < length) return found;
      const message = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      if (this.started) found.push(...this.sqlOf(message));
      this.started = true;
    }
  }

  private sqlOf(message: Buffer): string[] {
    const type = String.fromCharCode(message[0] ?? 0);
    const [first = '', second = ''] = message.subarray(5).toString('latin1').split('\0', 2);
    if (type === 'Q') return [first];
    if (type === 'P') this.prepared.set(first, second);
    return type === 'B' ? [this.prepared.get(second) ?? ''] : [];
  }
}

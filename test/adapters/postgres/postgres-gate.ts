import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands before Postgres and can be shut in the ways in which a server or the way to it gets lost. */
export class PostgresDoor {
  /** Connections that came. */
  knocks = 0;
  private readonly server = createServer((client) => this.join(client));
  private readonly open = new Set<Socket>();
  private state: 'open' | 'refusing' | 'silent' = 'open';
  private phrase: string | undefined;
  private atPhrase: 'cut' | 'hold' = 'cut';

  private constructor(private readonly target: URL) {}

  static async before(databaseUrl: string): Promise<PostgresDoor> {
    const door = new PostgresDoor(new URL(databaseUrl));
    await new Promise<void>((resolve) => door.server.listen(0, '127.0.0.1', resolve));
    return door;
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Every connection there is. */
  cut(): void {
    for (const socket of this.open) socket.destroy();
  }

  /** What comes from now on is cut at once, or never hears anything. */
  shut(state: 'refusing' | 'silent'): void {
    this.state = state;
  }

  /** What comes from now on gets as far as this statement. */
  stopAt(phrase: string, how: 'cut' | 'hold'): void {
    this.phrase = phrase;
    this.atPhrase = how;
  }

  unlock(): void {
    this.state = 'open';
    this.phrase = undefined;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(client: Socket): void {
    this.knocks += 1;
    this.track(client);
    if (this.state === 'silent') return;
    if (this.state === 'refusing') return void client.destroy();
    const server = connect(Number(this.target.port), this.target.hostname);
    this.track(server);
    server.pipe(client);
    client.on('data', (chunk) => this.pass(chunk, client, server));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  private pass(chunk: Buffer, client: Socket, server: Socket): void {
    if (this.phrase === undefined || !chunk.includes(this.phrase)) server.write(chunk);
    else if (this.atPhrase === 'cut') client.destroy();
  }

  private track(socket: Socket): void {
    this.open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.open.delete(socket));
  }
}

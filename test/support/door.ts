import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const DEFAULT_PORTS: Record<string, number> = { 'redis:': 6379 };

/** Stands before a server (Postgres, Redis) and can be shut in the ways in which a server or the way to it gets lost. */
export class Door {
  /** Connections that came. */
  knocks = 0;
  private readonly server = createServer((client) => this.join(client));
  private readonly open = new Set<Socket>();
  /** What came while it was parted, with nobody told yet. */
  private readonly waiting = new Set<Socket>();
  private state: 'open' | 'refusing' | 'silent' | 'parted' = 'open';
  private phrase: string | undefined;
  private atPhrase: 'cut' | 'hold' | 'lose the answer' = 'cut';

  private constructor(private readonly target: URL) {}

  static async before(serverUrl: string): Promise<Door> {
    const door = new Door(new URL(serverUrl));
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

  /** What comes from now on gets as far as this statement; its connection is cut, before it or when its answer comes, or never hears of it again. */
  stopAt(phrase: string, how: 'cut' | 'hold' | 'lose the answer'): void {
    this.phrase = phrase;
    this.atPhrase = how;
  }

  /** A network that is parted: every connection stays open, and nothing gets through in either direction until it is unlocked. */
  part(): void {
    this.state = 'parted';
    for (const socket of this.open) socket.pause();
  }

  unlock(): void {
    this.state = 'open';
    this.phrase = undefined;
    for (const socket of this.open) socket.resume();
    for (const client of this.waiting) this.lead(client);
    this.waiting.clear();
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
    if (this.state === 'parted') this.waiting.add(client.pause());
    else this.lead(client);
  }

  private lead(client: Socket): void {
    if (client.destroyed) return;
    const server = connect(Number(this.target.port || DEFAULT_PORTS[this.target.protocol]), this.target.hostname);
    this.track(server);
    server.on('data', (chunk) => client.write(chunk));
    client.on('data', (chunk) => this.pass(chunk, client, server));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  private pass(chunk: Buffer, client: Socket, server: Socket): void {
    if (this.phrase === undefined || !chunk.includes(this.phrase)) server.write(chunk);
    else if (this.atPhrase === 'cut') client.destroy();
    else if (this.atPhrase === 'lose the answer') {
      server.removeAllListeners('data').on('data', () => client.destroy());
      server.write(chunk);
    }
  }

  private track(socket: Socket): void {
    this.open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.open.delete(socket));
  }
}

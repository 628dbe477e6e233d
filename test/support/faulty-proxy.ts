import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const DEFAULT_PORTS: Record<string, number> = { 'redis:': 6379 };

/** A proxy for a server (Postgres, Redis) that fails as servers and networks do. */
export class FaultyProxy {
  /** Number of connections made so far. */
  connections = 0;
  private readonly server = createServer((client) => this.accept(client));
  private readonly open = new Set<Socket>();
  /** Clients that connected during a partition and are not forwarded yet. */
  private readonly waiting = new Set<Socket>();
  private state: 'open' | 'refusing' | 'silent' | 'partitioned' = 'open';
  private phrase: string | undefined;
  private atPhrase: 'cut' | 'hold' | 'lose the answer' = 'cut';

  private constructor(private readonly target: URL) {}

  static async before(serverUrl: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(new URL(serverUrl));
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Closes every connection. */
  cut(): void {
    for (const socket of this.open) socket.destroy();
  }

  /** Closes new connections at once (`refusing`) or never answers them (`silent`). */
  fail(state: 'refusing' | 'silent'): void {
    this.state = state;
  }

  /**
   * Stops new traffic at this statement: cuts the connection before it (`cut`) or when its response
   * arrives (`lose the answer`), or never answers (`hold`).
   */
  stopAt(phrase: string, how: 'cut' | 'hold' | 'lose the answer'): void {
    this.phrase = phrase;
    this.atPhrase = how;
  }

  /**
   * Simulates a network partition: connections stay open, but nothing passes in either direction
   * until `restore`.
   */
  partition(): void {
    this.state = 'partitioned';
    for (const socket of this.open) socket.pause();
  }

  restore(): void {
    this.state = 'open';
    this.phrase = undefined;
    for (const socket of this.open) socket.resume();
    for (const client of this.waiting) this.forward(client);
    this.waiting.clear();
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private accept(client: Socket): void {
    this.connections += 1;
    this.track(client);
    if (this.state === 'silent') return;
    if (this.state === 'refusing') return void client.destroy();
    if (this.state === 'partitioned') this.waiting.add(client.pause());
    else this.forward(client);
  }

  private forward(client: Socket): void {
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

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SandboxRegisters } from '@standing/sandbox';

/** The sandbox's registers on a port of the test, with failures that the test chooses. */
export class FailingRegisters {
  private readonly registers = new SandboxRegisters();
  private readonly server = createServer((request, response) => void this.respond(request, response));
  private failures: (code: string) => boolean = () => false;

  static async open(): Promise<FailingRegisters> {
    const failing = new FailingRegisters();
    await new Promise<void>((resolve) => failing.server.listen(0, '127.0.0.1', resolve));
    return failing;
  }

  get codes(): readonly string[] {
    return this.registers.codes;
  }

  /** Settings that point a program to these registers. */
  get env(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo;
    return Object.fromEntries(
      this.codes.map((code) => [
        `REGISTRY_${code.toUpperCase().replace('-', '_')}_URL`,
        `http://127.0.0.1:${port}/${code}`,
      ]),
    );
  }

  /**
   * Silent registers answer 503 from now on; stumbling ones answer 503 only to their first request.
   */
  fail({ silent, stumbling }: { silent: readonly string[]; stumbling: readonly string[] }): void {
    const left = new Set(stumbling);
    this.failures = (code) => silent.includes(code) || left.delete(code);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request;
    const body = await text(request).catch(() => '');
    if (this.failures(/^\/([^/?]+)/.exec(path)?.[1] ?? '')) return void response.writeHead(503).end('unavailable');
    const answer = await this.registers.answer({ method, path, headers, body });
    response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
  }
}

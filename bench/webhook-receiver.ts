import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

interface Told {
  event: string;
  job_id: string;
  data?: unknown;
}

/** Receives webhooks and records when that of each job arrived. */
export class WebhookReceiver {
  private readonly cameAt = new Map<string, number>();
  private readonly waiting = new Map<string, (at: number) => void>();
  private failure: Error | undefined;

  private constructor(private readonly server: http.Server) {}

  static async listen(): Promise<WebhookReceiver> {
    const server = http.createServer();
    const receiver = new WebhookReceiver(server);
    server.keepAliveTimeout = 60_000;
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        response.writeHead(204).end();
        receiver.note(JSON.parse(body) as Told);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /**
   * Waits for the job's webhook and returns its arrival time by `performance.now()` of this
   * process.
   */
  async told(jobId: string, limitMs: number): Promise<number> {
    if (this.failure) throw this.failure;
    const came = this.cameAt.get(jobId);
    if (came !== undefined) {
      this.cameAt.delete(jobId);
      return came;
    }
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(new Error(`no webhook came for ${jobId}`)), limitMs);
    });
    const coming = new Promise<number>((resolve) => this.waiting.set(jobId, resolve));
    return Promise.race([coming, late]).finally(() => {
      clearTimeout(limit);
      this.waiting.delete(jobId);
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private note(told: Told): void {
    if (told.event !== 'verification.completed' || !told.data) {
      this.failure ??= new Error(`a webhook tells of something else: ${JSON.stringify(told)}`);
    }
    const at = performance.now();
    const tell = this.waiting.get(told.job_id);
    if (tell) tell(at);
    else this.cameAt.set(told.job_id, at);
  }
}

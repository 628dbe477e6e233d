import { Clock } from '../ports.js';
import { SendError, type Attempt, type ClaimedDelivery, Sender, WebhookSecrets } from './ports.js';
import { Tracing } from '../tracing/ports.js';
import { ForbiddenDestination, AddressGuard } from './public-address.js';
import { signatureHeaders } from './signature.js';
import { Injectable } from '../injectable.js';

/** The contract's time limit for one attempt, including the DNS lookup. */
const LIMIT_MS = 10_000;

/**
 * Makes one attempt: checks the address again, signs, sends. A failure of the receiver is a result,
 * not an error.
 */
@Injectable()
export class AttemptDelivery {
  constructor(
    private readonly addressGuard: AddressGuard,
    private readonly secrets: WebhookSecrets,
    private readonly sender: Sender,
    private readonly clock: Clock,
    private readonly tracing: Tracing,
  ) {}

  async run(delivery: ClaimedDelivery): Promise<Attempt> {
    const { attempt, traceparent } = delivery;
    return this.tracing.span('webhook', { attempt }, () => this.attempt(delivery), traceparent);
  }

  private async attempt(delivery: ClaimedDelivery): Promise<Attempt> {
    const at = this.clock.now();
    const startedMs = performance.now();
    const body = Buffer.from(delivery.body);
    const traceparent = this.tracing.traceparent();
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhook/1.0',
      ...signatureHeaders({ eventId: delivery.eventId, body, at }, await this.secrets.of(delivery.accountId)),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    const answer = await this.send(delivery.url, headers, body, startedMs);
    return {
      number: delivery.attempt,
      at,
      durationMs: Math.round(performance.now() - startedMs),
      responseStatus: answer.status,
      responseBody: answer.body,
      error: answer.error,
      requestHeaders: headers,
    };
  }

  private async send(
    url: string,
    headers: Record<string, string>,
    body: Buffer,
    startedMs: number,
  ): Promise<{ status?: number; body?: string; error?: string }> {
    try {
      const destination = await this.addressGuard.check(url);
      const leftMs = LIMIT_MS - (performance.now() - startedMs);
      return await this.sender.send({ ...destination, headers, body }, leftMs);
    } catch (error) {
      if (error instanceof ForbiddenDestination) return { error: `not sent: the address ${error.message}` };
      if (error instanceof SendError) return { error: error.reason };
      throw error;
    }
  }
}

/** Any 2xx (contract, section 6). */
export function isDelivered({ responseStatus }: Attempt): boolean {
  return responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300;
}

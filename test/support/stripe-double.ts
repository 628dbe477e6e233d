import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Known parameters of POST /v1/checkout/sessions. Like Stripe, the double refuses any other. */
const KNOWN = [
  /^mode$/,
  /^line_items\[\d+\]\[quantity\]$/,
  /^line_items\[\d+\]\[price_data\]\[(currency|unit_amount)\]$/,
  /^line_items\[\d+\]\[price_data\]\[product_data\]\[name\]$/,
  /^client_reference_id$/,
  /^metadata\[\w{1,40}\]$/,
  /^payment_intent_data\[metadata\]\[\w{1,40}\]$/,
  /^adaptive_pricing\[enabled\]$/,
  /^(success|cancel)_url$/,
  /^expires_at$/,
];
const REQUIRED = ['mode', 'success_url', 'line_items[0][quantity]', 'line_items[0][price_data][unit_amount]'];

interface Refusal {
  status: number;
  error: { type: string; message: string; code?: string; param?: string };
}

/**
 * A double of Stripe's Checkout API that covers what this service uses, and is as strict about
 * requests as Stripe.
 */
export class StripeDouble {
  /** Requests that opened a session, in order. A repeated Idempotency-Key opens none. */
  readonly opened: { id: string; fields: Record<string, string> }[] = [];
  /**
   * Answers to the next requests instead of a session, in order; `hang up` drops the connection.
   */
  readonly trouble: (Refusal | 'hang up')[] = [];
  requests = 0;
  /** Scheme and host of the checkout pages, if not the double itself. */
  checkout: string | undefined;

  private readonly answers = new Map<string, { body: string; answer: string }>();
  private readonly server = createServer((request, response) => void this.receive(request, response));

  static async start(readonlyKey: string): Promise<StripeDouble> {
    const double = new StripeDouble(readonlyKey);
    await new Promise<void>((resolve) => double.server.listen(0, '127.0.0.1', resolve));
    return double;
  }

  private constructor(private readonly secretKey: string) {}

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const trouble = this.trouble.shift();
    if (trouble === 'hang up') {
      request.socket.destroy();
      return;
    }
    const { status, answer } = trouble ? refuse(trouble) : this.answer(request, body);
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${this.requests}` })
      .end(answer);
  }

  private answer(request: IncomingMessage, body: string): { status: number; answer: string } {
    if (request.headers.authorization !== `Bearer ${this.secretKey}`) {
      return invalid(401, 'Invalid API Key provided: sk_test_********wxyz');
    }
    if (request.method !== 'POST' || request.url !== '/v1/checkout/sessions') {
      return invalid(404, `Unrecognized request URL (${request.method}: ${request.url}).`);
    }
    const key = String(request.headers['idempotency-key'] ?? '');
    const before = this.answers.get(key);
    if (before && before.body !== body) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return refuse({ status: 400, error: { type: 'idempotency_error', message } });
    }
    if (before) return { status: 200, answer: before.answer };
    const created = this.create(Object.fromEntries(new URLSearchParams(body)));
    if (key !== '' && created.status === 200) this.answers.set(key, { body, answer: created.answer });
    return created;
  }

  private create(fields: Record<string, string>): { status: number; answer: string } {
    const unknown = Object.keys(fields).find((field) => !KNOWN.some((known) => known.test(field)));
    if (unknown) return invalid(400, `Received unknown parameter: ${unknown}`, unknown);
    const missing = REQUIRED.find((field) => !fields[field]);
    if (missing) return invalid(400, `Missing required param: ${missing}.`, missing);
    for (const field of ['success_url', 'cancel_url']) {
      if (!URL.canParse(fields[field] ?? '')) return invalid(400, `Not a valid URL`, field);
    }
    const id = `cs_test_${this.opened.length + 1}_${Date.now()}`;
    this.opened.push({ id, fields });
    const session = {
      id,
      object: 'checkout.session',
      url: `${this.checkout ?? this.url}/c/pay/${id}`,
      expires_at: Math.floor(Date.now() / 1000) + 86_400,
      payment_status: 'unpaid',
      status: 'open',
    };
    return { status: 200, answer: JSON.stringify(session) };
  }
}

function invalid(status: number, message: string, param?: string) {
  return refuse({ status, error: { type: 'invalid_request_error', message, ...(param ? { param } : {}) } });
}

function refuse({ status, error }: Refusal): { status: number; answer: string } {
  return { status, answer: JSON.stringify({ error }) };
}

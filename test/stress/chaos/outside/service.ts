import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON; `undefined` for any other body. */
  body: any;
}

interface Asked {
  key?: string;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
}

const ANSWER_LIMIT_MS = 30_000;
const PAUSE_MS = 500;

/** The service as an outside client reaches it: successive requests go to successive addresses. */
export class Service {
  private turn = 0;

  constructor(private readonly addresses: readonly string[]) {}

  /** Sends one request; rejects when there is no response. */
  async ask(method: string, path: string, { key, headers, body, form }: Asked = {}): Promise<Answer> {
    const address = this.addresses[this.turn++ % this.addresses.length] ?? '';
    const response = await fetch(address + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...headers,
      },
      body: form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  /**
   * Retries until the response has one of these statuses. Only for requests that are safe to
   * repeat.
   */
  async insist(statuses: readonly number[], method: string, path: string, asked: Asked = {}): Promise<Answer> {
    for (;;) {
      const answer = await this.ask(method, path, asked).catch(() => undefined);
      if (answer && statuses.includes(answer.status)) return answer;
      await sleep(PAUSE_MS);
    }
  }
}

function parsed(text: string): any {
  // An MCP response may be an event stream with one message.
  const json = text.startsWith('event:') || text.startsWith('data:') ? /^data: (.*)$/m.exec(text)?.[1] : text;
  try {
    return JSON.parse(json ?? '');
  } catch {
    return undefined;
  }
}

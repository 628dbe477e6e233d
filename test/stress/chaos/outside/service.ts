import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body, when it is JSON. */
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

/** The service as somebody outside reaches it: several addresses, and the next one when one is gone. */
export class Service {
  private turn = 0;

  constructor(private readonly addresses: readonly string[]) {}

  /** One try; rejects when there is no answer. */
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

  /** Until there is an answer with one of these statuses. For what may be repeated without harm. */
  async insist(statuses: readonly number[], method: string, path: string, asked: Asked = {}): Promise<Answer> {
    for (;;) {
      const answer = await this.ask(method, path, asked).catch(() => undefined);
      if (answer && statuses.includes(answer.status)) return answer;
      await sleep(PAUSE_MS);
    }
  }
}

function parsed(text: string): any {
  // An MCP answer may come as an event stream of one message.
  const json = text.startsWith('event:') || text.startsWith('data:') ? /^data: (.*)$/m.exec(text)?.[1] : text;
  try {
    return JSON.parse(json ?? '');
  } catch {
    return undefined;
  }
}

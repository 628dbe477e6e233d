import { readFileSync } from 'node:fs';
import { readWebhook, Standing, StandingError } from '@standing/client';
import { answering } from '../support/answering.js';

interface Scripted {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}
interface Sent {
  method: string;
  path: string;
  /** The request had an Idempotency-Key. */
  keyed: boolean;
  prefer?: string;
}
interface CallVector {
  name: string;
  call: keyof Standing;
  arguments: unknown[];
  answers: ('lost' | Scripted)[];
  sent: Sent[];
  sameKey?: boolean;
  answer?: unknown;
  credits?: object;
  error?: {
    code: string;
    status: number;
    details?: object;
    suggestion?: string;
    requestId?: string;
    retryAfter?: number;
  };
}
interface WebhookVector {
  name: string;
  body: string;
  headers: Record<string, string>;
  secret: string;
  toleranceSeconds: number;
  event?: object;
  error?: string;
}

/** Behaviour that all clients share: packages/client-python/tests/test_vectors.py runs the same. */
const { calls, webhooks } = JSON.parse(readFileSync('packages/client/vectors.json', 'utf8')) as {
  calls: CallVector[];
  webhooks: WebhookVector[];
};

async function made(client: Standing, { call, arguments: given }: CallVector): Promise<unknown> {
  const method = client[call] as (...args: unknown[]) => unknown;
  const result = method.apply(client, given);
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result;
  const items: unknown[] = [];
  for await (const item of result as AsyncIterable<unknown>) items.push(item);
  return items;
}

/** Returns the outcome of a call in the format of the vectors. */
async function outcomeOf(baseUrl: string, vector: CallVector): Promise<Partial<CallVector>> {
  try {
    const answer = await made(new Standing({ baseUrl, apiKey: 'stnd_x' }), vector);
    const isNothing = answer === undefined || JSON.stringify(answer) === '{}';
    const { credits } = (answer ?? {}) as { credits?: object };
    return { answer: isNothing ? null : answer, ...(vector.credits && credits ? { credits } : {}) };
  } catch (thrown) {
    if (!(thrown instanceof StandingError)) throw thrown;
    const { code, status, details, suggestion, requestId, retryAfterSeconds } = thrown;
    const all = { code, status, details, suggestion, requestId, retryAfter: retryAfterSeconds };
    const wanted = Object.keys(vector.error ?? {});
    return { error: Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name))) as never };
  }
}

describe('the client', () => {
  it.each(calls.map((vector) => [vector.name, vector] as const))(
    'behaves as every client does: %s',
    async (_, vector) => {
      const sent: (Sent & { key: string | undefined })[] = [];
      await answering(
        (request, response) => {
          const { method = '', url = '', headers } = request;
          const key = headers['idempotency-key']?.toString();
          const prefer = headers['prefer'];
          sent.push({
            method,
            path: url,
            keyed: key !== undefined,
            ...(prefer ? { prefer: String(prefer) } : {}),
            key,
          });
          const answer = vector.answers[sent.length - 1] ?? 'lost';
          if (answer === 'lost') return void request.socket.destroy();
          const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
          response.writeHead(answer.status, answer.headers).end(body);
        },
        async (baseUrl) => {
          const { answer, credits, error } = vector;
          expect(await outcomeOf(baseUrl, vector)).toEqual(error ? { error } : { answer, ...(credits && { credits }) });
        },
      );
      expect(sent.map(({ key: _key, ...each }) => each)).toEqual(vector.sent);
      const keys = new Set(vector.sameKey ? sent.map(({ key }) => key) : ['the only one']);
      expect(keys.size).toBe(1);
    },
  );
});

describe('a webhook', () => {
  const read = ({ body, headers, secret, toleranceSeconds }: WebhookVector) =>
    readWebhook(body, headers, secret, { toleranceSeconds });
  const [genuine, others] = [webhooks.filter(({ event }) => event), webhooks.filter(({ error }) => error)];

  it.each(genuine.map((vector) => [vector.name, vector] as const))('is read as by every client: %s', (_, vector) => {
    expect(read(vector)).toEqual(vector.event);
  });

  it.each(others.map((vector) => [vector.name, vector] as const))('is refused as by every client: %s', (_, vector) => {
    expect(() => read(vector)).toThrow(vector.error);
  });
});

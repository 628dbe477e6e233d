import type { RequestListener } from 'node:http';
import { Standing, StandingError, UnansweredError, type StandingOptions } from '@standing/client';
import { answering } from '../support/answering.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
  service.registries.of('us-co').records.push(record({ id: '20191', name: 'Juniper Causeway LLC' }));
});
afterAll(() => service.close());
afterEach(() => void jest.restoreAllMocks());

const JUNIPER = { entity_name: 'Juniper Causeway LLC', jurisdiction: 'us-co' };

it('retries under one key what may have been lost, and nothing else', async () => {
  const keys: (string | undefined)[] = [];
  await answering(
    ({ headers, socket }) => {
      keys.push(headers['idempotency-key']?.toString());
      socket.destroy();
    },
    async (baseUrl) => {
      const repeating = new Standing({ baseUrl, retries: 1 });
      await expect(repeating.verify({ entity_name: 'Juniper', jurisdiction: 'us-co' })).rejects.toBeInstanceOf(
        StandingError,
      );
      expect(keys).toEqual([expect.any(String), keys[0]]);
      await expect(repeating.createKey()).rejects.toBeInstanceOf(StandingError);
      expect(keys).toHaveLength(3);
    },
  );
});

/** Time limits that end only when the test says so. */
function limitsHeld(): AbortController[] {
  const limits: AbortController[] = [];
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  return limits;
}
const late = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');

/**
 * A gateway before the service that forwards every request, and holds back the first answers until
 * the client's time limit has ended.
 */
async function holdingBack(
  held: number,
  use: (client: (options?: Partial<StandingOptions>) => Standing, keys: (string | undefined)[]) => Promise<void>,
): Promise<void> {
  const { key: apiKey } = await service.signUp();
  const limits = limitsHeld();
  const keys: (string | undefined)[] = [];
  const forward: RequestListener = (request, response) => {
    void (async () => {
      const number = keys.push(request.headers['idempotency-key']?.toString());
      const body = Buffer.concat(await request.toArray());
      const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name);
      const answer = await fetch(service.url + request.url, { method: request.method!, headers, body });
      const text = await answer.text();
      if (number <= held) return limits.at(-1)!.abort(late());
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
    })();
  };
  await answering(forward, (baseUrl) => use((options) => new Standing({ baseUrl, apiKey, ...options }), keys));
}

it('repeats under the same key after its own time limit, so that the request is charged once', async () => {
  await holdingBack(1, async (client, keys) => {
    const answer = await client().verify(JUNIPER, { waitSeconds: 10 });
    expect(answer).toMatchObject({ status: 'completed' });
    expect(keys).toEqual([expect.any(String), keys[0]]);
    const { credit_balance } = await client({ baseUrl: service.url }).account();
    expect(credit_balance).toBe(49);
  });
});

it('tells the key in the error, under which the caller repeats the request free', async () => {
  await holdingBack(2, async (client, keys) => {
    const error = await client({ retries: 1 })
      .verify(JUNIPER, { waitSeconds: 10 })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnansweredError);
    expect(error).toMatchObject({ name: 'TimeoutError', idempotencyKey: keys[0] });
    expect((error as Error).message).toContain(keys[0]);
    const again = await client().verify(JUNIPER, { waitSeconds: 10, idempotencyKey: keys[0]! });
    expect(again).toMatchObject({ status: 'completed', credits: { charged: 0 } });
    expect(new Set(keys).size).toBe(1);
  });
});

it('tells the key when the caller aborts, and when the connection or the answer is lost', async () => {
  const controller = new AbortController();
  await answering(
    () => controller.abort(),
    async (baseUrl) => {
      const aborted = new Standing({ baseUrl }).verify(JUNIPER, { idempotencyKey: 'one', signal: controller.signal });
      await expect(aborted).rejects.toMatchObject({ name: 'AbortError', idempotencyKey: 'one' });
    },
  );
  const nobody = new Standing({ baseUrl: 'http://127.0.0.1:9', retries: 0 });
  await expect(nobody.verify(JUNIPER, { idempotencyKey: 'one' })).rejects.toMatchObject({ idempotencyKey: 'one' });
  await answering(
    (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
    async (baseUrl) => {
      const refused = new Standing({ baseUrl, retries: 0 }).search(
        { entity_name: 'Juniper' },
        { idempotencyKey: 'two' },
      );
      await expect(refused).rejects.toMatchObject({ status: 502, idempotencyKey: 'two' });
    },
  );
});

it('does not repeat a request without a key, nor begin a repeat after the limit of the whole wait', async () => {
  const limits = limitsHeld();
  let sent = 0;
  await answering(
    () => {
      sent += 1;
      limits.at(-1)!.abort(late());
    },
    async (baseUrl) => {
      const asking = new Standing({ baseUrl });
      await expect(asking.config()).rejects.toMatchObject({ name: 'TimeoutError', idempotencyKey: undefined });
      await expect(asking.verifyAndWait(JUNIPER, { withinMs: 0 })).rejects.toBeInstanceOf(UnansweredError);
    },
  );
  expect(sent).toBe(2);
});

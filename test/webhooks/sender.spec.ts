import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { HttpSender } from '../../src/adapters/http/sender.js';
import { startCanary, startReceiver, type Receiver } from '../support/receiver.js';

const key = readFileSync('test/fixtures/tls/receiver.key', 'utf8');
const cert = readFileSync('test/fixtures/tls/receiver.crt', 'utf8');

let receiver: Receiver;
let sender: HttpSender;

beforeEach(() => {
  sender = new HttpSender({ ca: cert });
});
afterEach(async () => {
  await sender.onApplicationShutdown();
  await receiver.close();
});

const send = (url: string, addresses: string[], limitMs = 2_000) =>
  sender.send(
    { url: new URL(url), addresses, headers: { 'X-Test': '1' }, body: Buffer.from('{"some":"thing"}') },
    limitMs,
  );

describe('the sender of webhooks', () => {
  it('connects to the checked address, whatever the name resolves to by then', async () => {
    receiver = await startReceiver({ host: '127.0.0.2' });
    const canary = await startCanary('127.0.0.1', receiver.port);
    expect(await send(`http://localhost:${receiver.port}/hook?x=1`, ['127.0.0.2'])).toEqual({ status: 204, body: '' });
    canary.close();
    expect(canary.connections).toBe(0);
    expect(receiver.received[0]).toMatchObject({ path: '/hook?x=1', json: { some: 'thing' } });
    expect(receiver.received[0]!.headers).toMatchObject({ host: `localhost:${receiver.port}`, 'x-test': '1' });
  });

  it('does not reuse a connection to an earlier checked address for another one', async () => {
    receiver = await startReceiver({ host: '127.0.0.2' });
    const other = await startReceiver({ host: '127.0.0.3', port: receiver.port });
    await send(`http://localhost:${receiver.port}/`, ['127.0.0.2']);
    await send(`http://localhost:${receiver.port}/`, ['127.0.0.3']);
    await other.close();
    expect([receiver.received.length, other.received.length]).toEqual([1, 1]);
  });

  it('checks the certificate against the name, not the address', async () => {
    receiver = await startReceiver({ tls: { key, cert } });
    expect((await send(`https://receiver.example.test:${receiver.port}/`, ['127.0.0.1'])).status).toBe(204);
    await expect(send(`https://other.example.test:${receiver.port}/`, ['127.0.0.1'])).rejects.toThrow('certificate');
    const strict = new HttpSender();
    const request = {
      url: new URL(`https://receiver.example.test:${receiver.port}/`),
      addresses: ['127.0.0.1'],
      headers: {},
      body: Buffer.from('{}'),
    };
    await expect(strict.send(request, 2_000)).rejects.toThrow('certificate');
    await strict.onApplicationShutdown();
    expect(receiver.received).toHaveLength(1);
  });

  it('ignores proxies in the environment', async () => {
    receiver = await startReceiver();
    const canary = await startCanary();
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy'];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = `http://127.0.0.1:${canary.port}`;
    try {
      expect((await send(receiver.url, ['127.0.0.1'])).status).toBe(204);
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      canary.close();
    }
    expect(canary.connections).toBe(0);
  });

  it('returns a redirect as the answer, and does not follow it', async () => {
    receiver = await startReceiver();
    const canary = await startCanary();
    receiver.answer = (_n, response) =>
      void response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end();
    expect((await send(receiver.url, ['127.0.0.1'])).status).toBe(302);
    canary.close();
    expect(canary.connections).toBe(0);
  });

  it('reads the beginning of an endless answer, and disconnects', async () => {
    receiver = await startReceiver();
    let written = 0;
    receiver.answer = (_n, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536;
      };
      response.on('drain', more);
      more();
    };
    const { status, body } = await send(receiver.url, ['127.0.0.1']);
    expect(status).toBe(200);
    expect(body).toBe('x'.repeat(4_096));
    expect(written).toBeLessThan(20_000_000);
  });

  it('returns the status of an answer whose body never ends, long before its time limit', async () => {
    receiver = await startReceiver();
    receiver.answer = (_n, response) => void response.writeHead(202).write('so far');
    expect(await send(receiver.url, ['127.0.0.1'], 600_000)).toEqual({ status: 202, body: 'so far' });
  });

  it.each([
    ['never answers', () => undefined, 'no answer within 0 s'],
    ['hangs up', (_n: number, response: ServerResponse) => response.socket?.destroySoon(), 'closed without an answer'],
  ])('reports the reason when the receiver %s', async (_what, answer, reason) => {
    receiver = await startReceiver();
    receiver.answer = (n, response) => answer(n, response);
    await expect(send(receiver.url, ['127.0.0.1'], 400)).rejects.toMatchObject({
      reason: expect.stringContaining(reason),
    });
  });

  it('reports a refused connection', async () => {
    receiver = await startReceiver();
    const closed = await startReceiver();
    await closed.close();
    await expect(send(closed.url, ['127.0.0.1'])).rejects.toMatchObject({ reason: 'the connection was refused' });
  });

  it('aborts an answer whose headers arrive too slowly', async () => {
    receiver = await startReceiver();
    receiver.answer = (_n, response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
      const timer = setInterval(() => response.socket?.write('H'), 50);
      response.socket?.on('close', () => clearInterval(timer));
    };
    await expect(send(receiver.url, ['127.0.0.1'], 500)).rejects.toMatchObject({
      reason: expect.stringContaining('no answer within'),
    });
  });
});

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../test/support/until.js';
import { RUN_TYPESCRIPT } from '../test/setup/run-typescript.js';

describe('the client that plays the customers', () => {
  let client: ChildProcess;
  let server: http.Server;
  let served: string[];
  let statusOf: (turn: number) => number;
  beforeAll(async () => {
    client = fork('bench/client-process.ts', { execArgv: RUN_TYPESCRIPT, serialization: 'advanced' });
    server = http.createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        served.push(`${request.method} ${request.url} ${body}`);
        const answer = 'x'.repeat(20_000);
        response.writeHead(statusOf(served.length), { 'content-length': answer.length });
        response.write(answer.slice(0, 9_000));
        setImmediate(() => response.end(answer.slice(9_000)));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    client.kill();
    server.closeAllConnections();
    server.close();
  });

  async function load(order: object): Promise<any> {
    served = [];
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const requests = ['a', 'b', 'c'].map((body) => ({ method: 'POST', path: '/it', headers: {}, body }));
    client.send({ urls: [url], requests, first: 1, expectedStatus: 200, connections: 4, seconds: 0.3, ...order });
    const [result] = await once(client, 'message');
    return result;
  }

  it('counts exactly the answers that were given', async () => {
    statusOf = () => 200;
    const result = await load({ seconds: 2 });
    expect(result).toMatchObject({ answers: served.length, unexpected: 0 });
    expect(served.length).toBeGreaterThan(10);
    expect(result.perSecond).toBeLessThanOrEqual(served.length / 2);
  });

  it('sends the requests round-robin, from the given one', async () => {
    statusOf = () => 200;
    await load({ connections: 1 });
    expect(served.slice(0, 4)).toEqual(['POST /it b', 'POST /it c', 'POST /it a', 'POST /it b']);
  });

  it('sends one request on each connection in however short a time', async () => {
    statusOf = () => 200;
    expect((await load({ connections: 40, seconds: 0.000_1 })).answers).toBeGreaterThanOrEqual(40);
  });

  it('counts every answer of another status, and keeps the first', async () => {
    statusOf = (turn) => (turn % 5 === 0 ? 503 : 200);
    const result = await load({ seconds: 2 });
    expect(result.unexpected).toBe(Math.floor(served.length / 5));
    expect(result.firstUnexpected).toMatch(/^HTTP\/1\.1 503 /);
  });

  it('keeps to a rate that it is given', async () => {
    statusOf = () => 200;
    const result = await load({ perSecond: 40, seconds: 0.5 });
    expect(result.answers).toBe(20);
    expect(served).toHaveLength(20);
  });

  it('tells of a server that goes away, and can be used again', async () => {
    statusOf = () => 200;
    const under = load({ seconds: 5 });
    await until(() => served.length > 0);
    server.closeAllConnections();
    expect(await under).toEqual({ error: expect.any(String) });
    await sleep(50);
    expect((await load({})).unexpected).toBe(0);
  });
});

import { FREE_CREDITS } from '../../src/core/billing/packages.js';
import { PRICES } from '../../src/core/billing/pricing.js';
import { startSandbox, type Sandbox } from '@standing/sandbox';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startConnectProxy, type ConnectProxy } from '../support/connect-proxy.js';
import { askProgram, keyFrom, startProgram, type Program } from '../support/program.js';

/** Whole processes in a network whose proxy alone resolves names, behind a gateway. */
describe('the program without direct access to the internet', () => {
  let sandbox: Sandbox;
  let proxy: ConnectProxy;
  let database: TestDatabase;
  let program: Program;
  beforeAll(async () => {
    [sandbox, database] = await Promise.all([startSandbox(), createTestDatabase()]);
    proxy = await startConnectProxy({ 'register.invalid': Number(new URL(sandbox.origin).port) });
    program = await startProgram({
      DATABASE_URL: database.url,
      HTTP_PROXY: proxy.url,
      HTTPS_PROXY: proxy.url,
      REGISTRY_US_CO_URL: 'http://register.invalid/us-co',
      REGISTRY_NO_03_URL: 'https://register.invalid/no-03',
      TRUSTED_PROXIES: '127.0.0.1',
      MCP_ANONYMOUS_RATE_LIMIT: '5',
    });
  });
  afterAll(async () => {
    await program.stop();
    await proxy.close();
    await Promise.all([sandbox.close(), database.drop()]);
  });

  it('asks registers through the proxy, and charges what they answered', async () => {
    const key = await keyFrom(program);
    const verify = (entity_name: string, jurisdiction: string) =>
      askProgram(program, key, ['POST', '/v1/verify'], { entity_name, jurisdiction });
    const [name = ''] = sandbox.sampleNames('us-co') ?? [];
    expect(await verify(name, 'us-co')).toMatchObject({ status: 'completed', data: { entity_name: name } });
    expect(proxy.asked).toContain('register.invalid:80');
    // The register's double speaks no TLS: the tunnel is opened, and nothing is charged.
    expect(await verify('Anything AS', 'no-03')).toMatchObject({ error: { code: 'DATA_SOURCE_UNAVAILABLE' } });
    expect(proxy.asked).toContain('register.invalid:443');
    const account = await askProgram(program, key, ['GET', '/v1/account']);
    expect(account.credit_balance).toBe(FREE_CREDITS - PRICES.quick);
  });

  it.each([
    ['ports', (at: number) => `203.0.113.5:1234${at}`],
    ['brackets and ports', (at: number) => `[2001:db8:1::${at}]:1234${at}`],
    ['lists', (at: number) => `198.51.100.${at}, 203.0.113.6:1${at}`],
  ])('counts one network behind a gateway that writes %s', async (_words, write) => {
    const ask = async (at: number) => {
      const { status } = await fetch(`${program.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'x-forwarded-for': write(at),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      });
      return status;
    };
    const statuses = [];
    for (let at = 1; at <= 20; at++) statuses.push(await ask(at));
    // The minute may end once among them.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(statuses).toContain(429);
  });
});

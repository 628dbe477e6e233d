import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HttpClientDocuments } from '../../src/adapters/http/client-documents.js';
import { HttpSender } from '../../src/adapters/http/sender.js';
import { download } from '../../src/adapters/registries/bulk/importing/download.js';
import { RegisterClient } from '../../src/adapters/registries/http/client.js';
import { createStripe } from '../../src/adapters/stripe/stripe-client.js';
import { AddressGuard } from '../../src/core/webhooks/public-address.js';
import type { Resolver } from '../../src/core/webhooks/ports.js';
import { startRegisterDouble, type RegisterDouble } from '../registries/register-double.js';
import { startConnectProxy, type ConnectProxy } from '../support/connect-proxy.js';
import { record } from '../support/fakes.js';
import { startService } from '../support/harness.js';
import { until } from '../support/until.js';

const never = new AbortController().signal;
/** Names that only the proxy resolves. */
const HOSTS = ['register.invalid', 'files.invalid', 'client.invalid', 'receiver.invalid', 'stripe.invalid'];

let double: RegisterDouble;
let proxy: ConnectProxy;
let service: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  double = await startRegisterDouble();
  const port = Number(new URL(double.origin).port);
  proxy = await startConnectProxy({
    ...Object.fromEntries(HOSTS.map((host) => [host, port])),
    'service.invalid': Number(new URL(service.url).port),
  });
  process.env['HTTP_PROXY'] = proxy.url;
  process.env['NO_PROXY'] = 'direct.invalid';
});
afterEach(async () => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) delete process.env[name];
  await proxy.close();
  await double.close();
});

async function asked(url: string): Promise<unknown> {
  const client = new RegisterClient({ source: 'us-xx', timeoutMs: 5_000, log: { warn: () => undefined } });
  try {
    return await client.ask({ url }, { signal: never }, (body) => body);
  } finally {
    await client.close();
  }
}

/** A network without public names, as it is behind such a proxy. */
const unresolving: Resolver = { addresses: () => Promise.resolve([]) };
const guardOf = (byProxy: boolean) => new AddressGuard(unresolving, true, byProxy);

describe('with a proxy in the environment', () => {
  it('asks registers through it, by names that only the proxy resolves', async () => {
    expect(await asked('http://register.invalid/rows')).toEqual([]);
    expect(proxy.asked).toEqual(['register.invalid:80']);
    expect(double.requests.map(({ path }) => path)).toEqual(['/rows']);
  });

  it('opens a tunnel to a register over https', async () => {
    process.env['HTTPS_PROXY'] = proxy.url;
    delete process.env['HTTP_PROXY'];
    // The double speaks no TLS.
    await expect(asked('https://register.invalid/rows')).rejects.toMatchObject({ failure: 'unavailable' });
    expect(proxy.asked).toEqual(['register.invalid:443']);
  });

  it('reports a refusal of the proxy as an unavailable register', async () => {
    proxy.refuse();
    await expect(asked('http://register.invalid/rows')).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it('reaches this machine, and hosts of NO_PROXY, directly', async () => {
    expect(await asked(`${double.origin}/rows`)).toEqual([]);
    await expect(asked('http://direct.invalid/rows')).rejects.toMatchObject({ failure: 'unavailable' });
    process.env['NO_PROXY'] = '*';
    await expect(asked('http://register.invalid/rows')).rejects.toMatchObject({ failure: 'unavailable' });
    expect(proxy.asked).toEqual([]);
  });

  it('downloads the files of registers through it', async () => {
    double.replyWith(() => ({ body: 'number,name\n1,A\n', headers: { 'content-type': 'text/csv' } }));
    const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
    await download({ url: 'http://files.invalid/list.csv', file: join(folder, 'list.csv') });
    expect(await readFile(join(folder, 'list.csv'), 'utf8')).toContain('1,A');
    await rm(folder, { recursive: true });
    expect(proxy.asked).toEqual(['files.invalid:80']);
  });

  it('reads client documents and asks Stripe through it', async () => {
    double.replyWith(({ path }) => ({ body: path === '/client.json' ? '{"client_id":"x"}' : '{"object":"balance"}' }));
    const documents = new HttpClientDocuments(guardOf(false));
    expect((await documents.read('http://client.invalid/client.json')).text).toBe('{"client_id":"x"}');
    await createStripe('sk_test_1', 'http://stripe.invalid').balance.retrieve();
    expect(proxy.asked).toEqual(['client.invalid:80', 'stripe.invalid:80']);
  });

  it('delivers webhooks through it only if that is configured', async () => {
    const deliver = async (byProxy: boolean) => {
      const sender = new HttpSender({ byProxy });
      const { url, addresses } = await guardOf(byProxy).check('http://receiver.invalid:8080/hook');
      const sent = await sender.send({ url, addresses, headers: {}, body: Buffer.from('{}') }, 2_000);
      await sender.onApplicationShutdown();
      return sent;
    };
    expect((await deliver(true)).status).toBe(200);
    expect(proxy.asked).toEqual(['receiver.invalid:8080']);
    await expect(deliver(false)).rejects.toThrow('must name a host that can be resolved');
    await expect(guardOf(true).check('http://10.0.0.1/hook')).resolves.toMatchObject({ addresses: ['10.0.0.1'] });
    const strict = new AddressGuard(unresolving, false, true);
    await expect(strict.check('https://10.0.0.1/hook')).rejects.toThrow('publicly reachable');
  });

  it.each([
    ['on', 202, ['receiver.invalid:8080']],
    ['off', 400, []],
  ])('delivers a test event as WEBHOOK_PROXY=%s says', async (setting, expected, hosts) => {
    const configured = await startService({ env: { WEBHOOK_PROXY: setting, WEBHOOK_ALLOW_PRIVATE: 'true' } });
    const { key } = await configured.signUp();
    const body = { webhook_url: 'http://receiver.invalid:8080/hook' };
    const { status } = await configured.ask('POST', '/v1/webhooks/test', { key, body });
    if (status === 202) await until(() => Promise.resolve(double.requests.length === 1));
    await configured.close();
    expect([status, proxy.asked]).toEqual([expected, hosts]);
  });

  it('is used by the commands', async () => {
    const { key } = await service.signUp();
    service.registries.of('us-co').records = [record({ id: '20210000001', name: 'Tamarack Lanterns LLC' })];
    const words = ['scripts/standing.mjs', 'verify', 'Tamarack Lanterns LLC', 'us-co'];
    const { stdout } = await promisify(execFile)(process.execPath, [...words, '--url', 'http://service.invalid'], {
      env: { ...process.env, STANDING_KEY: key },
    });
    expect(stdout).toContain('Tamarack Lanterns LLC');
    expect(new Set(proxy.asked)).toEqual(new Set(['service.invalid:80']));
  });
});

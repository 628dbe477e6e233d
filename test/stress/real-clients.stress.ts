import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describeInChromium, launchChromium, signInByCode } from '../support/chromium.js';
import { record } from '../support/fakes.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { installed, type Installed } from '../support/installed.js';
import { Browser, freePort } from '../support/oauth-user.js';
import { until } from '../support/until.js';

const ASKED = { entity_name: 'Tamarack Lanterns LLC', jurisdiction: 'us-co' };
const CALL = { name: 'verify_business', arguments: ASKED };
const INSTALL_MS = 300_000;

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()), MCP_ANONYMOUS_RATE_LIMIT: '100000' } });
  service.registries.of('us-co').records = [record({ id: '20210000001', name: ASKED.entity_name })];
});
afterAll(() => service.close());

/** Signs in and consents at the address that a client opens, and returns where that leads. */
async function consent(url: string, email: string): Promise<URL> {
  const browser = new Browser(service);
  let back = await browser.open(url);
  back ??= await browser.signIn(email, '10.8.0.1');
  back ??= await browser.submit({ action: 'allow' });
  return new URL(back ?? '');
}

/** The answer was charged to the account whose owner consented. */
async function expectCharged(answer: any, email: string): Promise<void> {
  expect(answer.isError ?? false).toBe(false);
  expect(answer.structuredContent).toMatchObject({ data: { entity_name: ASKED.entity_name } });
  expect(answer._meta).toMatchObject({ 'standing/credits_charged': expect.any(Number) });
  const [account] = await service.db.rows<{ spent: string }>(
    `select -sum(amount) as spent from ledger_entries l join accounts a on a.id = l.account_id
      where a.email = $1 and l.type = 'charge'`,
    [email],
  );
  expect(Number(account?.spent)).toBeGreaterThan(0);
}

interface Sdk {
  Client: new (info: object) => any;
  StreamableHTTPClientTransport: new (url: URL, options: object) => any;
}

const loadEarlier = async ({ load }: Installed): Promise<Sdk> => ({
  ...load('@modelcontextprotocol/sdk/client/index.js'),
  ...load('@modelcontextprotocol/sdk/client/streamableHttp.js'),
});
const loadCurrent = ({ load }: Installed): Promise<Sdk> => Promise.resolve(load('@modelcontextprotocol/client'));

/** A library of about a year ago, and both of today. */
const SDKS: [name: string, version: string, load: (from: Installed) => Promise<Sdk>][] = [
  ['@modelcontextprotocol/sdk', '1.22.0', loadEarlier],
  ['@modelcontextprotocol/sdk', '1.32.2', loadEarlier],
  ['@modelcontextprotocol/client', '2.4.0', loadCurrent],
];

describe.each(SDKS)('%s %s', (name, version, load) => {
  it.each(['/mcp', '/mcp?sign_in=1'])(
    'registers, signs in and gets a charged answer at %s',
    async (path) => {
      const { Client: Sdk, StreamableHTTPClientTransport: Http } = await load(await installed(`${name}@${version}`));
      const email = newEmail();
      const kept: Record<string, any> = {};
      const authProvider = {
        redirectUrl: 'http://127.0.0.1:9/callback',
        clientMetadata: { client_name: 'SDK', redirect_uris: ['http://127.0.0.1:9/callback'] },
        clientInformation: () => kept['client'],
        saveClientInformation: (client: object) => void (kept['client'] = client),
        tokens: () => kept['tokens'],
        saveTokens: (tokens: object) => void (kept['tokens'] = tokens),
        redirectToAuthorization: (url: URL) => void (kept['url'] = url),
        saveCodeVerifier: (verifier: string) => void (kept['verifier'] = verifier),
        codeVerifier: () => kept['verifier'],
      };
      const connection = () => ({
        client: new Sdk({ name: 'sdk', version }),
        transport: new Http(new URL(service.url + path), { authProvider }),
      });
      const call = async ({ client, transport }: ReturnType<typeof connection>) => {
        await client.connect(transport);
        return client.callTool(CALL);
      };
      const first = connection();
      await expect(call(first)).rejects.toThrow(/unauthorized/i);
      const { searchParams } = await consent(kept['url'].href, email);
      await first.transport.finishAuth(name.endsWith('/sdk') ? searchParams.get('code') : searchParams);
      const second = connection();
      await expectCharged(await call(second), email);
      await second.client.close();
    },
    INSTALL_MS,
  );
});

describe.each(['0.1.37', '0.15.1'])('mcp-remote %s', (version) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standing-mcp-remote-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it(
    'registers, signs in when it connects, and gets a charged answer',
    async () => {
      const { folder: packages } = await installed(`mcp-remote@${version}`);
      const program = join(packages, 'node_modules/mcp-remote/dist/proxy.js');
      const email = newEmail();
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [program, `${service.url}/mcp?sign_in=1`, String(await freePort()), '--allow-http'],
        // Opens no browser: this test is the person.
        env: { ...process.env, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true' },
        stderr: 'pipe',
      });
      let said = '';
      transport.stderr?.on('data', (chunk: Buffer) => void (said += chunk.toString()));
      const client = new Client({ name: 'a host', version: '1' });
      try {
        const connected = client.connect(transport, { timeout: INSTALL_MS });
        const url = await until(() => /https?:\/\/\S+\/oauth\/authorize\?\S+/.exec(said)?.[0]);
        expect((await fetch(await consent(url, email))).status).toBe(200);
        await connected;
        await expectCharged(await client.callTool(CALL), email);
      } finally {
        await client.close();
      }
    },
    INSTALL_MS,
  );
});

/** The SDK in a page of another port, like the Inspector's direct connection. */
const PAGE_SOURCE = `
  import { Client } from '@modelcontextprotocol/sdk/client/index.js';
  import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
  const read = (name) => JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined;
  const keep = (name) => (value) => sessionStorage.setItem(name, JSON.stringify(value));
  const redirectUrl = location.origin + '/oauth/callback';
  const authProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Inspector', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    clientInformation: () => read('client'), saveClientInformation: keep('client'),
    tokens: () => read('tokens'), saveTokens: keep('tokens'),
    codeVerifier: () => read('verifier'), saveCodeVerifier: keep('verifier'),
    redirectToAuthorization: (url) => { location.href = url; },
  };
  const transport = () => new StreamableHTTPClientTransport(new URL(SERVER + read('path')), { authProvider });
  const query = new URLSearchParams(location.search);
  const code = query.get('code');
  if (query.has('path')) keep('path')(query.get('path'));
  const show = (value) => { document.body.append(Object.assign(document.createElement('pre'), { textContent: JSON.stringify(value) })); };
  try {
    if (code) await transport().finishAuth(code);
    const client = new Client({ name: 'inspector', version: '1' });
    await client.connect(transport());
    show(await client.callTool(CALL));
  } catch (error) {
    if (code || !/unauthorized/i.test(String(error))) show({ failed: String(error) });
  }
`;

describeInChromium('the SDK in a page, as the Inspector connects directly', () => {
  let pages: Server;
  let script = '';
  beforeAll(async () => {
    const { folder } = await installed('@modelcontextprotocol/sdk@1.32.2', 'esbuild@0.25.12');
    script = await bundled(folder);
    pages = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><body><script type="module">${script}</script>`);
    });
    await new Promise<void>((listening) => pages.listen(0, '127.0.0.1', listening));
  }, INSTALL_MS);
  afterAll(() => new Promise((closed) => pages.close(closed)));

  function bundled(folder: string): Promise<string> {
    const values = Object.entries({ CALL, SERVER: service.url });
    const defined = values.map(([name, value]) => `--define:${name}=${JSON.stringify(value)}`);
    const options = ['--bundle', '--format=esm', '--platform=browser', ...defined];
    const child = spawn(join(folder, 'node_modules/.bin/esbuild'), options, { cwd: folder });
    child.stdin.end(PAGE_SOURCE);
    return new Promise((done, fail) => {
      let out = '';
      let wrong = '';
      child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => void (wrong += chunk.toString()));
      child.once('error', fail);
      child.once('close', (status) =>
        status === 0 ? done(out.replaceAll('</script', '<\\/script')) : fail(new Error(wrong)),
      );
    });
  }

  it.each(['/mcp', '/mcp?sign_in=1'])(
    'registers, signs in, consents and gets a charged answer at %s',
    async (path) => {
      const browser = await launchChromium();
      try {
        const page = await browser.newPage();
        const email = newEmail();
        const { port } = pages.address() as AddressInfo;
        await page.goto(`http://localhost:${port}/?${new URLSearchParams({ path })}`);
        await page.waitForSelector('form:first-of-type input[name=email]');
        await signInByCode(page, service, email);
        await page.click('button[value=allow]');
        const shown = await page.waitForSelector('pre');
        await expectCharged(JSON.parse((await shown.textContent()) ?? ''), email);
      } finally {
        await browser.close();
      }
    },
    INSTALL_MS,
  );
});

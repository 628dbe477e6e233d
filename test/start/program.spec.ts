import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';

const run = promisify(execFile);
const JSON_TYPE = { 'content-type': 'application/json' };

describe('the compiled program', () => {
  let database: TestDatabase;
  let program: Program;
  beforeAll(async () => {
    database = await createTestDatabase();
    program = await startProgram({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await program.stop('SIGKILL');
    await database.drop();
  });

  it('prints the address, how to get a key, and a request to paste', async () => {
    await until(() => program.output.some((line) => line.includes('/health/ready')));
    const said = program.output.join('\n');
    expect(said).toContain(`Standing is ready at ${program.url}`);
    expect(said).toContain(`curl ${program.url}/v1/auth/request-access`);
    expect(said).toContain(`curl ${program.url}/v1/verify`);
  });

  it('completes the steps that it prints: sign up, verify, see the record and the balance', async () => {
    const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await fetch(program.url + path, {
        method: 'POST',
        headers: { ...JSON_TYPE, ...headers },
        body: JSON.stringify(body),
      });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    };
    await post('/v1/auth/request-access', { email: 'you@example.com', accept_terms: true });
    await until(() => program.output.some((line) => line.startsWith('e-mail to')));
    const announced = program.output.find((line) => line.startsWith('e-mail to you@example.com')) ?? '';
    const [code] = /\b\d{6}\b/.exec(announced) ?? [];
    const { body: access } = await post('/v1/auth/verify-access', { email: 'you@example.com', code });
    const [name] = /(?<="entity_name":")[^"]+/.exec(program.output.join('\n')) ?? [];
    const headers = { 'x-api-key': access.api_key, prefer: 'wait=10' };
    const verified = await post('/v1/verify', { entity_name: name, jurisdiction: 'us-co' }, headers);
    expect(verified.status).toBe(200);
    expect(verified.body.data).toMatchObject({ entity_name: name, jurisdiction: 'us-co', confidence: 100 });
    expect(verified.headers.get('x-credits-remaining')).toBe('49');
    expect(program.output.join('\n')).not.toContain(access.api_key);
  });

  it('runs the whole demonstration, including a checked webhook', async () => {
    const [outbox = ''] = / in (\S+outbox)/.exec(program.output.join('\n'))?.slice(1) ?? [];
    const args = ['examples/demo/main.mjs', '--url', program.url, '--outbox', outbox];
    const { stdout } = await run(process.execPath, args);
    expect(stdout).toContain('✓ it is signed with the secret of this account');
    expect(stdout).toContain('✓ every credit is accounted for');
  });

  it('answers MCP in both protocol versions', async () => {
    for (const [version, key] of [
      ['2026-07-28', 'io.modelcontextprotocol/protocolVersion'],
      ['2025-06-18', 'unread'],
    ] as const) {
      const meta = {
        [key]: version,
        'io.modelcontextprotocol/clientInfo': { name: 'smoke', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const answer = await fetch(`${program.url}/mcp`, {
        method: 'POST',
        headers: {
          ...JSON_TYPE,
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': version,
          'mcp-method': 'tools/list',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } }),
      });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('"verify_business"');
    }
  });

  it('serves the metadata of an authorization server', async () => {
    const answer = await fetch(`${program.url}/.well-known/oauth-authorization-server`);
    expect(await answer.json()).toMatchObject({ token_endpoint: expect.stringMatching(/\/oauth\/token$/) });
  });

  it('refuses an access token that it did not issue', async () => {
    const answer = await fetch(`${program.url}/v1/account`, { headers: { authorization: 'Bearer of-somebody-else' } });
    expect(answer.status).toBe(401);
  });

  it('reports that it is ready', async () => {
    expect((await fetch(`${program.url}/health/ready`)).status).toBe(200);
  });

  it('refuses to start a second process on its port, in a line that says so', async () => {
    const { port } = new URL(program.url);
    const env = { PATH: process.env['PATH'], ENV_FILE: '/dev/null', DATABASE_URL: database.url, PORT: port };
    const failure: unknown = await run(process.execPath, ['dist/main.js'], { env }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(`port ${port} is taken`) });
  });

  it('exits in order on SIGTERM', async () => {
    const another = await startProgram({ DATABASE_URL: database.url });
    expect(await another.stop('SIGTERM')).toBe(0);
  });

  it('refuses to start on a bad value, and names it in one line', async () => {
    const env = { PATH: process.env['PATH'], ENV_FILE: '/dev/null', PORT: 'eighty' };
    const failure: unknown = await run(process.execPath, ['dist/main.js'], { env }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Standing cannot start: PORT .*\n$/),
    });
  });
});

describe('the compiled program with Stripe and mail configured', () => {
  const mail: string[] = [];
  let database: TestDatabase;
  let mailServer: SMTPServer;
  let program: Program;
  beforeAll(async () => {
    database = await createTestDatabase();
    mailServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        stream.on('data', (chunk: Buffer) => mail.push(chunk.toString()));
        stream.on('end', () => done());
      },
    });
    const listening = mailServer.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    program = await startProgram({
      DATABASE_URL: database.url,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      STRIPE_SECRET_KEY: 'sk_test_of_the_smoke_test',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_smoke_test',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    });
  });
  afterAll(async () => {
    await program.stop('SIGKILL');
    await new Promise<void>((resolve) => mailServer.close(resolve));
    await database.drop();
  });

  it('checks the signatures of Stripe', async () => {
    const answer = await fetch(`${program.url}/v1/billing/stripe/webhook`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'stripe-signature': 't=1,v1=00' },
      body: '{}',
    });
    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as { error: { message: string } };
    expect(error.message).toBe('header.Stripe-Signature does not prove that Stripe sent this.');
  });

  it('sends mail through the mail server', async () => {
    await askForAccess(program);
    await until(() => mail.join('').includes('is your Standing code'));
  });
});

async function askForAccess({ url }: Program): Promise<void> {
  const answer = await fetch(`${url}/v1/auth/request-access`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ email: 'you@example.com', accept_terms: true }),
  });
  expect(answer.ok).toBe(true);
}

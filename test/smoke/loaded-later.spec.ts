import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('what the compiled program loads when it is used', () => {
  let database: TestDatabase;
  let program: Program;
  beforeAll(async () => {
    database = await createTestDatabase();
    program = await startProgram({ DATABASE_URL: database.url });
  }, 60_000);
  afterAll(async () => {
    await program.stop('SIGKILL');
    await database.drop();
  });

  it('answers MCP in both eras', async () => {
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

  it('is an authorization server', async () => {
    const answer = await fetch(`${program.url}/.well-known/oauth-authorization-server`);
    expect(await answer.json()).toMatchObject({ token_endpoint: expect.stringMatching(/\/oauth\/token$/) });
  });

  it('knows no access token that it did not issue', async () => {
    const answer = await fetch(`${program.url}/v1/account`, { headers: { authorization: 'Bearer of-somebody-else' } });
    expect(answer.status).toBe(401);
  });

  it('writes a message for a newcomer to the outbox', async () => {
    await askForAccess(program);
    await until(() => program.output.some((line) => line.startsWith('e-mail to you@example.com')));
  });
});

describe('what the compiled program loads when it is configured', () => {
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
  }, 60_000);
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
    expect(error.message).toBe('The signature does not prove that Stripe sent this.');
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

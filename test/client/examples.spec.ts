import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { newId } from '../../src/core/ids.js';
import { signatureHeaders, generateSigningSecret } from '../../src/core/webhooks/signature.js';
import { shellBlocks } from '../support/documented.js';
import { startSandboxService, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';

const run = promisify(execFile);
const { createReceiver } = await import(resolve('examples/webhook-receiver/receiver.mjs'));

const COMMANDS = shellBlocks(readFileSync('examples/README.md', 'utf8')).map((block) => block.trim());
const [DEMO = '', RECEIVER = '', BATCH = '', ...others] = COMMANDS;

const secret = generateSigningSecret();
function delivery(eventId = newId('evt')) {
  const body = Buffer.from(JSON.stringify({ event: 'verification.completed', event_id: eventId, job_id: 'job_1' }));
  const headers = signatureHeaders({ eventId, body, at: new Date() }, { current: secret, previous: undefined });
  return { eventId, init: { method: 'POST', headers, body } };
}

it('covers every command of examples/README.md', () => {
  // test/client/demo.spec.ts and test/start/program.spec.ts run the demo to its end.
  expect(DEMO).toBe('node examples/demo/main.mjs');
  expect(RECEIVER).toContain('WEBHOOK_SECRET=');
  expect(BATCH).toContain('KEY');
  expect(others).toEqual([]);
});

it('uses the client as its types declare', async () => {
  const compiler = 'node_modules/typescript-native/bin/tsc';
  expect((await run(process.execPath, [compiler, '--noEmit', '-p', 'examples'])).stdout).toBe('');
});

describe('the webhook receiver', () => {
  let receiver: ChildProcess;
  let url: string;
  let output = '';
  beforeAll(async () => {
    const command = RECEIVER.replace('whsec_...', secret).replace('node ', 'exec node ');
    receiver = spawn('bash', ['-c', command], { env: { ...process.env, PORT: '0' } });
    receiver.stdout!.on('data', (chunk) => (output += String(chunk)));
    url = await until(() => /http:\S+/.exec(output)?.[0]);
  });
  afterAll(async () => {
    receiver.kill();
    await once(receiver, 'exit');
  });

  it('handles a repeated event once, and returns 204 each time', async () => {
    const { eventId, init } = delivery();
    expect((await fetch(url, init)).status).toBe(204);
    expect((await fetch(url, init)).status).toBe(204);
    const last = delivery();
    await fetch(url, last.init);
    await until(() => output.includes(last.eventId));
    expect(output.match(new RegExp(`verification.completed ${eventId}\n`, 'g'))).toHaveLength(1);
  });

  it('refuses a delivery that the secret of the account did not sign', async () => {
    const { init } = delivery();
    expect((await fetch(url, { ...init, headers: {} })).status).toBe(400);
    const forged = delivery();
    expect((await fetch(url, { ...forged.init, body: '{"forged":true}' })).status).toBe(400);
    const last = delivery();
    await fetch(url, last.init);
    await until(() => output.includes(last.eventId));
    expect(output).not.toContain(forged.eventId);
  });

  it('returns 500 when its program fails, and handles the event when it comes again', async () => {
    const acts: string[] = [];
    const server: Server = createReceiver(secret, ({ event_id }: { event_id: string }) => {
      acts.push(event_id);
      if (acts.length === 1) throw new Error('the database is down');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const { eventId, init } = delivery();
      const answered = [(await fetch(here, init)).status, (await fetch(here, init)).status];
      expect([answered, acts]).toEqual([
        [500, 204],
        [eventId, eventId],
      ]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('an example file', () => {
  let service: SandboxService;
  beforeAll(async () => {
    service = await startSandboxService();
  });
  afterAll(() => service.close());

  it('connects an agent to /mcp', async () => {
    const { key } = await service.signUp();
    const host = JSON.parse((await readFile('examples/agent/mcp.json', 'utf8')).replace('KEY', key));
    const { url, headers } = host.mcpServers.standing;
    expect(url).toBe('http://127.0.0.1:3000/mcp');
    const client = new Client({ name: 'a host of agents', version: '1' });
    const at = new URL(new URL(url).pathname, service.url);
    await client.connect(new StreamableHTTPClientTransport(at, { requestInit: { headers } }));
    expect((await client.listTools()).tools).toHaveLength(9);
    const account = await client.callTool({ name: 'get_account', arguments: {} });
    expect(account.structuredContent).toMatchObject({ credit_balance: 50 });
    await client.close();
  });

  it('is verified as a batch, with each outcome that the page names', async () => {
    const { key } = await service.signUp();
    const folder = await mkdtemp(join(tmpdir(), 'standing-examples-'));
    try {
      const command = BATCH.replace('KEY', key).replace('results.csv', join(folder, 'results.ndjson'));
      await run('bash', ['-c', `${command} --yes`], { env: { ...process.env, STANDING_URL: service.url } });
      const lines = (await readFile(join(folder, 'results.ndjson'), 'utf8')).trim().split('\n');
      const results = lines.map((line) => JSON.parse(line));
      const outcomes = results.map(({ outcome }) => outcome);
      expect([outcomes.length, [...new Set(outcomes)].toSorted()]).toEqual([
        9,
        ['failed', 'found', 'no_match', 'review'],
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

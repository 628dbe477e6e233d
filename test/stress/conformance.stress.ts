import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { McpServers } from '../../src/modules/mcp/mcp-servers.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { ExampleServers } from './conformance/example-servers.js';
import { installed } from '../support/installed.js';
import { Browser, freePort } from '../support/oauth-user.js';

const PACKAGE = '@modelcontextprotocol/conformance';
const ON_NODE_20 = resolve('test/stress/conformance/on-node-20.mjs');
/** Scenarios that pass with the service's own tools alone. */
const WITHOUT_EXAMPLES = {
  '2026-07-28': [
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'sep-2164-resource-not-found',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
  ],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'server-sse-multiple-streams', 'dns-rebinding-protection'],
};
/** Stops a hung run; duration is not tested. */
const LIMIT_MS = 300_000;
const REVISIONS = ['2026-07-28', '2025-11-25'] as const;

/** Folder of the conformance suite. */
let official: string;
let results: string;
beforeAll(async () => {
  official = join((await installed(`${PACKAGE}@0.2.0-alpha.12`)).folder, 'node_modules', PACKAGE);
  results = await mkdtemp(join(tmpdir(), 'standing-conformance-'));
});
afterAll(() => rm(results, { recursive: true }));

/** Returns the output of the official suite; `onLine` receives each line as it is printed. */
function suite(args: string[], onLine: (line: string) => void = () => {}): Promise<string> {
  return new Promise((done, fail) => {
    const script = join(official, 'dist/index.js');
    const child = spawn(process.execPath, ['--import', ON_NODE_20, script, ...args, '-o', results], {
      timeout: LIMIT_MS,
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        for (const line of chunk.toString().split('\n')) onLine(line);
      });
    child.once('error', fail);
    child.once('close', () => done(printed));
  });
}

function failures(printed: string): Record<string, number> {
  const lines = printed.matchAll(/^[✓✗] ([\w-]+): \d+ passed, (\d+) failed/gm);
  return Object.fromEntries([...lines].map(([, scenario = '', failed]) => [scenario, Number(failed)]));
}

const passing = (scenarios: string[]) => Object.fromEntries(scenarios.map((scenario) => [scenario, 0]));

async function askSuite({ url }: Service, revision: string): Promise<Record<string, number>> {
  return failures(await suite(['server', '--url', `${url}/mcp`, '--requirements', revision]));
}

/**
 * Returns the server scenarios that the suite scores for a revision, from its own list, which is
 * frozen with the revision.
 */
async function scored(revision: string): Promise<string[]> {
  const file = await readFile(join(official, `requirements/${revision}.yaml`), 'utf8');
  return (parse(file) as { server: string[] }).server;
}

const newService = async (options: Parameters<typeof startService>[0] = {}) =>
  startService({ ...options, env: { PORT: String(await freePort()), MCP_ANONYMOUS_RATE_LIMIT: '100000' } });

describe('the official conformance suite on the unchanged service', () => {
  let service: Service;
  beforeAll(async () => {
    service = await newService();
  });
  afterAll(() => service.close());

  it.each(REVISIONS)('passes every scenario that needs no example tools (%s)', async (revision) => {
    expect(await askSuite(service, revision)).toMatchObject(passing(WITHOUT_EXAMPLES[revision]));
  });

  it('passes the scenarios of the authorization server', async () => {
    const port = await freePort();
    const { body: client } = await service.ask('POST', '/oauth/register', {
      body: { redirect_uris: [`http://127.0.0.1:${port}/callback`], token_endpoint_auth_method: 'none' },
    });
    const callbackAndClient = ['-p', String(port), '--client-id', client.client_id];
    const user = new Browser(service);
    const signIn = async (url: string) => {
      await user.open(url);
      await user.signIn(newEmail(), '10.8.0.1');
      await fetch((await user.submit({ action: 'allow' })) ?? '');
    };
    const printed = await suite(
      ['authorization', '--url', service.url, '--resource', `${service.url}/mcp`, ...callbackAndClient],
      (line) => {
        if (line.startsWith(`${service.url}/oauth/authorize`)) void signIn(line.trim());
      },
    );
    expect(failures(printed)).toEqual(passing(['authorization-server-metadata-endpoint', 'authorization-code-grant']));
  });
});

describe('the official conformance suite on example tools, prompts and resources', () => {
  let service: Service;
  beforeAll(async () => {
    service = await newService({
      // Keeps the controller, the guards and the service's own tools.
      prepare: (app) => {
        Object.setPrototypeOf(app.get(McpServers, { strict: false }), ExampleServers.prototype);
      },
    });
  });
  afterAll(() => service.close());

  it.each(REVISIONS)('passes every scored scenario of %s', async (revision) => {
    const scenarios = await scored(revision);
    expect(scenarios.length).toBeGreaterThanOrEqual(30);
    expect(await askSuite(service, revision)).toMatchObject(passing(scenarios));
  });
});

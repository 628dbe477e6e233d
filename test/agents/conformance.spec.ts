import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type Service } from '../harness.js';
import { freePort } from './oauth-user.js';

const SUITE = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');
const ON_NODE_20 = resolve('test/agents/conformance/on-node-20.mjs');

let service: Service;
let results: string;
beforeAll(async () => {
  service = await startService({
    env: { PORT: String(await freePort()), MCP_ANONYMOUS_RATE_LIMIT: '100000' },
  });
  results = await mkdtemp(join(tmpdir(), 'standing-conformance-'));
});
afterAll(async () => {
  await service.close();
  await rm(results, { recursive: true });
});

/** What the official suite prints. */
function suite(...args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--import', ON_NODE_20, SUITE, ...args, '-o', results], { timeout: 60_000 });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.once('error', fail);
    child.once('close', () => done(printed));
  });
}

/** Failed checks per scenario, from the summary. */
function failures(printed: string): Record<string, number> {
  const lines = printed.matchAll(/^[✓✗] ([\w-]+): \d+ passed, (\d+) failed$/gm);
  return Object.fromEntries([...lines].map(([, scenario = '', failed]) => [scenario, Number(failed)]));
}

const passing = (...scenarios: string[]) => Object.fromEntries(scenarios.map((scenario) => [scenario, 0]));

describe('the official conformance suite', () => {
  // The other scenarios call tools, prompts and resources of an example server, which a service with tools of its own does not have.
  it('passes for the revision of 2026-07-28', async () => {
    const failed = failures(await suite('server', '--url', `${service.url}/mcp`, '--requirements', '2026-07-28'));
    expect(failed).toMatchObject(
      passing(
        'tools-list',
        'server-sse-multiple-streams',
        'dns-rebinding-protection',
        'http-header-validation',
        'sep-2164-resource-not-found',
        'input-required-result-missing-input-response',
        'input-required-result-unsupported-methods',
        'input-required-result-ignore-extra-params',
        'input-required-result-validate-input',
      ),
    );
    // Of these, only the checks that need the example server's tools, prompts and resources.
    expect(failed).toMatchObject({ 'server-stateless': 4, caching: 3 });
  }, 60_000);

  it('passes for the revision of 2025-11-25', async () => {
    const failed = failures(await suite('server', '--url', `${service.url}/mcp`, '--requirements', '2025-11-25'));
    expect(failed).toMatchObject(
      passing('server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection', 'server-sse-multiple-streams'),
    );
  }, 60_000);
});

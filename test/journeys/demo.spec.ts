import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ConfiguredRegistries } from '../../src/adapters/registries/index.js';
import { Narrator } from '../../src/commands/demo/narrator.js';
import { tell } from '../../src/commands/demo/story.js';
import { isForced } from '../../src/sandbox/forced-outcomes.js';
import { startSandbox, type Sandbox } from '../../src/sandbox/server.js';
import { MemoryLog } from '../fakes.js';
import { startService, type Service } from '../harness.js';

let sandbox: Sandbox;
let service: Service;
let dataDir: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  dataDir = await mkdtemp(join(tmpdir(), 'standing-demo-'));
  const registries = new ConfiguredRegistries({
    mode: 'sandbox',
    sandboxOrigin: sandbox.origin,
    sampleNames: (code) => sandbox.sampleNames(code),
    exempt: isForced,
    urls: {},
    credentials: {},
    timeoutMs: 2_000,
    log: new MemoryLog(),
  });
  service = await startService({ registries, env: { DATA_DIR: dataDir, WEBHOOK_ALLOW_PRIVATE: 'true' } });
});
afterAll(async () => {
  await service.close();
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function story(given: { url?: string; name?: string } = {}): Promise<string[]> {
  const lines: string[] = [];
  const options = { url: service.url, key: undefined, name: undefined, jurisdiction: 'us-co', ...given };
  await tell({ ...options, outbox: join(dataDir, 'outbox') }, new Narrator((line) => lines.push(line), false));
  return lines;
}

it('is told to its end twice, the second time from what is known already', async () => {
  const expected = [
    'us-co can be asked',
    'a new account has 50 credits',
    'the register has it',
    'it is signed with the secret of the account',
    'polling says the same',
    'a confirmed no-match is an answer, not a failure',
    'every credit is accounted for',
  ];
  for (const lines of [await story(), await story()]) {
    expect(lines.flatMap((line) => /✓ (.+)/.exec(line)?.[1] ?? [])).toEqual(expected);
  }
}, 60_000);

it('stops at the first thing that is not as promised, and says which', async () => {
  await expect(story({ name: 'Nobody Ever Had This Name' })).rejects.toThrow('not as promised: the register has it');
  await expect(story({ url: 'http://127.0.0.1:9' })).rejects.toThrow('fetch failed');
}, 60_000);

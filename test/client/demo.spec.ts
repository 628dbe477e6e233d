import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startSandboxService, type SandboxService } from '../support/harness.js';

// Plain JavaScript; test/client/examples.spec.ts checks its types.
const { Narrator } = await import(resolve('examples/demo/narrator.mjs'));
const { tell } = await import(resolve('examples/demo/story.mjs'));

let service: SandboxService;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'standing-demo-'));
  service = await startSandboxService({ env: { DATA_DIR: dataDir, WEBHOOK_ALLOW_PRIVATE: 'true' }, tellsStory: true });
});
afterAll(async () => {
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a second sandbox, with a clock of its own. */
async function startSecond() {
  const ownDir = await mkdtemp(join(tmpdir(), 'standing-demo-'));
  const own = await startSandboxService({ env: { DATA_DIR: ownDir, WEBHOOK_ALLOW_PRIVATE: 'true' }, tellsStory: true });
  const close = async () => {
    await own.close();
    await rm(ownDir, { recursive: true, force: true });
  };
  return { url: own.url, outbox: join(ownDir, 'outbox'), close };
}

async function story(given: { url?: string; name?: string; outbox?: string } = {}): Promise<string[]> {
  const lines: string[] = [];
  const options = { url: service.url, key: undefined, name: undefined, jurisdiction: 'us-co', ...given };
  const outbox = given.outbox ?? join(dataDir, 'outbox');
  await tell({ ...options, outbox, second: startSecond }, new Narrator((line: string) => lines.push(line), false));
  return lines;
}

const kept = (lines: string[]) => lines.flatMap((line) => /✓ (.+)/.exec(line)?.[1] ?? []);

/** Promises that the story reports as kept, in order. */
const PROMISES = [
  'us-co can be asked',
  'a new account has 50 credits',
  'the register has it',
  'it is signed with the secret of this account',
  'polling returns the same answer',
  'a confirmed no-match is an answer, not a failure',
  'its budget is spent, and the next request is refused',
  expect.stringMatching(/^one of \d+ registers has it, at that address$/) as unknown as string,
  'a register that could not be reached is named',
  'and costs nothing',
  'every row of the file has its result, in its order',
  'it cost no more than the quote',
  'every change was delivered once, in order',
  'each check cost one credit',
  'every credit is accounted for',
];

it('runs to its end twice, the second time from known answers', async () => {
  const { key } = await service.signUp();
  const clock = async () => (await service.ask('GET', '/v1/sandbox/clock', { key })).body.sandbox_time;
  const before = await clock();
  for (const lines of [await story(), await story()]) {
    expect(kept(lines)).toEqual(PROMISES);
  }
  // Others may use that sandbox, so the story advances the clock of another one.
  expect(Date.parse(await clock()) - Date.parse(before)).toBeLessThan(86_400_000);
});

it('shows a checked webhook for a service that refuses private webhooks, and names the reason', async () => {
  const otherDir = await mkdtemp(join(tmpdir(), 'standing-demo-'));
  const strict = await startSandboxService({ env: { DATA_DIR: otherDir }, tellsStory: true });
  try {
    const lines = await story({ url: strict.url, outbox: join(otherDir, 'outbox') });
    const refused = 'it sends no webhook to a private address, unless WEBHOOK_ALLOW_PRIVATE=true';
    expect(kept(lines)).toEqual(PROMISES.toSpliced(3, 0, refused));
  } finally {
    await strict.close();
    await rm(otherDir, { recursive: true, force: true });
  }
});

it('stops at the first broken promise, and names it', async () => {
  await expect(story({ name: 'Nobody Ever Had This Name' })).rejects.toThrow('unexpected: the register has it');
  await expect(story({ url: 'http://127.0.0.1:9' })).rejects.toThrow('could not be reached');
});

const demo = (...args: string[]) =>
  spawnSync(process.execPath, ['examples/demo/main.mjs', ...args], { encoding: 'utf8' });

it('prints its usage for --help and for an unknown option', () => {
  const help = demo('--help');
  expect([help.status, help.stderr]).toEqual([0, '']);
  const told = demo('--nmae', 'Slate Orchard LLC');
  expect([told.status, told.stdout]).toEqual([2, '']);
  expect(told.stderr).toContain("Unknown option '--nmae'");
  expect(told.stderr).toContain(help.stdout);
});

it('suggests how to start the service when none listens', () => {
  const told = demo('--url', 'http://127.0.0.1:9');
  expect(told.status).toBe(1);
  expect(told.stderr).toMatch(
    /^http:\/\/127\.0\.0\.1:9 could not be reached: .+\nStart it with npm start, or give its --url\.\n$/,
  );
});

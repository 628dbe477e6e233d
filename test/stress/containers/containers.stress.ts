import type { ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Failure } from './caller-process.js';
import { startEngine, whyNot, type Engine } from './engine.js';
import { createTrialKey, TRIED_OUT } from './projects.js';
import { describeWhere } from '../../support/where.js';

const MAX_IMAGE_BYTES = 250_000_000;
const GRACE_MS = 30_000;
const TEST_MS = 180_000;

const reason = whyNot('short');
const describeWithEngine = describeWhere(reason === undefined, reason ?? '');

/** The tests run in order; each continues with the containers of the previous one. */
describeWithEngine('the image and the compose file, built and run', () => {
  let engine: Engine;
  let key: string;
  beforeAll(async () => {
    createTrialKey();
    engine = await startEngine(TRIED_OUT);
    await engine.compose('down', '--volumes');
    await engine.compose('build');
    await engine.up();
  });
  afterAll(() => engine.close(), TEST_MS);

  const outcomeOf = async (caller: ChildProcess) => JSON.parse(await text(caller.stdout!));
  const inside = (...command: string[]) =>
    engine.compose('exec', '-T', 'api', ...command).then(
      (out) => ({ code: 0, out }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, out: stdout + stderr }),
    );

  it('migrates once before two API processes and two workers start, and all of them are healthy', async () => {
    const [migrate] = await engine.containers('migrate');
    const serving = await engine.containers('api', 'worker');
    expect([migrate?.State.Status, migrate?.State.ExitCode]).toEqual(['exited', 0]);
    expect(serving).toHaveLength(4);
    for (const { State, RestartCount } of serving) {
      expect([State.Health?.Status, RestartCount]).toEqual(['healthy', 0]);
      expect(Date.parse(State.StartedAt)).toBeGreaterThanOrEqual(Date.parse(migrate?.State.FinishedAt ?? ''));
    }
  });

  it('has an image of at most 250 MB', async () => {
    const [image] = JSON.parse(await engine.docker('image', 'inspect', 'standing-trial')) as { Size: number }[];
    expect(image?.Size).toBeLessThanOrEqual(MAX_IMAGE_BYTES);
  });

  it('runs as an ordinary user without capabilities, on a read-only file system', async () => {
    for (const { Config, HostConfig } of await engine.containers('api', 'worker')) {
      expect(Config.User).toBe('node');
      expect([HostConfig.ReadonlyRootfs, HostConfig.CapDrop]).toEqual([true, ['ALL']]);
    }
    expect(await inside('id', '-u')).toEqual({ code: 0, out: '1000\n' });
    expect((await inside('touch', '/app/x')).code).not.toBe(0);
    expect((await inside('sh', '-c', 'command -v npm apt perl')).out).toBe('');
  });

  it('serves the guides and their pictures', async () => {
    for (const path of ['/docs', '/docs/reference/api', '/docs/reference/api.md', '/docs/pictures/the-layers.svg']) {
      const ask = `fetch('http://127.0.0.1:3000${path}').then(({ status }) => console.log(status))`;
      expect([path, await inside('node', '-e', ask)]).toEqual([path, { code: 0, out: '200\n' }]);
    }
  });

  it('becomes healthy again after a restart', async () => {
    const [api] = await engine.containers('api');
    await engine.docker('restart', api!.Id);
    await healthy(api!.Id);
    const restarted = (await engine.containers('api')).find(({ Id }) => Id === api!.Id);
    expect(Date.parse(restarted!.State.StartedAt)).toBeGreaterThan(Date.parse(api!.State.StartedAt));
  });

  it('signs up by mail, verifies, sends a signed webhook, and sees the address of the caller', async () => {
    const gateway = await engine.gateway('default');
    const { key: made, ...seen } = await outcomeOf(engine.caller('caller-process.ts', 'journey', gateway));
    key = made;
    expect(seen).toEqual({
      verified: { status: 200, name: 'Imaginary Lanterns LLC' },
      asked: 202,
      webhook: { event: 'verification.completed', signatures: expect.objectContaining({ contract: true }) },
      seenAs: '198.51.100.7',
      metrics: 404,
      compressed: 'gzip',
    });
  });

  it.each([
    ['standing', '--version'],
    ['standing', 'ledger', 'check'],
    ['standing', 'migrate'],
    ['standing', 'registry', 'status'],
    ['standing', 'account', 'create', '--email', 'operator@example.com', '--json'],
    ['standing', 'match', '--help'],
    ['node', 'examples/demo/main.mjs', '--help'],
    ['standing', 'webhook:listen', '--help'],
    ['standing', 'sandbox', '--help'],
    ['node', 'dist/commands/ledger.js', 'check'],
  ])('runs %s %s %s inside the image', async (...command) => {
    const { code, out } = await inside(...command);
    expect({ code, out }).toEqual({ code: 0, out });
  });

  /**
   * Runs `work` while a customer sends requests; returns the customer's observations and the result
   * of the ledger check.
   */
  async function underLoad(work: () => Promise<void>) {
    const caller = engine.caller('caller-process.ts', 'load', key);
    const outcome = outcomeOf(caller);
    await work();
    caller.stdin!.end();
    const { requests, unanswered, failures } = await outcome;
    return {
      enough: requests > 50,
      unanswered,
      // nginx fails a request, with a Retry-After, when its server list is renewed between the
      // first and second try.
      refused: failures.filter(({ status, retryAfter }: Failure) => status !== 503 || retryAfter !== '1'),
      refusedTwice: failures.length - new Set(failures.map(({ request }: Failure) => request)).size,
      ledger: (await inside('standing', 'ledger', 'check')).out.trim(),
    };
  }
  const undisturbed = {
    enough: true,
    unanswered: 0,
    refused: [],
    refusedTwice: 0,
    ledger: expect.stringContaining('the ledger adds up'),
  };

  it('answers every request while the API processes restart one after the other', async () => {
    const seen = await underLoad(async () => {
      for (const { Id } of await engine.containers('api')) {
        await engine.docker('restart', '--timeout', '30', Id);
        await healthy(Id);
      }
    });
    expect(seen).toEqual(undisturbed);
  });

  it('answers every request while two new API processes replace two old ones', async () => {
    const old = (await engine.containers('api')).map(({ Id }) => Id);
    const scaled = ['up', '--detach', '--no-deps', '--no-recreate', '--wait'];
    const seen = await underLoad(async () => {
      await engine.compose(...scaled, '--scale', 'api=4', 'api');
      for (const id of old) {
        await engine.docker('stop', '--timeout', '30', id);
        await engine.docker('rm', id);
      }
      await engine.compose(...scaled, '--scale', 'api=2', 'api');
    });
    expect(seen).toEqual(undisturbed);
    const now = (await engine.containers('api')).map(({ Id }) => Id);
    expect(now).toHaveLength(2);
    expect(now.filter((id) => old.includes(id))).toEqual([]);
  });

  it('stops in order within the grace period', async () => {
    const startedAt = performance.now();
    await engine.compose('stop', 'api', 'worker');
    expect(performance.now() - startedAt).toBeLessThan(GRACE_MS);
    for (const { State } of await engine.containers('api', 'worker'))
      expect([State.Status, State.ExitCode]).toEqual(['exited', 0]);
  });

  it('leaves no container or volume behind when it is taken down', async () => {
    const startedAt = performance.now();
    await engine.compose('down', '--volumes', '--timeout', '30');
    expect(performance.now() - startedAt).toBeLessThan(GRACE_MS);
    const left = `label=com.docker.compose.project=${TRIED_OUT.name}`;
    expect(await engine.docker('ps', '--all', '--quiet', '--filter', left)).toBe('');
    expect(await engine.docker('volume', 'ls', '--quiet', '--filter', left)).toBe('');
  });

  async function healthy(id: string): Promise<void> {
    for (let look = 0; look < 600; look++) {
      const status = await engine.docker('inspect', '--format', '{{.State.Health.Status}}', id);
      if (status.trim() === 'healthy') return;
      await new Promise((later) => setTimeout(later, 100));
    }
    throw new Error(`${id} did not become healthy`);
  }
});

import { type SandboxOptions } from '@standing/sandbox/server';
import { type Sandbox, startSandbox } from '@standing/sandbox';

describe('the sandbox server', () => {
  let sandbox: Sandbox | undefined;

  afterEach(async () => {
    await sandbox?.close();
    sandbox = undefined;
  });

  async function statuses(options: SandboxOptions, requests: number): Promise<number[]> {
    sandbox = await startSandbox(options);
    const answers: number[] = [];
    for (let at = 0; at < requests; at += 1) {
      const { status } = await fetch(`${sandbox.origin}/us-co/resource/4ykn-tg5h.json?$limit=1`);
      answers.push(status);
    }
    return answers;
  }

  it('returns 503 for the configured share of requests', async () => {
    const answers = await statuses({ faultShare: 0.25 }, 8);
    expect(answers).toEqual([200, 200, 200, 503, 200, 200, 200, 503]);
  });

  it('delays every response by the configured latency', async () => {
    const startedAt = Date.now();
    await expect(statuses({ latencyMs: 60 }, 2)).resolves.toEqual([200, 200]);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(115);
  });

  it('offers no forced name as a sample', async () => {
    sandbox = await startSandbox();
    for (const code of sandbox.codes) {
      expect(sandbox.sampleNames(code)!.filter((name) => /^sandbox/i.test(name))).toEqual([]);
    }
  });
});

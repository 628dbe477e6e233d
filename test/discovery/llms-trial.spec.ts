import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { startSandboxService, type SandboxService } from '../support/harness.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { describeWhere } from '../support/where.js';

const run = promisify(execFile);
const hasTools = ['curl', 'openssl'].every((tool) => spawnSync(tool, ['version']).error === undefined);
const required = process.env['CI'] === 'true';
const describeWithTools = describeWhere(hasTools || required, 'no curl or no openssl');

describeWithTools('/llms.txt, by itself', () => {
  let service: SandboxService;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await startSandboxService({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await service.close();
  });

  it('guides a reader to a verified business, a checked webhook and the bill', async () => {
    const page = await (await fetch(`${service.url}/llms.txt`)).text();
    const commands = [...page.matchAll(/```sh\n([\s\S]+?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));
    const known = new Map([['https://hooks.example.com/standing', receiver.url]]);
    const answers: any[] = [];
    let signature = '';
    for (const command of commands) {
      const filled = [...known].reduce((line, [word, value]) => line.replaceAll(word, value), command);
      if (filled.startsWith('echo')) {
        const [webhook] = await receiver.first(1);
        signature = await signedBy(filled, webhook!.body);
        continue;
      }
      const answer = JSON.parse((await run('bash', ['-c', filled])).stdout);
      answers.push(answer);
      if (filled.includes('request-access')) known.set('CODE', service.codeFor('you@example.com'));
      if (answer.api_key) known.set('KEY', answer.api_key);
      if (answer.secret) known.set('SECRET', answer.secret);
    }
    expect([...known.keys()]).toEqual(expect.arrayContaining(['CODE', 'KEY', 'SECRET']));
    const amounts = [-25, -1, 50].map((amount) => expect.objectContaining({ amount }));
    expect(answers).toMatchObject([
      { email: 'you@example.com' },
      { api_key: expect.any(String) },
      { status: 'completed', data: { entity_name: 'Imaginary Lanterns LLC' } },
      { secret: expect.any(String) },
      { status: 'pending' },
      { credit_balance: 50 - 1 - 25 },
      { transactions: amounts },
    ]);
    const [webhook] = receiver.received;
    expect(webhook!.json).toMatchObject({ event: 'verification.completed', data: { tier: 'deep' } });
    expect(webhook!.headers['x-service-signature']).toBe(signature);
  });

  /** Runs the document's command, with `body` on stdin in place of the file it names. */
  async function signedBy(command: string, body: Buffer): Promise<string> {
    const child = run('bash', ['-c', command.replace('< body', '')]);
    child.child.stdin?.end(body);
    return (await child).stdout.trim();
  }
});

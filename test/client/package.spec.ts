import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { signatureHeaders } from '../../src/core/webhooks/signature.js';
import { newId } from '../../src/core/ids.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { block } from '../support/pages.js';
import { until } from '../support/until.js';

const run = promisify(execFile);

const USE = `
const standing = new Standing({ baseUrl: process.env.STANDING_URL ?? '', apiKey: process.env.STANDING_KEY ?? '' });
async function main() {
  const verified = await standing.verifyAndWait({ entity_name: 'imaginary lanterns', jurisdiction: 'us-co' });
  for await (const job of standing.eachJob({ limit: 1 })) console.log(job.entity_name);
  const refused = await standing.verify({ entity_name: 'Lanterns', jurisdiction: 'us-zz' }).catch((error) => error);
  console.log(verified.status === 'completed' && verified.data.entity_name, refused instanceof StandingError, typeof readWebhook);
}
main();
`;
const AS_MODULE = `import { readWebhook, Standing, StandingError } from '@standing/client';\n${USE}`;
const AS_COMMONJS = `const { readWebhook, Standing, StandingError } = require('@standing/client');\n${USE}`;
/** Listens on any free port and prints it. */
const LISTENING = '.listen(0, "127.0.0.1", function () { console.log(this.address().port); })';
const MISUSED = `import { Standing } from '@standing/client';
new Standing({ baseUrl: '' }).verify({ entity_name: 'Lanterns' });
`;

describe('the client package, installed in a project without a network', () => {
  let project: string;
  let service: Service;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    service = await startService();
    service.registries.of('us-co').records.push(record({ id: '20019000001', name: 'Imaginary Lanterns LLC' }));
    env = { ...process.env, STANDING_URL: service.url, STANDING_KEY: (await service.signUp()).key };
    project = await mkdtemp(join(tmpdir(), 'standing-project-'));
    const { stdout } = await run(process.execPath, ['scripts/release/pack-client.mjs', project]);
    await write('package.json', '{ "private": true }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()], { cwd: project });
  });
  afterAll(async () => {
    await service.close();
    await rm(project, { recursive: true });
  });

  const write = (file: string, content: string) => writeFile(join(project, file), content);

  it('installs no dependencies', async () => {
    const { packages } = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'));
    expect(Object.keys(packages)).toEqual(['', 'node_modules/@standing/client']);
  });

  it.each([
    ['an ES module', 'use.mjs', AS_MODULE],
    ['CommonJS', 'use.cjs', AS_COMMONJS],
  ])('works from %s', async (_, file, source) => {
    await write(file, source);
    const { stdout, stderr } = await run(process.execPath, [file], { cwd: project, env });
    expect({ stdout, stderr }).toEqual({
      stdout: 'imaginary lanterns\nImaginary Lanterns LLC true function\n',
      stderr: '',
    });
  });

  it.each(['node16', 'nodenext'])('has types for both module kinds (%s)', async (module) => {
    const files = { 'use.mts': AS_MODULE, 'use.cts': AS_MODULE, 'misused.mts': MISUSED, 'misused.cts': MISUSED };
    for (const [file, source] of Object.entries(files)) await write(file, source);
    const compilerOptions = { module, strict: true, noEmit: true, types: [], lib: ['es2023', 'dom'], target: 'es2023' };
    const check = async (include: string[]) => {
      await write('tsconfig.json', JSON.stringify({ compilerOptions, include }));
      const tsc = resolve('node_modules/typescript/bin/tsc');
      return run(process.execPath, [tsc], { cwd: project }).catch((error: unknown) => error as { stdout: string });
    };
    await write(
      'node.d.mts',
      'declare global { const process: { env: Record<string, string | undefined> } } export {};',
    );
    expect((await check(['use.*', 'node.d.mts'])).stdout).toBe('');
    const { stdout } = await check(['misused.*']);
    expect(stdout.match(/Property 'jurisdiction' is missing/g)).toHaveLength(2);
    const errors = stdout.split('\n').filter((line) => line.startsWith('misused'));
    expect(errors).toEqual([
      expect.stringMatching(/^misused\.cts.*'\{ entity_name: string; \}' is not assignable/),
      expect.stringMatching(/^misused\.mts.*'\{ entity_name: string; \}' is not assignable/),
    ]);
  });

  it('does what docs/reference/client.md says', async () => {
    const page = await readFile('docs/reference/client.md', 'utf8');
    await write('verify.mjs', block(page, '# The TypeScript client', 'js'));
    expect((await run(process.execPath, ['verify.mjs'], { cwd: project, env })).stdout).toBe(
      'Imaginary Lanterns LLC: active\n',
    );
    const failed = AS_MODULE.split('async function')[0] + block(page, '## Whole lists', 'js');
    await write('lists.mjs', failed);
    expect(await run(process.execPath, ['lists.mjs'], { cwd: project, env })).toEqual({ stdout: '', stderr: '' });
  });

  it('receives webhooks as docs/reference/client.md says', async () => {
    const page = await readFile('docs/reference/client.md', 'utf8');
    await write('receive.mjs', block(page, '## Webhooks', 'js').replace('.listen(process.env.PORT)', LISTENING));
    const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
    const receiver = spawn(process.execPath, ['receive.mjs'], {
      cwd: project,
      env: { ...env, WEBHOOK_SECRET: secret },
    });
    try {
      let output = '';
      receiver.stdout.on('data', (chunk) => (output += String(chunk)));
      await until(() => output.includes('\n'));
      const [port] = output.split('\n');
      const body = Buffer.from(JSON.stringify({ event: 'verification.completed', job_id: 'job_1' }));
      const signed = signatureHeaders(
        { eventId: newId('evt'), body, at: new Date() },
        { current: secret, previous: undefined },
      );
      const post = (headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
      expect((await post(signed)).status).toBe(204);
      expect((await post({})).status).toBe(400);
      await until(() => output.includes('verification.completed job_1'));
    } finally {
      receiver.kill();
      await once(receiver, 'exit');
    }
  });
});

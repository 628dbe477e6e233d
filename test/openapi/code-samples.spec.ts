import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { newEmail, newIp, startSandboxService, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';
import { describeWhere } from '../support/where.js';

const run = promisify(execFile);
const has = (program: string, ...check: string[]) => spawnSync(program, check).status === 0;
const WAIT = { prefer: 'wait=20' };

interface Sample {
  operationId: string;
  source: string;
}

let service: SandboxService;
let samples: (Sample & { label: string })[];
let folder: string;
beforeAll(async () => {
  service = await startSandboxService();
  const { body: document } = await service.ask('GET', '/openapi.json');
  samples = Object.values<Record<string, any>>(document.paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId, 'x-codeSamples': those = [] }) =>
      those.map(({ label, source }: { label: string; source: string }) => ({ operationId, label, source })),
    ),
  );
  folder = await mkdtemp(join(tmpdir(), 'standing-samples-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await copyFile('examples/businesses.csv', join(folder, 'businesses.csv'));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const labelled = (label: string): Sample[] => samples.filter((each) => each.label === label);

/** Runs each sample in turn, with a key and ids of an own account. Returns those that succeeded. */
async function runEach(label: string, runOne: (source: string, at: string) => Promise<unknown>): Promise<string[]> {
  const reader = await newReader();
  const ran: string[] = [];
  for (const { operationId, source } of labelled(label)) {
    await runOne(await reader.filledIn(operationId, source), `${label}-${operationId}`);
    ran.push(operationId);
  }
  return ran;
}

async function newReader() {
  const { key } = await service.signUp();
  const ask = async (method: string, path: string, body?: object) =>
    (await service.ask(method, path, { key, headers: WAIT, body })).body;
  const at = { jurisdiction: 'us-co' };
  const found = await ask('POST', '/v1/verify', { entity_name: 'Imaginary Lanterns LLC', ...at });
  const unsure = await ask('POST', '/v1/verify', { entity_name: 'Wyvern Makebelieve Supply', ...at });
  const search = await ask('POST', '/v1/search', { entity_name: 'Imaginary Lanterns', jurisdictions: ['us-co'] });
  const watch = await ask('POST', '/v1/watches', { entity_id: unsure.entity_id, every: '30d' });
  const upload = async () => {
    const file = 'entity_name,jurisdiction\nImaginary Lanterns LLC,us-co\n';
    const headers = { 'content-type': 'text/csv' };
    return (await service.ask('POST', '/v1/batches', { key, headers, body: file })).body.batch_id;
  };
  const ended = await upload();
  await ask('POST', `/v1/batches/${ended}/start`);
  await until(async () => (await ask('GET', `/v1/batches/${ended}`)).status === 'completed');
  const email = newEmail();
  const values: Record<string, string> = {
    ENTITY_ID: found.entity_id,
    JOB_ID: unsure.job_id,
    RECORD_ID: `rec_${unsure.job_id.slice('job_'.length)}`,
    SEARCH_ID: search.search_id,
    WATCH_ID: watch.watch_id,
    KEY: key,
    'you@example.com': email,
  };
  return {
    async filledIn(operationId: string, source: string): Promise<string> {
      if (operationId === 'verifyAccess') values['493027'] = service.codeFor(email);
      values['BATCH_ID'] = operationId === 'startBatch' ? await upload() : ended;
      return source.replaceAll(/\b(\w+_ID|KEY|493027|you@example\.com)\b/g, (word) => values[word] ?? word);
    },
  };
}

const env = () => ({ ...process.env, STANDING_URL: service.url });

it('each first operation has a sample for curl and for both clients', () => {
  const ids = labelled('curl').map(({ operationId }) => operationId);
  expect(ids.slice(0, 3)).toEqual(['requestAccess', 'verifyAccess', 'verifyBusiness']);
  expect(ids.length).toBeGreaterThan(25);
  for (const label of ['TypeScript', 'Python'])
    expect(labelled(label).map(({ operationId }) => operationId)).toEqual(ids);
  expect(labelled('Command line').map(({ operationId }) => operationId)).toEqual([
    'verifyBusiness',
    'uploadBatch',
    'searchEntities',
  ]);
});

it('the samples in TypeScript use the client as its types declare', async () => {
  const files = labelled('TypeScript').map(({ operationId, source }) => [`${operationId}.mts`, source] as const);
  await Promise.all(files.map(([name, source]) => writeFile(join(folder, name), source)));
  const compiler = 'node_modules/typescript-native/bin/tsc';
  const options = { extends: resolve('tsconfig.json'), compilerOptions: { noEmit: true }, include: ['*.mts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(stdout).toBe('');
});

it('the samples in TypeScript run', async () => {
  const ran = await runEach('TypeScript', async (source, name) => {
    await writeFile(join(folder, `${name}.mjs`), source);
    await run(process.execPath, [`${name}.mjs`], { cwd: folder });
  });
  expect(ran.length).toBeGreaterThan(25);
});

describeWhere(has('curl', '--version'), 'no curl')('the samples for a shell', () => {
  it('run with curl', async () => {
    const ran = await runEach('curl', async (source) => {
      const command = source.replace('curl ', `curl -H 'X-Forwarded-For: ${newIp()}' `);
      await run('bash', ['-euc', command], { cwd: folder });
    });
    expect(ran.length).toBeGreaterThan(25);
  });
});

it('the samples for the command line run', async () => {
  const standing = `standing() { node ${resolve('scripts/standing.mjs')} "$@"; }`;
  const ran = await runEach('Command line', (source) =>
    run('bash', ['-euc', `${standing}\n${source}`], { cwd: folder, env: env() }),
  );
  expect(ran).toHaveLength(3);
});

const python = has('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))');
describeWhere(python, 'no Python 3.9')('the samples in Python', () => {
  it('run', async () => {
    const packages = await mkdtemp(join(tmpdir(), 'standing-samples-'));
    try {
      cpSync('packages/client-python', join(packages, 'client-python'), { recursive: true });
      cpSync('packages/client/openapi.json', join(packages, 'client', 'openapi.json'));
      execFileSync(process.execPath, [join(packages, 'client-python', 'generate.mjs')]);
      const path = { PYTHONPATH: join(packages, 'client-python', 'src'), PYTHONDONTWRITEBYTECODE: '1' };
      const ran = await runEach('Python', (source) =>
        run('python3', ['-c', source], { cwd: folder, env: { ...env(), ...path } }),
      );
      expect(ran.length).toBeGreaterThan(25);
    } finally {
      await rm(packages, { recursive: true });
    }
  });
});

import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startSandboxService, type SandboxService } from '../support/harness.js';
import { installed } from '../support/installed.js';
import { describeWhere } from '../support/where.js';

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const has = (python: string, module: string) => spawnSync(python, ['-c', `import ${module}`]).status === 0;
const isHere = ['python3', '/usr/bin/python3'].some((python) => has(python, 'flit_core')) && has('python3', 'pip');
const required = process.env['CI'] === 'true';
const describeWithPython = describeWhere(isHere || required, 'no Python with pip and flit_core');

describeWithPython('the Python client, installed from its wheel without a network', () => {
  let folder: string;
  let service: SandboxService;
  beforeAll(async () => {
    service = await startSandboxService({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
    folder = await mkdtemp(join(tmpdir(), 'standing-python-'));
    const { stdout } = await run(process.execPath, ['scripts/release/pack-python-client.mjs', join(folder, 'release')]);
    const wheel = stdout.split('\n').find((file) => file.endsWith('.whl')) ?? '';
    const options = ['--no-index', '--no-deps', '--disable-pip-version-check', '--target', join(folder, 'site')];
    await run('python3', ['-m', 'pip', 'install', '--quiet', ...options, wheel]);
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  /** Runs a test suite of the package and returns its report. */
  async function suite(file: string): Promise<string> {
    const { key } = await service.signUp();
    const env = {
      ...process.env,
      PYTHONPATH: join(folder, 'site'),
      PYTHONDONTWRITEBYTECODE: '1',
      STANDING_VECTORS: resolve('packages/client/vectors.json'),
      STANDING_URL: service.url,
      STANDING_KEY: key,
    };
    const script = resolve('packages/client-python/tests', file);
    const { stderr } = await run('python3', [script], { cwd: folder, env });
    return stderr;
  }

  it('passes the vectors that every client passes', async () => {
    expect(await suite('test_vectors.py')).toMatch(/Ran 13 tests in .*\n\nOK\n$/);
  });

  it('verifies, searches, sends a file and receives a webhook', async () => {
    expect(await suite('test_service.py')).toMatch(/Ran 6 tests in .*\n\nOK\n$/);
  });

  it('builds to the same bytes again', async () => {
    const again = join(folder, 'again');
    await run(process.execPath, ['scripts/release/pack-python-client.mjs', again]);
    const files = await readdir(again);
    // Flit 4 writes an underscore in both names.
    expect(files.map((file) => file.replace('standing-', 'standing_')).toSorted()).toEqual([
      `standing_client-${version}-py3-none-any.whl`,
      `standing_client-${version}.tar.gz`,
    ]);
    for (const file of files) {
      expect((await readFile(join(again, file))).equals(await readFile(join(folder, 'release', file)))).toBe(true);
    }
  });

  it('has types that pass pyright in strict mode', async () => {
    const { folder: tools } = await installed('pyright@1.1.414');
    const options = ['--project', resolve('packages/client-python'), '--outputjson'];
    const { stdout } = await run(process.execPath, [join(tools, 'node_modules/pyright/index.js'), ...options]);
    const { generalDiagnostics, summary } = JSON.parse(stdout);
    expect(generalDiagnostics).toEqual([]);
    expect(summary.filesAnalyzed).toBeGreaterThanOrEqual(7);
  });
});

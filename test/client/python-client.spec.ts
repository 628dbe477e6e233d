import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describeWhere } from '../support/where.js';

const run = promisify(execFile);
const README = readFileSync('packages/client-python/README.md', 'utf8');
/** The oldest Python that the client supports. */
const isHere = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

describeWhere(isHere, 'no Python 3.9')('the Python client, generated from the document', () => {
  let packages: string;
  beforeAll(() => {
    packages = join(mkdtempSync(join(tmpdir(), 'standing-python-')), 'packages');
    cpSync('packages/client-python', join(packages, 'client-python'), { recursive: true });
    cpSync('packages/client/openapi.json', join(packages, 'client', 'openapi.json'));
    const [, generator = ''] = /^node (\S+)\npip install packages\/client-python$/m.exec(README) ?? [];
    execFileSync(process.execPath, [join(packages, '..', generator)]);
  });
  afterAll(() => rmSync(dirname(packages), { recursive: true }));

  it('escapes every id, sleeps never past a time limit, and behaves as every client does', async () => {
    const env = {
      ...process.env,
      PYTHONPATH: join(packages, 'client-python', 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
      STANDING_VECTORS: resolve('packages/client/vectors.json'),
    };
    const suite = join(packages, 'client-python', 'tests', 'test_vectors.py');
    const { stderr } = await run('python3', [suite], { env });
    expect(stderr).toMatch(/Ran 13 tests in .*\n\nOK\n$/);
  });
});

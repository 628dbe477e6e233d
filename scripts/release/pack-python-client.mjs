/**
 * Builds the Python client: `node scripts/release/pack-python-client.mjs FOLDER` writes a wheel and
 * a source distribution. It uses the first Python that has flit_core, the build backend.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { NO_FLIT, pythonWithFlit } from './python-with-flit.mjs';

const PACKAGE = 'packages/client-python';
const BUILD =
  'import sys, flit_core.buildapi as b; print(b.build_sdist(sys.argv[1])); print(b.build_wheel(sys.argv[1]))';
/** A fixed build time, so that two builds give the same bytes. */
const EPOCH = '315532800';

const [folder = 'release'] = process.argv.slice(2);
const python = pythonWithFlit();
if (!python) {
  console.error(NO_FLIT);
  process.exit(1);
}
const target = resolve(folder);
mkdirSync(target, { recursive: true });
execFileSync(process.execPath, [`${PACKAGE}/generate.mjs`]);
const copy = mkdtempSync(join(tmpdir(), 'standing-python-'));
try {
  const isSource = (path) => !/__pycache__|\.pyc$/.test(path);
  cpSync(PACKAGE, copy, { recursive: true, filter: isSource });
  cpSync('LICENSE', join(copy, 'LICENSE'));
  const built = execFileSync(python, ['-c', BUILD, target], {
    cwd: copy,
    env: { ...process.env, SOURCE_DATE_EPOCH: EPOCH, PYTHONDONTWRITEBYTECODE: '1' },
    encoding: 'utf8',
  });
  for (const file of built.trim().split('\n')) console.log(join(folder, file));
} finally {
  rmSync(copy, { recursive: true });
}

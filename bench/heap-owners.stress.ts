import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bytesByOwner } from './heap-owners.js';

const MEGABYTES = 6_000_000;

describe('what a heap holds, by owner', () => {
  let folder: string;
  let owners: ReturnType<typeof bytesByOwner>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standing-heap-'));
    const files = {
      'node_modules/@scope/holder/index.js': 'exports.kept = Array.from({ length: 800_000 }, (_, at) => at + 0.5);',
      'node_modules/other/index.js': 'exports.nothing = [];',
      'dist/modules/keeper/keeper.js':
        'const kept = Array.from({ length: 800_000 }, (_, at) => at + 0.5); export const of = (at) => kept[at];',
      'dist/main.js': `import holder from '@scope/holder'; import other from 'other'; import { of } from './modules/keeper/keeper.js';
        import { writeHeapSnapshot } from 'node:v8'; writeHeapSnapshot('it.heapsnapshot'); globalThis.used = [holder, other, of];`,
      'package.json': '{ "type": "module" }',
      'node_modules/@scope/holder/package.json': '{ "main": "index.js" }',
      'node_modules/other/package.json': '{ "main": "index.js" }',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    await promisify(execFile)(process.execPath, ['dist/main.js'], { cwd: folder });
    owners = bytesByOwner(JSON.parse(await readFile(join(folder, 'it.heapsnapshot'), 'utf8')));
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('counts to a package what its module keeps', () => {
    expect(owners.get('@scope/holder')).toBeGreaterThan(MEGABYTES);
    expect(owners.get('other')).toBeLessThan(MEGABYTES);
  });

  it('counts to a folder of the service what its functions keep', () => {
    expect(owners.get('modules/keeper')).toBeGreaterThan(MEGABYTES);
  });

  it('counts nothing twice', () => {
    const nobody = owners.get(undefined) ?? 0;
    expect(nobody).toBeLessThan(MEGABYTES);
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { until } from '../support/until.js';

const MANIFEST = { name: 'clone', version: '1.0.0', dependencies: { part: 'file:part' } };
const PART = { name: 'part', version: '1.0.0' };
const LOCK = {
  ...{ name: 'clone', version: '1.0.0', lockfileVersion: 3, requires: true },
  packages: { '': MANIFEST, part: PART, 'node_modules/part': { resolved: 'part', link: true } },
};
/** A fake compiler that logs its runs, and fails while the file `broken` exists. */
const COMPILER = (folder: string) => `import fs from 'node:fs';
  const folder = ${folder};
  console.log('compiled ' + folder);
  if (fs.existsSync('broken')) process.exit(1);
  fs.mkdirSync(folder, { recursive: true });`;

/** An ended process may remain until its new parent notices. It does nothing more. */
function isZombie(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && readFileSync(stat, 'utf8').split(') ').at(-1)?.startsWith('Z') === true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

describe('scripts/prepare.mjs', () => {
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'standing-clone-'));
    write('package.json', JSON.stringify(MANIFEST));
    write('package-lock.json', JSON.stringify(LOCK));
    write('part/package.json', JSON.stringify(PART));
    write('tsconfig.json', '{}');
    write('tsconfig.build.json', '{}');
    write('src/main.ts', '');
    write('packages/client/build.mjs', COMPILER(`'packages/client/dist'`));
    write('packages/sandbox/src/index.ts', '');
    // npm ci empties node_modules, so the installation provides the fake compiler.
    write('part/bin/tsc', COMPILER(`(process.argv[3] + '/dist').replace('tsconfig.build.json/', '')`));
    cpSync('scripts/prepare.mjs', join(clone, 'scripts/prepare.mjs'));
    write('bin/npm', npmEnding(0));
    chmodSync(join(clone, 'bin/npm'), 0o755);
  });
  afterEach(() => rmSync(clone, { recursive: true, force: true, maxRetries: 5 }));

  function write(name: string, text: string) {
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    writeFileSync(join(clone, name), text);
  }

  /** A fake npm whose installation provides the fake compiler, or fails. */
  const npmEnding = (status: number, says = '') => `#!/bin/sh
    echo installed
    if [ ${status} != 0 ]; then echo '${says}' >&2; exit ${status}; fi
    mkdir -p node_modules/typescript-native && cp -r part/bin node_modules/typescript-native/
    echo '{}' > node_modules/.package-lock.json`;

  /** Runs the script with the fake npm or the real one. `did` lists the steps that ran. */
  function prepare({
    real = false,
    node = [],
    env = {},
    options = [],
  }: { real?: boolean; node?: string[]; env?: Record<string, string>; options?: string[] } = {}) {
    const path = process.env['PATH'] ?? '';
    const { status, stdout, stderr } = spawnSync(process.execPath, [...node, 'scripts/prepare.mjs', ...options], {
      cwd: clone,
      encoding: 'utf8',
      env: { ...process.env, ...env, PATH: real ? path : [join(clone, 'bin'), path].join(delimiter) },
    });
    const lines = stderr.trim().split('\n');
    return { status, stdout, says: lines.at(-1), did: lines.filter((line) => /^(installed|compiled )/.test(line)) };
  }

  /** Dates the file a minute ahead, so that everything built before then is older. */
  function save(name: string) {
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(clone, name), later, later);
  }

  const EVERYTHING = ['installed', 'compiled packages/client/dist', 'compiled packages/sandbox/dist', 'compiled dist'];

  it('prepares a clone once, and leaves stdout to the program that follows', () => {
    expect(prepare()).toMatchObject({ status: 0, stdout: '', did: EVERYTHING });
    expect(prepare()).toMatchObject({ status: 0, stdout: '', did: [] });
  });

  it.each([
    ['packages are installed again after the lock file', 'package-lock.json', EVERYTHING],
    ['the service is compiled again after a source', 'src/main.ts', ['compiled dist']],
    ['both are after the client', 'packages/client/build.mjs', ['compiled packages/client/dist', 'compiled dist']],
    [
      'both are after the sandbox',
      'packages/sandbox/src/index.ts',
      ['compiled packages/sandbox/dist', 'compiled dist'],
    ],
  ])('%s was saved', (_, name, did) => {
    prepare();
    save(name);
    expect(prepare()).toMatchObject({ status: 0, did });
  });

  it('leaves out the client, whose new method waits for its generated types', () => {
    write('packages/client/build.mjs', 'process.exit(1)');
    expect(prepare({ options: ['--only-sandbox'] })).toMatchObject({
      status: 0,
      did: ['installed', 'compiled packages/sandbox/dist'],
    });
    expect(prepare().status).toBe(1);
  });

  it('removes the output of a deleted source', () => {
    write('src/page.tsx', '');
    prepare();
    for (const name of ['main.js', 'main.d.ts', 'page.js', 'gone.js', 'gone.js.map']) write(`dist/${name}`, '');
    save('src/main.ts');
    prepare();
    const left = ['main.js', 'main.d.ts', 'page.js', 'gone.js', 'gone.js.map'].filter((name) =>
      existsSync(join(clone, 'dist', name)),
    );
    expect(left).toEqual(['main.js', 'main.d.ts', 'page.js']);
  });

  it('refuses an old Node, and says what to do', () => {
    const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.18.3' })`;
    expect(prepare({ node: ['--import', old] })).toEqual({
      status: 1,
      stdout: '',
      says: 'standing: Node 20.19 or later is needed, and this is 20.18.3: install one from https://nodejs.org',
      did: [],
    });
  });

  const NOT_INSTALLED = expect.stringMatching(
    /^standing: the packages could not be installed: .*; then run this again$/,
  );

  it('says what to do on a full disk, and starts over on the next run', () => {
    write('bin/npm', npmEnding(228, 'npm error code ENOSPC'));
    expect(prepare()).toMatchObject({ status: 1, says: NOT_INSTALLED, did: ['installed'] });
    write('bin/npm', npmEnding(0));
    expect(prepare()).toMatchObject({ status: 0, did: EVERYTHING });
  });

  it.each([
    ['it receives SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['it is interrupted at the keyboard', (pid: number) => process.kill(pid, 'SIGINT')],
    ['the shell that waits for it is killed', (_: number, shell: number) => process.kill(shell, 'SIGKILL')],
  ])('stops npm when %s, and starts over on the next run', async (_, interrupt) => {
    write('bin/npm', '#!/bin/sh\necho $PPID $$ > under-way\nexec sleep 600');
    const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/prepare.mjs; exit $?`], {
      cwd: clone,
      env: { ...process.env, PATH: [join(clone, 'bin'), process.env['PATH']].join(delimiter) },
      stdio: 'ignore',
    });
    const ended = once(shell, 'exit');
    const file = join(clone, 'under-way');
    const [own, npm] = await until(() => existsSync(file) && /^\d+ \d+\n/.test(readFileSync(file, 'utf8'))).then(
      () => readFileSync(file, 'utf8').trim().split(' ').map(Number) as [number, number],
    );
    interrupt(own, shell.pid!);
    await ended;
    await until(() => !isAlive(own) && !isAlive(npm));
    write('bin/npm', npmEnding(0));
    expect(prepare()).toMatchObject({ status: 0, did: EVERYTHING });
  });

  it('says what to do about a mismatched lock file, and works on the next run', () => {
    write('package.json', JSON.stringify({ ...MANIFEST, dependencies: { ...MANIFEST.dependencies, other: '1.0.0' } }));
    expect(prepare({ real: true })).toMatchObject({ status: 1, says: NOT_INSTALLED });
    write('package.json', JSON.stringify(MANIFEST));
    expect(prepare()).toMatchObject({ status: 0, did: EVERYTHING });
  });

  it('says what to do without a network, and works on the next run', () => {
    const far = { resolved: 'http://127.0.0.1:9/far-1.0.0.tgz', version: '1.0.0', integrity: 'sha512-AAAA' };
    const manifest = { ...MANIFEST, dependencies: { ...MANIFEST.dependencies, far: '1.0.0' } };
    const packages = { ...LOCK.packages, '': manifest, 'node_modules/far': far };
    write('package.json', JSON.stringify(manifest));
    write('package-lock.json', JSON.stringify({ ...LOCK, packages }));
    const env = { npm_config_fetch_retries: '0', npm_config_registry: 'http://127.0.0.1:9/' };
    expect(prepare({ real: true, env })).toMatchObject({ status: 1, says: NOT_INSTALLED });
    expect(existsSync(join(clone, 'node_modules/.package-lock.json'))).toBe(false);
    expect(prepare()).toMatchObject({ status: 0, did: EVERYTHING });
  });

  it('compiles again what failed to compile', () => {
    write('broken', '');
    expect(prepare()).toMatchObject({ status: 1, says: 'standing: the client does not compile: the errors are above' });
    rmSync(join(clone, 'broken'));
    expect(prepare()).toMatchObject({ status: 0, did: EVERYTHING.slice(1) });
  });

  it('runs install scripts of the packages that allowScripts allows alone, on every version of npm', () => {
    const ran = join(clone, 'ran');
    const allowScripts = { allowed: true, denied: false, absent: true };
    write('package.json', JSON.stringify({ ...MANIFEST, allowScripts }));
    // As npm 10 does, which does not read allowScripts.
    const npm = `${npmEnding(0)}
      mkdir -p node_modules/allowed node_modules/denied node_modules/unnamed
      case "$*" in
        ci*--ignore-scripts*) ;;
        ci*) echo allowed denied unnamed >> ${ran} ;;
        rebuild*) for name in "$@"; do case $name in rebuild | --*) ;; *) echo $name >> ${ran} ;; esac; done ;;
      esac`;
    write('bin/npm', npm);
    expect(prepare().status).toBe(0);
    expect(readFileSync(ran, 'utf8')).toBe('allowed\n');
  });

  it('starts over on the next run when an allowed install script fails', () => {
    write('package.json', JSON.stringify({ ...MANIFEST, allowScripts: { allowed: true } }));
    write('bin/npm', `${npmEnding(0)}\n mkdir -p node_modules/allowed; [ "$1" = ci ]`);
    expect(prepare()).toMatchObject({ status: 1, says: NOT_INSTALLED });
    write('bin/npm', npmEnding(0));
    expect(prepare().did).toContain('installed');
  });

  it('installs with npm what the lock file names', () => {
    expect(prepare({ real: true })).toMatchObject({
      status: 1,
      says: expect.stringContaining('the sandbox does not compile'),
    });
    expect(JSON.parse(readFileSync(join(clone, 'node_modules/part/package.json'), 'utf8'))).toEqual(PART);
    expect(existsSync(join(clone, 'node_modules/.package-lock.json'))).toBe(true);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/until.js';

/** What an installation runs: it says that it is under way, and does not end before it may. */
const SLOW = `import fs from 'node:fs';
  fs.writeFileSync('under-way', String(process.pid));
  setInterval(() => fs.existsSync('go-on') && process.exit(0), 50);
  setTimeout(() => process.exit(1), 90_000);`;

/** A process that has ended may stay until its new parent notices: it does nothing any more. */
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

describe('a first start that is interrupted while npm ci is at work', () => {
  let clone: string;
  const file = (name: string) => join(clone, name);
  beforeEach(async () => {
    clone = await mkdtemp(join(tmpdir(), 'standing-first-start-'));
    const manifest = {
      name: 'clone',
      version: '1.0.0',
      scripts: { install: 'node slow.mjs' },
      dependencies: { part: 'file:part' },
    };
    const part = { name: 'part', version: '1.0.0' };
    const packages = { '': manifest, part, 'node_modules/part': { resolved: 'part', link: true } };
    const lock = { name: 'clone', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
    await mkdir(file('part'));
    await writeFile(file('part/package.json'), JSON.stringify(part));
    await cp('scripts/bootstrap.mjs', file('scripts/bootstrap.mjs'));
    await writeFile(file('package.json'), JSON.stringify(manifest));
    await writeFile(file('package-lock.json'), JSON.stringify(lock));
    await writeFile(file('tsconfig.build.json'), '{}');
    await writeFile(file('slow.mjs'), SLOW);
  });
  afterEach(() => rm(clone, { recursive: true, force: true, maxRetries: 5 }));

  /** As `npm start` does it: in a shell that waits for it. */
  function start() {
    const child = spawn('sh', ['-c', `"${process.execPath}" scripts/bootstrap.mjs --install-only; exit $?`], {
      cwd: clone,
      stdio: 'ignore',
    });
    return { child, ended: once(child, 'exit') };
  }
  const underWay = () => until(() => existsSync(file('under-way')) && Number(readFileSync(file('under-way'), 'utf8')));
  /** The first of the processes that hold the lock. */
  const bootstrap = () => Number(readFileSync(file('.ready.lock'), 'utf8').split(' ')[0]);

  it.each([
    ['it receives SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['it is interrupted at the keyboard', (pid: number) => process.kill(pid, 'SIGINT')],
    ['the shell that waits for it is killed', (_: number, shell: number) => process.kill(shell, 'SIGKILL')],
  ])('leaves nothing running and nothing half done when %s, and the next one begins anew', async (_, interrupt) => {
    const { child, ended } = start();
    const installing = await underWay();
    const own = bootstrap();
    interrupt(own, child.pid!);
    await ended;
    await until(() => !isAlive(own) && !isAlive(installing));
    expect(existsSync(file('.ready.lock'))).toBe(false);
    expect(existsSync(file('node_modules/.ready-stamp'))).toBe(false);

    await writeFile(file('go-on'), '');
    expect(await start().ended).toEqual([0, null]);
    expect(existsSync(file('node_modules/.ready-stamp'))).toBe(true);
  });
});

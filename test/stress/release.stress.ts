import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/oauth-user.js';
import { inLongRun } from '../support/long.js';
import { until } from '../support/until.js';

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
async function pack(folder: string): Promise<void> {
  const script = resolve('scripts/release/pack-server.mjs');
  const program = `import { packServer } from '${script}'; packServer('${resolve()}', '${folder}');`;
  await run(process.execPath, ['--input-type=module', '--eval', program]);
}

const digestsIn = async (folder: string) =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const bytes = await readFile(join(folder, name));
        return [name, createHash('sha256').update(bytes).digest('hex')] as const;
      }),
    ),
  );

/** Each package takes half a minute. test/client covers what needs frequent testing. */
const describeRelease = inLongRun(describe, describe.skip);

describeRelease('the package of the service, installed in an empty folder', () => {
  let project: string;
  let program: ChildProcess | undefined;
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'standing-release-'));
    await pack(project);
    await writeFile(join(project, 'package.json'), '{ "private": true }');
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    await run('npm', ['install', ...options, `./standing-server-${version}.tgz`], { cwd: project });
  });
  afterAll(async () => {
    if (program?.exitCode === null) {
      program.kill('SIGTERM');
      await once(program, 'exit');
    }
    await rm(project, { recursive: true, force: true });
  });

  it('packs to the same bytes again', async () => {
    const again = join(project, 'again');
    await mkdir(again);
    await pack(again);
    const name = `standing-server-${version}.tgz`;
    expect((await readFile(join(again, name))).equals(await readFile(join(project, name)))).toBe(true);
  });

  it('has its dependencies in the versions of the lock file, and no development ones', async () => {
    const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
    const server = join(project, 'node_modules/standing-server');
    const inPackage = (await readdir(join(server, 'node_modules'), { recursive: true })).filter((file) =>
      /^(?:(?:@[^/]+\/)?[^/]+\/)(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)*package\.json$/.test(file),
    );
    expect(inPackage.length).toBeGreaterThan(150);
    for (const file of inPackage) {
      const at = `node_modules/${file.slice(0, -'/package.json'.length)}`;
      const { version: installed } = JSON.parse(await readFile(join(server, 'node_modules', file), 'utf8'));
      const { version: locked = installed, dev = false } = packages[at] ?? {};
      expect([at, installed, dev]).toEqual([at, locked, false]);
      expect(packages).toHaveProperty([at]);
    }
  });

  it('starts on its own Postgres with one command, and verifies a business', async () => {
    const port = await freePort();
    const lines: string[] = [];
    const { NODE_ENV: _test, DATABASE_URL: _database, REDIS_URL: _redis, ...env } = process.env;
    program = spawn('npx', ['--no-install', 'standing-server'], { cwd: project, env: { ...env, PORT: String(port) } });
    for (const stream of [program.stdout, program.stderr])
      stream?.on('data', (text: Buffer) => lines.push(String(text)));
    const url = `http://127.0.0.1:${port}`;
    await until(async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok);
    const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      };
      return (await fetch(url + path, request)).json();
    };
    await ask('/v1/auth/request-access', { email: 'ada@example.com', accept_terms: true });
    const [code] = await until(() => /\b\d{6}\b/.exec(lines.join('').split('e-mail to ada@example.com')[1] ?? ''));
    const { api_key: key } = await ask('/v1/auth/verify-access', { email: 'ada@example.com', code });
    const asked = { entity_name: 'Imaginary Lanterns LLC', jurisdiction: 'us-co' };
    const answer = await ask('/v1/verify', asked, { 'x-api-key': key, prefer: 'wait=20' });
    expect(answer).toMatchObject({ status: 'completed', data: { jurisdiction: 'us-co', good_standing: true } });
    const { stdout } = await run('npx', ['--no-install', 'standing', '--version'], { cwd: project });
    expect(stdout.trim()).toBe(version);
  });
});

describeRelease('a release, made twice from one commit', () => {
  let clone: string;
  beforeAll(async () => {
    clone = await mkdtemp(join(tmpdir(), 'standing-release-clone-'));
    await run('git', ['clone', '--quiet', '--no-hardlinks', resolve(), join(clone, 'standing')]);
    const { stdout: head } = await run('git', ['rev-parse', 'HEAD']);
    await run('git', ['checkout', '--quiet', '--detach', head.trim()], { cwd: join(clone, 'standing') });
    // Newer than the lock file, as after a fresh install.
    await run('cp', ['-R', resolve('node_modules'), join(clone, 'standing/node_modules')]);
  });
  afterAll(() => rm(clone, { recursive: true, force: true }));

  it('has the same bytes both times, and lists all of its files', async () => {
    const cwd = join(clone, 'standing');
    const made: Record<string, string>[] = [];
    for (const folder of ['one', 'two']) {
      const target = join(clone, folder);
      await mkdir(target);
      await run('npm', ['run', '--silent', 'release', '--', target, '--preview', '--without-image'], { cwd });
      await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: target });
      made.push(await digestsIn(target));
    }
    // Flit 4 writes an underscore in both names of the Python client.
    const files = Object.keys(made[0] ?? {}).map((file) => file.replace('standing_client', 'standing-client'));
    expect(files.toSorted()).toEqual([
      'NOTES.md',
      'SHA256SUMS',
      'compose.yml',
      'provenance.json',
      'sbom.cdx.json',
      `standing-chart-${version}.tgz`,
      `standing-client-${version}-py3-none-any.whl`,
      `standing-client-${version}.tar.gz`,
      `standing-client-${version}.tgz`,
      `standing-server-${version}.tgz`,
    ]);
    expect(made[1]).toEqual(made[0]);
    expect(await readFile(join(clone, 'one/compose.yml'), 'utf8')).not.toMatch(/build:/);
  });

  it('is refused from a tree with uncommitted changes', async () => {
    await writeFile(join(clone, 'standing/README.md'), 'changed');
    const refused = run(process.execPath, ['scripts/release/main.mjs', join(clone, 'three')], {
      cwd: join(clone, 'standing'),
    });
    await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining('changes that are not committed') });
  });
});

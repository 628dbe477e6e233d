import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { shellBlock, shellBlocks } from '../support/documented.js';
import { block } from '../support/pages.js';

const run = promisify(execFile);
/** The pages for operators, as one page. */
const PAGE = ['run-in-production', 'run-on-one-machine', 'upgrade', 'scale', 'observe', 'respond-to-alerts']
  .map((name) => readFileSync(`docs/how-to/${name}.md`, 'utf8'))
  .join('\n');
const ENCRYPTION_KEY = 'the-key-of-this-installation-alone';
/** The beginning of a command that is part of a sentence. */
const COMMAND =
  /^(npm|npx|node|docker (compose|restart)|systemctl|nginx|openssl|standing|(\w+=(\$\([^)]*\)|\S+) )+(npm|docker)) /;

/** Returns every command of the page: the lines of blocks, and those in sentences. */
function commandsOf(page: string): string[] {
  const lines = shellBlocks(page).flatMap((each) => each.split('\n'));
  const inSentences = [...page.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span.replace(/^… /, ''));
  const written = [...lines, ...inSentences.filter((span) => COMMAND.test(`${span} `))];
  return [...new Set(written.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')))];
}

/** Commands that another test runs: a pattern, the test, and words that the test must contain. */
const ELSEWHERE: readonly [command: RegExp, test: string, words: string][] = [
  [/^docker compose up --build --wait$/, 'test/stress/containers/containers.stress.ts', 'engine.up()'],
  [/^docker compose up -d$/, 'test/stress/containers/containers.stress.ts', 'engine.up()'],
  [/compose\.production\.yml build migrate$/, 'test/stress/containers/containers.stress.ts', "engine.compose('build')"],
  [
    /compose\.production\.yml run --rm migrate$/,
    'test/stress/containers/production.stress.ts',
    "'run', '--rm', 'migrate'",
  ],
  [
    /compose\.production\.yml exec api standing --version$/,
    'test/stress/containers/production.stress.ts',
    "'standing', '--version'",
  ],
  [/^standing --version$/, 'test/stress/containers/production.stress.ts', "'standing', '--version'"],
  [/compose\.production\.yml up /, 'test/stress/containers/production.stress.ts', 'engine.up('],
  [
    /compose\.production\.yml exec api standing account create/,
    'test/stress/containers/production.stress.ts',
    "'account', 'create'",
  ],
  [
    /compose\.production\.yml exec proxy nginx -s reload/,
    'test/stress/containers/production.stress.ts',
    "'nginx', '-s', 'reload'",
  ],
  [
    /^docker compose exec api standing ledger check$/,
    'test/stress/containers/containers.stress.ts',
    "'standing', 'ledger', 'check'",
  ],
  [/^standing account create/, 'test/stress/containers/containers.stress.ts', "'standing', 'account', 'create'"],
  [/^standing registry status$/, 'test/stress/containers/containers.stress.ts', "'standing', 'registry', 'status'"],
  [
    /^docker restart --timeout 30 CONTAINER$/,
    'test/stress/containers/containers.stress.ts',
    "'restart', '--timeout', '30'",
  ],
  [/--scale api=4/, 'test/stress/containers/containers.stress.ts', "'--scale', 'api=4'"],
  [/^standing migrate$/, 'test/stress/containers/containers.stress.ts', "'standing', 'migrate'"],
  [/^npx --no standing registry probe/, 'test/registries/registry-probe.spec.ts', 'probe'],
  [/^npx --no standing registry update$/, 'test/registries/registry-command.spec.ts', "'update'"],
  [
    /^(cd \/opt\/standing|export ENV_FILE=.*|sudo --preserve-env=.*)$/,
    'test/stress/one-machine.stress.ts',
    'first account',
  ],
  [/^curl \S+\/health\/ready$/, 'test/stress/one-machine.stress.ts', '/health/ready'],
  [/^npm run build$/, 'test/upgrades/releases.ts', "'build'"],
  [/^npm run bench -- scaling$/, 'bench/systems.stress.ts', 'scaling'],
];

const NOT_RUN: readonly [command: RegExp, why: string][] = [
  [/^kubectl apply/, 'needs a cluster; test/stress/kubernetes.stress.ts checks the manifests'],
  [/^helm install/, 'needs a cluster; test/stress/kubernetes.stress.ts checks the chart'],
  [/^(useradd|sudo -u postgres create(user|db)) /, 'changes the users of the machine'],
  [/^systemctl /, 'needs a machine that systemd has started; test/stress/production.stress.ts has it read the unit'],
  [/^nginx -t$/, 'reads what is installed; test/stress/production.stress.ts has nginx read the file of the page'],
];

const SECRETS = shellBlock(PAGE, 'install -d -m 700 secrets');
const READABLE = shellBlock(PAGE, 'chmod 644 secrets');
const SETTINGS = shellBlock(PAGE, 'cp /opt/standing/.env.example /etc/standing/env');
const ACCOUNT = 'npx --no standing account create --email ADDRESS';
const CHECK = 'npx --no standing ledger check';
const MIGRATE = 'node dist/commands/migrate.js';
const HELP = 'standing --help';

describe('a command in the guides for operators', () => {
  let folder: string;
  let server: TestDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standing-documented-'));
    server = await createEmptyDatabase();
  });
  afterAll(async () => {
    await server.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs commands as an operator would type them, with the paths replaced. */
  async function type(commands: string, settings: Record<string, string> = {}, cwd = '.'): Promise<string> {
    const here = commands
      .replaceAll('/etc/standing', join(folder, 'etc'))
      .replaceAll('/opt/standing', process.cwd())
      .replaceAll(/(?<=-g |chgrp )standing/g, String(process.getgid!()))
      .replaceAll('ADDRESS', 'operator@example.com')
      .replaceAll(/^standing /gm, 'npx --no -- standing ');
    const env = {
      ...process.env,
      ENV_FILE: '/dev/null',
      ENCRYPTION_KEY,
      ...settings,
    };
    const { stdout } = await run('bash', ['-euc', here], { cwd, env });
    return stdout;
  }

  it('is run by a test, or listed with a reason why not', () => {
    const here = [SECRETS, READABLE, SETTINGS]
      .flatMap((each) => each.split('\n'))
      .concat(ACCOUNT, CHECK, MIGRATE, HELP);
    const left = commandsOf(PAGE).filter(
      (command) =>
        !here.some((line) => line.trim() === command) &&
        !ELSEWHERE.some(([pattern]) => pattern.test(command)) &&
        !NOT_RUN.some(([pattern]) => pattern.test(command)),
    );
    expect(left).toEqual([]);
    expect(commandsOf(PAGE).length).toBeGreaterThan(25);
  });

  it('occurs in the listed test, and the list has no removed command', () => {
    const commands = commandsOf(PAGE);
    const patterns = [...ELSEWHERE, ...NOT_RUN].map(([pattern]) => pattern);
    expect(patterns.filter((pattern) => !commands.some((command) => pattern.test(command)))).toEqual([]);
    const missing = ELSEWHERE.filter(
      ([, test, words]) => !existsSync(test) || !readFileSync(test, 'utf8').includes(words),
    );
    expect(missing).toEqual([]);
  });

  it('creates the settings and secrets for compose.production.yml, closed to others', async () => {
    const scratch = join(folder, 'production');
    await cp('.env.example', join(scratch, '.env.example'));
    await type(SECRETS, {}, scratch);
    const { secrets, services } = parse(readFileSync('compose.production.yml', 'utf8'), { merge: true });
    const always = Object.values<{ profiles?: string[]; secrets?: string[] }>(services).filter(
      (each) => !each.profiles,
    );
    const wanted = [...new Set(always.flatMap((each) => each.secrets ?? []))];
    expect(wanted.length).toBeGreaterThan(2);
    const filledIn = ['tls_certificate', 'tls_key'].map((name) => join(scratch, 'secrets', name));
    for (const file of filledIn) await writeFile(file, 'of the operator', { mode: 0o600 });
    await type(READABLE, {}, scratch);
    // The owner can renew them.
    for (const file of filledIn) expect((await stat(file)).mode & 0o777).toBe(0o644);
    expect((await stat(join(scratch, 'secrets/standing/encryption_key'))).mode & 0o777).toBe(0o644);
    for (const name of wanted) expect(existsSync(join(scratch, secrets[name].file))).toBe(true);
    const env = parseEnv(await readFile(join(scratch, '.env'), 'utf8'));
    const decided = { NODE_ENV: 'production', REGISTRY_MODE: 'live', BILLING: 'off', SIGN_UP: 'off' };
    const ownSecrets = { SECRETS_DIR: join(scratch, 'secrets/standing') };
    expect(loadConfig({ ...env, ...decided, ...ownSecrets })).toMatchObject({
      databaseUrl: expect.stringMatching(/^postgres:\/\/standing:[0-9a-f]{64}@postgres:5432\/standing$/),
      encryptionKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await stat(join(scratch, 'secrets'))).mode & 0o777).toBe(0o700);
    expect(existsSync(join(scratch, '.env'))).toBe(true);
  });

  it('creates the settings and secrets for the systemd unit, closed to others', async () => {
    await type(SETTINGS);
    const at = (path: string) => path.replaceAll('/etc/standing', join(folder, 'etc'));
    const unit = block(PAGE, '## systemd', 'ini');
    const variables = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
    const {
      ENV_FILE = '',
      SECRETS_DIR = '',
      ...environment
    } = Object.fromEntries(variables.map((each) => at(each).split('=')));
    const decided = { REGISTRY_MODE: 'live', BILLING: 'off', SIGN_UP: 'off' };
    const given = {
      ...parseEnv(await readFile(ENV_FILE, 'utf8')),
      ...decided,
      ...environment,
      SECRETS_DIR,
      PORT: '3001',
    };
    expect(loadConfig(given)).toMatchObject({
      production: true,
      role: 'all',
      port: 3001,
      host: '127.0.0.1',
      databaseUrl: 'postgres://standing:PASSWORD@127.0.0.1:5432/standing',
      encryptionKey: expect.stringMatching(/^[0-9a-f]{64}$/),
      redis: { nodes: ['redis://127.0.0.1:6379'] },
    });
    expect((await stat(SECRETS_DIR)).mode & 0o777).toBe(0o750);
    for (const name of await readdir(SECRETS_DIR)) {
      expect((await stat(join(SECRETS_DIR, name))).mode & 0o777).toBe(0o640);
    }
  });

  it('runs Node with the same options everywhere: npm start, the image, the systemd unit', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
    const [, options = ''] = /exec node (.+) dist\/main\.js$/.exec(scripts.start) ?? [];
    expect(options).not.toBe('');
    const started = ['node', ...options.split(' '), 'dist/main.js'];
    expect(readFileSync('Dockerfile', 'utf8')).toContain(`\nCMD ${JSON.stringify(started).replaceAll(',', ', ')}\n`);
    expect(block(PAGE, '## systemd', 'ini')).toContain(`\nExecStart=/usr/bin/${started.join(' ')}\n`);
  });

  it('migrates a database, creates an account and checks its ledger', async () => {
    const settings = { DATABASE_URL: server.url };
    await type(MIGRATE, settings);
    expect(await type(ACCOUNT, settings)).toContain('operator@example.com');
    expect(await type(CHECK, settings)).toContain('the ledger adds up');
    await expect(type(ACCOUNT, settings)).rejects.toThrow(/belongs to another account/);
  });

  it('prints the usage', async () => {
    expect(await type(HELP, {}, resolve('.'))).toContain('usage: standing COMMAND');
  });
});

describe('docs/internals/releasing.md', () => {
  it('lists the release commands, and the SBOM and client package can be built', async () => {
    const commands = shellBlock(readFileSync('docs/internals/releasing.md', 'utf8'), 'npm run release')
      .trim()
      .split('\n');
    // The last takes minutes and is run by test/stress/release.stress.ts. Here only its SBOM and
    // client package steps run.
    expect(commands).toEqual([
      'npm version minor --no-git-tag-version',
      'npm run generate -- version reference',
      'npm install --package-lock-only',
      'npm run release',
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'standing-release-'));
    try {
      await run(process.execPath, ['scripts/sbom.mjs', join(folder, 'sbom.cdx.json')]);
      await run(process.execPath, ['scripts/release/pack-client.mjs', folder]);
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
      expect((await readdir(folder)).toSorted()).toEqual(['sbom.cdx.json', `standing-client-${version}.tgz`]);
      const { stdout } = await run('tar', ['-tf', join(folder, `standing-client-${version}.tgz`)]);
      expect(stdout).toContain('dist/esm/index.d.ts');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

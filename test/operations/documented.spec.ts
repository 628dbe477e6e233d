import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { shellBlock, shellBlocks } from '../support/documented.js';
import { startProgram } from '../support/program.js';

const run = promisify(execFile);
/** What an operator reads, as one page. */
const PAGE = ['run-in-production', 'upgrade', 'back-up-and-restore', 'scale', 'observe', 'respond-to-alerts']
  .map((name) => readFileSync(`docs/how-to/${name}.md`, 'utf8'))
  .join('\n');
const ENCRYPTION_KEY = 'the-key-of-this-installation-alone';
/** What begins a command, where it stands in a sentence. */
const COMMAND =
  /^(npm|npx|node|docker (compose|restart)|systemctl|nginx|openssl|standing|(\w+=(\$\([^)]*\)|\S+) )+(npm|docker)) /;

/** Every command of the page: blocks line by line, and what stands in sentences. */
function commandsOf(page: string): string[] {
  const lines = shellBlocks(page).flatMap((block) => block.split('\n'));
  const inSentences = [...page.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span.replace(/^… /, ''));
  const written = [...lines, ...inSentences.filter((span) => COMMAND.test(`${span} `))];
  return [...new Set(written.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')))];
}

/** Commands that another test runs, by words of theirs, and which; the test has the words of the third column in it. */
const ELSEWHERE: readonly [command: RegExp, test: string, words: string][] = [
  [/^ENCRYPTION_KEY=.*docker compose up --build --wait$/, 'test/stress/containers/containers.stress.ts', 'engine.up()'],
  [/^docker compose up -d$/, 'test/stress/containers/containers.stress.ts', 'engine.up()'],
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
  [/run --rm backup standing restore --drill/, 'test/stress/containers/production.stress.ts', "'restore', '--drill'"],
  [
    /run --rm --no-deps backup standing restore/,
    'test/stress/containers/production.stress.ts',
    "'--no-deps', 'backup'",
  ],
  [/compose\.production\.yml down$/, 'test/stress/containers/production.stress.ts', "engine.compose('down'"],
  [/^docker compose ps$/, 'test/stress/containers/engine.ts', "'ps'"],
  [
    /^npx standing backup \/backups --every/,
    'test/operations/backup-service.spec.ts',
    "'--every', '24', '--keep', '14'",
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
  [/^npx standing registry probe/, 'test/registries/registry-probe.spec.ts', 'probe'],
  [/^npx standing registry update$/, 'test/registries/registry-command.spec.ts', "'update'"],
  [/^npm run bench -- scaling$/, 'bench/systems.stress.ts', 'scaling'],
];

/** Commands that no test can run, and why. */
const NOT_RUN: readonly [command: RegExp, why: string][] = [
  [/^cp -r \.ops\/systemd/, 'writes into /etc; test/stress/production.stress.ts has systemd read the units'],
  [/^kubectl apply/, 'needs a cluster; test/stress/kubernetes.stress.ts checks the manifests'],
  [/^helm install/, 'needs a cluster; test/stress/kubernetes.stress.ts checks the chart'],
  [/^systemctl /, 'needs a machine that systemd has started; test/stress/production.stress.ts has it read the units'],
];

const SECRETS = shellBlock(PAGE, 'install -d -m 700 secrets');
const BACKUP = shellBlock(PAGE, 'npx standing backup /backups/2026-11-23');
const DRILL = shellBlock(PAGE, 'npx standing restore --drill');
const MOVE = shellBlock(PAGE, 'before-the-move');
const ACCOUNT = 'npx standing account create --email ADDRESS';
const CHECK = 'npx standing ledger check';
const MIGRATE = 'node dist/commands/migrate.js';
const HELP = 'standing --help';

describe('the commands of the guides for operators', () => {
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

  /** As somebody would type it, but for where things lie. */
  async function type(commands: string, settings: Record<string, string> = {}, cwd = '.'): Promise<string> {
    const here = commands
      .replaceAll('/backups/', `${folder}/backups/`)
      .replaceAll('ADDRESS', 'operator@example.com')
      .replaceAll('postgres://standing:secret@new-server/standing', server.url)
      .replaceAll(/^standing /gm, 'npx standing ');
    const env = {
      ...process.env,
      ENV_FILE: '/dev/null',
      ENCRYPTION_KEY,
      ...settings,
    };
    const { stdout } = await run('bash', ['-euc', here], { cwd, env });
    return stdout;
  }

  it('are each run by a test, or there is a reason why not', () => {
    const here = [SECRETS, BACKUP, DRILL, MOVE]
      .flatMap((block) => block.split('\n'))
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

  it('are found where the list says, and the list names no command that is gone', () => {
    const commands = commandsOf(PAGE);
    const patterns = [...ELSEWHERE, ...NOT_RUN].map(([pattern]) => pattern);
    expect(patterns.filter((pattern) => !commands.some((command) => pattern.test(command)))).toEqual([]);
    const missing = ELSEWHERE.filter(
      ([, test, words]) => !existsSync(test) || !readFileSync(test, 'utf8').includes(words),
    );
    expect(missing).toEqual([]);
  });

  it('make the settings and every secret that compose.production.yml asks for, closed to others', async () => {
    const scratch = join(folder, 'production');
    await cp('.env.example', join(scratch, '.env.example'));
    await type(SECRETS, {}, scratch);
    const { secrets, services } = parse(readFileSync('compose.production.yml', 'utf8'), { merge: true });
    const always = Object.values<{ profiles?: string[]; secrets?: string[] }>(services).filter(
      (each) => !each.profiles,
    );
    const wanted = [...new Set(always.flatMap((each) => each.secrets ?? []))];
    expect(wanted.length).toBeGreaterThan(2);
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

  it('make an account, back everything up, restore it, check it, and move it to a server', async () => {
    const first = { DATA_DIR: join(folder, 'first') };
    const second = { DATA_DIR: join(folder, 'second') };
    // The first start makes the tables.
    const service = await startProgram({ ...first, ENCRYPTION_KEY });
    await service.stop();
    expect(await type(ACCOUNT, first)).toContain('operator@example.com');
    const [backup = '', restore = ''] = BACKUP.trim().split('\n');
    await type(backup, first);
    expect(await type(DRILL, first)).toContain('drill: restored as of');
    await rm(first.DATA_DIR, { recursive: true });
    await type(restore, second);
    expect(await type(CHECK, second)).toContain('the ledger adds up');
    await type(MOVE, second);
    await type(MIGRATE, { DATABASE_URL: server.url });
    expect(await type(CHECK, { DATABASE_URL: server.url })).toContain('the ledger adds up');
    await expect(type(ACCOUNT, { DATABASE_URL: server.url })).rejects.toThrow(/belongs to another account/);
  });

  it('say what else there is', async () => {
    expect(await type(HELP, {}, resolve('.'))).toContain('usage: standing COMMAND');
  });
});

describe('the commands of docs/internals/releasing.md', () => {
  it('set the version, renew what is generated from it, and make the release', async () => {
    const commands = shellBlock(readFileSync('docs/internals/releasing.md', 'utf8'), 'npm run release')
      .trim()
      .split('\n');
    // The last is run by test/stress/release.stress.ts, which takes minutes: here are the parts that others run alone.
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

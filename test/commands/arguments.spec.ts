import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const NONE = '/dev/null';
/** Files that people read and copy from. */
const TEXTS = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  '.env.example',
  'docs',
  'examples',
  'deploy',
  'src',
  'scripts',
  'packages/client/src',
];
/** The files of src/commands are commands. Shared code is in subfolders. */
const COMMANDS = readdirSync('src/commands')
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace('.ts', ''));

interface Ended {
  code: number;
  out: string;
  err: string;
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}, cwd = '.'): Promise<Ended> {
  const settings = { cwd, env: { PATH: process.env['PATH'], ENV_FILE: NONE, ...env } };
  return new Promise((done) => {
    execFile(process.execPath, [resolve(program), ...args], settings, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

describe.each(COMMANDS)('the command %s', (command) => {
  const program = `dist/commands/${command}.js`;

  it('prints its usage for --help and for an unknown option', async () => {
    const [help, wrong] = await Promise.all([run(program, ['--help']), run(program, ['--no-such-option'])]);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toMatch(/^usage: standing [a-z:]+ /);
    expect(help.out).toContain('--help, -h');
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.err).toMatch(/^Unknown option '--no-such-option'\n\nusage: standing /);
  });
});

describe('a command that asks a service', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'standing-commands-'));
    writeFileSync(join(folder, '.env'), 'PORT=59997\n');
    writeFileSync(join(folder, 'other.env'), 'PORT=59998\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const listen = (env: Record<string, string>) =>
    run('dist/commands/webhook-listen.js', ['--port', '0', '--key', 'stnd_unused'], env, folder);

  it('asks the port of PORT, or else of .env, and advises when nothing listens there', async () => {
    const advice = (port: number) => ({
      code: 1,
      err: `no service listens at 127.0.0.1:${port}: start the service with npm start, or give its address with --url or STANDING_URL\n`,
    });
    expect(await listen({ PORT: '59999' })).toMatchObject(advice(59_999));
    expect(await listen({ ENV_FILE: '' })).toMatchObject(advice(59_997));
    expect(await listen({ ENV_FILE: 'other.env' })).toMatchObject(advice(59_998));
    expect(await listen({ ENV_FILE: '', PORT: '59999' })).toMatchObject(advice(59_999));
  });

  it('names a missing file of settings', async () => {
    expect(await listen({ ENV_FILE: 'missing.env' })).toMatchObject({
      code: 1,
      err: 'ENV_FILE must be a file that exists (it is "missing.env")\n',
    });
  });
});

describe('standing, the commands in one program', () => {
  const standing = (...args: string[]) => run('scripts/standing.mjs', args);

  it('lists its commands, and runs one with its arguments', async () => {
    const { code, out } = await standing('--help');
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(out).toContain(`  ${command.replace('-', ':')} `);
    expect(await standing('ledger', '--help')).toMatchObject({
      code: 0,
      out: (await run('dist/commands/ledger.js', ['--help'])).out,
    });
    expect(await standing('ledger', 'repair')).toMatchObject({ code: 2 });
    expect((await standing('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [['help'], ['--help']],
    [['-h'], ['--help']],
    [['help', '--help'], ['--help']],
    [
      ['help', 'verify'],
      ['verify', '--help'],
    ],
    [
      ['help', 'ledger', 'repair'],
      ['ledger', '--help'],
    ],
    [['version'], ['--version']],
    [['-v'], ['--version']],
  ])('answers %j as it answers %j', async (typed, usual) => {
    const answer = await standing(...typed);
    expect(answer).toMatchObject({ code: 0, err: '' });
    expect(answer).toEqual(await standing(...usual));
  });

  it.each([
    [['help', 'verfy'], '"verfy" is not a command; did you mean verify?'],
    [['hepl'], '"hepl" is not a command; did you mean help?'],
    [['versoin'], '"versoin" is not a command; did you mean version?'],
  ])('refuses %j and suggests what was meant', async (typed, message) => {
    const { code, out, err } = await standing(...typed);
    expect([code, out, err.split('\n')[0]]).toEqual([2, '', message]);
  });

  it('suggests the command or the file that was meant', async () => {
    const { code, err } = await standing('legder');
    expect([code, err.split('\n')[0]]).toEqual([2, '"legder" is not a command; did you mean ledger?']);
    expect((await standing('something-else')).err.split('\n')[0]).toBe('"something-else" is not a command');
    expect(await standing('match', 'LICENCE')).toMatchObject({
      code: 1,
      err: 'LICENCE does not exist; did you mean LICENSE?\n',
    });
  });

  it('is never typed so that npx would fetch what the public registry has under its name', () => {
    const texts = [...TEXTS].flatMap((folder) =>
      statSync(folder).isFile()
        ? [folder]
        : readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    );
    const bare = texts
      .filter((file) => /\.(?:md|m?[jt]sx?|ya?ml|html)$|\.env\.example$/.test(file) && !file.includes('node_modules'))
      .filter((file) => /npx (?:-y |--yes )?standing\b(?!-)/.test(readFileSync(file, 'utf8')));
    expect(bare).toEqual([]);
  });

  it('shows in its help how it was called', async () => {
    const help = async (env: Record<string, string>) =>
      (await run('scripts/standing.mjs', ['verify', '--help'], env)).out.split('\n')[0];
    expect(await help({})).toBe('usage: standing verify NAME JURISDICTION [options]');
    expect(await help({ npm_command: 'exec' })).toBe('usage: npx --no standing verify NAME JURISDICTION [options]');
  });
});

describe('a start with wrong settings', () => {
  it('reports all wrong settings at once, and an unreachable database, in plain words', async () => {
    const start = (env: Record<string, string>) => run('dist/main.js', [], { PORT: '0', ...env });
    expect((await start({ PORT: 'eighty', LOG_LEVEL: 'loud' })).err).toMatch(
      /^Standing cannot start: 2 settings are wrong\n {2}PORT .*\n {2}LOG_LEVEL .*\n$/,
    );
    expect(await start({ DATABASE_URL: 'postgres://standing:hunter2@127.0.0.1:59999/standing' })).toMatchObject({
      code: 1,
      err: 'Standing cannot start: the database of DATABASE_URL cannot be reached (connect ECONNREFUSED 127.0.0.1:59999)\n',
    });
  });

  it('names a host that is no address of this machine', async () => {
    for (const HOST of ['203.0.113.9', 'no-such-host.invalid']) {
      expect(await run('dist/main.js', [], { PORT: '0', HOST })).toEqual({
        code: 1,
        out: '',
        err: `Standing cannot start: HOST "${HOST}" is no address of this machine\n`,
      });
    }
  });

  it('checks the port before it starts anything', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const dataDir = mkdtempSync(join(tmpdir(), 'standing-port-'));
    try {
      expect(await run('dist/main.js', [], { PORT: String(port), DATA_DIR: dataDir })).toEqual({
        code: 1,
        out: '',
        err: `Standing cannot start: port ${port} is taken; set PORT to another one\n`,
      });
      expect(readdirSync(dataDir)).toEqual([]);
    } finally {
      taken.close();
      rmSync(dataDir, { recursive: true });
    }
  });
});

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { shellBlock } from '../../support/documented.js';
import { startEngine, whyNot, type Engine } from './engine.js';
import { describeWhere } from '../../support/where.js';

const run = promisify(execFile);
const HTTPS_PORT = '8443';

const reason = whyNot('long');
const describeWithEngine = describeWhere(reason === undefined, reason ?? '');

/** The tests run in order; each continues with the containers of the previous one. */
describeWithEngine('compose.production.yml, run as docs/how-to/run-in-production.md says', () => {
  let engine: Engine;
  let folder: string;
  let key: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standing-production-'));
    for (const name of ['compose.production.yml', '.ops', '.env.example'])
      await cp(name, join(folder, name), { recursive: true });
    // Runs the commands from the page, then fills in the settings that it asks for.
    const page = await readFile('docs/how-to/run-in-production.md', 'utf8');
    const type = (words: string) => run('bash', ['-euc', shellBlock(page, words)], { cwd: folder });
    await type('install -d -m 700 secrets');
    const settings = await readFile(join(folder, '.env'), 'utf8');
    const decided = settings
      .replace('BILLING=on', 'BILLING=off')
      .replace('SIGN_UP=on', 'SIGN_UP=off')
      .replace('# BASE_URL=https://standing.example.com', `BASE_URL=https://localhost:${HTTPS_PORT}`);
    await writeFile(join(folder, '.env'), decided);
    const [certificate, tlsKey] = ['tls_certificate', 'tls_key'].map((name) => join(folder, 'secrets', name));
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
    await run('openssl', [...made, '-out', certificate!, '-keyout', tlsKey!]);
    await type('chmod 644 secrets');
    engine = await startEngine({
      name: 'standing-production',
      files: [join(folder, 'compose.production.yml')],
      env: { HTTP_PORT: '8080', HTTPS_PORT, NODE_EXTRA_CA_CERTS: certificate! },
    });
    await engine.compose('down', '--volumes');
    // Uses the trial image, because its sandbox provides a register. The folder has no sources.
    await engine.docker('build', '--quiet', '--target', 'trial', '--tag', 'standing', '.');
    await engine.up('--no-build');
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  const seen = async (...args: string[]) =>
    JSON.parse(await text(engine.caller('tls-caller-process.ts', `https://localhost:${HTTPS_PORT}`, ...args).stdout!));

  it('shows no secret in the environment of any container', async () => {
    const folderOfSecrets = join(folder, 'secrets');
    const secrets = await Promise.all(
      (await readdir(folderOfSecrets, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
    );
    const values = secrets.map((value) => value.trim()).filter(Boolean);
    expect(values.length).toBeGreaterThan(6);
    for (const { Config } of await engine.containers()) {
      const said = Config.Env.join('\n');
      expect(values.filter((value) => said.includes(value))).toEqual([]);
    }
    expect(
      await engine.compose('exec', '-T', 'api', 'sh', '-c', 'test -r /run/secrets/encryption_key && echo so'),
    ).toBe('so\n');
  });

  it('answers over TLS, compressed, and redirects or refuses plain HTTP', async () => {
    const made = await engine.compose(
      ...['exec', '-T', 'api', 'standing', 'account', 'create', '--email', 'operator@example.com', '--json'],
    );
    key = JSON.parse(made).api_key;
    expect(await seen(key)).toEqual({
      verified: { status: 200, name: 'Imaginary Lanterns LLC' },
      balance: 49,
      compressed: 'gzip',
      strict: expect.stringMatching(/^max-age=\d{8}/),
      metrics: 404,
      plainPage: { status: 308, location: 'https://localhost/' },
      plainApi: { status: 403, code: 'FORBIDDEN' },
      megabytes: 61,
      uploaded: { status: 201, accepted: 100_000 },
      refused: { status: 400, code: 'VALIDATION_ERROR' },
      tooLarge: { status: 400, code: 'VALIDATION_ERROR' },
    });
  });

  it('migrates again without harm, and says which version runs', async () => {
    await engine.compose('run', '--rm', 'migrate');
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await engine.compose('exec', '-T', 'api', 'standing', '--version')).toBe(`${version}\n`);
  });

  it('keeps serving when nginx reloads', async () => {
    await engine.compose('exec', '-T', 'proxy', 'nginx', '-s', 'reload');
    expect(await seen(key)).toMatchObject({ verified: { status: 200 }, balance: 48 });
  });

  it('returns its metrics only with the token that Prometheus has', async () => {
    const ask = `const token = require('fs').readFileSync('/run/secrets/metrics_token', 'utf8').trim();
        const ask = (headers) => fetch('http://worker:3000/metrics', { headers }).then(({ status }) => status);
        Promise.all([ask({}), ask({ authorization: 'Bearer ' + token })]).then((seen) => console.log(seen.join()));`;
    expect(await engine.compose('exec', '-T', 'api', 'node', '-e', ask)).toBe('401,200\n');
  });

  it('restores a dump after everything was lost, with a sound ledger', async () => {
    const dump = join(folder, 'standing.dump');
    const inPostgres = ['exec', '-T', 'postgres'];
    const inFile = ['--username=standing', '--format=custom', '--file=/tmp/standing.dump', 'standing'];
    await engine.compose(...inPostgres, 'pg_dump', ...inFile);
    await engine.compose('cp', 'postgres:/tmp/standing.dump', dump);
    await engine.compose('down', '--volumes', '--timeout', '30');
    await engine.compose('up', '--detach', '--wait', 'postgres');
    await engine.compose('cp', dump, 'postgres:/tmp/standing.dump');
    await engine.compose(
      ...[
        ...inPostgres,
        'pg_restore',
        '--username=standing',
        '--dbname=standing',
        '--exit-on-error',
        '/tmp/standing.dump',
      ],
    );
    await engine.up('--no-build');
    expect(await seen(key)).toMatchObject({ verified: { status: 200 }, balance: 47 });
    expect(await engine.compose('exec', '-T', 'api', 'standing', 'ledger', 'check')).toContain('the ledger adds up');
  });
});

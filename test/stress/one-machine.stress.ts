import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { block } from '../support/pages.js';
import { redisUrl } from '../support/redis.js';
import { until } from '../support/until.js';
import { describeWhere } from '../support/where.js';

const run = promisify(execFile);
const hasNginx = spawnSync('nginx', ['-v'], { env: { PATH: `${process.env['PATH']}:/usr/sbin` } }).status === 0;
const PAGE = 'docs/how-to/run-on-one-machine.md';

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => void server.close(closed));
  return String(port);
}

describeWhere(hasNginx && redisUrl !== undefined, 'no nginx, or no Redis')(PAGE, () => {
  let page: string;
  let folder: string;
  let database: TestDatabase;
  const ports = { first: '', second: '', plain: '', tls: '' };
  const children: ChildProcess[] = [];

  /** Replaces the page's folders, ports and addresses with those of this test. */
  const here = (text: string) =>
    text
      .replaceAll('/opt/standing', process.cwd())
      .replaceAll('/etc/ssl/standing', folder)
      .replaceAll('/etc/standing', folder)
      .replaceAll('/var/lib/standing', join(folder, 'data'))
      .replaceAll('postgres://standing:PASSWORD@127.0.0.1:5432/standing', database.url)
      .replaceAll('redis://127.0.0.1:6379', redisUrl ?? '')
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.first}`)
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports.second}`)
      .replaceAll('listen 80', `listen 127.0.0.1:${ports.plain}`)
      .replaceAll('listen 443', `listen 127.0.0.1:${ports.tls}`)
      .replaceAll('https://standing.example.com', `https://standing.example.com:${ports.tls}`);

  const type = (command: string, env: Record<string, string> = {}) =>
    run('bash', ['-ec', here(command)], { env: { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: folder, ...env } });

  const curl = async (...words: string[]) => {
    const resolved = [
      `--resolve`,
      `standing.example.com:${ports.tls}:127.0.0.1`,
      '--cacert',
      join(folder, 'fullchain.pem'),
    ];
    const { stdout } = await run('curl', ['-s', '-w', '\n%{http_code}', ...resolved, ...words]);
    const at = stdout.lastIndexOf('\n');
    return { status: Number(stdout.slice(at + 1)), body: stdout.slice(0, at) };
  };

  beforeAll(async () => {
    page = await readFile(PAGE, 'utf8');
    folder = await mkdtemp(join(tmpdir(), 'standing-machine-'));
    database = await createTestDatabase();
    for (const name of ['first', 'second', 'plain', 'tls'] as const) ports[name] = await freePort();
  });
  afterAll(async () => {
    for (const child of children) if (child.kill()) await once(child, 'exit');
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('gives an operator the service behind TLS, with limits that both processes count in Redis', async () => {
    // The service's user and group depend on the machine.
    const settings = block(page, 'Settings are in `/etc/standing/env`', 'sh').replaceAll(
      / -g standing|^chgrp .*$/gm,
      '',
    );
    await type(settings);
    await appendFile(join(folder, 'env'), 'BILLING=off\nSIGN_UP=off\nRATE_LIMIT_PER_MINUTE=1000\n');

    const unit = here(block(page, '## systemd', 'ini'));
    const [, program = ''] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(unit) ?? [];
    const variables = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
    await mkdir(join(folder, 'data'));
    for (const port of [ports.first, ports.second]) {
      const env = Object.fromEntries(variables.map((each) => each.replace('%i', port).split('=') as [string, string]));
      const child = spawn(process.execPath, program.split(' '), { env, stdio: 'ignore' });
      children.push(child);
      await until(() =>
        fetch(`http://127.0.0.1:${port}/health/ready`).then(
          ({ ok }) => ok || undefined,
          () => undefined,
        ),
      );
    }

    const account = block(page, 'creates the first account', 'sh').replace(/sudo \S+ -u standing /, '');
    const created = (await type(account)).stdout;
    const [key = ''] = /stnd_\w+/.exec(created) ?? [];

    await type(
      `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=standing.example.com -addext subjectAltName=DNS:standing.example.com \
        -keyout ${folder}/key.pem -out ${folder}/fullchain.pem`,
    );
    const own = ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
      const directive = name === 'body' ? 'client_body' : name;
      return `${directive}_temp_path ${folder}/${name};`;
    });
    const http = `http {\naccess_log off;\n${own.join('\n')}\n${here(block(page, '## nginx', 'nginx'))}}`;
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents {}\n${http}\n`,
    );
    const PATH = `${process.env['PATH']}:/usr/sbin`;
    children.push(spawn('nginx', ['-c', join(folder, 'nginx.conf')], { env: { PATH }, stdio: 'ignore' }));

    const base = `https://standing.example.com:${ports.tls}`;
    await until(() =>
      curl(`${base}/health/ready`).then(
        ({ status }) => status === 200 || undefined,
        () => undefined,
      ),
    );
    const verify = () =>
      curl(
        '-D',
        '-',
        '-H',
        'content-type: application/json',
        '-H',
        `x-api-key: ${key}`,
        '-H',
        'prefer: wait=25',
        `${base}/v1/verify`,
        '-d',
        '{"entity_name":"Imaginary Lanterns LLC","jurisdiction":"us-co"}',
      );
    const answers = [await verify(), await verify(), await verify(), await verify()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const left = answers.map(({ body }) => Number(/^x-ratelimit-remaining: (\d+)/im.exec(body)?.[1]));
    expect(left).toEqual([999, 998, 997, 996]);
    expect(answers[0]?.body).toMatch(/^strict-transport-security:/im);

    const plain = `http://127.0.0.1:${ports.plain}`;
    expect((await curl(`${plain}/v1/billing`)).status).toBe(403);
    expect((await curl(`${plain}/console`)).status).toBe(308);

    // One process at a time, as in an upgrade.
    const [process_] = children;
    process_?.kill();
    await once(process_!, 'exit');
    expect((await verify()).status).toBe(200);
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { loadConfig, VARIABLES } from '../../src/config.js';
import { SECRETS } from '../../src/config/variables.js';
import { block } from '../support/pages.js';
import { describeWhere } from '../support/where.js';

const read = (path: string): any => parse(readFileSync(path, 'utf8'), { merge: true });

/** Settings that an operator must decide. The rest of .env.example can stay as it is. */
const DECIDED = {
  REGISTRY_MODE: 'live',
  BASE_URL: 'https://standing.example.com',
  MAIL_FROM: 'Standing <standing@example.com>',
};
const HELD: Record<string, string> = {
  database_url: 'postgres://standing:secret@postgres:5432/standing',
  redis_url: 'redis://127.0.0.1:6379',
  smtp_url: 'smtp://mail.example.com',
  encryption_key: 'a-key-of-this-installation-and-no-other',
  metrics_token: 'a-token-of-this-installation',
  stripe_secret_key: 'sk_live_secret',
  stripe_webhook_secret: 'whsec_secret',
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'standing-secrets-'));
  for (const [name, text] of Object.entries(HELD)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Loads the configuration as the program does: environment variables take precedence over .env, and
 * secrets are in this folder.
 */
function configuredBy(environment: Record<string, string>, mounted: string) {
  const example = parseEnv(readFileSync('.env.example', 'utf8'));
  const here = Object.entries(environment).map(([name, value]) => [name, value.replace(mounted, folder)]);
  return loadConfig({ ...example, ...DECIDED, ...Object.fromEntries(here) });
}

interface Mount {
  type: string;
  source: string;
  target: string;
  read_only?: boolean;
  bind: { create_host_path: boolean };
}

interface Container {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  healthcheck?: { test: string[] };
  networks: string[];
  ports?: string[];
  volumes?: (string | Mount)[];
}

describe('compose.production.yml', () => {
  const compose = read('compose.production.yml');
  const services: Record<string, Container> = compose.services;
  const ours = ['migrate', 'api', 'worker'];

  it.each(ours)('starts %s with .env.example and the settings that an operator decides', (name) => {
    const { environment = {} } = services[name]!;
    expect(Object.keys(environment).filter((each) => !VARIABLES.includes(each))).toEqual([]);
    expect(configuredBy(environment, '/run/secrets')).toMatchObject({
      production: true,
      databaseUrl: HELD['database_url'],
      encryptionKey: HELD['encryption_key'],
      redis: { nodes: [HELD['redis_url']], cluster: false },
    });
  });

  it('passes every secret as a file, and none in the environment', () => {
    for (const name of ours) {
      const { environment = {}, volumes = [] } = services[name]!;
      expect(environment['SECRETS_DIR']).toBe('/run/secrets');
      expect(volumes[0]).toEqual({
        type: 'bind',
        source: './secrets/standing',
        target: '/run/secrets',
        read_only: true,
        bind: { create_host_path: false },
      });
    }
    const values = Object.values(services).flatMap(({ environment = {} }) => Object.entries(environment));
    expect(values.filter(([name]) => SECRETS.includes(name) || /PASSWORD$|_KEY$|_TOKEN$/.test(name))).toEqual([]);
    const used = new Set(Object.values(services).flatMap(({ secrets: mounted = [] }) => mounted));
    const places = [...used].map((name) => [name, compose.secrets[name]?.file.replace('/standing/', '/')]);
    expect(places.filter(([name, file]) => file !== `./secrets/${name}`)).toEqual([]);
    expect(Object.keys(compose.secrets).filter((name) => !used.has(name))).toEqual([]);
  });

  it('names the required secret that is missing, with its file', () => {
    const empty = mkdtempSync(join(tmpdir(), 'standing-secrets-'));
    try {
      const environment = { ...services['api']!.environment, SECRETS_DIR: empty };
      const example = parseEnv(readFileSync('.env.example', 'utf8'));
      expect(() => loadConfig({ ...example, ...DECIDED, ...environment })).toThrow(
        `ENCRYPTION_KEY must be set in production, to at least 32 characters of your own; ${join(empty, 'encryption_key')} does not exist`,
      );
      writeFileSync(join(empty, 'encryption_key'), 'short');
      expect(() => loadConfig({ ...example, ...DECIDED, ...environment })).toThrow(
        'ENCRYPTION_KEY must have at least 32 characters',
      );
    } finally {
      rmSync(empty, { recursive: true });
    }
  });

  it('limits the memory and the logs of every container, and allows no new privileges', () => {
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        mem_limit: expect.any(String),
        logging: { driver: 'json-file', options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
        security_opt: ['no-new-privileges:true'],
      });
    }
    for (const name of ours) expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('exposes only the proxy to the world, and the databases only to the service', () => {
    const open = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(open.filter(([, port]) => !port!.startsWith('127.0.0.1:')).map(([name]) => name)).toEqual([
      'proxy',
      'proxy',
    ]);
    expect(compose.networks.data).toEqual({ internal: true });
    const onData = Object.keys(services).filter((name) => [services[name]!.networks].flat().includes('data'));
    expect(onData.toSorted()).toEqual(['api', 'migrate', 'postgres', 'redis', 'worker']);
    expect([services['postgres']!.networks, services['redis']!.networks]).toEqual([['data'], ['data']]);
  });

  it('mounts only files that exist', () => {
    const sources = Object.values(services)
      .flatMap(({ volumes = [] }) => volumes)
      .flatMap((each) => (typeof each === 'string' ? [each.split(':')[0]!] : []));
    expect(sources.filter((each) => !(each.startsWith('.') ? existsSync(each) : each in compose.volumes))).toEqual([]);
  });

  it('gives Prometheus the metrics token and the address of Alertmanager', () => {
    const prometheus = read('.ops/prometheus.production.yml');
    for (const { authorization } of prometheus.scrape_configs) {
      expect(authorization.credentials_file).toBe('/run/secrets/metrics_token');
    }
    expect(services['prometheus']!.secrets).toEqual(['metrics_token']);
    expect(compose.secrets.metrics_token.file).toBe('./secrets/standing/metrics_token');
    const [{ static_configs: told }] = prometheus.alerting.alertmanagers;
    expect(told).toEqual([{ targets: ['alertmanager:9093'] }]);
    // The targets are the same as in the configuration without a token.
    const names = (config: any) => config.scrape_configs.map((each: any) => each.dns_sd_configs);
    expect(names(prometheus)).toEqual(names(read('.ops/prometheus.yml')));
  });

  it('routes alerts of every severity to a receiver', () => {
    const { route, receivers } = read('.ops/alertmanager.yml');
    const severities: string[] = read('.ops/alerts.yml').groups.flatMap(({ rules }: any) =>
      rules.map(({ labels }: any) => labels.severity),
    );
    const routed = (severity: string) =>
      route.routes.find(({ matchers }: any) => matchers.includes(`severity = "${severity}"`))?.receiver ??
      route.receiver;
    expect(new Set(severities)).toEqual(new Set(['page', 'ticket']));
    for (const severity of severities) {
      const receiver = receivers.find(({ name }: any) => name === routed(severity));
      for (const { url_file } of receiver.webhook_configs) {
        expect(services['alertmanager']!.secrets).toContain(url_file.replace('/run/secrets/', ''));
      }
      expect(receiver.webhook_configs).not.toEqual([]);
    }
    expect(routed('page')).not.toBe(routed('ticket'));
  });
});

const PAGE = readFileSync('docs/how-to/run-on-one-machine.md', 'utf8');
const has = (program: string, option: string) => spawnSync(program, [option]).status === 0;

describeWhere(has('systemd-analyze', '--version'), 'no systemd-analyze')('the unit for one machine', () => {
  it('passes systemd-analyze', () => {
    const unit = block(PAGE, '## systemd', 'ini');
    // systemd-analyze requires programs and users that exist.
    const here = unit.replace('/usr/bin/node', process.execPath).replace('User=standing', 'User=root');
    writeFileSync(join(folder, 'standing@.service'), here);
    const checked = spawnSync('systemd-analyze', ['verify', join(folder, 'standing@3000.service')], {
      encoding: 'utf8',
    });
    expect(checked.stderr.split('\n').filter((line) => line.includes('standing'))).toEqual([]);
    expect(checked.status).toBe(0);
  });
});

describeWhere(has('nginx', '-v') && has('openssl', 'version'), 'no nginx')(
  'the server of nginx for one machine',
  () => {
    it('passes the syntax check of nginx', () => {
      const subject = ['-subj', '/CN=standing.example.com', '-days', '2'];
      const [certificate, key] = ['fullchain.pem', 'key.pem'].map((name) => join(folder, name)) as [string, string];
      spawnSync('openssl', [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        ...subject,
        '-out',
        certificate,
        '-keyout',
        key,
      ]);
      const server = block(PAGE, '## nginx', 'nginx')
        .replaceAll('/etc/ssl/standing', folder)
        .replaceAll('/opt/standing', process.cwd());
      const file = join(folder, 'nginx.conf');
      writeFileSync(file, `pid ${join(folder, 'nginx.pid')};\nevents {}\nhttp {\n${server}\n}\n`);
      const checked = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' });
      expect(checked.stderr).toContain('syntax is ok');
    });
  },
);

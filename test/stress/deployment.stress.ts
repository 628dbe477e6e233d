import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { VARIABLES } from '../../src/config.js';
import { startService, type Service as Running } from '../support/harness.js';
import { MAX_BATCH_BYTES } from '../../src/core/limits.js';

const read = (path: string): any => parse(readFileSync(path, 'utf8'), { merge: true });

/** Returns true if the command starts a program that the build compiles. */
const isCompiled = ([node, script = '']: readonly string[] = []): boolean =>
  node === 'node' && script.startsWith('dist/') && existsSync(script.replace('dist/', 'src/').replace(/\.js$/, '.ts'));

interface Service {
  image?: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }> | string[];
  deploy?: { replicas: number };
  profiles?: string[];
}

describe('docker-compose.yml', () => {
  const compose = read('docker-compose.yml');
  const services: Record<string, Service> = compose.services;
  const ours = Object.values(services).filter(({ image }) => image === 'standing-trial');

  it('runs two API processes and two workers, after one process has migrated', () => {
    expect([services['api']?.deploy?.replicas, services['worker']?.deploy?.replicas]).toEqual([2, 2]);
    expect([services['api']?.environment?.['ROLE'], services['worker']?.environment?.['ROLE']]).toEqual([
      'api',
      'worker',
    ]);
    for (const name of ['api', 'worker']) {
      expect(services[name]?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
    }
    expect(isCompiled(services['migrate']?.command)).toBe(true);
  });

  it('builds one image once, and runs its processes read-only, without capabilities', () => {
    expect(Object.keys(services).filter((name) => services[name]?.build !== undefined)).toEqual(['migrate']);
    expect(ours).toHaveLength(3);
    for (const service of ours) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], mem_limit: expect.any(String) });
    }
    for (const service of Object.values(services)) expect(service).toMatchObject({ logging: { driver: 'json-file' } });
  });

  it('sets only variables that the service defines', () => {
    const set = ours.flatMap(({ environment }) => Object.keys(environment ?? {}));
    expect(set.filter((name) => !VARIABLES.includes(name))).toEqual([]);
  });

  it('names only services, volumes and files that exist', () => {
    for (const { depends_on = [], volumes = [] } of Object.values(services)) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      expect(needed.filter((name) => !(name in services))).toEqual([]);
      const sources = volumes.map((volume) => volume.split(':')[0] ?? '');
      expect(
        sources.filter((source) => !(source.startsWith('.') ? existsSync(source) : source in compose.volumes)),
      ).toEqual([]);
    }
  });

  it('opens ports to this machine only, and starts Prometheus and Grafana only on request', () => {
    const ports = Object.values(services).flatMap((service) => (service as { ports?: string[] }).ports ?? []);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(services['grafana']?.profiles).toEqual(['watch']);
    expect(services['prometheus']?.profiles).toEqual(['watch']);
  });
});

describe('Dockerfile', () => {
  /** The lines of each stage, starting with its FROM. */
  const stages = readFileSync('Dockerfile', 'utf8')
    .replaceAll(/\\\n\s*/g, '')
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => stage.split('\n'));
  const named = (name: string) => stages.find(([image]) => image?.endsWith(` AS ${name}`)) ?? [];
  const production = named('production');
  const said = (keyword: string, stage = production) =>
    stage.filter((line) => line.startsWith(`${keyword} `)).map((line) => line.slice(keyword.length + 1));
  const copies = (stage = production) =>
    said('COPY', stage).map((line) => {
      const [, from, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(line) ?? [];
      return { from, sources: paths.split(' ').slice(0, -1) };
    });

  let service: Running;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('copies only files that the build receives', () => {
    const [everything, ...given] = readFileSync('.dockerignore', 'utf8').trim().split('\n');
    expect(everything).toBe('*');
    const needed = stages.flatMap((stage) =>
      copies(stage)
        .filter(({ from }) => from === undefined)
        .flatMap(({ sources }) => sources),
    );
    expect(needed).toContain('src');
    expect(needed.filter((path) => !existsSync(path) || !given.includes(`!${path.split('/')[0]}`))).toEqual([]);
  });

  it('includes the sandbox in the trial image only, and builds the production image by default', () => {
    const played = (stage: string[]) =>
      copies(stage).flatMap(({ sources }) => sources.filter((path) => path.startsWith('/app/packages/sandbox')));
    expect(played(production)).toEqual([]);
    expect(played(named('trial'))).toContain('/app/packages/sandbox/dist');
    expect(stages.at(-1)?.[0]).toBe('production');
    expect(read('docker-compose.yml').services.migrate.build).toEqual({ context: '.', target: 'trial' });
    expect(read('compose.production.yml').services.migrate.build).toBe('.');
  });

  it('installs nothing in the shipped stage, and copies packages without development ones', () => {
    expect(stages.length).toBeGreaterThan(1);
    expect(said('RUN').filter((command) => /\b(npm|apt-get|apk)\b/.test(command))).toEqual([]);
    const modules = copies().find(({ sources }) => sources.includes('/app/node_modules'));
    expect(said('RUN', named(modules?.from ?? ''))).toEqual([expect.stringMatching(/^npm ci --omit=dev /)]);
    // The program reads files beside its code at their place in the sources.
    expect(copies().flatMap(({ sources }) => sources)).toContain('/app/src');
  });

  it('runs the program as an unprivileged user', () => {
    expect(said('USER')).toEqual(['node']);
    expect(said('CMD').map((command) => isCompiled(JSON.parse(command)))).toEqual([true]);
  });

  it('checks its health at a route that exists', () => {
    const [command = ''] = said('HEALTHCHECK');
    const path = /3000\}(\/[\w/]+)`/.exec(command)?.[1];
    expect(service.routes).toContain(`GET ${path}`);
  });

  it('listens on the port that nginx, Compose and Prometheus use', () => {
    const [port] = said('EXPOSE');
    const [nginx, answering] = ['nginx', 'service'].map((name) => readFileSync(`.ops/nginx/${name}.conf`, 'utf8'));
    const compose = read('docker-compose.yml');
    const { scrape_configs: watched } = read('.ops/prometheus.yml');
    expect(nginx).toContain(`server api:${port} resolve `);
    expect(compose.services.api.environment.PORT).toBe(port);
    for (const { dns_sd_configs: names, metrics_path: path = '/metrics' } of watched) {
      expect(names).toEqual([expect.objectContaining({ names: ['api', 'worker'], port: Number(port) })]);
      expect(service.routes).toContain(`GET ${path}`);
      // Internal routes are hidden from outside.
      expect(answering).toContain(`location = ${path} {\n  return 404;`);
    }
  });

  it('streams batch uploads through the proxy, up to the size that the service accepts', () => {
    const answering = readFileSync('.ops/nginx/service.conf', 'utf8');
    const [, pattern = '', uploads = ''] = /location ~ (\S+) \{([^}]*)\}/.exec(answering) ?? [];
    for (const route of service.routes.filter((each) => /^POST (\/v1|\/console)\/batches$/.test(each))) {
      expect(route.slice('POST '.length)).toMatch(new RegExp(pattern));
    }
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(uploads) ?? [];
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(MAX_BATCH_BYTES);
    expect(uploads).toContain('proxy_request_buffering off;');
    expect(answering).toContain('error_page 413 = @too_large;');
  });
});

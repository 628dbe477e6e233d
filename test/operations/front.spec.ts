import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { MAX_BATCH_BYTES } from '../../src/core/limits.js';
import { SHUTDOWN_LIMIT_MS } from '../../src/bootstrap/lifecycle.js';

const read = (file: string) => readFileSync(file, 'utf8');
/** The directives, without comments. */
const directives = (file: string) => read(file).replaceAll(/^\s*#.*$/gm, '');
const prefixOf = (range: string) => Number(range.split('/')[1] ?? 32);

describe('the nginx in .ops', () => {
  const main = directives('.ops/nginx/nginx.conf');
  const service = directives('.ops/nginx/service.conf');

  it('believes no address of a caller unless the operator names a load balancer', () => {
    expect(main + service + directives('.ops/nginx/plain.conf') + directives('.ops/nginx/tls.conf')).not.toMatch(
      /real_ip/,
    );
    expect(service).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
  });

  it('has many connections, few for each address, and ends bodies that do not arrive', () => {
    expect(Number(/worker_connections (\d+);/.exec(main)?.[1])).toBeGreaterThanOrEqual(4_096);
    const [, zone = ''] = /limit_conn_zone \$binary_remote_addr zone=(\w+):/.exec(main) ?? [];
    expect(zone).not.toBe('');
    expect(Number(new RegExp(`limit_conn ${zone} (\\d+);`).exec(service)?.[1])).toBeLessThanOrEqual(500);
    expect(Number(/client_body_timeout (\d+)s;/.exec(service)?.[1])).toBeLessThanOrEqual(30);
    expect(Number(/client_header_timeout (\d+)s;/.exec(service)?.[1])).toBeLessThanOrEqual(30);
  });

  it('refuses above the limit of an address with 429 in the format of the contract', () => {
    expect(service).toMatch(/limit_conn_status 429;/);
    const [, body = '{}'] = /return 429 '(.*)';/.exec(service) ?? [];
    expect(JSON.parse(body).error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', suggestion: expect.any(String) });
  });
});

describe.each(['compose.production.yml', 'docker-compose.yml'])('%s', (file) => {
  it('trusts the address of its proxy only, which no other container can get', () => {
    const { services, networks } = parse(read(file), { merge: true });
    const [[name, { ipv4_address: address }]] = Object.entries<any>(services.proxy.networks) as [[string, any]];
    expect(services.api.environment.TRUSTED_PROXIES).toBe(address);
    const [{ subnet, ip_range: range }] = networks[name].ipam.config;
    const last = (text: string) => Number(text.split('/')[0]?.split('.')[3]);
    expect(address.split('.').slice(0, 3)).toEqual(subnet.split('.').slice(0, 3));
    expect(last(address)).toBeLessThan(last(range));
  });

  it('gives Redis a password, and its health check too', () => {
    const { redis } = parse(read(file), { merge: true }).services;
    expect([redis.command].flat().join(' ')).toMatch(/--requirepass \S/);
    expect(JSON.stringify([redis.healthcheck, redis.environment ?? {}])).toContain('REDISCLI_AUTH');
  });
});

describe('deploy/kubernetes', () => {
  it('admits only named pods of named namespaces', () => {
    const [policy] = parseAllDocuments(read('deploy/kubernetes/base/network-policy.yaml')).map((each) => each.toJS());
    const peers = policy.spec.ingress.flatMap(({ from }: { from: object[] }) => from);
    expect(peers.length).toBeGreaterThan(0);
    for (const peer of peers) {
      expect(Object.keys(peer.namespaceSelector?.matchLabels ?? {})).toContain('kubernetes.io/metadata.name');
      expect(Object.keys(peer.podSelector?.matchLabels ?? {})).not.toEqual([]);
    }
  });

  it('passes on files of the largest size, as the nginx in .ops does', () => {
    const { annotations } = parse(read('deploy/kubernetes/overlays/production/ingress.yaml')).metadata;
    const [, size] = /client_max_body_size (\d+m);/.exec(directives('.ops/nginx/service.conf')) ?? [];
    expect(annotations['nginx.ingress.kubernetes.io/proxy-body-size']).toBe(size);
    expect(annotations['nginx.ingress.kubernetes.io/proxy-request-buffering']).toBe('off');
    expect(Number.parseInt(size ?? '0', 10) * 1024 ** 2).toBeGreaterThan(MAX_BATCH_BYTES);
  });

  it('trusts a small range of addresses as proxies', () => {
    const { data } = parse(read('deploy/kubernetes/overlays/production/settings.yaml'));
    for (const range of data.TRUSTED_PROXIES.split(',')) expect(prefixOf(range)).toBeGreaterThanOrEqual(24);
  });
});

describe('the time to end', () => {
  const AT_MOST = SHUTDOWN_LIMIT_MS / 1_000;
  const seconds = (text: string) => Number(/^(\d+)s?$/.exec(text)?.[1]);

  it.each(['compose.production.yml', 'docker-compose.yml'])('is longer in %s than the service needs', (file) => {
    const processes = Object.values<any>(parse(read(file), { merge: true }).services).filter(
      ({ environment }) => environment?.SHUTDOWN_DELAY !== undefined,
    );
    expect(processes.length).toBeGreaterThan(0);
    for (const { environment, stop_grace_period: grace } of processes) {
      expect(seconds(grace)).toBeGreaterThanOrEqual(seconds(environment.SHUTDOWN_DELAY) + AT_MOST);
    }
  });

  it('is longer in deploy/kubernetes than the service needs', () => {
    const { data } = parse(read('deploy/kubernetes/base/settings.yaml'));
    for (const name of ['api', 'worker']) {
      const [deployment] = parseAllDocuments(read(`deploy/kubernetes/base/${name}.yaml`)).map((each) => each.toJS());
      const grace = deployment.spec.template.spec.terminationGracePeriodSeconds;
      expect(grace).toBeGreaterThanOrEqual(seconds(data.SHUTDOWN_DELAY) + AT_MOST);
    }
  });

  it('is longer in the systemd unit of the guide than the service needs', () => {
    const guide = read('docs/how-to/run-on-one-machine.md');
    const [, delay = ''] = /SHUTDOWN_DELAY=(\S+)/.exec(guide) ?? [];
    const [, grace = ''] = /TimeoutStopSec=(\S+)/.exec(guide) ?? [];
    expect(seconds(grace)).toBeGreaterThanOrEqual(seconds(delay) + AT_MOST);
  });
});

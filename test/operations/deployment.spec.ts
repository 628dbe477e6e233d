import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { VARIABLES } from '../../src/config.js';

const read = (path: string): any => parse(readFileSync(path, 'utf8'), { merge: true });

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
  const ours = Object.values(services).filter(({ build }) => build !== undefined);

  it('runs two API processes and two workers, after one process has migrated', () => {
    expect([services['api']?.deploy?.replicas, services['worker']?.deploy?.replicas]).toEqual([2, 2]);
    expect([services['api']?.environment?.['ROLE'], services['worker']?.environment?.['ROLE']]).toEqual([
      'api',
      'worker',
    ]);
    for (const name of ['api', 'worker']) {
      expect(services[name]?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
    }
    const [, script = ''] = services['migrate']?.command ?? [];
    expect(existsSync(script.replace('dist/', 'src/').replace('.js', '.ts'))).toBe(true);
  });

  it('sets no variable that the service does not know', () => {
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

  it('opens ports to this machine only, and watches only when asked to', () => {
    const ports = Object.values(services).flatMap((service) => (service as { ports?: string[] }).ports ?? []);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(services['grafana']?.profiles).toEqual(['watch']);
    expect(services['prometheus']?.profiles).toEqual(['watch']);
  });
});

describe('what is watched', () => {
  const alerts: { alert: string; expr: string; annotations: Record<string, string> }[] =
    read('.ops/alerts.yml').groups[0].rules;
  const dashboards = readdirSync('.ops/grafana/dashboards').map((file) =>
    JSON.parse(readFileSync(`.ops/grafana/dashboards/${file}`, 'utf8')),
  );
  const panels: { title: string; targets: { expr: string }[] }[] = dashboards.flatMap(({ panels: all }) => all);

  const expressions = [...alerts, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);

  it('is there: no alert and no panel asks for a metric that is never told', async () => {
    const { text } = await new PrometheusMetrics().page();
    const told = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    const asked = expressions.flatMap((expr) => expr.match(/standing_\w+/g) ?? []);
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => !told.includes(name))).toEqual([]);
  });

  it('covers what the operator must not learn from customers, and says what to do', () => {
    const watched = alerts.map(({ expr }) => expr).join('\n');
    for (const metric of [
      'queue_oldest_seconds',
      'source_state',
      'webhook_attempts_total',
      'ledger_difference',
      'http_requests_total',
    ]) {
      expect(watched).toContain(metric);
    }
    expect(alerts.filter(({ annotations }) => !annotations['summary'] || !annotations['action'])).toEqual([]);
  });

  it('is balanced: every bracket and quote of an expression closes', () => {
    for (const expr of expressions) {
      const bare = expr.replaceAll(/"[^"]*"/g, '');
      for (const [open, close] of ['()', '{}', '[]']) expect(bare.split(open!).length).toBe(bare.split(close!).length);
      expect(bare).not.toContain('"');
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { OLD_EDITION_DAYS } from '../../src/core/limits.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';

const read = (path: string): any => parse(readFileSync(path, 'utf8'));

interface Panel {
  title: string;
  type: string;
  targets: { expr: string }[];
  datasource?: { uid: string };
}

describe('monitoring in .ops', () => {
  const alerts: { alert: string; expr: string; annotations: Record<string, string> }[] =
    read('.ops/alerts.yml').groups[0].rules;
  const dashboards = readdirSync('.ops/grafana/dashboards').map((file) =>
    JSON.parse(readFileSync(`.ops/grafana/dashboards/${file}`, 'utf8')),
  );
  const panels: Panel[] = dashboards.flatMap(({ panels: all }) => all.filter(({ type }: Panel) => type !== 'row'));
  const expressions = [...alerts, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);

  it('uses only metrics that the service reports', async () => {
    const { text } = await new PrometheusMetrics().page();
    const reported = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    const asked = expressions.flatMap((expr) => expr.match(/\bstanding_\w+/g) ?? []);
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => !reported.includes(name))).toEqual([]);
  });

  it('alerts on every critical metric, with a summary and a runbook', () => {
    const watched = alerts.map(({ expr }) => expr).join('\n');
    for (const metric of [
      'queue_oldest_seconds',
      'source_state',
      'webhook_attempts_total',
      'ledger_difference',
      'http_requests_total',
      'http_request_duration_seconds',
      'ready',
      'mails_total',
      'mirror_edition_age_seconds',
      'register_probe_state',
      'watch_checks_oldest_seconds',
      'watches_blind',
      'watches_paused',
    ]) {
      expect(watched).toContain(metric);
    }
    expect(alerts.filter(({ annotations }) => !annotations['summary'] || !annotations['runbook_url'])).toEqual([]);
  });

  it('alerts on an edition at the age that the list of jurisdictions promises', () => {
    const { expr } = alerts.find(({ alert }) => alert === 'StandingEditionStale') ?? { expr: '' };
    expect(expr).toMatch(new RegExp(`> ${OLD_EDITION_DAYS} \\* 86400$`));
  });

  it('shows states by name and versions, and can be filtered by process and register', () => {
    const [dashboard] = dashboards;
    const registers = panels.find(({ title }) => title === 'Registers');
    expect(registers).toMatchObject({ type: 'state-timeline' });
    expect(JSON.stringify(registers)).toMatch(/operational.*degraded.*down/);
    expect(expressions.join('\n')).toContain('count by (version, node, role) (standing_build_info');
    for (const { name } of dashboard.templating.list) {
      expect(expressions.filter((expr) => expr.includes(`${name}=~"$${name}"`)).length).toBeGreaterThan(1);
    }
  });

  it('is mounted where Prometheus and Grafana of docker-compose.yml look for it', () => {
    const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });
    const mounted = (service: string) =>
      Object.fromEntries(
        services[service].volumes.map(
          (volume: string) => volume.split(':').slice(0, 2).toReversed() as [string, string],
        ),
      );
    expect(read('.ops/prometheus.yml').rule_files.map((path: string) => mounted('prometheus')[path])).toEqual([
      './.ops/alerts.yml',
    ]);
    const [provider] = read('.ops/grafana/provisioning/dashboards/standing.yml').providers;
    expect(mounted('grafana')[provider.options.path]).toBe('./.ops/grafana/dashboards');
    const [source] = read('.ops/grafana/provisioning/datasources/prometheus.yml').datasources;
    expect(Object.keys(services)).toContain(new URL(source.url).hostname);
    expect(new Set(panels.map(({ datasource }) => datasource?.uid))).toEqual(new Set([source.uid]));
  });
});

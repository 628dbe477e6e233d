import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { METRICS } from '../../src/core/metrics/catalogue.js';

const read = (path: string): any => parse(readFileSync(path, 'utf8'));

/** What Prometheus and its histograms add to the labels of a metric. */
const ADDED = ['job', 'instance', 'le', 'alertstate', 'alertname'];

/** What an expression of Prometheus's language names; `faults` where it could not be read. */
function namesIn(written: string): { metrics: string[]; labels: string[]; faults: string[] } {
  // Grafana puts a duration there before anybody reads it.
  const expr = written.replaceAll('$__rate_interval', '5m');
  const found = { metrics: [] as string[], labels: [] as string[], faults: [] as string[] };
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      const text = expr.slice(from, to);
      if (type.isError) found.faults.push(`${expr} at ${from}`);
      else if (type.name === 'Identifier') found.metrics.push(text);
      else if (type.name === 'LabelName') found.labels.push(text);
    },
  });
  return found;
}

interface Panel {
  title: string;
  type: string;
  targets: { expr: string }[];
  datasource?: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
}

function labelsOf(metric: string): readonly string[] {
  const name = metric.replace(/^standing_/, '').replace(/_(bucket|sum|count)$/, '');
  return name in METRICS ? METRICS[name as keyof typeof METRICS].labels : [];
}

describe('what is watched', () => {
  const alerts: { alert: string; expr: string; annotations: Record<string, string> }[] =
    read('.ops/alerts.yml').groups[0].rules;
  const dashboards = readdirSync('.ops/grafana/dashboards').map((file) =>
    JSON.parse(readFileSync(`.ops/grafana/dashboards/${file}`, 'utf8')),
  );
  const panels: Panel[] = dashboards.flatMap(({ panels: all }) => all.filter(({ type }: Panel) => type !== 'row'));

  const expressions = [...alerts, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);

  it('is there: no alert and no panel asks for a metric that is never told', async () => {
    const { text } = await new PrometheusMetrics().page();
    const told = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    const asked = expressions.flatMap((expr) => namesIn(expr).metrics);
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => name !== 'up' && !told.includes(name))).toEqual([]);
  });

  it('covers what the operator must not learn from customers, and says what to do', () => {
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
      'watch_checks_oldest_seconds',
      'watches_blind',
      'watches_paused',
    ]) {
      expect(watched).toContain(metric);
    }
    expect(alerts.filter(({ annotations }) => !annotations['summary'] || !annotations['runbook_url'])).toEqual([]);
  });

  it('is well written, and sorts by labels that the metrics have', () => {
    for (const expr of expressions) {
      const { metrics, labels, faults } = namesIn(expr);
      expect(faults).toEqual([]);
      const known = [...ADDED, ...metrics.flatMap(labelsOf)];
      expect(labels.filter((label) => !known.includes(label))).toEqual([]);
    }
  });

  it('shows states by name, tiles before curves, what runs, and can be narrowed to a process and a register', () => {
    const [dashboard] = dashboards;
    expect(panels.slice(0, 6).map(({ type }) => type)).toEqual(Array.from({ length: 6 }, () => 'stat'));
    const registers = panels.find(({ title }) => title === 'Registers');
    expect(registers).toMatchObject({ type: 'state-timeline' });
    expect(JSON.stringify(registers)).toMatch(/operational.*degraded.*down/);
    expect(expressions.join('\n')).toContain('count by (version, node, role) (standing_build_info');
    const variables: { name: string; definition: string }[] = dashboard.templating.list;
    for (const { name, definition } of variables) {
      expect(expressions.filter((expr) => expr.includes(`${name}=~"$${name}"`)).length).toBeGreaterThan(1);
      const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(definition) ?? [];
      expect([...ADDED, ...labelsOf(metric)]).toContain(label);
    }
  });

  it('places no two panels on one another', () => {
    const taken = new Set<string>();
    for (const { gridPos } of panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(taken).not.toContain(`${x},${y}`);
          taken.add(`${x},${y}`);
        }
      }
    }
  });

  it('fills the words of an alert with labels that its expression leaves', () => {
    for (const { expr, annotations } of alerts) {
      const used = [
        ...Object.values(annotations)
          .join(' ')
          .matchAll(/\$labels\.(\w+)/g),
      ].map(([, label]) => label);
      const { metrics, labels } = namesIn(expr);
      const left = [...labels, ...(metrics.includes('up') ? ['instance'] : [])];
      expect(used.filter((label) => !left.includes(label!))).toEqual([]);
    }
  });

  it('is found: rules and dashboards lie where they are looked for, and panels ask the source there is', () => {
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

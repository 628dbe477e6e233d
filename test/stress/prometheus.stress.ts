import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { describeWhere } from '../support/where.js';

const missing = ['promtool', 'amtool'].filter((tool) => spawnSync(tool, ['--version']).status !== 0);
const describeWithTools = describeWhere(missing.length === 0, `no ${missing.join(' and no ')}`);

/** First minor version of Alertmanager that reads the address of a webhook from a file. */
const KNOWS_URL_FILE = 26;

/**
 * Each case scrapes `series` every minute. At `at`, the `firing` alerts fire and the `silent` ones
 * do not.
 */
const CASES: { series: Record<string, string>; at: string; firing: string[]; silent: string[] }[] = [
  {
    series: { 'up{job="standing", instance="api:3000"}': '1 0x10' },
    at: '1m',
    firing: [],
    silent: ['StandingReplicaDown'],
  },
  {
    series: { 'up{job="standing", instance="api:3000"}': '1 0x10' },
    at: '3m',
    firing: ['StandingReplicaDown'],
    silent: ['StandingErrorRate'],
  },
  {
    series: {
      'standing_http_requests_total{code="500"}': '0+2x20',
      'standing_http_requests_total{code="200"}': '0+98x20',
    },
    at: '15m',
    firing: ['StandingErrorRate'],
    silent: ['StandingCountsLocally', 'StandingReadsOnPrimary'],
  },
  {
    series: {
      'standing_http_requests_total{code="500"}': '0+1x20',
      'standing_http_requests_total{code="200"}': '0+999x20',
    },
    at: '15m',
    firing: [],
    silent: ['StandingErrorRate'],
  },
  {
    series: {
      'standing_rate_limit_counts_total{where="local"}': '0+1x30',
      'standing_long_reads_total{from="primary"}': '0+1x30',
    },
    at: '20m',
    firing: ['StandingCountsLocally', 'StandingReadsOnPrimary'],
    silent: ['StandingReplicaDown'],
  },
];

describeWithTools('Prometheus and Alertmanager', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'standing-prometheus-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const said = (tool: string, ...args: string[]) => execFileSync(tool, args, { encoding: 'utf8', stdio: 'pipe' });

  it('promtool accepts the alert rules', () => {
    expect(said('promtool', 'check', 'rules', '.ops/alerts.yml')).toMatch(/SUCCESS: \d{2} rules found/);
  });

  it('promtool accepts every query of the dashboard', () => {
    const [dashboard] = readdirSync('.ops/grafana/dashboards');
    const { panels } = JSON.parse(readFileSync(`.ops/grafana/dashboards/${dashboard}`, 'utf8'));
    // Fills in Grafana's variables, and checks the queries as rules, like those of the alerts,
    // including types.
    const rules = panels.flatMap(({ targets = [] }: any) =>
      targets.map(({ expr }: any) => ({
        record: 'asked',
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$(\w+)/g, '.*'),
      })),
    );
    expect(rules.length).toBeGreaterThan(20);
    const numbered = rules.map((rule: object, at: number) => ({ ...rule, labels: { at: String(at) } }));
    const file = join(folder, 'dashboard.yml');
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: numbered }] }));
    expect(said('promtool', 'check', 'rules', file)).toContain(`SUCCESS: ${rules.length} rules found`);
  });

  it.each(['.ops/prometheus.yml', '.ops/prometheus.production.yml'])('promtool accepts %s', (file) => {
    expect(said('promtool', 'check', 'config', '--syntax-only', file)).toContain('SUCCESS');
  });

  it('amtool accepts the receivers, and routes pages and tickets to them', () => {
    const [, minor] = /version 0\.(\d+)/.exec(said('amtool', '--version')) ?? [];
    const file = join(folder, 'alertmanager.yml');
    const written = readFileSync('.ops/alertmanager.yml', 'utf8');
    const older = Number(minor) < KNOWS_URL_FILE;
    writeFileSync(file, older ? written.replace(/url_file: .*/g, 'url: https://alerts.example.com/') : written);
    expect(said('amtool', 'check-config', file)).toMatch(/SUCCESS[\s\S]+2 receivers/);
    const receiver = (severity: string) =>
      said('amtool', 'config', 'routes', 'test', `--config.file=${file}`, `severity=${severity}`).trim();
    expect([receiver('page'), receiver('ticket')]).toEqual(['pages', 'tickets']);
  });

  it('the alert rules fire for what has gone wrong, and for nothing else', () => {
    const tests = CASES.map(({ series, at, firing, silent }) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [...firing, ...silent].map((alert) => ({
        expr: `count(ALERTS{alertname="${alert}", alertstate="firing"})`,
        eval_time: at,
        exp_samples: firing.includes(alert) ? [{ labels: '{}', value: 1 }] : [],
      })),
    }));
    const file = join(folder, 'rules.yml');
    writeFileSync(file, stringify({ rule_files: [resolve('.ops/alerts.yml')], evaluation_interval: '1m', tests }));
    expect(said('promtool', 'test', 'rules', file)).toContain('SUCCESS');
  });
});

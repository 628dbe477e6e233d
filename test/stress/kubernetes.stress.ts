import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { loadConfig } from '../../src/config.js';
import { SECRETS } from '../../src/config/variables.js';

const run = promisify(execFile);
const ROOT = 'deploy/kubernetes';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const documentsOf = (file: string): any[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });

const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => join(ROOT, file));
const isKustomization = (file: string) => file.endsWith('kustomization.yaml');

/**
 * Renders a folder like kustomize, as far as our manifests need it: its resources, with the
 * settings patches merged in.
 */
function built(folder: string): any[] {
  const [{ resources, patches = [] }] = documentsOf(join(folder, 'kustomization.yaml'));
  const documents = resources.flatMap((each: string) =>
    each.endsWith('.yaml') ? documentsOf(join(folder, each)) : built(join(folder, each)),
  );
  for (const { path } of patches) {
    const [patch] = documentsOf(join(folder, path));
    const target = documents.find(
      (each: any) => each.kind === patch.kind && each.metadata.name === patch.metadata.name,
    );
    Object.assign(target.data, patch.data);
  }
  return documents;
}

const OVERLAYS = ['trial', 'production'].map((name) => join(ROOT, 'overlays', name));
const named = (documents: any[], kind: string, name: string) =>
  documents.find((each) => each.kind === kind && each.metadata.name === name);
const podsOf = (documents: any[]): any[] => documents.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');

function environment(documents: any[], secrets: Record<string, string>, container: any): Record<string, string> {
  const settings = named(documents, 'ConfigMap', container.envFrom[0].configMapRef.name).data;
  const own = Object.fromEntries((container.env ?? []).map(({ name, value }: any) => [name, value]));
  const { SECRETS_DIR: _folder, ...known } = settings;
  const inFolder = Object.entries(secrets).map(([name, value]) => [name.toUpperCase(), value]);
  return { ...known, ...own, ...Object.fromEntries(inFolder) };
}

describe('the Kubernetes deployment', () => {
  it('names only files that exist, and nothing twice', () => {
    for (const file of FILES.filter(isKustomization)) {
      const [{ resources, patches = [] }] = documentsOf(file);
      for (const each of [...resources, ...patches.map(({ path }: any) => path)]) {
        expect([file, each, existsSync(join(dirname(file), each))]).toEqual([file, each, true]);
      }
    }
    for (const overlay of OVERLAYS) {
      const names = built(overlay).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it('runs the image of this version', () => {
    const [{ images }] = documentsOf(join(ROOT, 'base/kustomization.yaml'));
    expect(images).toEqual([{ name: 'standing', newTag: version }]);
  });

  it('selects only pods and scale targets that exist', () => {
    for (const overlay of OVERLAYS) {
      const documents = built(overlay);
      const templates = podsOf(documents).map(({ spec }) => spec.template.metadata.labels);
      const selects = (selector: object) =>
        templates.filter((labels) => Object.entries(selector).every(([name, value]) => labels[name] === value)).length;
      const selectors = documents.flatMap(({ kind, metadata, spec }) => {
        const selector = kind === 'Service' ? spec.selector : (spec?.selector ?? spec?.podSelector)?.matchLabels;
        return selector ? [{ of: `${kind} ${metadata.name}`, selector }] : [];
      });
      expect(selectors.length).toBeGreaterThanOrEqual(6);
      expect(selectors.filter(({ selector }) => selects(selector) === 0)).toEqual([]);
      const scaled = documents.flatMap(({ spec }) => spec?.scaleTargetRef ?? []);
      expect(scaled.filter(({ kind, name }) => !named(documents, kind, name))).toEqual([]);
    }
  });

  it('runs the processes of the service without privileges, and probes their health', () => {
    const processes = podsOf(built(join(ROOT, 'base')));
    expect(processes.map(({ metadata }) => metadata.name)).toEqual([
      'standing-migrate',
      'standing-api',
      'standing-worker',
    ]);
    for (const { kind, spec } of processes) {
      const { securityContext: pod, containers, automountServiceAccountToken } = spec.template.spec;
      expect([pod.runAsNonRoot, pod.seccompProfile, automountServiceAccountToken]).toEqual([
        true,
        { type: 'RuntimeDefault' },
        false,
      ]);
      for (const { securityContext, resources, livenessProbe, readinessProbe } of containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources.limits.memory).toBe('512Mi');
        const paths = [livenessProbe?.httpGet.path, readinessProbe?.httpGet.path];
        expect(paths).toEqual(kind === 'Job' ? [undefined, undefined] : ['/health/live', '/health/ready']);
      }
    }
  });

  it('waits longer for a process to end than the process drains', () => {
    const documents = built(join(ROOT, 'base'));
    for (const { spec } of podsOf(documents).filter(({ kind }) => kind === 'Deployment')) {
      const [container] = spec.template.spec.containers;
      const config = loadConfig({
        ...environment(documents, { encryption_key: 'k'.repeat(32) }, container),
        NODE_ENV: 'development',
        REDIS_URL: 'redis://redis:6379',
        DATABASE_URL: 'postgres://postgres/standing',
      });
      expect(spec.template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(config.drainMs + 10_000);
    }
  });

  it('has settings with which the service starts, in trial and in production', () => {
    const samples: Record<string, Record<string, string>> = {
      trial: named(built(OVERLAYS[0]!), 'Secret', 'standing').stringData,
      production: {
        database_url: 'postgres://standing:secret@postgres.standing-data:5432/standing',
        encryption_key: 'a'.repeat(20) + 'b'.repeat(20) + '0123456789',
        admin_api_key: 'c'.repeat(20) + 'd'.repeat(20) + '0123456789',
        smtp_url: 'smtps://user:secret@mail.example.com',
        stripe_secret_key: 'sk_live_0123456789',
        stripe_webhook_secret: 'whsec_0123456789abcdef',
        metrics_token: 'e'.repeat(20) + 'f'.repeat(20),
      },
    };
    for (const [name, secrets] of Object.entries(samples)) {
      for (const secret of Object.keys(secrets)) expect(SECRETS).toContain(secret.toUpperCase());
      const documents = built(join(ROOT, 'overlays', name));
      for (const { spec } of podsOf(documents).filter(({ metadata }) => /^standing-(api|worker)/.test(metadata.name))) {
        const [container] = spec.template.spec.containers;
        expect(loadConfig(environment(documents, secrets, container))).toMatchObject({
          role: container.name,
          production: name === 'production',
        });
      }
    }
  });
});

/**
 * Renders a template like Helm, as far as ours need it: values, a default, quotes, one condition
 * around lines, one loop over settings.
 */
function rendered(template: string, values: any): any[] {
  const context = { Chart: { AppVersion: version }, Release: { Revision: 1 }, Values: values };
  const valueOf = (reference: string): unknown =>
    reference.split('.').reduce<any>((within, name) => (name === '' ? within : within[name]), context);
  const text = template
    .replaceAll(/\s*\{\{- range \$name, \$value := (\S+) \}\}(.*?)\s*\{\{- end \}\}/gs, (_all, of, each: string) =>
      Object.entries(valueOf(of) as object)
        .map(([name, value]) =>
          each.replace('{{ $name }}', name).replace('{{ $value | quote }}', JSON.stringify(value)),
        )
        .join(''),
    )
    .replaceAll(/\s*\{\{- if (not )?(\S+) \}\}(.*?)\s*\{\{- end \}\}/gs, (_all, not, of, inside) =>
      Boolean(valueOf(of)) === (not === undefined) ? inside : '',
    )
    .replaceAll(/\{\{ (\S+)(?: \| default (\S+))? \}\}/g, (_all, of, otherwise) =>
      String(valueOf(of) || valueOf(otherwise ?? of)),
    );
  expect(text).not.toContain('{{');
  return parseAllDocuments(text).flatMap((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() ?? [];
  });
}

describe('the Helm chart', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standing-chart-'));
    const program = `import { packChart } from '${resolve('scripts/release/pack-chart.mjs')}'; packChart('${resolve()}', '${folder}');`;
    await run(process.execPath, ['--input-type=module', '--eval', program]);
    await run('tar', ['-xzf', join(folder, `standing-chart-${version}.tgz`), '-C', folder]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const inChart = (file: string) => join(folder, 'standing', file);
  const chartWith = (change: (values: any) => void): any[] => {
    const [values] = documentsOf(inChart('values.yaml'));
    change(values);
    const templates = readdirSync(inChart('templates')).map((file) =>
      readFileSync(inChart(join('templates', file)), 'utf8'),
    );
    return templates.flatMap((template) => rendered(template, values));
  };
  /** Keys documents by kind and name, ignoring order and the revision in the migration's name. */
  const byName = (documents: any[]) =>
    Object.fromEntries(
      documents.map((each) => [
        `${each.kind} ${each.metadata.name.replace(/^(standing-migrate)-\d+$/, '$1')}`,
        each.spec ?? each.data,
      ]),
    );
  const production = () =>
    byName(
      JSON.parse(
        JSON.stringify(built(join(ROOT, 'overlays/production'))).replaceAll(
          '"image":"standing"',
          `"image":"standing:${version}"`,
        ),
      ).filter(({ kind }: any) => kind !== 'Namespace'),
    );

  it('states its version', () => {
    expect(documentsOf(inChart('Chart.yaml'))).toEqual([
      expect.objectContaining({ apiVersion: 'v2', name: 'standing', version, appVersion: version }),
    ]);
  });

  it('renders the production manifests from its own values, and other settings from others', () => {
    const scaled = byName(chartWith(({ autoscaling }) => (autoscaling.enabled = true)));
    const expected = production();
    for (const name of ['Deployment standing-api', 'Deployment standing-worker']) delete expected[name].replicas;
    expect(scaled).toEqual(expected);
    const own = byName(
      chartWith((values) => {
        values.ingress.enabled = false;
        values.image = { repository: 'registry.example/standing', tag: '0.3.0' };
        values.settings.LOG_LEVEL = 'warn';
      }),
    );
    expect(Object.keys(expected).filter((name) => !(name in own))).toEqual([
      'Ingress standing',
      'HorizontalPodAutoscaler standing-api',
      'HorizontalPodAutoscaler standing-worker',
    ]);
    expect(own['Deployment standing-api'].replicas).toBe(2);
    expect(own['Deployment standing-api'].template.spec.containers[0].image).toBe('registry.example/standing:0.3.0');
    expect(own['ConfigMap standing-settings']).toMatchObject({ LOG_LEVEL: 'warn', NODE_ENV: 'production' });
  });
});

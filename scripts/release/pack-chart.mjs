// Builds the Helm chart from the manifests in deploy/kubernetes: packChart(root, folder) packs
// standing-chart-VERSION.tgz.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const VALUES = `# The Secret \`standing\` is made first: kubectl create secret generic standing --from-file=secrets/standing
image:
  repository: standing
  # The version of the chart, when empty.
  tag: ''
replicas:
  api: 2
  worker: 2
autoscaling:
  # Needs a metrics server; workers also need Prometheus and its adapter for external metrics.
  enabled: false
ingress:
  enabled: true
  host: standing.example.com
  tlsSecret: standing-tls
# What is not secret: docs/reference/settings.md.
settings:
`;

/** Replaces the parts of the manifests that differ between installations. */
const BLANKS = [
  [
    /^( +image:) standing$/gm,
    '$1 "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"',
  ],
  [/\bstanding\.example\.com\b/g, '{{ .Values.ingress.host }}'],
  [/\bsecretName: standing-tls\b/g, 'secretName: {{ .Values.ingress.tlsSecret }}'],
  // A Job cannot be changed, so each upgrade runs its own.
  [/^( +name: standing-migrate)$/gm, '$1-{{ .Release.Revision }}'],
];

/** Returns the lines below `data:` of a ConfigMap. */
function dataOf(file) {
  return fs.readFileSync(file, 'utf8').split(/^data:\n/m)[1];
}

export function packChart(root, target) {
  const { version, description, license } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-chart-'));
  const chart = path.join(folder, 'standing');
  const manifests = path.join(root, 'deploy/kubernetes');
  const manifest = (file) => {
    const text = fs.readFileSync(path.join(manifests, file), 'utf8');
    return BLANKS.reduce((filled, [place, blank]) => filled.replaceAll(place, blank), text);
  };
  const write = (file, text) => fs.writeFileSync(path.join(chart, file), text);
  try {
    fs.mkdirSync(path.join(chart, 'templates'), { recursive: true });
    const about = {
      apiVersion: 'v2',
      name: 'standing',
      description,
      version,
      appVersion: version,
      type: 'application',
    };
    const facts = Object.entries(about).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
    write('Chart.yaml', `${facts.join('')}annotations: { licenses: ${license} }\n`);
    const production = dataOf(path.join(manifests, 'overlays/production/settings.yaml'));
    write('values.yaml', VALUES + production);
    write('templates/service-account.yaml', manifest('base/service-account.yaml'));
    write('templates/network-policy.yaml', manifest('base/network-policy.yaml'));
    write('templates/migrate.yaml', manifest('base/migrate.yaml'));
    const settings =
      '{{- range $name, $value := .Values.settings }}\n  {{ $name }}: {{ $value | quote }}\n{{- end }}\n';
    write('templates/settings.yaml', manifest('base/settings.yaml') + settings);
    for (const role of ['api', 'worker']) {
      const replicas = `{{- if not .Values.autoscaling.enabled }}\n  replicas: {{ .Values.replicas.${role} }}\n{{- end }}`;
      write(`templates/${role}.yaml`, manifest(`base/${role}.yaml`).replace(/^ {2}replicas: 2$/m, replicas));
    }
    for (const part of ['ingress', 'autoscaling']) {
      const text = manifest(`overlays/production/${part}.yaml`);
      write(`templates/${part}.yaml`, `{{- if .Values.${part}.enabled }}\n${text}{{- end }}\n`);
    }
    const packed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--use-compress-program=gzip -9n'];
    const file = path.join(target, `standing-chart-${version}.tgz`);
    execFileSync('tar', ['-cf', file, ...packed, '-C', folder, 'standing']);
    return file;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

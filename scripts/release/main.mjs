#!/usr/bin/env node
// Builds everything in a release, from a clean tree, into a folder. Publishes nothing. Two runs
// from one commit give the same bytes.
//
// Usage: npm run release [-- FOLDER] [--preview] [--without-image]. With --preview, the notes come
// from "Unreleased", if there is such a section.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packChart } from './pack-chart.mjs';
import { packServer } from './pack-server.mjs';
import { NO_FLIT, pythonWithFlit } from './python-with-flit.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const inRoot = (...parts) => path.join(root, ...parts);
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { preview: { type: 'boolean' }, 'without-image': { type: 'boolean' } },
});
const target = path.resolve(positionals[0] ?? inRoot('release'));
const { version } = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'));

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const node = (script, ...args) =>
  execFileSync(process.execPath, [inRoot(script), ...args], { cwd: root, encoding: 'utf8' });

function refuse(why) {
  console.error(`release: ${why}`);
  process.exit(1);
}

function requireCleanTree() {
  if (git('status', '--porcelain') !== '') refuse('the tree has changes that are not committed');
}

/** Returns the changelog's section for this version. */
function notes() {
  const sections = fs.readFileSync(inRoot('CHANGELOG.md'), 'utf8').split(/^## /m);
  const under = (heading) => sections.find((each) => each.split(/\s/, 1)[0] === heading);
  const section = (options.preview && under('Unreleased')) || under(version);
  if (!section) refuse(`CHANGELOG.md has no section ${version}`);
  return `# Standing ${version}\n\n${section.slice(section.indexOf('\n')).trim()}\n`;
}

/**
 * Returns the compose file for a trial, with the image of this version instead of a local build.
 */
function composeFile() {
  const text = fs.readFileSync(inRoot('docker-compose.yml'), 'utf8');
  return text
    .replace('docker compose up --build --wait', 'docker compose up --wait')
    .replaceAll(/^( +image: standing-trial)$/gm, `$1:${version}`)
    .replaceAll(/^ +build: .*\n/gm, '');
}

/**
 * Writes both images as archives in the format of the Open Container Initiative, with their labels.
 */
function images() {
  if (options['without-image']) return;
  if (spawnSync('docker', ['buildx', 'version']).status !== 0)
    refuse('docker buildx is not here; --without-image leaves the image out');
  archive('standing', 'production');
  archive('standing-trial', 'trial');
}

function archive(title, stage) {
  const labels = { title, version, revision: git('rev-parse', 'HEAD'), licenses: 'MIT' };
  const file = path.join(target, `${title}-${version}.oci.tar`);
  execFileSync(
    'docker',
    [
      ...['buildx', 'build', '--target', stage, '--tag', `${title}:${version}`, '--provenance=false', '--sbom=false'],
      ...Object.entries(labels).flatMap(([name, value]) => ['--label', `org.opencontainers.image.${name}=${value}`]),
      ...['--output', `type=oci,dest=${file},rewrite-timestamp=true`, root],
    ],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: git('log', '-1', '--format=%ct') },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
}

const digest = (file) => createHash('sha256').update(fs.readFileSync(file)).digest('hex');
const files = () => fs.readdirSync(target).toSorted();

/** Returns the origin of the files: an in-toto statement with a SLSA provenance, unsigned. */
function provenance() {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files().map((name) => ({ name, digest: { sha256: digest(path.join(target, name)) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://standing.example/release/v1',
        externalParameters: { command: 'npm run release', version },
        resolvedDependencies: [
          { uri: 'git', digest: { gitCommit: git('rev-parse', 'HEAD') } },
          { uri: 'package-lock.json', digest: { sha256: digest(inRoot('package-lock.json')) } },
        ],
      },
      runDetails: { builder: { id: 'https://standing.example/release/local' } },
    },
  };
}

requireCleanTree();
// Told before minutes of building.
if (!pythonWithFlit()) refuse(NO_FLIT);
const said = notes();
fs.rmSync(target, { recursive: true, force: true });
fs.mkdirSync(target, { recursive: true });
fs.writeFileSync(path.join(target, 'NOTES.md'), said);
fs.writeFileSync(path.join(target, 'compose.yml'), composeFile());
node('scripts/sbom.mjs', path.join(target, 'sbom.cdx.json'));
packServer(root, target);
packChart(root, target);
node('scripts/release/pack-client.mjs', target);
node('scripts/release/pack-python-client.mjs', target);
images();
fs.writeFileSync(path.join(target, 'provenance.json'), `${JSON.stringify(provenance(), undefined, 2)}\n`);
const sums = files().map((name) => `${digest(path.join(target, name))}  ${name}\n`);
fs.writeFileSync(path.join(target, 'SHA256SUMS'), sums.join(''));
for (const name of files()) console.log(path.relative(process.cwd(), path.join(target, name)));

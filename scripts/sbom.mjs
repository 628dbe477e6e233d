#!/usr/bin/env node
// Writes the bill of materials of what is shipped, as CycloneDX: every package of the lock file
// except those for development, with versions, licences and hashes. The same lock file gives the
// same bytes.
//
// Usage: node scripts/sbom.mjs [FILE]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const file = process.argv[2] ?? 'sbom.cdx.json';

const asked = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const npmCli = process.env.npm_execpath;
const [program, ...before] = npmCli?.endsWith('.js') ? [process.execPath, npmCli] : ['npm'];
const text = execFileSync(program, [...before, ...asked], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'ignore'],
});

const bom = JSON.parse(text);
const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
// npm's own `--omit dev` also leaves out packages that development needs, too, such as the driver
// of the database.
const shipped = new Set(
  Object.entries(packages)
    .filter(([at, entry]) => at !== '' && !entry.dev && !entry.devOptional)
    .map(
      ([at, { name: alias, version }]) =>
        `${alias ?? at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
    ),
);
bom.components = bom.components.filter((component) => shipped.has(`${component.name}@${component.version}`));
const known = new Set([bom.metadata.component['bom-ref'], ...bom.components.map((component) => component['bom-ref'])]);
bom.dependencies = bom.dependencies
  .filter(({ ref }) => known.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((needed) => known.has(needed)) }));
// npm adds the folder, the time and a random number, which say nothing about the program.
bom.metadata.component.name = name;
delete bom.metadata.timestamp;
const digest = createHash('sha256').update(JSON.stringify(bom.components)).digest('hex');
const uuid = [
  digest.slice(0, 8),
  digest.slice(8, 12),
  `8${digest.slice(13, 16)}`,
  `8${digest.slice(17, 20)}`,
  digest.slice(20, 32),
];
bom.serialNumber = `urn:uuid:${uuid.join('-')}`;

writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
process.stderr.write(`${bom.components.length} packages: ${file}\n`);

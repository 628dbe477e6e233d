// Packs the service for npm: only what the program reads, with its dependencies in the versions of
// the lock file. They are bundled, because npm ignores the lock file and the overrides of a package
// that it installs.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The same as in the image: see Dockerfile. */
const FOLDERS = ['migrations', 'docs', 'examples'];
const FILES = ['LICENSE', 'README.md', 'CHANGELOG.md', '.env.example', 'scripts/standing.mjs'];
const CLIENT = '@standing/client';
const SANDBOX = '@standing/sandbox';
const NAME = 'standing-server';
/** Not bundled: npm installs the binary for the platform, but not for bundled packages. */
const NATIVE = new Set(['@node-rs/argon2']);

/** Packs the service into `target`. The sources must be compiled. */
export function packServer(root, target) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-server-'));
  const copy = (from, to = from, filter = () => true) =>
    fs.cpSync(path.join(root, from), path.join(folder, to), { recursive: true, filter });
  try {
    for (const part of [...FOLDERS, ...FILES]) copy(part);
    copy('dist', 'dist', isProgram);
    copy('src', 'src', (file) => !/\.tsx?$/.test(file));
    withoutEmptyFolders(path.join(folder, 'src'));
    for (const at of bundled(root)) copyPackage(root, folder, at);
    copy('packages/client/package.json', `node_modules/${CLIENT}/package.json`);
    copy('packages/client/dist/esm', `node_modules/${CLIENT}/dist/esm`);
    for (const part of ['package.json', 'dist', 'extracts'])
      copy(`packages/sandbox/${part}`, `node_modules/${SANDBOX}/${part}`, isProgram);
    write(folder, 'package.json', manifest(root));
    fs.writeFileSync(path.join(folder, 'scripts/standing-server.mjs'), START);
    const npmCli = process.env.npm_execpath;
    const [program, ...before] = npmCli?.endsWith('.js') ? [process.execPath, npmCli] : ['npm'];
    execFileSync(program, [...before, 'pack', '--silent', '--ignore-scripts', '--pack-destination', target], {
      cwd: folder,
    });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Entry point of `npx standing-server`, which runs the service itself. */
const START = `#!/usr/bin/env node
import '../dist/main.js';
`;

/** Leaves out types, source maps and the compiler's own files. */
const isProgram = (file) => !/\.(d\.ts|map)$|[\\/]\.[^\\/]+$/.test(file);

const read = (root, file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
const write = (folder, file, value) =>
  fs.writeFileSync(path.join(folder, file), `${JSON.stringify(value, undefined, 2)}\n`);

function manifest(root) {
  const { version, mcpName, description, license, type, engines, dependencies, optionalDependencies } = read(
    root,
    'package.json',
  );
  return {
    name: NAME,
    version,
    mcpName,
    description,
    license,
    type,
    bin: { [NAME]: 'scripts/standing-server.mjs', standing: 'scripts/standing.mjs' },
    engines,
    dependencies: { ...dependencies, ...exact(root, NATIVE) },
    optionalDependencies,
    bundleDependencies: [...Object.keys(dependencies), SANDBOX].filter((each) => !NATIVE.has(each)),
  };
}

function exact(root, names) {
  const { packages } = read(root, 'package-lock.json');
  return Object.fromEntries([...names].map((name) => [name, packages[`node_modules/${name}`].version]));
}

/**
 * Returns the paths of the packages that the program needs on every platform. npm installs those of
 * one platform.
 */
function bundled(root) {
  const { packages } = read(root, 'package-lock.json');
  return Object.entries(packages).flatMap(([at, { dev, link, os: systems, cpu }]) =>
    at.startsWith('node_modules/') && !dev && !link && !systems && !cpu && !NATIVE.has(at.slice('node_modules/'.length))
      ? [at]
      : [],
  );
}

/**
 * Leaves out types, source maps and Markdown, as the image does. Nested packages have their own
 * paths in the lock file.
 */
function copyPackage(root, folder, at) {
  const from = path.join(root, at);
  const filter = (file) =>
    !path.relative(from, file).split(path.sep).includes('node_modules') &&
    !/(\.d\.[mc]?ts|\.map|(?<!LICENSE)\.md)$/.test(file);
  fs.cpSync(from, path.join(folder, at), { recursive: true, filter });
}

function withoutEmptyFolders(folder) {
  for (const each of fs.readdirSync(folder, { withFileTypes: true })) {
    if (each.isDirectory()) withoutEmptyFolders(path.join(folder, each.name));
  }
  if (fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
}

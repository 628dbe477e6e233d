// Which suites a change is near. Near is less than "can reach": through the wiring every feature reaches every suite
// that starts the service.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');

/** Imports are not followed into these: they put everything together. */
const WIRING = /^src\/(bootstrap\/|main\.ts)|\.module\.ts$|^test\/support\/(harness|program)\.ts$/;
/** Folders that say nothing about a feature. */
const LAYERS = new Set(['src', 'core', 'modules', 'adapters', 'postgres', 'http', 'registries', 'commands', 'test']);
/** They measure, or take minutes: near only what they import. */
const LARGE = /^test\/(bench|chaos|containers|browser)\//;
/** Suites about files that no suite imports. */
const ABOUT = [
  [/^migrations\//, /^test\/(adapters\/postgres|contracts)\//],
  [/^(docs\/|README|CONTRIBUTING)/, /^test\/(reference\/|operations\/(documented|readme))/],
];
/** From one source to the next, after that which a suite imports itself: in the end all reach the same few. */
const MAX_STEPS = 1;

export function suites() {
  return fs
    .readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `test/${name}`)
    .toSorted();
}

/** What is not committed, or has been since this commit. */
export function changedFiles(since) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', '--relative', since), ...git('ls-files', '--others', '--exclude-standard')];
}

/** Suites that are changed, import something changed, bear the name of its feature, or name the file. */
export function suitesNear(files) {
  const changed = new Set(files);
  const features = [...new Set(files.flatMap(featureOf))];
  const names = files.filter((file) => !/\.tsx?$/.test(file)).map((file) => path.basename(file));
  return suites().filter(
    (suite) =>
      reaches(suite, changed) ||
      (!LARGE.test(suite) && features.some((feature) => new RegExp(`[/-]${feature}(e?s)?[./-]`).test(suite))) ||
      names.some((name) => read(suite).includes(name)) ||
      ABOUT.some(([of, by]) => by.test(suite) && files.some((file) => of.test(file))),
  );
}

/** The first folder that a feature has in common in all layers, in the singular. */
function featureOf(file) {
  if (!file.startsWith('src/')) return [];
  const folder = path
    .dirname(file)
    .split('/')
    .find((name) => !LAYERS.has(name));
  return folder === undefined ? [] : [folder.replace(/(?<=ch)es$|s$/, '')];
}

function reaches(suite, changed) {
  const steps = new Map([[suite, 0]]);
  for (const [file, step] of steps) {
    if (changed.has(file)) return true;
    if (WIRING.test(file)) continue;
    for (const imported of importsOf(file)) {
      const next = step + (file.startsWith('src/') ? 1 : 0);
      if (next <= MAX_STEPS && !(steps.get(imported) <= next)) steps.set(imported, next);
    }
  }
  return false;
}

const imports = new Map();

/** Files of ours that this one imports. */
export function importsOf(file) {
  if (!imports.has(file)) {
    // Types alone change nothing at run time.
    const source = read(file).replaceAll(/^import type [^;]*;/gm, '');
    const specifiers = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(
      ([, specifier]) => specifier,
    );
    const wanted = specifiers.map((specifier) => path.posix.join(path.posix.dirname(file), specifier));
    imports.set(file, wanted.flatMap(sourceOf));
  }
  return imports.get(file);
}

function sourceOf(wanted) {
  const names = wanted.endsWith('.js')
    ? [wanted.replace(/\.js$/, '.ts'), wanted.replace(/\.js$/, '.tsx'), wanted]
    : [wanted];
  return names.filter((name) => fs.statSync(path.join(root, name), { throwIfNoEntry: false })?.isFile()).slice(0, 1);
}

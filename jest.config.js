import fs from 'node:fs';
import path from 'node:path';
import { swcOptions, tsxOptions } from './test/setup/swc-options.mjs';

const root = import.meta.dirname;
const packagesFolder = path.join(root, 'node_modules');

function packageNames() {
  return fs.readdirSync(packagesFolder).flatMap((name) => {
    if (name.startsWith('.')) return [];
    return name.startsWith('@')
      ? fs.readdirSync(path.join(packagesFolder, name)).map((part) => `${name}/${part}`)
      : name;
  });
}

/** Every target of a `require` condition, however deep the export map nests. */
function requireTargets(exportMap, insideRequire = false) {
  if (typeof exportMap === 'string') return insideRequire ? [exportMap] : [];
  if (exportMap === null || typeof exportMap !== 'object') return [];
  return Object.entries(exportMap).flatMap(([condition, target]) =>
    requireTargets(target, insideRequire || condition === 'require'),
  );
}

/** A `require` condition alone proves nothing: some packages point theirs at an ES module. */
function isEsmOnly(name) {
  const file = path.join(packagesFolder, name, 'package.json');
  if (!fs.existsSync(file)) return false;
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
  if (manifest.type !== 'module' && !String(manifest.main).endsWith('.mjs')) return false;
  return !requireTargets(manifest.exports).some(
    (target) => target.endsWith('.cjs') || /\/(commonjs|cjs)\//.test(target),
  );
}

// Node's require() of ES modules is out of jest's reach on Node 20, so inside jest everything becomes CommonJS: our sources, and the
// packages that exist as ES modules only. Production runs the same sources as ES modules; test/smoke starts that build.
const esmOnlyPackages = packageNames().filter(isEsmOnly);
// CommonJS that loads parts of itself with import(), which is out of jest's reach too.
const importingPackages = ['@opentelemetry/otlp-exporter-base'];

const asCommonJs = (options) => ({ ...options, module: { type: 'commonjs', ignoreDynamic: false } });

/** @type {import('jest').Config} */
export default {
  rootDir: root,
  roots: ['<rootDir>/test'],
  // What the code alone decides; and what needs luck, time or a quiet machine, by `npm run test:stress`.
  testMatch: [process.env.STRESS === '1' ? '**/*.stress.ts' : '**/*.spec.ts'],
  testEnvironment: 'node',
  runtime: '<rootDir>/test/setup/runtime.mjs',
  globalSetup: '<rootDir>/test/setup/global-setup.mjs',
  globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/setup/times-reporter.mjs'],
  testSequencer: '<rootDir>/test/setup/sequencer.mjs',
  // describe, it and expect are imported from @jest/globals, so that the compiler and the reader know where they come from.
  injectGlobals: false,
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: {
    '^.+\\.(ts|js|mjs)$': ['@swc/jest', asCommonJs(swcOptions)],
    '^.+\\.tsx$': ['@swc/jest', asCommonJs(tsxOptions)],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${[...esmOnlyPackages, ...importingPackages].join('|')})/)`],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // From its sources, so that a test sees a change without a build.
    '^@standing/client$': '<rootDir>/packages/client/src/index.ts',
    // Its export map knows no other way in than `import`.
    '^skills-ref$': '<rootDir>/node_modules/skills-ref/dist/index.js',
  },
  // Ends what hangs, on a slow and busy machine too: the one limit of all tests.
  testTimeout: 600_000,
  // Most suites wait for something most of the time: one more than there are cores of a small machine.
  maxWorkers: 3,
  // One that has held a gigabyte takes more than the usual half second to end on a busy machine.
  workerGracefulExitTimeout: 10_000,
};

/** @type {import('jest').Config} */
export default {
  roots: ['<rootDir>/test', '<rootDir>/bench'],
  // Deterministic tests; with `npm run test:stress`, those that need luck, time or a quiet machine.
  testMatch: [process.env.STRESS === '1' ? '**/*.stress.ts' : '**/*.spec.ts'],
  // Suites run on Node itself as ES modules, like the service. A worker loads each module once, so
  // its suites share state: a test restores whatever it changes outside its own objects.
  runner: '<rootDir>/test/setup/runner.mjs',
  setupFiles: ['<rootDir>/test/setup/typescript.mjs', '<rootDir>/test/setup/registers.mjs'],
  globalSetup: '<rootDir>/test/setup/global-setup.mjs',
  globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
  transform: {},
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  // For --findRelatedTests and --changedSince, which read our imports.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Most suites spend most of their time waiting, so this is one more than the cores of a small
  // machine.
  maxWorkers: 3,
};

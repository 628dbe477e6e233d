/** @type {import('jest').Config} */
export default {
  roots: ['<rootDir>/test', '<rootDir>/bench'],
  // What the code alone decides; and what needs luck, time or a quiet machine, by `npm run test:stress`.
  testMatch: [process.env.STRESS === '1' ? '**/*.stress.ts' : '**/*.spec.ts'],
  // Suites run on Node itself, as ES modules, as the service does; a worker loads each module once.
  // Suites of a worker share its state: what a test changes outside its own objects, it puts back.
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  setupFiles: ['<rootDir>/test/setup/typescript.mjs'],
  globalSetup: '<rootDir>/test/setup/global-setup.mjs',
  globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
  transform: {},
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  // For --findRelatedTests and --changedSince, which read our imports.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Most suites wait for something most of the time: one more than there are cores of a small machine.
  maxWorkers: 3,
};

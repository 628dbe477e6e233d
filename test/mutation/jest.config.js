import base from '../../jest.config.js';

/** @type {import('jest').Config} */
export default {
  ...base,
  // The services are started by test/mutation/main.ts, once for all mutants.
  globalSetup: undefined,
  globalTeardown: undefined,
  reporters: [],
  testEnvironment: '<rootDir>/test/mutation/first-failure-environment.mjs',
  // What a fault makes wait for ever ends here.
  testTimeout: 45_000,
};

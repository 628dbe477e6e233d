import type { Project } from './engine.js';

const HERE = 'test/stress/containers';

/** docker-compose.yml without the limits that would stop a test. */
export const TRIED_OUT: Project = {
  name: 'standing-test',
  files: ['docker-compose.yml', `${HERE}/compose.yml`],
  env: { ENCRYPTION_KEY: 'an-encryption-key-for-the-tests-only' },
};

import { execFileSync } from 'node:child_process';
import { TRIAL } from '../../support/documented.js';
import type { Project } from './engine.js';

const HERE = 'test/stress/containers';

/** docker-compose.yml without the limits that would stop a test. */
export const TRIED_OUT: Project = {
  name: 'standing-test',
  files: ['docker-compose.yml', `${HERE}/compose.yml`],
};

/** Creates the key as the README says. */
export function createTrialKey(): void {
  execFileSync('bash', ['-euc', TRIAL.replace(/^docker .*$/m, '')]);
}

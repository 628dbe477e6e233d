import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { scanEvidence } from './scan-evidence.js';

export interface TestDatabase {
  url: string;
  /** Ends the sessions that are still open on it. Fails when evidence in it holds a credential, a cookie or a header of ours. */
  drop: () => Promise<void>;
}

/** A migrated database of the caller's own, in some 80 ms: once per test file is right, once per test is affordable. */
export function createTestDatabase(): Promise<TestDatabase> {
  const templateError = process.env['TEST_TEMPLATE_ERROR'];
  if (templateError) throw new Error(templateError);
  return create('standing_template');
}

/** One without any table, for tests of the migrations themselves. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('template0');
}

async function create(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Half of the processor time of the usual way, which writes every page to the log: a server without fsync makes checkpoints cheap.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = serverUrl();
  url.pathname = name;
  const drop = async () => {
    const found = await scanEvidence(url.href);
    await onServer(`drop database if exists ${name} with (force)`);
    if (found.length > 0) throw new Error(`evidence holds what it must never hold: ${found.join('; ')}`);
  };
  return { url: url.href, drop };
}

async function onServer(statement: string): Promise<void> {
  const session = new Client({ connectionString: serverUrl().href });
  await session.connect();
  try {
    await session.query(statement);
  } finally {
    await session.end();
  }
}

function serverUrl(): URL {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url) throw new Error('the test server was not started: run the tests through jest');
  return new URL(url);
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProgram } from '../support/program.js';
import { startService } from '../support/harness.js';

describe('a process whose clock is a day ahead', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'standing-clock-'));
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('knows the Idempotency-Keys of the others, and charges for none again', async () => {
    const service = await startService({ databaseUrl: database.url });
    await writeFile(join(folder, 'clock'), String(26 * 3_600_000));
    const ahead = await startProgram({
      DATABASE_URL: database.url,
      CLOCK_OFFSET_FILE: join(folder, 'clock'),
      NODE_OPTIONS: `--import ${pathToFileURL('test/chaos/stepped-clock.mjs').href}`,
    });
    try {
      const { key } = await service.signUp();
      const ask = async (url: string) => {
        const answer = await fetch(`${url}/v1/verify`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': 'once' },
          body: JSON.stringify({ entity_name: 'Tomorrow LLC', jurisdiction: 'us-co' }),
        });
        return {
          status: answer.status,
          replayed: answer.headers.get('idempotency-replayed'),
          body: await answer.json(),
        };
      };
      const first = await ask(service.url);
      expect(first).toMatchObject({ status: 202, replayed: null });
      expect(await ask(ahead.url)).toEqual({ ...first, replayed: 'true' });
      expect(await service.balance(key)).toBe(49);
    } finally {
      await ahead.stop('SIGKILL');
      await service.close();
    }
  }, 90_000);
});

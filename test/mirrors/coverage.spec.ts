import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { Credentials } from '../../src/adapters/registries/register.js';
import { type Sandbox, startSandbox } from '@standing/sandbox';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { MemoryLog } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

/**
 * The official register, played by the sandbox. It is queried directly with a login, and through
 * its public extract without one.
 */
let sandbox: Sandbox;
let database: TestDatabase;
let withLogin: Service;
let without: Service;
beforeAll(async () => {
  sandbox = await startSandbox();
  database = await createTestDatabase();
  withLogin = await start({ ZEFIX_USERNAME: 'fictional', ZEFIX_PASSWORD: 'fictional' });
  without = await start({});
});
afterAll(async () => {
  await withLogin?.close();
  await without?.close();
  await database.drop();
  await sandbox.close();
});

function start(credentials: Credentials): Promise<Service> {
  const registries = new ConfiguredRegistries({
    registers: REGISTERS,
    mode: 'live',
    urls: { 'ch-zh': `${sandbox.origin}/ch-zh`, 'no-03': `${sandbox.origin}/no-03` },
    pace: {},
    credentials,
    timeoutMs: 5_000,
    log: new MemoryLog(),
  });
  return startService({ registries, databaseUrl: database.url });
}

const verify = (service: Service, key: string, body: object) =>
  service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body });

describe('the coverage of a source', () => {
  it('stays with the record it returned, and changes when another source answers', async () => {
    const { key } = await withLogin.signUp();
    const [name] = sandbox.sampleNames('ch-zh') ?? [];
    const body = { entity_name: name, jurisdiction: 'ch-zh' };
    const found = await verify(withLogin, key, body);
    expect(found.body.data.source.coverage).toBe('all');
    expect((await verify(without, key, body)).body.data.source.coverage).toBe('all');

    const entity = `/v1/entity/${found.body.entity_id}`;
    expect((await without.ask('GET', entity, { key })).body.source.coverage).toBe('all');

    await without.db.change(`update entities set retrieved_at = now() - interval '2 days'`, []);
    await without.heard();
    expect((await verify(without, key, body)).body.data.source.coverage).toBe('active_only');
    await withLogin.heard();
    expect((await withLogin.ask('GET', entity, { key })).body.source.coverage).toBe('active_only');
    const { body: history } = await withLogin.ask('GET', `${entity}/history`, { key });
    expect(history.snapshots.map(({ data }: any) => data.source.coverage)).toEqual(['active_only', 'all']);
  });

  it('stays with a cached no-match as well', async () => {
    const { key } = await withLogin.signUp();
    const body = { entity_name: 'Zyxwv Quorblat Unfounded Holdings', jurisdiction: 'ch-zh' };
    expect((await verify(without, key, body)).body.error.details.coverage).toBe('active_only');
    const kept = await verify(withLogin, key, body);
    expect(kept.body.error.details).not.toHaveProperty('job_id');
    expect(kept.body.error.details.coverage).toBe('active_only');
  });

  it('comes from the catalogue for answers without a stored coverage', async () => {
    const { key } = await withLogin.signUp();
    const [, name] = sandbox.sampleNames('ch-zh') ?? [];
    const found = await verify(withLogin, key, { entity_name: name, jurisdiction: 'ch-zh' });
    await withLogin.db.change('update entities set coverage = null', []);
    await withLogin.db.change('update snapshots set coverage = null', []);
    await withLogin.heard();
    const entity = `/v1/entity/${found.body.entity_id}`;
    expect((await withLogin.ask('GET', entity, { key })).body.source.coverage).toBe('active_only');
    const { body: history } = await withLogin.ask('GET', `${entity}/history`, { key });
    expect(history.snapshots.map(({ data }: any) => data.source.coverage)).toEqual(['active_only']);
  });

  it('is active_only when the search leaves out deleted entities, and a no-match says so', async () => {
    const { key } = await without.signUp();
    const answer = await verify(without, key, { entity_name: 'Zyxwv Quorblat Unfounded AS', jurisdiction: 'no-03' });
    expect(answer.body.error.details.coverage).toBe('active_only');
    expect(answer.body.error.suggestion).toContain('no longer active');
  });
});

import { Notifications } from '../../src/adapters/postgres/cache/notifications.js';
import { InvalidatedCache, EntityCache } from '../../src/adapters/postgres/cache/caches.js';
import { PostgresEntities } from '../../src/adapters/postgres/entities/entities.js';
import type { ReadMode } from '../../src/core/entities/ports.js';
import { toUuid, type Id } from '../../src/core/ids.js';
import { questionKey } from '../../src/core/matching/parsing/name-key.js';
import { MemoryLog, record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

let here: Service;
let elsewhere: Service;
let key: string;
beforeAll(async () => {
  const env = { ADMIN_API_KEY: ADMIN };
  here = await startService({ env });
  elsewhere = await startService({ env, databaseUrl: here.databaseUrl });
});
beforeEach(async () => {
  ({ key } = await here.signUp());
});
afterAll(async () => {
  await elsewhere.close();
  await here.close();
});

const ADMIN = 'an-admin-key-for-the-tests-of-memory';
const DAY_MS = 86_400_000;
let names = 0;

/** Verifies a business so that both processes have answered about it recently. */
async function known(): Promise<{ name: string; id: string }> {
  names += 1;
  const name = `Remembered Orchard ${'abcdefghij'[names]!.repeat(4)} LLC`;
  say(name, 'active');
  const { body } = await verify(here, name);
  for (const service of [here, elsewhere]) expect(await statusAt(service, body.entity_id)).toBe('active');
  return { name, id: body.entity_id };
}

/** Changes what the register reports. */
function say(name: string, status: 'active' | 'dissolved'): void {
  for (const { registries } of [here, elsewhere]) {
    registries.of('us-co').records = [record({ id: `2024000${names}`, name, status })];
  }
}

const verify = (service: Service, entity_name: string, force_refresh = false, tier = 'quick') =>
  service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=10' },
    body: { entity_name, jurisdiction: 'us-co', tier, force_refresh },
  });

const statusAt = async (service: Service, id: string): Promise<string> =>
  (await service.ask('GET', `/v1/entity/${id}`, { key })).body.status;

describe('the cache of entities', () => {
  it('forgets an entity when its register is asked again: at once here, elsewhere on notification', async () => {
    const { name, id } = await known();
    say(name, 'dissolved');
    expect((await verify(here, name, true, 'deep')).body.data.status).toBe('dissolved');
    expect(await statusAt(here, id)).toBe('dissolved');
    expect((await verify(here, name)).body.data.status).toBe('dissolved');
    await elsewhere.heard();
    expect(await statusAt(elsewhere, id)).toBe('dissolved');
    expect((await verify(elsewhere, name)).body.data.status).toBe('dissolved');
  });

  it('forgets an entity when its personal data is erased', async () => {
    const { name, id } = await known();
    await verify(here, name, false, 'deep');
    await verify(elsewhere, name, false, 'deep');
    const agent = async (service: Service) =>
      (await service.ask('GET', `/v1/entity/${id}`, { key })).body.registered_agent;
    expect(await agent(here)).not.toBeNull();
    const erased = await here.ask('POST', `/v1/admin/entities/${id}/erase-personal-data`, {
      headers: { 'x-admin-key': ADMIN },
      body: { reason: 'they asked for it' },
    });
    expect(erased.status).toBe(200);
    expect(await agent(here)).toBeNull();
    await elsewhere.heard();
    expect(await agent(elsewhere)).toBeNull();
  });

  it('keeps an entity as deep as the account paid for: at once here, elsewhere on notification', async () => {
    const { name, id } = await known();
    const tierAt = async (service: Service) => (await service.ask('GET', `/v1/entity/${id}`, { key })).body.tier;
    expect([await tierAt(here), await tierAt(elsewhere)]).toEqual(['quick', 'quick']);
    await verify(here, name, false, 'deep');
    expect(await tierAt(here)).toBe('deep');
    await elsewhere.heard();
    expect(await tierAt(elsewhere)).toBe('deep');
    expect((await verify(elsewhere, name)).body.data.tier).toBe('quick');
    expect([await tierAt(here), await tierAt(elsewhere)]).toEqual(['deep', 'deep']);
  });

  it('keeps the match of the record itself, however the account spelled its name', async () => {
    const { name, id } = await known();
    const matchAt = async (service: Service) => (await service.ask('GET', `/v1/entity/${id}`, { key })).body.match;
    const own = { method: 'exact', matched_name: name };
    await verify(elsewhere, name.replace('Orchard', 'Orchrad'));
    await here.heard();
    expect(await matchAt(here)).toMatchObject(own);
    expect(await matchAt(elsewhere)).toMatchObject(own);
  });

  it('forgets an entity that is changed by hand in the database', async () => {
    const { name, id } = await known();
    await here.db.change(`update entities set retrieved_at = now() - interval '2 days' where id = $1`, [
      toUuid(id as Id<'ent'>),
    ]);
    await elsewhere.heard();
    const asked = elsewhere.registries.of('us-co').searches;
    say(name, 'dissolved');
    expect((await verify(elsewhere, name)).body.data.status).toBe('dissolved');
    expect(elsewhere.registries.of('us-co').searches).toBeGreaterThan(asked);
  });
});

describe('a value read through the cache', () => {
  it('is not cached when it changes during the read', async () => {
    const { entities } = new EntityCache(await heard());
    const slow = entities.find('ent_1', async () => {
      entities.invalidate('ent_1');
      return { id: 'stale' } as never;
    });
    expect(await slow).toEqual({ id: 'stale' });
    expect(entities.get('ent_1')).toBeUndefined();
  });

  it('is not cached in a bulk read of very many names', async () => {
    const { name, id } = await known();
    const memory = new EntityCache(await heard());
    const ttl = { entityMs: DAY_MS, noMatchMs: DAY_MS, rankingMs: DAY_MS };
    const entities = new PostgresEntities(
      here.db,
      { isSandbox: () => false, editionSince: () => undefined } as never,
      memory,
      { now: () => new Date() },
      ttl,
    );
    const ask = (mode: ReadMode) => entities.freshAnswer('us-co', questionKey(name, 'us-co'), 'quick', mode);
    const remembered = () => memory.entities.get(id)?.id;
    expect([await ask('in bulk'), remembered()]).toMatchObject([{ kind: 'found', entity: { id } }, undefined]);
    expect([await ask('by itself'), remembered()]).toMatchObject([{ kind: 'found', entity: { id } }, id]);
  });

  it('is not cached while notifications cannot be received', async () => {
    const memory = new InvalidatedCache<{ n: number }>(new Notifications(here.db, [], new MemoryLog()), 10);
    expect(await memory.find('it', async () => ({ n: 1 }))).toEqual({ n: 1 });
    expect(await memory.find('it', async () => ({ n: 2 }))).toEqual({ n: 2 });
  });

  it('is forgotten as soon as changes may be missed', async () => {
    const notifications = await heard();
    const memory = new InvalidatedCache<{ n: number }>(notifications, 10);
    expect(await memory.find('it', async () => ({ n: 1 }))).toEqual({ n: 1 });
    await notifications.onApplicationShutdown();
    expect(await memory.find('it', async () => ({ n: 2 }))).toEqual({ n: 2 });
  });

  it('is read again when it was missing', async () => {
    const memory = new InvalidatedCache<{ n: number }>(await heard(), 10);
    expect(await memory.find('it', async () => undefined)).toBeUndefined();
    expect(await memory.find('it', async () => ({ n: 1 }))).toEqual({ n: 1 });
    expect(await memory.find('it', async () => ({ n: 2 }))).toEqual({ n: 1 });
  });
});

const opened: Notifications[] = [];
afterAll(async () => {
  for (const notifications of opened) await notifications.onApplicationShutdown();
});

async function heard(): Promise<Notifications> {
  const notifications = new Notifications(here.db, [], new MemoryLog());
  opened.push(notifications);
  await notifications.open();
  return notifications;
}

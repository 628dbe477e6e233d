import { startService, type Service } from '../support/harness.js';
import { record } from '../support/fakes.js';
import { until } from '../support/until.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
  service.registries.of('us-co').records = [record({ id: '20190000001', name: 'Alder Bridge Ferries LLC' })];
  await service.db.rows(`create function out_of_resources() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = tg_argv[0]; end $$`);
});
afterAll(() => service.close());

/** Lets writes to a table fail as they do on a server that lacks something. */
async function whileOut(state: string, table: string, work: () => Promise<void>): Promise<void> {
  await service.db.rows(
    `create trigger out_of_resources before insert or update on ${table} execute function out_of_resources('${state}')`,
  );
  try {
    await work();
  } finally {
    await service.db.rows(`drop trigger out_of_resources on ${table}`);
  }
}

describe('a database without resources', () => {
  it.each([
    ['disk', '53100'],
    ['memory', '53200'],
    ['what it needs', '53000'],
  ])('answers a verification with 503 and charges nothing when it is out of %s', async (_what, state) => {
    const { key } = await service.signUp();
    await whileOut(state, 'ledger_entries', async () => {
      const body = { entity_name: 'Alder Bridge Ferries LLC', jurisdiction: 'us-co' };
      const answer = await service.ask('POST', '/v1/verify', { key, body });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
      expect(answer.body.error.message).not.toContain('extend');
    });
    expect(await service.balance(key)).toBe(50);
  });

  it('is not ready while it cannot write, and ready afterwards', async () => {
    const ready = () => service.ask('GET', '/health/ready');
    await until(async () => (await ready()).status === 200);
    await whileOut('53100', 'installation', async () => {
      await until(async () => (await ready()).status === 503);
      const { checks } = (await ready()).body;
      expect([checks.writes.status, checks.postgres.status]).toEqual(['down', 'up']);
    });
    await until(async () => (await ready()).status === 200);
  });
});

import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import { fromUuid, newUuid } from '../../src/core/ids.js';
import { record, unavailable } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { repeats } from '../support/long.js';

const ADMIN_KEY = 'an-admin-key-for-the-tests-only';
/**
 * Overnight: CHECK_RACES=10000. The short form runs each rival three times with and without an
 * answer from the register.
 */
const ROUNDS = Math.min(repeats('CHECK_RACES', 300, 105), 10_000);
const LANES = 24;
const ALDER = record({ id: '20019000001', name: 'Alder Works LLC' });

/** Changes that race with the check of a watch. */
const RIVALS = ['delete', 'change the tier', 'change the period', 'check again', 'spend', 'erase', 'close'] as const;

let service: Service;
let other: Service;
beforeAll(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY } });
  other = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY }, databaseUrl: service.databaseUrl });
  for (const { registries } of [service, other]) registries.of('us-co').records = [ALDER];
  const { key } = await service.signUp();
  await service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: ALDER.name, jurisdiction: 'us-co' },
  });
});
afterAll(async () => {
  await other.close();
  await service.close();
});

/** Creates a separate business, so that erasing it does not affect other rounds. */
async function newEntity(): Promise<{ entityId: string; uuid: string }> {
  const [id, number] = [newUuid(), newUuid()];
  await service.db.rows(
    `insert into entities select (jsonb_populate_record(e, jsonb_build_object('id', $1::text, 'record_id', $2::text, 'record', e.record || jsonb_build_object('id', $2::text)))).*
       from entities e where e.record_id = $3`,
    [id, number, ALDER.id],
  );
  const found = { ...ALDER, id: number };
  for (const { registries } of [service, other]) registries.of('us-co').records.push(found);
  return { entityId: fromUuid('ent', id), uuid: id };
}

/** Checks a watch through two requests and runs a rival at the same time. */
async function race(round: number): Promise<void> {
  const { key } = await service.signUp();
  const { entityId, uuid } = await newEntity();
  const at = (asked: number) => (asked % 2 === 0 ? service : other);
  const { body: watch } = await service.ask('POST', '/v1/watches', { key, body: { entity_id: entityId, every: '1d' } });
  const path = `/v1/watches/${watch.watch_id}`;
  const check = () => at(round).ask('POST', `${path}/check`, { key });
  if (round % 5 === 0) at(round).registries.of('us-co').failures.push(unavailable());
  const rival = RIVALS[round % RIVALS.length];
  const rivals: Record<(typeof RIVALS)[number], () => Promise<unknown>> = {
    delete: () => other.ask('DELETE', path, { key }),
    'change the tier': () => other.ask('PATCH', path, { key, body: { tier: 'deep' } }),
    'change the period': () => other.ask('PATCH', path, { key, body: { every: '7d' } }),
    'check again': () => other.ask('POST', `${path}/check`, { key }),
    spend: () =>
      service.db
        .rows(
          `insert into ledger_entries (account_id, type, amount, description)
           select a.id, 'adjustment', -a.credit_balance, 'for a test' from accounts a join watches w on w.account_id = a.id
            where w.entity_id = $1 and a.credit_balance > 0`,
          [uuid],
        )
        .catch(() => undefined),
    erase: () =>
      other.ask('POST', `/v1/admin/entities/${entityId}/erase-personal-data`, {
        headers: { 'x-admin-key': ADMIN_KEY },
        body: { reason: 'for a test' },
      }),
    close: () => other.ask('DELETE', '/v1/account', { key }),
  };
  const [asked] = await Promise.all([
    sleep(randomInt(4)).then(check),
    sleep(randomInt(8)).then(rivals[rival ?? 'delete']),
    sleep(randomInt(12)).then(check),
  ]);
  expect([202, 400, 401, 402, 403, 404]).toContain(asked.status);
  await sleep(randomInt(1_200));
  await service.ask('DELETE', path, { key });
}

describe('a check made while its watch is deleted, changed, erased, or its account closed', () => {
  it('is charged once when answered, refunded when not, and never lacks its job or its charge', async () => {
    let next = 0;
    const lane = async () => {
      while (next < ROUNDS) await race(next++);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const count = async (from: string) =>
      (await service.db.row<{ n: number }>(`select count(*)::int as n from ${from}`))?.n;
    await until(
      async () => (await count(`jobs where watch_id is not null and status in ('pending', 'processing')`)) === 0,
    );
    expect(await count(`watches`)).toBe(0);
    const paid = `(select coalesce(-sum(amount), 0) from ledger_entries e where e.job_id = j.id)`;
    expect(
      await count(
        `jobs j where watch_id is not null and ${paid} <> case status when 'completed' then amount_credits else 0 end`,
      ),
    ).toBe(0);
    expect(
      await count(
        `jobs j where watch_id is not null and not exists (select from ledger_entries e where e.job_id = j.id)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `ledger_entries e where watch_id is not null and not exists (select from jobs j where j.id = e.job_id)`,
      ),
    ).toBe(0);
    expect(await count(`jobs where watch_id is not null and status = 'completed'`)).toBeGreaterThan(ROUNDS / 10);
    expect(await count(`jobs where watch_id is not null and status = 'failed'`)).toBeGreaterThan(ROUNDS / 20);
    expect((await new PostgresLedgerAudit(service.db).check()).difference).toBeUndefined();
  });
});

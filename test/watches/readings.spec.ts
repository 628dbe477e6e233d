import { compare } from '../../src/core/watches/comparison/compare.js';
import type { RecordState } from '../../src/core/watches/comparison/record-state.js';
import { DETAILS, record, type FakeRegistry } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const LLC = record({ id: '20019000001', name: 'Alder Works LLC', goodStanding: null, statusDetail: null });
const BANKRUPT = {
  ...LLC,
  statusDetail: 'Bankrupt',
  standingHint: { goodStanding: false, because: 'The register says "Bankrupt".' },
};
const MOVED = { ...DETAILS, principalAddress: { ...DETAILS.principalAddress!, line1: '9 Moved Street' } };

let service: Service;
let registry: FakeRegistry;
let key: string;

beforeEach(async () => {
  service = await startService();
  registry = service.registries.of('us-co');
  registry.records = [LLC];
  ({ key } = await service.signUp());
});

afterEach(() => service.close());

async function verified(more: object = {}): Promise<string> {
  const body = { entity_name: registry.records[0]!.name, jurisdiction: 'us-co', ...more };
  const answer = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body });
  expect(answer.status).toBe(200);
  return answer.body.entity_id;
}

async function search(): Promise<void> {
  const body = { entity_name: LLC.name, jurisdictions: ['us-co'] };
  expect((await service.ask('POST', '/v1/search', { key, headers: { prefer: 'wait=20' }, body })).status).toBe(200);
}

async function watch(entityId: string, more: object = {}): Promise<string> {
  const body = { entity_id: entityId, every: '1d', ...more };
  const answer = await service.ask('POST', '/v1/watches', { key, body });
  expect(answer.status).toBe(201);
  return answer.body.watch_id;
}

async function pass(days: number): Promise<void> {
  await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by: `${days}d` } });
  await until(async () => (await service.ask('GET', '/v1/sandbox/clock', { key })).body.advancing_to === undefined);
}

async function told(): Promise<any[]> {
  const { body } = await service.ask('GET', '/v1/webhooks/events?limit=100', { key });
  return body.events.map(({ payload }: { payload: object }) => payload);
}

const changesTold = async () => (await told()).flatMap(({ changes }) => changes);
const sandboxTime = async () => (await service.ask('GET', '/v1/sandbox/clock', { key })).body.sandbox_time;

describe('a watch', () => {
  it('reports an insolvency that leaves the status as it is, and its end, with basis and reason', async () => {
    await watch(await verified());
    registry.records = [BANKRUPT];
    await pass(1);
    const hint = { good_standing: false, because: 'The register says "Bankrupt".' };
    expect(await changesTold()).toEqual([
      { field: 'status_detail', code: 'STATUS_CHANGED', from: null, to: 'Bankrupt' },
      {
        field: 'standing_hint',
        code: 'GOOD_STANDING_LOST',
        from: null,
        to: hint,
        basis: 'inferred',
        because: hint.because,
      },
    ]);
    registry.records = [LLC];
    await pass(1);
    expect((await changesTold()).slice(2)).toMatchObject([
      { field: 'status_detail', code: 'STATUS_CHANGED', from: 'Bankrupt', to: null },
      { field: 'standing_hint', code: 'GOOD_STANDING_REGAINED', from: hint, to: null, basis: 'inferred' },
    ]);
  });

  it('reports another word of the register for the same status', async () => {
    await watch(await verified());
    registry.records = [{ ...LLC, statusDetail: 'Proposal to strike off' }];
    await pass(1);
    expect(await changesTold()).toEqual([
      { field: 'status_detail', code: 'STATUS_CHANGED', from: null, to: 'Proposal to strike off' },
    ]);
  });

  it('compares the standing that answers give, where the name contradicts the field', async () => {
    const ending = { ...LLC, name: 'Alder Works LLC, in Liquidation', statusDetail: 'Good Standing' };
    registry.records = [{ ...ending, goodStanding: false }];
    const entityId = await verified();
    await watch(entityId);
    registry.records = [{ ...ending, goodStanding: true }];
    await pass(1);
    const { body } = await service.ask('GET', `/v1/entity/${entityId}`, { key });
    expect(body.good_standing).toBeNull();
    expect(await told()).toEqual([]);
  });

  it('takes what version 0.2.0 did not compare into its baseline silently, and reports it from then on', async () => {
    await watch(await verified());
    await service.db.rows(
      `update watches set seen = seen - 'statusDetail' - 'standingHint' - 'isBrief', detail_readings = null`,
    );
    registry.records = [BANKRUPT];
    await pass(1);
    expect(await told()).toEqual([]);
    registry.records = [LLC];
    await pass(1);
    expect((await changesTold()).map(({ code }) => code)).toEqual(['STATUS_CHANGED', 'GOOD_STANDING_REGAINED']);
  });
});

describe('the baseline of a watch', () => {
  it('dates the details by their own reading, not by a later one that did not read them', async () => {
    const entityId = await verified({ tier: 'deep' });
    const readAt = await sandboxTime();
    await pass(20);
    registry.details = MOVED;
    await pass(5);
    await search();
    await pass(2);
    await watch(entityId, { tier: 'deep' });
    await pass(1);
    const [changed] = await told();
    expect(changed).toMatchObject({ changes: [{ code: 'ADDRESS_CHANGED' }] });
    expect(changed.observed_between[0]).toBe(readAt);
  });

  it('keeps the date of the details while the watch is quick', async () => {
    const watchId = await watch(await verified({ tier: 'deep' }), { tier: 'deep' });
    const change = async (tier: string) =>
      expect((await service.ask('PATCH', `/v1/watches/${watchId}`, { key, body: { tier } })).status).toBe(200);
    await pass(1);
    const { last_checked_at: readAt } = (await service.ask('GET', `/v1/watches/${watchId}`, { key })).body;
    await change('quick');
    await pass(2);
    registry.details = MOVED;
    await pass(2);
    await change('deep');
    await pass(1);
    const [changed] = await told();
    expect(changed).toMatchObject({ changes: [{ code: 'ADDRESS_CHANGED' }] });
    expect(changed.observed_between[0]).toBe(readAt);
  });

  it('has the parser version of its own reading, so that a release invents no change', async () => {
    const entityId = await verified();
    registry.parserVersion = 2;
    registry.records = [{ ...LLC, status: 'suspended', goodStanding: false }];
    await watch(entityId);
    await pass(1);
    expect(await told()).toEqual([]);
    registry.records = [LLC];
    await pass(1);
    expect((await changesTold()).map(({ code }) => code)).toContain('STATUS_CHANGED');
  });

  it('has the parser version of the details apart from that of a later quick reading', async () => {
    const entityId = await verified({ tier: 'deep' });
    registry.parserVersion = 2;
    registry.details = MOVED;
    await search();
    await watch(entityId, { tier: 'deep' });
    registry.records = [{ ...LLC, name: 'Birch Works LLC' }];
    await pass(1);
    expect((await changesTold()).map(({ code }) => code)).toEqual(['NAME_CHANGED']);
  });

  it('compares no record that was stored without the version of its parser', async () => {
    const entityId = await verified();
    await service.db.rows('update entities set parser_version = null');
    await watch(entityId);
    registry.records = [{ ...LLC, status: 'suspended' }];
    await pass(1);
    expect(await told()).toEqual([]);
  });

  it('takes what a shorter list of results left out for no change, and another word for one', () => {
    const listed: RecordState = {
      listed: true,
      name: 'Alder Works Ltd',
      status: 'active',
      goodStanding: null,
      statusDetail: 'active',
      standingHint: null,
      isBrief: true,
    };
    const hint = (because: string) => ({ standingHint: { goodStanding: false, because } });
    const proposed = { ...listed, statusDetail: 'active-proposal-to-strike-off', ...hint('It is proposed.') };
    const overdue = { ...listed, ...hint('Its accounts are overdue.') };
    const liquidated = { ...listed, statusDetail: 'liquidation', ...hint('It is liquidated.') };
    expect(compare(listed, proposed)).toEqual([]);
    expect(compare(listed, overdue)).toEqual([]);
    expect(compare({ ...listed, statusDetail: null }, proposed)).toEqual([]);
    expect(compare(listed, liquidated).map(({ code }) => code)).toEqual(['STATUS_CHANGED', 'GOOD_STANDING_LOST']);
  });
});

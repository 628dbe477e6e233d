import { SourceError } from '../../src/core/registries/ports.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const ADMIN = 'an-admin-key-of-the-tests';

const throttled = (retryAfterMs: number) =>
  new SourceError('unavailable', 'all requests that the source allows for now have been used', {
    throttled: true,
    retryAfterMs,
  });

let service: Service;
let key: string;
beforeEach(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN } });
  ({ key } = await service.signUp());
});
afterEach(() => service.close());

const verify = (entity_name: string, jurisdiction = 'us-co') =>
  service.ask('POST', '/v1/verify', { key, body: { entity_name, jurisdiction } });
const statusOf = async (jobId: string) => (await service.ask('GET', `/v1/verify/status/${jobId}`, { key })).body;

describe('a question that its register throttles', () => {
  it('is asked when the throttle allows it, and its waits do not count as attempts', async () => {
    const register = service.registries.of('us-co');
    register.records = [record({ id: '1', name: 'Patient Lanterns LLC' })];
    register.failures = Array.from({ length: 6 }, () => throttled(50));
    const { body } = await verify('Patient Lanterns LLC');
    await until(async () => (await statusOf(body.job_id)).status === 'completed');
    expect(register.searches).toBe(7);
    expect(await service.db.row('select attempts, claims from retrievals')).toEqual({ attempts: 1, claims: 7 });
    expect(await service.balance(key)).toBe(49);
  });

  it('stays pending while it waits', async () => {
    service.registries.of('us-co').failures = [throttled(60_000)];
    const { body } = await verify('Pending Lanterns LLC');
    await until(
      async () => (await service.db.rows('select from retrievals where claims = 1 and claim is null')).length > 0,
    );
    expect((await statusOf(body.job_id)).status).toBe('pending');
  });

  it('fails as a timeout and is refunded once it has waited for an hour', async () => {
    const register = service.registries.of('us-co');
    register.failures = Array.from({ length: 20 }, () => throttled(200));
    const { body } = await verify('Weary Lanterns LLC');
    await until(() => register.searches > 0);
    await service.db.change(`update retrievals set created_at = now() - interval '61 minutes'`);
    await until(async () => (await statusOf(body.job_id)).status === 'failed');
    expect((await statusOf(body.job_id)).error).toMatch(/^DATA_SOURCE_TIMEOUT: /);
    expect(await service.balance(key)).toBe(50);
  });
});

describe('an account with a long backlog at a slow register', () => {
  it('gets answers from its other registers meanwhile', async () => {
    const { body: account } = await service.ask('GET', '/v1/account', { key });
    await service.ask('POST', `/v1/admin/accounts/${account.account_id}/credits`, {
      headers: { 'x-admin-key': ADMIN },
      body: { amount: 100, reason: 'a long backlog' },
    });
    let letGo = () => {};
    service.registries.of('us-co').held = new Promise((resolve) => (letGo = resolve));
    await Promise.all(Array.from({ length: 60 }, (_, at) => verify(`Slow Lanterns ${at} LLC`)));
    await until(() => service.registries.of('us-co').searches >= 12);
    const quick = await service.ask('POST', '/v1/verify', {
      key,
      headers: { prefer: 'wait=10' },
      body: { entity_name: 'Quick Lanterns LLC', jurisdiction: 'us-ct' },
    });
    expect(quick.status).toBe(404);
    expect(service.registries.of('us-co').searches).toBe(12);
    letGo();
  });
});

import { MAX_ATTEMPTS } from '../../src/core/verification/job.js';
import { record, unavailable } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { administrator, ADMIN_KEY } from './administrator.js';
import { textOf, type Visitor } from './visitor.js';

const PAGE = '/console/admin';
const NAME = 'Alder Bridge Ferries LLC';

describe('the admin overview page', () => {
  let service: Service;
  let admin: Visitor;
  let key: string;
  let accountId: string;
  let email: string;
  beforeAll(async () => {
    const env = { ADMIN_API_KEY: ADMIN_KEY, FREE_CREDITS: '1000', WEBHOOK_ALLOW_PRIVATE: 'true' };
    service = await startService({ env });
    admin = await administrator(service);
    ({ key } = await service.signUp());
    ({ account_id: accountId, email } = (await service.ask('GET', '/v1/account', { key })).body);
    service.registries.of('us-co').records = [record({ id: '20190000001', name: NAME })];
  });
  afterAll(() => service.close());

  const shown = async (query = '') => textOf((await admin.get(PAGE + query)).html);
  const verified = async (jurisdiction: string, more: object = {}) => {
    const body = { entity_name: NAME, jurisdiction, force_refresh: true, ...more };
    const { body: job } = await service.ask('POST', '/v1/verify', { key, body });
    expect(job).toMatchObject({ job_id: expect.stringMatching(/^job_/) });
    return until(async () => {
      const { body: told } = await service.ask('GET', `/v1/verify/status/${job.job_id}`, { key });
      return ['completed', 'failed'].includes(told.status) ? job.job_id : undefined;
    });
  };

  it('is empty before anything has happened', async () => {
    const text = await shown();
    expect(text).toContain('Accounts 1 In balances 1,000 credits Sold 0 credits Charged 0 credits Refunded 0 credits');
    expect(text).toContain('No webhooks are failing.');
    expect(text).toContain('Colorado active operational – – – –');
  });

  it('sums totals and the results of a period, and links to them', async () => {
    const jobId = await verified('us-co');
    await verified('us-co', { tier: 'deep' });
    const headers = { 'x-admin-key': ADMIN_KEY };
    await service.ask('POST', `/v1/admin/jobs/${jobId}/refund`, { headers, body: { reason: 'an outage' } });
    const { credit_balance: balance } = (await service.ask('GET', '/v1/account', { key })).body;
    const charged = await service.db.row<{ n: number }>(
      `select sum(-amount)::int as n from ledger_entries where type = 'charge'`,
    );
    const refunded = 1_000 - balance;
    const text = await shown();
    expect(text).toContain(`In balances ${balance} credits Sold 0 credits Charged ${charged?.n} credits`);
    expect(text).toContain(`Refunded ${(charged?.n ?? 0) - refunded} credits Granted 1,000 credits`);
    expect(text).toContain('pending 0 processing 0 completed 1 failed 0 refunded 1');
    const { html } = await admin.get(PAGE);
    for (const to of ['/accounts', '/jobs?status=refunded', '/jurisdictions/us-co']) {
      expect(html).toContain(`href="/console/admin${to}`);
    }
    const [, jobs = ''] = /href="([^"]+status=refunded[^"]*)"/.exec(html) ?? [];
    expect((await admin.get(jobs.replaceAll('&amp;', '&'))).html).toContain(jobId);
  });

  it('counts nothing from before the period', async () => {
    const before = new Date(Date.now() - 3 * 86_400_000).getTime().toString(16).padStart(12, '0');
    await service.db.change(
      `insert into jobs (id, account_id, watch_id, entity_name, jurisdiction, tier, amount_credits, status, result, completed_at)
       select $1::uuid, account_id, id_of, 'An old one', 'us-co', 'quick', 0, 'completed', '{}', now()
         from (select account_id, gen_random_uuid() as id_of from jobs limit 1) j`,
      [`${before.slice(0, 8)}-${before.slice(8)}-7000-8000-000000000001`],
    );
    expect(await shown('?days=1')).toContain('completed 1 ');
    expect(await shown('?days=7')).toContain('completed 2 ');
    const wrong = await admin.get(`${PAGE}?days=2`);
    expect([wrong.status, textOf(wrong.html).includes('completed 1 ')]).toEqual([400, true]);
  });

  it('shows how each register answers, and which are unreachable', async () => {
    const failing = service.registries.of('us-ct');
    failing.failures.push(...Array.from({ length: MAX_ATTEMPTS }, unavailable));
    await verified('us-ct');
    failing.status = 'down';
    const text = await shown();
    expect(text).toMatch(/Colorado active operational \d+ \w+ 2026, [\d:]+ – 0 of \d+ \(0%\) [\d.]+ s/);
    expect(text).toMatch(/Connecticut active down – \d+ \w+ 2026, [\d:]+ 1 of 1 \(100%\) –/);
  });

  it('names the receivers whose webhooks fail, and their accounts', async () => {
    await verified('us-co', { tier: 'deep', webhook_url: 'http://127.0.0.1:9/hooks' });
    await until(async () => (await shown()).includes('127.0.0.1:9'));
    const { html } = await admin.get(PAGE);
    expect(textOf(html)).toContain(`127.0.0.1:9 ${email} 1 0`);
    expect(html).toContain(`href="/console/admin/accounts/${accountId}"`);
    await service.db.change(`update deliveries set status = 'failed', finished_at = now()`);
    expect(await shown()).toContain(`127.0.0.1:9 ${email} 0 1`);
  });
});

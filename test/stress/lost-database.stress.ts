import { callTool } from '../support/call-tool.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

describe('a database that fails between the work and the answer', () => {
  let service: Service;
  let letGo: () => void;
  beforeEach(async () => {
    service = await startService();
    service.registries.of('us-co').held = new Promise((resolve) => (letGo = resolve));
  });
  afterEach(() => service.close());

  /** Makes every read and write of a balance fail once the retrieval is under way. */
  const loseBalances = async () => {
    await until(() => service.registries.of('us-co').searches > 0);
    await service.db.change('alter table accounts rename column credit_balance to lost');
    letGo();
  };

  it('returns the answer without the balance that it cannot read', async () => {
    const { key } = await service.signUp();
    const body = { entity_name: 'Half An Answer LLC', jurisdiction: 'us-co' };
    const asked = service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body });
    await loseBalances();
    const { status, headers, body: answer } = await asked;
    expect([status, answer.error.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
    expect(headers.get('x-credits-remaining')).toBeNull();
  });

  it('returns the answer to a tool without an error', async () => {
    const { key } = await service.signUp();
    const given = { entity_name: 'Half An Answer LLC', jurisdiction: 'us-co', wait_seconds: 10 };
    const asked = callTool(service, 'verify_business', given, { key });
    await loseBalances();
    const { status, body } = await asked;
    expect([status, body.error]).toEqual([200, undefined]);
    expect(JSON.parse(body.result.content[0].text).error.code).toBe('ENTITY_NOT_FOUND');
  });
});

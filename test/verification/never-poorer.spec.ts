import { DETAILS, FakeRegistry, record } from '../support/fakes.js';
import { startSandboxService, startService, type SandboxService, type Service } from '../support/harness.js';

describe('a deep answer after a search of another account', () => {
  let service: SandboxService;
  beforeAll(async () => {
    service = await startSandboxService({ timeoutMs: 10_000 });
  });
  afterAll(() => service.close());

  const NAME = 'ACTIVE  PROPOSAL TO STRIKE OFF CASTLE KEEPERS LIMITED';
  const STRUCK = {
    status: 'active',
    status_detail: 'active-proposal-to-strike-off',
    standing_hint: { good_standing: false },
  };
  const ask = (key: string, path: string, more: object) =>
    service.ask('POST', path, { key, headers: { prefer: 'wait=20' }, body: { entity_name: NAME, ...more } });

  it.each(['quick', 'deep'])('still says that the company is about to be struck off: %s', async (tier) => {
    const [buyer, other] = [await service.signUp(), await service.signUp()];
    const question = { jurisdiction: 'gb-eaw', tier };
    const { body: first } = await ask(buyer.key, '/v1/verify', question);
    expect(first.data).toMatchObject({ tier, ...STRUCK });
    await ask(other.key, '/v1/search', { jurisdictions: ['gb-eaw'] });
    const { body: again } = await ask(buyer.key, '/v1/verify', question);
    expect(again.data).toMatchObject({ tier, ...STRUCK });
    const { jurisdiction_id } = first.data;
    expect((await ask(buyer.key, '/v1/verify', { ...question, jurisdiction_id })).body.data).toMatchObject(STRUCK);
    const { body: entity } = await service.ask('GET', `/v1/entity/${first.entity_id}`, { key: buyer.key });
    expect(entity).toMatchObject(STRUCK);
    const { body: history } = await service.ask('GET', `/v1/entity/${first.entity_id}/history`, { key: buyer.key });
    const changed = history.snapshots.flatMap(({ changes }: { changes: { field: string }[] }) => changes);
    expect(changed.map(({ field }: { field: string }) => field)).not.toContain('status_detail');
    expect(changed.map(({ field }: { field: string }) => field)).not.toContain('standing_hint');
  });
});

describe('a brief listing', () => {
  let service: Service;
  let register: FakeRegistry;
  let key: string;
  beforeAll(async () => {
    service = await startService();
    register = service.registries.of('us-co');
    ({ key } = await service.signUp());
  });
  afterAll(() => service.close());

  const NAME = 'Marigold Kettles Limited';
  const HINT = { goodStanding: false, because: 'There is a proposal to strike the company off.' };
  const whole = record({ id: '77', name: NAME, goodStanding: null, statusDetail: 'struck', standingHint: HINT });
  const brief = record({ id: '77', name: NAME, goodStanding: null, statusDetail: 'active', isBrief: true });

  it('keeps the standing that it does not publish while the status stays, and lets it go with the status', async () => {
    register.search = async () => ({ records: [brief], complete: true });
    register.findByNumber = async () => whole;
    register.fetch = async () => ({ ...whole, details: DETAILS });
    const verify = (more: object = {}) =>
      service.ask('POST', '/v1/verify', {
        key,
        headers: { prefer: 'wait=10' },
        body: { entity_name: NAME, jurisdiction: 'us-co', ...more },
      });
    const { body } = await verify();
    expect(body.data).toMatchObject({ status_detail: 'struck', standing_hint: { good_standing: false } });
    const entity = async () => (await service.ask('GET', `/v1/entity/${body.entity_id}`, { key })).body;
    const search = async (name: string) =>
      service.ask('POST', '/v1/search', { key, body: { entity_name: name, jurisdictions: ['us-co'] } });
    await search(NAME);
    expect(await entity()).toMatchObject({ status_detail: 'struck', standing_hint: { good_standing: false } });

    register.search = async () => ({ records: [{ ...brief, status: 'dissolved' }], complete: true });
    await search(`${NAME} Holdings`);
    const dissolved = await entity();
    expect(dissolved).toMatchObject({ status: 'dissolved', status_detail: 'active' });
    expect(dissolved).not.toHaveProperty('standing_hint');
    // A record that was last seen in a brief listing is read again before it is an answer.
    register.findByNumber = async () => ({ ...whole, statusDetail: 'read again' });
    expect((await verify({ jurisdiction_id: '77' })).body.data).toMatchObject({ status_detail: 'read again' });
  });
});

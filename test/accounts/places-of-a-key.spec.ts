import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

const NAME = 'Alder Bridge Ferries LLC';
const asked = { entity_name: NAME, jurisdiction: 'us-co' };

let service: Service;
let owner: string;
let narrowed: string;
let entity: string;
beforeAll(async () => {
  service = await startService();
  service.registries.of('us-co').records = [record({ id: '20190000001', name: NAME })];
  ({ key: owner } = await service.signUp());
  const made = await service.ask('POST', '/v1/account/keys', { key: owner, body: { jurisdictions: ['us-fl'] } });
  narrowed = made.body.api_key;
  const headers = { prefer: 'wait=20' };
  entity = (await service.ask('POST', '/v1/verify', { key: owner, headers, body: asked })).body.entity_id;
});
afterAll(() => service.close());

describe('a key of other jurisdictions', () => {
  it.each<[string, object | undefined]>([
    ['POST /v1/verify', asked],
    ['POST /v1/search', { entity_name: NAME, jurisdictions: ['us-co'] }],
    ['POST /v1/watches', { entity_id: 'ENTITY', every: '7d' }],
    ['GET /v1/entity/ENTITY/history', undefined],
    ['GET /v1/suggest?q=alder&jurisdiction=us-co', undefined],
  ])('neither asks nor pays for this one: %s', async (line, body) => {
    const before = await service.balance(owner);
    const { status, body: answer } = await ask(line, body);
    expect([status, answer.error.code, answer.error.details]).toEqual([
      403,
      'FORBIDDEN',
      { jurisdiction: 'us-co', allowed: ['us-fl'] },
    ]);
    expect(await service.balance(owner)).toBe(before);
  });

  it.each([
    ['GET /v1/entity/ENTITY', NAME],
    ['GET /v1/entity/ENTITY/related', '"related":[]'],
    ['GET /v1/entity', NAME],
    ['GET /v1/jobs', NAME],
    ['GET /v1/suggest?q=alder', NAME],
  ])('reads what the account has asked for: %s', async (line, text) => {
    const { status, body } = await ask(line, undefined);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain(text);
  });
});

function ask(line: string, body: object | undefined) {
  const [method = '', path = ''] = line.replace('ENTITY', entity).split(' ');
  const given = body && JSON.parse(JSON.stringify(body).replace('ENTITY', entity));
  return service.ask(method, path, { key: narrowed, ...(given && { body: given }) });
}

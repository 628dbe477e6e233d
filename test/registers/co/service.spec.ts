import { startSandboxService, type SandboxService } from '../../support/harness.js';

let service: SandboxService;
let key: string;
beforeAll(async () => {
  service = await startSandboxService({ jurisdictions: ['co'] });
  ({ key } = await service.signUp());
});
afterAll(() => service.close());

const verify = (body: object) =>
  service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body: { jurisdiction: 'co', ...body } });

it('names Colorado when Colombia has no such business', async () => {
  const { status, body } = await verify({ entity_name: 'Nowhere To Be Found LLC' });
  expect([status, body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
  expect(body.error.suggestion).toMatch(/ co is Colombia; Colorado is us-co\.$/);
});

it('answers the business that bears both the name and the NIT, where several names have one', async () => {
  const both = (entity_name: string) => verify({ entity_name, jurisdiction_id: '990.910.002' });
  await expect(both('Curiosa Segunda S.A.S.')).resolves.toMatchObject({
    status: 200,
    body: { data: { jurisdiction_id: '990910002', status: 'active' } },
  });
  await expect(both('Curiosa Primera S.A.S.')).resolves.toMatchObject({
    status: 200,
    body: { data: { jurisdiction_id: '04-0910002', status: 'dissolved' } },
  });
});

it('names the legal representative at deep', async () => {
  const asked = { entity_name: 'Duende Linternas S.A.S.' };
  const { body } = await verify({ ...asked, tier: 'deep' });
  expect(body.data).toMatchObject({ seat: null, officers: [{ title: 'Representante legal' }] });
});

it('refuses a NIT with a wrong check digit, free of charge', async () => {
  const { status, body } = await verify({ entity_name: 'Duende Linternas S.A.S.', jurisdiction_id: '990000001-0' });
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(body.error.message).toContain('a NIT: nine digits');
});

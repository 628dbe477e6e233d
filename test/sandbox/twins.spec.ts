import { REGISTERS as TABLE } from '../../src/registers/registers.js';
import { REGISTERS } from '@standing/sandbox/registers';
import { fictionalCompanies } from '@standing/sandbox/companies/fictional-companies';
import { CONTRACT_FILES } from '../registers/contract-files.js';
import { startSandboxService, type Answer, type SandboxService } from '../support/harness.js';

/** Registers whose search results contain no street. */
const SILENT = new Set(
  CONTRACT_FILES.filter(({ NAMES_NO_STREET }) => NAMES_NO_STREET).flatMap(({ CONTRACTS }) =>
    CONTRACTS.map(({ code }) => code),
  ),
);

let service: SandboxService;
beforeAll(async () => {
  service = await startSandboxService();
});
afterAll(() => service.close());

const verify = (key: string, jurisdiction: string, body: object): Promise<Answer> =>
  service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=25' }, body: { jurisdiction, ...body } });

function twinsOf(code: string) {
  const register = REGISTERS.find(({ vocabulary }) => vocabulary.code === code);
  if (!register) return [];
  return fictionalCompanies(register.vocabulary).filter(({ name }) => name.startsWith('Twice Told Tales'));
}

const codes = TABLE.inForce([])
  .facts.map(({ code }) => code)
  .filter((code) => twinsOf(code).length === 2);

describe('a pair of namesakes in the sandbox', () => {
  it('exists in more than twelve registers', () => {
    expect(codes.length).toBeGreaterThan(12);
  });

  it.each(codes)('is resolved in %s by an address, never by the name alone', async (code) => {
    const { key } = await service.signUp();
    const [first, second] = twinsOf(code);
    const { data } = (await verify(key, code, { entity_name: first?.name })).body;
    const found = new Set<string>();
    const ids = [data, ...(data.match.alternatives ?? [])].map(({ jurisdiction_id: id }: any) => id as string);
    for (const id of ids) {
      const deep = await verify(key, code, { entity_name: first?.name, jurisdiction_id: id, tier: 'deep' });
      const offices = [first, second].map((each) => each!.office);
      const { street, city, zip } = offices[ids.indexOf(id)] ?? offices[0]!;
      const published = deep.body.data.principal_address;
      const address = published
        ? { street: published.line1, city: published.city, postal_code: published.postal_code }
        : { street, city, postal_code: zip };
      const answer = await verify(key, code, { entity_name: first?.name, address });
      const { match, jurisdiction_id: meant } = answer.body.data;
      expect(match.evidence[1]).toMatchObject({ kind: 'address' });
      if (match.review !== true) found.add(meant);
    }
    const hasTwins = data.match.review === true;
    expect([code, found.size]).toEqual([code, hasTwins && !SILENT.has(code) ? 2 : found.size]);
    const wrong = await verify(key, code, { entity_name: first?.name, address: '4711 Quite Elsewhere Road' });
    expect(wrong.body.data.match.review ?? false).toBe(hasTwins);
  });
});

import type { RegisterRecord } from '../../src/core/registries/record.js';
import { OFFICE, record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

let service: Service;
let account: { key: string };
beforeAll(async () => {
  service = await startService({ env: { ENTITY_CACHE_TTL: '1ms' } });
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.signUp();
});

let made = 0;
function newName(): string {
  made += 1;
  return `Lantern Bight ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[made]}wick Holdings LLC`;
}

/** Verifies the record once with this account, at the quick tier. */
async function verified(
  jurisdiction: string,
  fields: Partial<RegisterRecord> & { id: string; name: string },
): Promise<string> {
  service.registries.of(jurisdiction).records = [record(fields)];
  const { body } = await service.ask('POST', '/v1/verify', {
    key: account.key,
    headers: { prefer: 'wait=10' },
    body: { entity_name: fields.name, jurisdiction },
  });
  return body.entity_id;
}

const related = async (id: string, key = account.key) => service.ask('GET', `/v1/entity/${id}/related`, { key });
describe('other registrations of a business', () => {
  it('shows the registration as the register states it', async () => {
    const name = newName();
    const home = { jurisdiction: 'us-de', name: 'Delaware' };
    const id = await verified('us-ct', { id: 'N1', name, domestic: false, home });
    const { body } = await service.ask('GET', `/v1/entity/${id}`, account);
    expect(body).toMatchObject({
      registration: { kind: 'foreign', home, basis: 'stated' },
      identifiers: [{ scheme: 'US-CT', value: 'N1' }],
    });
  });

  it('names its home by place alone if the account has not asked for it', async () => {
    const name = newName();
    const home = { jurisdiction: 'us-de', name: 'DE' };
    const id = await verified('us-co', { id: 'H1', name, domestic: false, home });
    const { body, headers } = await related(id);
    expect(headers.get('x-credits-charged')).toBe('0');
    expect(body.related).toEqual([
      { jurisdiction: 'us-de', entity_name: name, relation: 'home', basis: 'stated', why: 'us-co names us-de' },
    ]);
  });

  it('links a record with the record of the register named as its home, in both directions', async () => {
    const name = newName();
    const abroad = await verified('us-ct', {
      id: 'N2',
      name,
      domestic: false,
      home: { jurisdiction: 'us-co', name: 'Colorado' },
    });
    const athome = await verified('us-co', { id: 'H2', name, domestic: true });
    expect((await related(abroad)).body.related).toMatchObject([
      { entity_id: athome, jurisdiction: 'us-co', jurisdiction_id: 'H2', relation: 'home', basis: 'stated' },
    ]);
    expect((await related(athome)).body.related).toMatchObject([
      { entity_id: abroad, jurisdiction: 'us-ct', relation: 'same_business', basis: 'stated' },
    ]);
  });

  it('links a record that a register names by number, whatever the names', async () => {
    const head = await verified('us-co', { id: 'H3', name: newName() });
    const relations = [{ relation: 'home' as const, jurisdiction: 'us-co', number: 'H3' }];
    const branch = await verified('ca-bc', { id: 'BR3', name: newName(), isBranch: true, relations });
    expect((await related(branch)).body.related).toMatchObject([
      { entity_id: head, relation: 'home', basis: 'stated', why: 'ca-bc names its number' },
    ]);
    expect((await related(head)).body.related).toMatchObject([
      { entity_id: branch, relation: 'branch', basis: 'stated' },
    ]);
  });

  it('infers a relation from name and address together, never from a name alone', async () => {
    const name = newName();
    const id = await verified('us-co', { id: 'H4', name, clues: { office: OFFICE } });
    await verified('us-ct', {
      id: 'N4',
      name,
      clues: { office: { ...OFFICE, line1: '12 Other Road', postalCode: '20002' } },
    });
    const same = await verified('ca-bc', { id: 'R4', name, clues: { office: OFFICE } });
    expect((await related(id)).body.related).toEqual([
      {
        entity_id: same,
        jurisdiction: 'ca-bc',
        jurisdiction_id: 'R4',
        entity_name: name,
        relation: 'same_business',
        basis: 'inferred',
        why: 'the same name and address',
      },
    ]);
  });

  it('infers a relation from name and officer together, however the person is written', async () => {
    const name = newName();
    const officers = (one: string) => ({ officers: [{ name: one, title: 'Manager' }] });
    const id = await verified('us-co', { id: 'H6', name, clues: officers('Fictional Q Alder') });
    await verified('us-ct', { id: 'N6', name, clues: officers('Invented Alder') });
    const same = await verified('ca-bc', { id: 'R6', name, clues: officers('ALDER, FICTIONAL') });
    await verified('us-ct', { id: 'Y6', name: newName(), clues: officers('Fictional Alder') });
    const { body } = await related(id);
    expect(body.related).toMatchObject([
      { entity_id: same, jurisdiction: 'ca-bc', basis: 'inferred', why: 'the same name and officer' },
    ]);
    expect(body.related).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/Alder/i);
  });

  it('names both clues when address and officer agree', async () => {
    const name = newName();
    const clues = { office: OFFICE, officers: [{ name: 'Fictional Birch', title: null }] };
    const id = await verified('us-co', { id: 'H7', name, clues });
    await verified('ca-bc', { id: 'R7', name, clues });
    expect((await related(id)).body.related).toMatchObject([{ why: 'the same name and address and officer' }]);
  });

  it('shows an account nothing of what others have asked for', async () => {
    const name = newName();
    const id = await verified('us-co', { id: 'H5', name, clues: { office: OFFICE } });
    await verified('ca-bc', { id: 'R5', name, clues: { office: OFFICE } });
    const stranger = await service.signUp();
    expect((await related(id, stranger.key)).body.related).toEqual([]);
  });

  it('returns 404 for an unknown business', async () => {
    const { status, body } = await related('ent_none');
    expect([status, body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
  });
});

import { FakeRegistry, record } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';

let service: Service;
let key: string;

beforeAll(async () => {
  service = await startService();
  ({ key } = await service.signUp());
  await service.db.rows(
    `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', 5000, 'for a test' from accounts`,
  );
});
afterAll(() => service.close());

/** Verifies a name at a register with only one business. */
async function verify(jurisdiction: string, registered: string, body: object, known: object = {}): Promise<Answer> {
  const register = new FakeRegistry();
  register.records = [record({ id: '90012305', name: registered, statusDetail: null, goodStanding: null, ...known })];
  service.registries.byCode[jurisdiction] = register;
  return service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=60' },
    body: { jurisdiction, ...body },
  });
}

describe('a register with only a nearly equal name', () => {
  it.each([
    ['us-co', 'Marigold Fund XLI LP', 'MARIGOLD FUND XLII LP'],
    ['us-co', 'Sixteenth Avenue Marigold LLC', 'SIXTIETH AVENUE MARIGOLD LLC'],
    ['us-co', 'Marigold 2B LLC', 'MARIGOLD 2A LLC'],
    ['us-co', 'Marigold A&S LLC', 'MARIGOLD AUTO SALVAGE LLC'],
    ['us-co', 'MI Marigold Orchards LLC', 'MICHIGAN MARIGOLD ORCHARDS LLC'],
    ['us-co', 'Marigold Const LLC', 'MARIGOLD CONSULTANTS LLC'],
    ['us-co', 'Marigold Bramble LLC', 'BRAMBLE MARIGOLD LLC'],
    ['us-co', 'Space X Marigold LLC', 'SPACE 10 MARIGOLD LLC'],
    ['us-co', 'Marigold Orchards LLC', 'MARIGOLD ORCHARDS LLC (No. 6)'],
    ['cz-10', 'Pet Shop Pérko s.r.o.', '5 Shop Pérko s.r.o.'],
    ['no-03', 'Fire Safety Fjellrype AS', '4 SAFETY FJELLRYPE AS'],
    ['gb-eaw', '! LTD', '$ LTD'],
  ])('returns no match, or one for review (%s): %s', async (jurisdiction, asked, registered) => {
    const { status, body } = await verify(jurisdiction, registered, { entity_name: asked });
    const verdict = status === 404 ? body.error.code : body.data.match.review;
    expect(['ENTITY_NOT_FOUND', true]).toContain(verdict);
  });
});

describe('a business in liquidation', () => {
  it.each([
    ['cz-10', 'Stavby Pérko s.r.o.', 'Stavby Pérko s.r.o. v likvidaci', 'v likvidaci', '90012305'],
    ['ch-zh', 'Perchoir Werkzeuge AG', 'Perchoir Werkzeuge AG in Liquidation', 'in Liquidation', 'CHE123456788'],
    ['no-03', 'Fjellrype Bygg AS', 'FJELLRYPE BYGG AS UNDER AVVIKLING', 'UNDER AVVIKLING', '923609016'],
    ['fi-18', 'Sulka Rakennus Oy', 'Sulka Rakennus Oy selvitystilassa', 'selvitystilassa', '0112038-9'],
    [
      'fr-idf',
      'Perchoir Dore SARL',
      'PERCHOIR DORE SARL EN LIQUIDATION JUDICIAIRE',
      'EN LIQUIDATION JUDICIAIRE',
      '552081317',
    ],
    [
      'gb-eaw',
      'Quillmark Bramble Limited',
      'QUILLMARK BRAMBLE LIMITED (IN ADMINISTRATION)',
      'IN ADMINISTRATION',
      '01234567',
    ],
  ])('is found by its ordinary name, and by its number (%s)', async (code, asked, registered, words, number) => {
    const known = { statusDetail: null, goodStanding: null };
    const byName = await verify(code, registered, { entity_name: asked }, known);
    const byNumber = await verify(
      code,
      registered,
      { entity_name: asked, jurisdiction_id: number },
      { id: number, ...known },
    );
    for (const { status, body } of [byName, byNumber]) {
      expect([status, body.error]).toEqual([200, undefined]);
      expect(body.data).toMatchObject({ entity_name: registered, status_detail: words, good_standing: null });
      expect(body.data.standing_hint).toMatchObject({ good_standing: false });
      expect(body.data.match).toMatchObject({ review: true });
    }
  });

  it('is never shown in good standing, whatever the fields say', async () => {
    const known = { statusDetail: 'aktivní', goodStanding: true };
    const { body } = await verify(
      'cz-10',
      'Stavby Dubko s.r.o. v likvidaci',
      { entity_name: 'Stavby Dubko s.r.o.' },
      known,
    );
    expect(body.data).toMatchObject({ status_detail: 'aktivní', good_standing: null });
    const list = await service.ask('GET', '/v1/entity?text=Dubko', { key });
    expect(list.body.entities).toMatchObject([{ status_detail: 'aktivní', good_standing: null }]);
  });
});

it('finds a business whose number is written differently', async () => {
  const { status, body } = await verify('us-co', '125 LARIMER LLC', { entity_name: 'One Twenty Five Larimer LLC' });
  expect(status).toBe(200);
  expect(body.data.confidence).toBe(97);
  expect(body.data.match.review).toBeUndefined();
});

it.each(['K??R?? Lanternes LLC', 'K\uFFFDr\uFFFD Lanternes LLC'])(
  'refuses a name with lost letters without a charge: %s',
  async (name) => {
    const before = await service.ask('GET', '/v1/account', { key });
    const { status, body } = await verify('us-co', 'KERE LANTERNES LLC', { entity_name: name });
    expect(status).toBe(400);
    expect(JSON.stringify(body.error)).toContain('entity_name');
    const after = await service.ask('GET', '/v1/account', { key });
    expect(after.body.credit_balance).toEqual(before.body.credit_balance);
  },
);

import { fold } from '../../src/core/text/fold.js';
import { Visitor } from '../console/visitor.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Rare in names: the database keeps these as they are. */
const LEFT_ALONE = 'ĸĿŀŉ';

it('removes the accents of Latin letters in the database as the core does', async () => {
  const letters = Array.from({ length: 0x180 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at)).filter(
    (letter) => /\p{L}/u.test(letter) && !LEFT_ALONE.includes(letter),
  );
  const rows = await service.db.rows<{ letter: string; folded: string }>(
    'select letter, folded(letter) from unnest($1::text[]) letter',
    [letters],
  );
  expect(rows).toHaveLength(letters.length);
  for (const { letter, folded } of rows) expect([letter, folded]).toEqual([letter, fold(letter).toLowerCase()]);
});

describe('a business that is registered with accents', () => {
  const name = 'Pérkotlík Łódź Æther Straße LLC';

  it.each(['perkot', 'Perkotlik', 'Pérkotlík', 'perkotlik lodz', 'PÉRKOTLÍK ÆTHER', 'aether strasse', 'Perkotlk'])(
    'is suggested to the account that asked for it when %s is typed',
    async (typed) => {
      const { key } = await service.signUp();
      service.registries.of('us-co').records = [record({ id: '20210000001', name })];
      const question = { entity_name: name, jurisdiction: 'us-co' };
      await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body: question });
      const { body } = await service.ask('GET', `/v1/suggest?q=${encodeURIComponent(typed)}`, { key });
      expect(body.suggestions).toEqual([expect.objectContaining({ entity_name: name })]);
    },
  );

  it('is found by the filter of a list without its accents', async () => {
    const { key, email } = await service.signUp();
    service.registries.of('us-co').records = [record({ id: '20210000001', name })];
    const question = { entity_name: name, jurisdiction: 'us-co' };
    await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body: question });
    const visitor = new Visitor(service);
    await visitor.signIn(email);
    const filtered = async (text: string) => (await visitor.get(`/console/entities?text=${text}`)).html;
    expect(await filtered('perkotlik+lodz')).toContain(name);
    expect(await filtered('perkotlik+lodzz')).not.toContain(name);
  });

  it('is found by a text without its accents, and by no other', async () => {
    const rows = await service.db.rows(
      `select typed, contains_text($1, typed) as found from unnest(array['lodz AETHER', 'straße', 'lodzz']) typed`,
      [name],
    );
    expect(rows).toEqual([
      { typed: 'lodz AETHER', found: true },
      { typed: 'straße', found: true },
      { typed: 'lodzz', found: false },
    ]);
  });
});

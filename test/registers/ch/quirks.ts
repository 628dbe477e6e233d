import type { Json, Quirks } from '../../sandbox/quirks/playing.js';

const ZEFIX = '/ch/ZefixPublicREST/api/v1/company';
const listed = async (answer: Response) => (await answer.json()) as Json[];

export const KNOWN_FROM = 'doc';

/** Of the register as a whole. */
export const QUIRKS: Quirks[string] = {
  'a search result has the town of the seat, but no canton': async (playing) => {
    const [found] = await listed(await playing.ask(`${ZEFIX}/search`, { name: 'Horlogerie Fabuleuse' }));
    expect(found).toMatchObject({ legalSeat: 'Genève' });
    expect(found).not.toHaveProperty('canton');
    const { records } = await playing.search('ch', 'Horlogerie Fabuleuse SA');
    expect(records).toMatchObject([{ isBrief: true, seat: { place: 'Genève' } }]);
    await expect(playing.numbered('ch', records[0]!.id)).resolves.toMatchObject({ seat: { jurisdiction: 'ch-ge' } });
  },
  'an old entry in the canton that a company has left': async (playing) => {
    const { records } = await playing.search('ch', 'Wandernde Mühle AG');
    const [company] = records.filter(({ name }) => name === 'Wandernde Mühle AG');
    const entries = await listed(await playing.ask(`${ZEFIX}/uid/${company!.id}`));
    expect(entries.map(({ canton, status }) => [canton, status])).toEqual([
      ['ZH', 'CANCELLED'],
      ['BE', 'ACTIVE'],
    ]);
    await expect(playing.numbered('ch', company!.id)).resolves.toMatchObject({
      status: 'active',
      seat: { jurisdiction: 'ch-be' },
    });
  },
};

import { nameQuery } from '../../src/core/verification/name-query.js';

describe('nameQuery', () => {
  it.each([
    ['Vexley Services LLC', ['VEXLEY']],
    ['Vexley Quillfeather Services LLC', ['QUILLFEATHER', 'VEXLEY']],
    ['Vexley Vexley LLC', ['VEXLEY']],
    ['Vexley 42 QX LLC', ['VEXLEY']],
  ])('selects the distinctive words, the longer first: %s', (name, words) => {
    expect(nameQuery(name, 'us-ny').distinctive).toEqual(words);
  });

  it('adds other notations of its numbers', () => {
    expect(nameQuery('One Twenty Five Larimer LLC', 'us-co').otherwise).toEqual([
      ['125', 'LARIMER'],
      ['ONE', 'HUNDRED', 'TWENTY', 'FIVE', 'LARIMER'],
      ['CXXV', 'LARIMER'],
    ]);
    expect(nameQuery('Vexley Services LLC', 'us-co').otherwise).toEqual([]);
  });

  it('drops what follows the legal form, and lost letters', () => {
    expect(nameQuery('Vexley s.r.o., Praha', 'cz-10').words).toEqual(['VEXLEY']);
    expect(nameQuery('Vexley Z?rich AG', 'ch-zh').words).toEqual(['VEXLEY', 'RICH']);
    expect(nameQuery('Vexley&trade; &amp; Sons LLC', 'us-co')).toMatchObject({
      typed: 'Vexley  & Sons LLC',
      words: ['VEXLEY', 'SONS'],
    });
  });

  it('selects two of the words when all are common', () => {
    const { words, distinctive } = nameQuery('Group Services Management LLC', 'us-ny');
    expect(words).toHaveLength(3);
    expect(distinctive).toHaveLength(2);
    expect(words).toEqual(expect.arrayContaining(distinctive));
  });
});

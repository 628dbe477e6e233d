import { nameQuery } from '../../src/core/verification/name-query.js';

describe('what is asked of a register for a name', () => {
  it.each([
    ['Vexley Services LLC', ['VEXLEY']],
    ['Vexley Quillfeather Services LLC', ['QUILLFEATHER', 'VEXLEY']],
    ['Vexley Vexley LLC', ['VEXLEY']],
    ['Vexley 42 QX LLC', ['VEXLEY']],
  ])('is its distinctive words, the longer first: %s', (name, words) => {
    expect(nameQuery(name, 'us-ny').distinctive).toEqual(words);
  });

  it('is its numbers in other writings too', () => {
    expect(nameQuery('One Twenty Five Larimer LLC', 'us-co').otherwise).toEqual([
      ['125', 'LARIMER'],
      ['ONE', 'HUNDRED', 'TWENTY', 'FIVE', 'LARIMER'],
      ['CXXV', 'LARIMER'],
    ]);
    expect(nameQuery('Vexley Services LLC', 'us-co').otherwise).toEqual([]);
  });

  it('is the name before what stands behind its legal form, without lost letters', () => {
    expect(nameQuery('Vexley s.r.o., Praha', 'cz-10').words).toEqual(['VEXLEY']);
    expect(nameQuery('Vexley Z?rich AG', 'ch-zh').words).toEqual(['VEXLEY', 'RICH']);
    expect(nameQuery('Vexley&trade; &amp; Sons LLC', 'us-co')).toMatchObject({
      typed: 'Vexley  & Sons LLC',
      words: ['VEXLEY', 'SONS'],
    });
  });

  it('is the two least common of its words where all are common', () => {
    const { words, distinctive } = nameQuery('Group Services Management LLC', 'us-ny');
    expect(words).toHaveLength(3);
    expect(distinctive).toHaveLength(2);
    expect(words).toEqual(expect.arrayContaining(distinctive));
  });
});

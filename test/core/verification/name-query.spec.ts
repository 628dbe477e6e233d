import { describe, expect, it } from '@jest/globals';
import { nameQuery } from '../../../src/core/verification/name-query.js';

describe('what is asked of a register for a name', () => {
  it.each([
    ['Vexley Services LLC', ['VEXLEY']],
    ['Vexley Quillfeather Services LLC', ['QUILLFEATHER', 'VEXLEY']],
    ['Vexley Vexley LLC', ['VEXLEY']],
    ['Vexley 42 QX LLC', ['VEXLEY']],
  ])('is its distinctive words, the longer first: %s', (name, words) => {
    expect(nameQuery(name, 'us-ny').distinctive).toEqual(words);
  });

  it('is the two least common of its words where all are common', () => {
    const { words, distinctive } = nameQuery('Group Services Management LLC', 'us-ny');
    expect(words).toHaveLength(3);
    expect(distinctive).toHaveLength(2);
    expect(words).toEqual(expect.arrayContaining(distinctive));
  });
});

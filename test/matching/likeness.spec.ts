import { likeness } from '../../src/core/matching/comparing/similarity.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';

function likenessOf(a: string, b: string) {
  const [one, other] = [a, b].map((word) => parseName(`${word} Vexley LLC`, 'us-ny').tokens[0]!);
  return likeness(one!, other!);
}

describe('the likeness of two words', () => {
  it('counts one slip in a place name like one in any other word', () => {
    expect(likenessOf('Florida', 'Flordia')).toEqual({ relation: 'slip', similarity: 1 - 1 / 8, slips: 1 });
    expect(likenessOf('Flordia', 'Florida')).toEqual({ relation: 'slip', similarity: 1 - 1 / 8, slips: 1 });
    expect(likenessOf('Florida', 'Flodira')).toBeUndefined();
  });

  it('falls with each slip', () => {
    expect(likenessOf('Quillfeather', 'Quillfeathar')).toEqual({ relation: 'slip', similarity: 1 - 1 / 13, slips: 1 });
    expect(likenessOf('Quillfeather', 'Quilfeathar')).toEqual({ relation: 'slip', similarity: 1 - 2 / 13, slips: 2 });
  });
});

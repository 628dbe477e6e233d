import { distanceFrom, typedNumber, typedWords } from '../../src/core/search/typed-name.js';

const NAME = 'Imaginary Lanterns, LLC';
const from = (typed: string, name = NAME) => distanceFrom(typedWords(typed), name);

describe('a partly typed name', () => {
  it.each([
    'i',
    'imag',
    'imaginary',
    'imaginary lan',
    'lanterns imag',
    'magin',
    'antern',
    'imagniary',
    'imaginry lant',
    'lanetrn',
    'immaginar',
    'IMÁGINARY',
  ])('matches the name from %s', (typed) => {
    expect(from(typed)).toBeLessThan(Infinity);
  });

  it.each(['x', 'ma', 'imaginary kites', 'lmn', 'imgniary', 'lan kites'])(
    'does not match the name from %s',
    (typed) => {
      expect(from(typed)).toBe(Infinity);
    },
  );

  it('is nearer to a name that begins with it than to one that contains it, farthest with a typo', () => {
    const distances = ['imaginary lanterns', 'imaginary lan', 'lanterns', 'antern', 'lantrens'].map((typed) =>
      from(typed),
    );
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(from('imaginary', 'Imaginary LLC')).toBeLessThan(from('imaginary'));
  });

  it.each([
    ['L01-000 000.001', 'L01000000001'],
    ['12345', '12345'],
    ['Area 51 Kites', undefined],
    ['Kites 2024 Trading', undefined],
  ])('reads %s as the number %s', (typed, number) => {
    expect(typedNumber(typed)).toBe(number);
  });
});

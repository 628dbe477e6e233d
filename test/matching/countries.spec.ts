import { COUNTRIES } from '../../src/core/matching/countries/countries.js';
import { EVERYWHERE } from '../../src/core/matching/countries/everywhere.js';
import { standingIn } from '../../src/core/matching/parsing/standing.js';
import { REGISTERS } from '../../src/registers/registers.js';

/**
 * Returns some spellings that a pattern without repetitions matches: each alternative of each
 * bracket.
 */
function written(pattern: string): string[] {
  const bracket = /\(\?:([^()]*)\)(\??)/.exec(pattern);
  if (!bracket) return pattern.split('|').map((phrase) => phrase.replace(/.\?/g, '').replaceAll(/\[(.).*?\]/g, '$1'));
  const [whole, inside = '', optional] = bracket;
  const choices = optional === '' ? inside.split('|') : [...inside.split('|'), ''];
  const around = (choice: string) =>
    pattern.slice(0, bracket.index) + choice + pattern.slice(bracket.index + whole.length);
  return choices.flatMap((choice) => written(around(choice)));
}

const EVERY_COUNTRY = [{ country: 'us', standing: EVERYWHERE.standing }, ...COUNTRIES];
const SAYING_STANDING = EVERY_COUNTRY.flatMap(({ country, standing }) =>
  standing === undefined
    ? []
    : [
        ...written(standing.phrases.replaceAll('\n', '')).map((phrase) => [country, `QUILLMARK ${phrase}`] as const),
        ...written(standing.marks ?? '').flatMap((mark) =>
          mark === '' ? [] : [[country, `QUILLMARK (${mark})`] as const],
        ),
      ],
);

it('lists the words of every country with a register, each country once', () => {
  const listed = COUNTRIES.map(({ country }) => country);
  expect(listed.toSorted()).toEqual([...new Set(REGISTERS.facts.map(({ country }) => country))].toSorted());
});

it('detects every phrase of standing in a name', () => {
  expect(SAYING_STANDING.length).toBeGreaterThan(100);
  const unseen = SAYING_STANDING.filter(([country, name]) => standingIn(name, country) === undefined);
  expect(unseen).toEqual([]);
});

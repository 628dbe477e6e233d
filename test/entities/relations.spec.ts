import { relationOf } from '../../src/core/entities/relations.js';
import type { RegisterRecord, StatedRelation } from '../../src/core/registries/record.js';
import { OFFICE, record } from '../support/fakes.js';

const at = (jurisdiction: string, place: { line1?: string; city?: string; postalCode?: string | null }) => ({
  jurisdiction,
  record: record({ id: jurisdiction, name: 'Imaginary Lanterns LLC', clues: { office: { ...OFFICE, ...place } } }),
});

describe('relationOf', () => {
  it.each([
    ['the whole address', {}],
    ['the street and the postal code, in towns of two names', { city: 'Storyville' }],
    ['the street and the town, where one has no postal code', { postalCode: null }],
  ])('links two records of one name that share %s', (_what, place) => {
    const expected = { relation: 'same_business', basis: 'inferred', why: 'the same name and address' };
    expect(relationOf(at('us-co', {}), at('us-ct', place))).toEqual(expected);
  });

  it.each([
    ['the street and the town, with two postal codes', { postalCode: '20002' }],
    ['the street alone, where one has no postal code', { city: 'Storyville', postalCode: null }],
    ['the town and the postal code alone', { line1: '12 Other Road' }],
  ])('does not link two records of one name that share %s', (_what, place) => {
    expect(relationOf(at('us-co', {}), at('us-ct', place))).toBeUndefined();
  });

  const run = (jurisdiction: string, officer: string) => ({
    jurisdiction,
    record: record({
      id: jurisdiction,
      name: 'Imaginary Lanterns LLC',
      clues: { officers: [{ name: officer, title: null }] },
    }),
  });

  it('links two records of one name by an officer, and not by an initial like a surname', () => {
    expect(relationOf(run('us-fl', 'KETTLE ROWAN P'), run('us-ct', 'Rowan Kettle'))).toMatchObject({
      why: 'the same name and officer',
    });
    expect(relationOf(run('us-fl', 'LANTERN ODETTE Q'), run('us-ct', 'Odette Quill'))).toBeUndefined();
  });

  const numbered = (jurisdiction: string, id: string, more: Partial<RegisterRecord> = {}) => ({
    jurisdiction,
    record: record({ id, name: `Imaginary ${id}`, ...more }),
  });

  it.each([
    ['no', 'no-03'],
    ['gb', 'gb-sct'],
  ])('links the record of a number in the whole country %s and in its part %s', (country, part) => {
    const [whole, ofPart] = [numbered(country, 'SC000001'), numbered(part, 'SC000001')];
    const same = expect.objectContaining({ relation: 'same_business', basis: 'stated' });
    expect([relationOf(whole, ofPart), relationOf(ofPart, whole)]).toEqual([same, same]);
    expect(relationOf(whole, numbered(part, 'SC000002'))).toBeUndefined();
  });

  it('links a branch to its home of another region, in the register of the whole country', () => {
    const relations: StatedRelation[] = [{ relation: 'home', jurisdiction: 'ch-ge', number: 'CHE1' }];
    const branch = numbered('ch', 'CHE2', { relations });
    const home = numbered('ch', 'CHE1');
    expect(relationOf(branch, home)).toMatchObject({ relation: 'home', basis: 'stated' });
    expect(relationOf(branch, numbered('ch-ge', 'CHE1'))).toMatchObject({ relation: 'home' });
    expect(relationOf(branch, numbered('ch-zh', 'CHE9'))).toBeUndefined();
  });
});

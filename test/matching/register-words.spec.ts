import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { decide } from '../../src/core/matching/decide.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { leastCount, registerWords } from '../../src/core/matching/parsing/register-words.js';
import type { RegisterWords } from '../../src/core/registries/register-words.js';
import type { RegisterRecord } from '../../src/core/registries/record.js';

/** A register in which every tenth company is named after a fish. */
const COAST = registerWords(
  [
    { word: 'TARPON', names: 500 },
    { word: 'GULFSIDE', names: 40 },
    { word: 'SVCS', names: 30 },
    { word: 'SERVICES', names: 30 },
    { word: 'VEXLEY', names: 2 },
  ],
  5_000,
  'us',
);

const confidence = (asked: string, official: string, words?: RegisterWords) =>
  compareNames(parseName(asked, 'us-fl', words), parseName(official, 'us-fl', words)).confidence;

function record(name: string): RegisterRecord {
  const nothing = { statusDetail: null, goodStanding: null, entityType: null, formationDate: null, url: null };
  return { id: name, name, aliases: [], status: 'active', domestic: true, ...nothing };
}

describe('the vocabulary of a register', () => {
  it('puts words in bands by their share of names, and counts abbreviations with their word', () => {
    expect([...(COAST ?? [])]).toEqual([
      ['TARPON', 'very_common'],
      ['GULFSIDE', 'common'],
      ['SERVICES', 'very_common'],
    ]);
  });

  it('is missing for a register that is too small', () => {
    expect(registerWords([{ word: 'TARPON', names: 500 }], 1_999, 'us')).toBeUndefined();
  });

  it('has fewer than 1,000 words for ten million names', () => {
    const names = 10_000_000;
    const everyWord = Array.from({ length: 20_000 }, (_, at) => ({
      word: `W${at}`,
      names: 1 + Math.floor(1e6 / (at + 1)),
    }));
    const read = everyWord.filter((word) => word.names >= leastCount(names));
    const words = registerWords(everyWord, names, 'us');
    expect(words?.size).toBe(read.length);
    expect(words).toEqual(registerWords(read, names, 'us'));
    expect(words?.size).toBeLessThan(1_000);
  });

  it('sends a name to review when only its common word is spelled right', () => {
    const [asked, official] = ['Tarpon Vexleyford LLC', 'TARPON VEXTLEYFORD LLC'];
    expect(decide(asked, 'us-fl', [record(official)])).toMatchObject({ match: { review: false } });
    expect(decide(asked, 'us-fl', [record(official)], { own: COAST })).toMatchObject({ match: { review: true } });
  });

  it('does not raise the score of two companies that share only a common word', () => {
    for (const sister of ['TARPON LLC', 'TARPON VOXMOOR LLC', 'TARPON DENTAL LLC']) {
      expect(confidence('Tarpon Vexley LLC', sister, COAST)).toBeLessThanOrEqual(
        confidence('Tarpon Vexley LLC', sister),
      );
    }
  });

  it('changes neither equal names nor conflicting numbers', () => {
    expect(confidence('tarpon gulfside llc', 'TARPON GULFSIDE, L.L.C.', COAST)).toBeGreaterThanOrEqual(98);
    expect(confidence('Tarpon Fund 2 LLC', 'Tarpon Fund 3 LLC', COAST)).toBeLessThan(60);
  });

  it('decides which words a register is searched by', () => {
    expect(nameQuery('Tarpon Vexley LLC', 'us-fl').distinctive).toEqual(['TARPON', 'VEXLEY']);
    expect(nameQuery('Tarpon Vexley LLC', 'us-fl', COAST).distinctive).toEqual(['VEXLEY']);
  });
});

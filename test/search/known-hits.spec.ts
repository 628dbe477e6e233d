import type { Entity } from '../../src/core/entities/entity.js';
import { hitsAmong } from '../../src/core/entities/ranked-entity.js';
import { newId } from '../../src/core/ids.js';
import type { RegisterWords } from '../../src/core/registries/register-words.js';
import { KnownHits } from '../../src/core/search/known-hits.js';
import { record } from '../support/fakes.js';

const names = ['Aspen Meridian Outfitters LLC', 'Aspen Meridian LLC', 'Harbour Lantern Inc'];
const entities = names.map((name, at): Entity => {
  const provenance = {
    url: 'https://register.example.com',
    retrievedAt: new Date(),
    coverage: 'all',
    sandbox: false,
  } as const;
  const business = record({ id: String(at), name });
  return { id: newId('ent'), jurisdiction: 'us-co', record: business, provenance, deep: undefined, snapshots: 1 };
});
const asked = { jurisdiction: 'us-co', words: undefined, editionSince: undefined };
const WORDS: RegisterWords = new Map([['ASPEN', 'filler']]);

describe('KnownHits', () => {
  it('returns the hits of a fresh ranking, whatever was searched before', () => {
    const known = new KnownHits();
    const searches = [
      ['Aspen Meridian Outfitters LLC', entities, asked],
      ['aspen meridian', entities, asked],
      ['aspen meridian', entities.slice(0, 1), asked],
      ['aspen meridian', entities, { ...asked, words: WORDS, editionSince: new Date(1) }],
      ['aspen meridian', entities, { ...asked, editionSince: new Date(2) }],
      ['Aspen Meridian Outfitters LLC', entities, asked],
    ] as const;
    for (const [name, among, comparison] of [...searches, ...searches.toReversed()]) {
      const expected = hitsAmong(name, 'us-co', among, { own: comparison.words });
      expect(expected.length).toBeGreaterThan(0);
      expect(known.among(name, among, comparison)).toEqual(expected);
    }
  });

  it('does not rank a repeated search again, even for reloaded entities', () => {
    const known = new KnownHits();
    const first = known.among('aspen meridian', entities, asked);
    const loaded = entities.map((entity) => ({ ...entity }));
    expect(known.among('aspen meridian', loaded, asked)).toBe(first);
    expect(known.among('Aspen Meridian', entities, asked)).not.toBe(first);
  });

  it('shows an entity as it was last read', () => {
    const known = new KnownHits();
    known.among('aspen meridian', entities, asked);
    const [aspen, ...others] = entities;
    const renamed = {
      ...aspen!,
      record: record({ id: '0', name: 'Aspen Meridian Holdings LLC' }),
      provenance: { ...aspen!.provenance, retrievedAt: new Date(aspen!.provenance.retrievedAt.getTime() + 1) },
    };
    const shown = known.among('aspen meridian', [renamed, ...others], asked);
    expect(shown.map(({ data }) => data.entityName)).toContain('Aspen Meridian Holdings LLC');
  });

  it('drops the oldest hits first to make room', () => {
    const known = new KnownHits(8);
    const first = known.among('aspen meridian', entities, asked);
    const second = known.among('Aspen Meridian', entities, asked);
    known.among('ASPEN MERIDIAN', entities, asked);
    expect(known.among('Aspen Meridian', entities, asked)).toBe(second);
    const again = known.among('aspen meridian', entities, asked);
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  });

  it('drops the oldest searches without hits too', () => {
    const known = new KnownHits(2);
    const first = known.among('aspen meridian', [], asked);
    const second = known.among('Aspen Meridian', [], asked);
    expect(known.among('aspen meridian', [], asked)).toBe(first);
    known.among('ASPEN MERIDIAN', [], asked);
    expect(known.among('Aspen Meridian', [], asked)).toBe(second);
    expect(known.among('aspen meridian', [], asked)).not.toBe(first);
  });

  it('returns no hits without entities', () => {
    expect(new KnownHits().among('aspen meridian', [], asked)).toEqual([]);
  });
});

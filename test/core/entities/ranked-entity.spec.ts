import { describe, expect, it } from '@jest/globals';
import type { Entity } from '../../../src/core/entities/entity.js';
import { hitsAmong } from '../../../src/core/entities/ranked-entity.js';
import { newId } from '../../../src/core/ids.js';
import { record } from '../../support/fakes.js';

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

describe('hits among entities that are remembered', () => {
  it('are those among entities that were just read, whatever was searched before', () => {
    const searches = [
      ['Aspen Meridian Outfitters LLC', entities, undefined],
      ['aspen meridian', entities, undefined],
      ['aspen meridian', entities.slice(0, 1), undefined],
      ['aspen meridian', entities, new Map([['ASPEN', 'filler']] as const)],
      ['Aspen Meridian Outfitters LLC', entities, undefined],
    ] as const;
    for (const [asked, among, words] of [...searches, ...searches.toReversed()]) {
      const justRead = among.map((entity) => ({ ...entity }));
      const expected = hitsAmong(asked, 'us-co', justRead, words);
      expect(expected.length).toBeGreaterThan(0);
      expect(hitsAmong(asked, 'us-co', among, words)).toEqual(expected);
    }
  });

  it('are not ranked again for a search that is repeated', () => {
    const first = hitsAmong('aspen meridian', 'us-co', entities, undefined);
    expect(hitsAmong('aspen meridian', 'us-co', [...entities], undefined)).toBe(first);
    expect(hitsAmong('Aspen Meridian', 'us-co', entities, undefined)).not.toBe(first);
  });

  it('are none where there are no entities', () => {
    expect(hitsAmong('aspen meridian', 'us-co', [], undefined)).toEqual([]);
  });
});

import { isRejected, readRow } from '../../src/core/batches/read-row.js';
import { Jurisdictions } from '../../src/core/registries/jurisdictions.js';
import { FakeRegistries, NEVER_PROBED } from '../support/fakes.js';

const FREE = { jurisdictions: undefined, tiers: undefined };
const jurisdictions = new Jurisdictions(
  new FakeRegistries(),
  { off: new Set<string>(), set: async () => undefined },
  NEVER_PROBED,
);

const read = (cells: Record<string, unknown>, limits: Parameters<typeof readRow>[2] = FREE) =>
  readRow({ line: 2, cells }, jurisdictions, limits);

function fault(cells: Record<string, unknown>, limits = FREE as Parameters<typeof readRow>[2]) {
  const row = read(cells, limits);
  return isRejected(row) ? [row.field, row.message] : 'accepted';
}

const ROW = { entity_name: 'Alder Works LLC', jurisdiction: 'us-co' };

describe('a row', () => {
  it('is read without surrounding blanks except in custom_id; an empty cell counts as absent', () => {
    expect(
      read({ entity_name: '  Alder Works, L.L.C. ', jurisdiction: ' us-co', custom_id: ' C-1 ', tier: ' ' }),
    ).toEqual({
      line: 2,
      customId: ' C-1 ',
      entityName: 'Alder Works, L.L.C.',
      jurisdiction: 'us-co',
      tier: 'quick',
      nameKey: expect.any(String),
      recordNumber: undefined,
      priceCredits: 1,
    });
  });

  it.each(['us-co', 'US-CO', 'us_co', ' Us_Co '])('reads the jurisdiction %j as us-co', (jurisdiction) => {
    expect(read({ ...ROW, jurisdiction })).toMatchObject({ jurisdiction: 'us-co' });
  });

  it.each(['usco', 'us co', 'us--co', 'co'])(
    'does not guess the jurisdiction %j, but suggests similar codes',
    (given) => {
      expect(fault({ ...ROW, jurisdiction: given })).toEqual([
        'jurisdiction',
        expect.stringMatching(/ Did you mean .*us-co/),
      ]);
    },
  );

  it('suggests no other code for an unavailable register', () => {
    const off = { off: new Set(['us-co']), set: async () => undefined };
    const row = readRow({ line: 2, cells: ROW }, new Jurisdictions(new FakeRegistries(), off, NEVER_PROBED), FREE);
    expect(row).toMatchObject({ message: 'us-co is not available. It was taken out of service for now.' });
  });

  it('reads null as absent, and reports it where a value is required', () => {
    const nothing = { custom_id: null, tier: null, jurisdiction_id: null, address: null, officer: null };
    expect(read({ ...ROW, ...nothing })).toEqual(read(ROW));
    expect(read({ ...ROW, address: { street: '1 Ash St', city: null } })).toMatchObject({
      evidence: { address: { street: '1 Ash St' } },
    });
    expect(fault({ ...ROW, entity_name: null })).toEqual(['entity_name', 'entity_name is missing.']);
    expect(fault({ ...ROW, colour: null })).toEqual(['colour', '"colour" is not a field of a row.']);
    for (const address of [{ postal_code: 80_202.5 }, { city: null }, { town: null }, { street: 7, city: null }]) {
      expect(fault({ ...ROW, address })[0]).toBe('address');
    }
  });

  it('reads line breaks in an address as commas, and names the part that is wrong', () => {
    expect(read({ ...ROW, address: '1 Imaginary Street\r\nNowhere Falls, CO 80001' })).toMatchObject({
      evidence: { address: '1 Imaginary Street, Nowhere Falls, CO 80001' },
    });
    expect(fault({ ...ROW, address: { street: '1 Ash St', city: 7 } })).toEqual([
      'address',
      expect.stringMatching(/^address must be a text .*: city is no text\.$/),
    ]);
  });

  it('costs what its tier costs', () => {
    expect(read({ ...ROW, tier: 'deep' })).toMatchObject({ tier: 'deep', priceCredits: 15 });
  });

  it('asks the same as a name that differs in case, punctuation or legal form spelling', () => {
    const [first, same, other] = ['Alder Works LLC', 'ALDER  WORKS, l.l.c.', 'Alder Works Inc'].map((entity_name) =>
      read({ ...ROW, entity_name }),
    );
    expect(first).toHaveProperty('nameKey', (same as { nameKey: string }).nameKey);
    expect(first).not.toHaveProperty('nameKey', (other as { nameKey: string }).nameKey);
  });

  it('normalizes its record number', () => {
    expect(read({ ...ROW, jurisdiction_id: ' 20019000001 ' })).toMatchObject({ recordNumber: '20019000001' });
    expect(read({ ...ROW, jurisdiction_id: '20019000001.0' })).toMatchObject({ recordNumber: '20019000001' });
  });

  it.each([
    [{ jurisdiction: 'us-co' }, 'entity_name', 'entity_name is missing.'],
    [{ ...ROW, entity_name: '   ' }, 'entity_name', 'entity_name is missing.'],
    [{ ...ROW, entity_name: '\u200b\u3164\u00ad' }, 'entity_name', 'entity_name is missing.'],
    [
      { ...ROW, jurisdiction_id: '1.5' },
      'jurisdiction_id',
      'jurisdiction_id is no record number of us-co: it must be an identification number: at most 11 digits.',
    ],
    [
      { ...ROW, entity_name: 'K??R?? Works LLC' },
      'entity_name',
      'entity_name must hold all of its letters: \\uFFFD and ?? stand for lost ones.',
    ],
    ...['-', '& !', '&nbsp;', '。'].map((name): [Record<string, string>, string, string] => [
      { ...ROW, entity_name: name },
      'entity_name',
      'entity_name must have a letter, a digit or a picture: signs alone name no business.',
    ]),
    [{ entity_name: 'Alder Works LLC' }, 'jurisdiction', 'jurisdiction is missing.'],
    [
      { ...ROW, jurisdiction: 'Colorado' },
      'jurisdiction',
      '"colorado" is not a supported jurisdiction. Did you mean us-co?',
    ],
    [{ ...ROW, tier: 'Deep' }, 'tier', 'tier must be quick or deep.'],
    [{ ...ROW, entity_name: 7 }, 'entity_name', 'entity_name must be text.'],
    [{ ...ROW, custom_id: 47.5 }, 'custom_id', 'custom_id must be text.'],
    [{ ...ROW, custom_id: 'x'.repeat(201) }, 'custom_id', 'custom_id has more than 200 characters.'],
    [{ ...ROW, custom_id: 'a\0b' }, 'custom_id', 'custom_id holds a NUL.'],
    [{ ...ROW, custom_id: 'a\ud800' }, 'custom_id', 'custom_id holds half a surrogate pair.'],
    [
      { ...ROW, entity_name: 'Alder \ud800' },
      'entity_name',
      'entity_name holds control characters or half a surrogate pair.',
    ],
    [{ ...ROW, colour: 'red' }, 'colour', '"colour" is not a field of a row.'],
    [{ ...ROW, teir: 'deep' }, 'teir', '"teir" is not a field of a row; did you mean tier?'],
  ])('is rejected for %j', (cells, field, message) => {
    expect(fault(cells)).toEqual([field, message]);
  });

  it('is rejected for its first fault, and keeps its valid cells', () => {
    expect(read({ entity_name: 'Alder Works LLC', tier: 7, colour: 'red' })).toEqual({
      line: 2,
      field: 'tier',
      message: 'tier must be text.',
      given: { entity_name: 'Alder Works LLC' },
    });
  });

  it('is rejected when its key may not ask it', () => {
    expect(fault(ROW, { jurisdictions: ['us-ct'], tiers: undefined })[0]).toBe('jurisdiction');
    expect(fault({ ...ROW, tier: 'deep' }, { jurisdictions: undefined, tiers: ['quick'] })[0]).toBe('tier');
    expect(fault(ROW, { jurisdictions: ['us-co'], tiers: ['quick'] })).toBe('accepted');
  });

  it('is rejected as a whole when it could not be read', () => {
    expect(readRow({ line: 9, problem: 'The line is not valid JSON.' }, jurisdictions, FREE)).toEqual({
      line: 9,
      field: undefined,
      message: 'The line is not valid JSON.',
      given: {},
    });
  });
});

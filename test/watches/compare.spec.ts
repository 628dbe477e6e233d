import { CHANGE_CODES, compare, type Change } from '../../src/core/watches/comparison/compare.js';
import { gone, latest, type RecordState } from '../../src/core/watches/comparison/record-state.js';
import { ENTITY_STATUSES, type Address, type Filing, type RecordDetails } from '../../src/core/registries/record.js';
import { fc } from '../support/property.js';

const words = fc.array(fc.constantFrom('Alder', 'birch', 'Çedar', 'Straße', '42', 'oak'), {
  minLength: 1,
  maxLength: 3,
});
const text = words.map((list) => list.join(' '));
const address: fc.Arbitrary<Address> = fc.record({
  line1: text,
  line2: fc.option(text),
  city: text,
  region: fc.constantFrom('NY', 'CO'),
  postalCode: fc.constantFrom('10001', '80202'),
  country: fc.constant('US'),
});
const officer = fc.record({ name: text, title: fc.constantFrom('Manager', 'President', null) });
const day = fc.constantFrom('2029-01-01', '2029-05-05', '2030-02-02');
const filings = fc.record({
  lastFilingDate: day,
  totalFilings: fc.integer({ min: 0, max: 5 }),
  recentFilings: fc.constant<Filing[]>([]),
});

/** Everything is published, so the comparison leaves nothing out. */
const details: fc.Arbitrary<RecordDetails> = fc.record({
  registeredAgent: fc.record({ name: text, address }),
  officers: fc.array(officer, { maxLength: 4 }),
  principalAddress: address,
  filingHistorySummary: filings,
});
const reading: fc.Arbitrary<RecordState> = fc.record({
  listed: fc.constant(true),
  name: text,
  status: fc.constantFrom(...ENTITY_STATUSES),
  goodStanding: fc.boolean(),
  details,
});
const anyReading: fc.Arbitrary<RecordState> = fc.oneof(reading, reading.map(gone));

const A: RecordState = { listed: true, name: 'Alder Works LLC', status: 'active', goodStanding: true };

/** Fields whose values are texts or words. */
const TEXTS = new Set(['status', 'goodStanding', 'name']);

/** Writes the same text differently: case, blanks, punctuation and Unicode forms. */
function rewritten(value: string, how: number): string {
  const cased = how % 2 === 0 ? value.toUpperCase() : value.toLowerCase();
  const spaced = how % 3 === 0 ? `  ${cased.replaceAll(' ', '   ')} ` : cased.replaceAll(' ', ', ');
  return how % 5 === 0 ? spaced.normalize('NFD') : `${spaced}.`;
}

function codes(before: RecordState, after: RecordState): string[] {
  return compare(before, after).map(({ code }) => code);
}

function byField(changes: readonly Change[]): Map<string, Change> {
  return new Map(changes.map((change) => [change.field, change]));
}

describe('compare', () => {
  it('finds no change between a reading and itself', () => {
    fc.assert(fc.property(anyReading, (a) => expect(compare(a, a)).toEqual([])));
  });

  it('finds no change when only case, blanks, punctuation, address lines or officer order differ', () => {
    fc.assert(
      fc.property(reading, fc.integer({ min: 1, max: 30 }), (a, how) => {
        const w = (value: string | null) => value && rewritten(value, how);
        const moved = (one: Address | null) =>
          one && { ...one, line1: w([one.line1, one.line2].filter(Boolean).join(' ')), line2: null, city: w(one.city) };
        const agent = a.details!.registeredAgent!;
        const b: RecordState = {
          ...a,
          name: rewritten(a.name, how),
          details: {
            ...a.details!,
            principalAddress: moved(a.details!.principalAddress),
            registeredAgent: { name: w(agent.name)!.split(' ').toReversed().join(' '), address: moved(agent.address) },
            officers: a
              .details!.officers!.map(({ name, title }) => ({ name: rewritten(name, how), title: w(title) }))
              .toReversed(),
          },
        };
        expect(compare(a, b)).toEqual([]);
        expect(compare(b, a)).toEqual([]);
      }),
    );
  });

  it('composes: a change over two steps occurs in one of them, with from and to in a chain', () => {
    fc.assert(
      fc.property(reading, reading, reading, (a, b, c) => {
        const [first, second, whole] = [byField(compare(a, b)), byField(compare(b, c)), byField(compare(a, c))];
        const steps = (field: string) => [first.get(field), second.get(field)].filter((step) => step !== undefined);
        const unexplained = [...whole].filter(([field, { from, to }]) => {
          if (!TEXTS.has(field)) return steps(field).length === 0;
          return !sameText(steps(field)[0]?.from, from) || !sameText(steps(field).at(-1)?.to, to);
        });
        expect(unexplained).toEqual([]);
        // A step that was not reverted also appears in the whole.
        const kept = [...first.keys()].filter((field) => !second.has(field) && field !== 'filingHistorySummary');
        expect(kept.filter((field) => !whole.has(field))).toEqual([]);
      }),
    );
  });

  it('finds no change when the same reading follows what is remembered of it', () => {
    fc.assert(fc.property(anyReading, anyReading, (a, b) => expect(compare(latest(a, b), b)).toEqual([])));
  });

  it('returns one change per field, each with a listed code', () => {
    fc.assert(
      fc.property(anyReading, anyReading, (a, b) => {
        const changes = compare(a, b);
        expect(byField(changes).size).toBe(changes.length);
        for (const { code } of changes) expect(CHANGE_CODES).toContain(code);
      }),
    );
  });

  it('ignores parts that one of the readings lacks, and remembers them', () => {
    fc.assert(
      fc.property(reading, reading, (a, b) => {
        const unpublished = {
          registeredAgent: null,
          officers: null,
          principalAddress: null,
          filingHistorySummary: null,
        };
        const blank: RecordState = { ...a, details: unpublished };
        const quick: RecordState = { listed: a.listed, name: a.name, status: a.status, goodStanding: a.goodStanding };
        for (const partial of [blank, quick]) {
          expect(compare(a, partial)).toEqual([]);
          expect(compare(partial, a)).toEqual([]);
          expect(compare(latest(a, partial), b)).toEqual(compare(a, b));
        }
      }),
    );
  });

  it.each([
    ['active', 'dissolved', 'DISSOLVED'],
    ['revoked', 'dissolved', 'DISSOLVED'],
    ['dissolved', 'active', 'REINSTATED'],
    ['revoked', 'active', 'REINSTATED'],
    ['dissolved', 'suspended', 'REINSTATED'],
    ['dissolved', 'merged', 'STATUS_CHANGED'],
    ['suspended', 'active', 'STATUS_CHANGED'],
    ['active', 'revoked', 'STATUS_CHANGED'],
  ] as const)('calls a move from %s to %s %s', (from, to, code) => {
    expect(compare({ ...A, status: from }, { ...A, status: to })).toEqual([{ field: 'status', code, from, to }]);
  });

  it.each([
    [true, false, 'active', ['GOOD_STANDING_LOST']],
    [false, true, 'active', ['GOOD_STANDING_REGAINED']],
    [null, false, 'active', []],
    [null, false, 'suspended', ['STATUS_CHANGED', 'GOOD_STANDING_LOST']],
    [null, true, 'suspended', ['STATUS_CHANGED']],
    [true, null, 'active', []],
    [false, null, 'active', []],
    [null, true, 'active', []],
  ] as const)('reports good standing %s → %s with status active → %s as %j', (from, to, status, expected) => {
    expect(codes({ ...A, goodStanding: from }, { ...A, goodStanding: to, status })).toEqual(expected);
  });

  it('reports a lost record once, and its return as a reinstatement with all changes since', () => {
    const away = gone(A);
    expect(compare(A, away)).toEqual([{ field: 'status', code: 'RECORD_GONE', from: 'active', to: null }]);
    expect(compare(away, away)).toEqual([]);
    expect(codes(away, A)).toEqual(['REINSTATED']);
    expect(codes(away, { ...A, name: 'Birch Works LLC' })).toEqual(['REINSTATED', 'NAME_CHANGED']);
    expect(codes(away, { ...A, status: 'dissolved' })).toEqual(['DISSOLVED']);
  });

  it('distinguishes another legal form or number in a name from another spelling', () => {
    expect(codes(A, { ...A, name: 'ALDER WORKS, L.L.C.' })).toEqual([]);
    expect(codes(A, { ...A, name: 'Alder Works Inc.' })).toEqual(['NAME_CHANGED']);
    expect(codes({ ...A, name: 'Oak 1 LLC' }, { ...A, name: 'Oak 2 LLC' })).toEqual(['NAME_CHANGED']);
    expect(codes({ ...A, name: '...' }, { ...A, name: "'''" })).toEqual(['NAME_CHANGED']);
  });

  it('treats an officer with an end date like one who is no longer listed', () => {
    const of = (officers: NonNullable<RecordDetails['officers']>): RecordState => ({
      ...A,
      details: { officers, registeredAgent: null, principalAddress: null, filingHistorySummary: null },
    });
    const one = { name: 'Fictional Officer 1', title: 'Manager' };
    const two = { name: 'Fictional Officer 2', title: 'Manager' };
    expect(codes(of([one, two]), of([one, { ...two, endDate: '2030-01-01' }]))).toEqual(['OFFICERS_CHANGED']);
    expect(codes(of([one, { ...two, endDate: '2030-01-01' }]), of([one]))).toEqual([]);
    expect(codes(of([one]), of([{ ...one, title: 'President' }]))).toEqual(['OFFICERS_CHANGED']);
  });
});

/** Ignores letter case. */
function sameText(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(value).toUpperCase();
  return plain(one) === plain(other);
}

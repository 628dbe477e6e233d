import { decide, decideByNumber, rank } from '../../src/core/matching/decide.js';
import type { GivenEvidence } from '../../src/core/matching/evidence/evidence.js';
import { cluesOf, publishes } from '../../src/core/registries/clues.js';
import { NOTHING_MORE, type Clues, type RecordDetails, type RegisterRecord } from '../../src/core/registries/record.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { record } from '../support/fakes.js';
import { fc } from '../support/property.js';

const NAME = 'Acorn Ridge LLC';
const at = (line1: string, city: string, postalCode: string, more: Partial<Clues> = {}): Clues => ({
  office: { line1, line2: null, city, region: 'CO', postalCode, country: 'US' },
  ...more,
});
const ASH = at('1 Ash Street', 'Denver', '80202');
const OAK = at('99 Oak Avenue', 'Boulder', '80301');
const decided = (records: RegisterRecord[], evidence: GivenEvidence, asked = NAME, complete = true) =>
  decide(asked, 'us-co', records, { evidence, complete });
const twins = (first?: Clues, second?: Clues) => [
  record({ id: '1', name: NAME, ...(first && { clues: first }) }),
  record({ id: '2', name: NAME, ...(second && { clues: second }) }),
];

describe('the choice between two records of one name', () => {
  it('is decided by an address of exactly one of them', () => {
    for (const [address, id] of [
      ['1 Ash St, Denver CO 80202', '1'],
      ['99 Oak Ave, Boulder CO 80301', '2'],
    ] as const) {
      expect(decided(twins(ASH, OAK), { address })).toMatchObject({
        record: { id },
        match: { review: false, confidence: 100, alternatives: [] },
      });
    }
  });

  it.each<[string, GivenEvidence, RegisterRecord[]]>([
    ['another address', { address: '5 Elm Street, Pueblo CO 81001' }, twins(ASH, OAK)],
    ['the town alone', { address: { city: 'Denver' } }, twins(ASH, OAK)],
    ['the street without its postal code', { address: { street: '1 Ash Street', city: 'Denver' } }, twins(ASH, OAK)],
    ['an address that both have', { address: '1 Ash St, Denver CO 80202' }, twins(ASH, ASH)],
    ['an address, where the other has none', { address: '1 Ash St, Denver CO 80202' }, twins(ASH)],
    ['an address, where neither has one', { address: '1 Ash St, Denver CO 80202' }, twins()],
    [
      'an officer of both',
      { officer: 'Fictional Alder' },
      twins(
        { officers: [{ name: 'Fictional Alder', title: null }] },
        { officers: [{ name: 'ALDER, FICTIONAL', title: null }] },
      ),
    ],
    [
      'an address of the one and an officer of the other',
      { address: '1 Ash St, Denver CO 80202', officer: 'Fictional Alder' },
      twins(
        { ...ASH, officers: [{ name: 'Invented Birch', title: null }] },
        { ...OAK, officers: [{ name: 'Fictional Alder', title: null }] },
      ),
    ],
  ])('goes to review with %s', (_what, evidence, records) => {
    expect(decided(records, evidence)).toMatchObject({ match: { review: true } });
  });

  it('is decided by an officer of exactly one of them', () => {
    const records = twins(
      { officers: [{ name: 'Invented Birch', title: null }] },
      { officers: [{ name: 'ALDER, FICTIONAL Q', title: null }] },
    );
    expect(decided(records, { officer: 'Fictional Alder' })).toMatchObject({
      record: { id: '2' },
      match: { review: false },
    });
  });

  it('goes to review when there may be a third record', () => {
    expect(decided(twins(ASH, OAK), { address: '1 Ash St, Denver CO 80202' }, NAME, false)).toMatchObject({
      match: { review: true },
    });
  });
});

describe('an officer beside a name', () => {
  it('sends twins to review when only a middle initial begins like the surname asked for', () => {
    const records = twins(
      { officers: [{ name: 'LANTERN ODETTE Q', title: null }] },
      { officers: [{ name: 'KETTLE ROWAN P', title: null }] },
    );
    expect(decided(records, { officer: 'Odette Quill' })).toMatchObject({ match: { review: true, confidence: 75 } });
    expect(decided(records, { officer: 'Rowan Kettle' })).toMatchObject({
      record: { id: '2' },
      match: { review: false },
    });
  });
});

describe('evidence beside a name', () => {
  const misspelt = 'Acornn Ridg LLC';
  it('confirms a name that would go to review alone', () => {
    const records = [record({ id: '1', name: NAME, clues: ASH })];
    const alone = decide(misspelt, 'us-co', records);
    const both = decided(records, { address: '1 Ash Street, Denver, CO 80202' }, misspelt);
    expect(alone).toMatchObject({ match: { review: true } });
    expect(both).toMatchObject({ match: { review: false } });
  });

  it('does not confuse two businesses that share an address', () => {
    const address = '1 Ash Street, Denver, CO 80202';
    for (const other of ['Zephyr Quarry Inc', 'Acorm Ridge LLC']) {
      const records = [record({ id: '1', name: other, clues: ASH })];
      expect(decided(records, { address })).toEqual(decide(NAME, 'us-co', records));
    }
    const sister = [record({ id: '1', name: 'Acorn Ridge 2 LLC', clues: ASH })];
    expect(decided(sister, { address })).toMatchObject({ match: { review: true } });
    expect(decided(sister, { address }, 'Acorn Ridge 3 LLC').kind).toBe('no_match');
  });

  it('does not put a near name at the address above an equal name', () => {
    const records = [
      record({ id: '1', name: NAME, clues: OAK }),
      record({ id: '2', name: 'Acorn Rigde LLC', clues: ASH }),
    ];
    const decision = decided(records, { address: '1 Ash St, Denver CO 80202' });
    expect(decision).toMatchObject({ record: { id: '1' } });
  });

  it('sends a name to review only when the registered seat is in another town', () => {
    const address = '1 Ash St, Pueblo CO 81001';
    const principal = decided([record({ id: '1', name: NAME, clues: ASH })], { address });
    const seat = decided([record({ id: '1', name: NAME, clues: { ...ASH, isSeat: true } })], { address });
    expect(principal).toMatchObject({ match: { confidence: 100, review: false } });
    expect(seat).toMatchObject({ match: { confidence: 84, review: true } });
    const moved = decided([record({ id: '1', name: NAME, clues: { ...ASH, isSeat: true } })], {
      address: '7 Elm St, Denver CO 80202',
    });
    expect(moved).toMatchObject({ match: { confidence: 100, review: false } });
  });

  it('reports what agreed and what did not, and never what the register holds', () => {
    const records = [
      record({ id: '1', name: NAME, clues: { ...ASH, officers: [{ name: 'Invented Birch', title: null }] } }),
    ];
    const decision = decided(records, { address: '1 Ash St, Denver CO 80202', officer: 'Fictional Alder' });
    expect(decision).toMatchObject({
      match: {
        evidence: [
          { kind: 'name', agrees: true, detail: 'the names are identical' },
          { kind: 'address', agrees: true, detail: 'the same street and number, town, postal code' },
          { kind: 'officer', agrees: null, detail: 'not among the officers; agents are compared at deep' },
        ],
      },
    });
    expect(JSON.stringify(decision.kind === 'match' && decision.match.evidence)).not.toMatch(/Ash|Birch/);
    const silent = decided([record({ id: '1', name: NAME })], { address: 'Denver' });
    expect(silent).toMatchObject({
      match: { evidence: [{}, { agrees: null, detail: expect.stringContaining('not publish') }] },
    });
  });
});

describe('the number of a house', () => {
  const at80001 = (line1: string) => at(line1, 'Nowhere Falls', '80001');
  it.each([
    ['4500 County Road 12', '1200 County Road 12', '77 Placeholder Street'],
    ['200 Imaginary Street, Bldg 12', '12 Imaginary Street', '77 Placeholder Street'],
    ['4500 US Highway 6', '1200 US Highway 6', '77 Placeholder Street'],
    ['200 Main St, Space 12', '12 Main St', '77 Placeholder Street'],
  ])('sends twins to review for %s, beside %s', (street, first, second) => {
    const address = { street, city: 'Nowhere Falls', postalCode: '80001' };
    expect(decided(twins(at80001(first), at80001(second)), { address })).toMatchObject({
      match: { review: true, confidence: 75, evidence: [{}, { agrees: false }] },
    });
    const right = { ...address, street: first };
    expect(decided(twins(at80001(first), at80001(second)), { address: right })).toMatchObject({
      record: { id: '1' },
      match: { review: false },
    });
  });
});

describe('a town or a postal code alone', () => {
  const barker = record({ id: '1', name: 'Barker Plumage LLC', clues: at('12 Larimer Street', 'Denver', '80202') });
  it.each<[string, GivenEvidence['address']]>([
    ['the town', { city: 'Denver' }],
    ['the town, and another street', '99 Market Street, Denver, CO'],
    ['the postal code', { postalCode: '80202' }],
    ['the town and the postal code', 'Denver, CO 80202'],
  ])('lifts no doubtful name above review: %s', (_what, address) => {
    const alone = decide('Baker Plumage LLC', 'us-co', [barker]);
    const both = decided([barker], { address: address! }, 'Baker Plumage LLC');
    expect(alone).toMatchObject({ match: { review: true } });
    expect(both).toMatchObject({ match: { review: true } });
    expect(both.kind === 'match' && both.match.confidence).toBeLessThanOrEqual(84);
  });

  it.each([
    ['us-dc', 'Washington', '20001'],
    ['cz-10', 'Praha', '11000'],
    ['no-03', 'Oslo', '0155'],
  ])('says nothing in %s, where every business is in one town', (code, city, postalCode) => {
    const office = { line1: '12 Larimer Street', line2: null, city, region: null, postalCode, country: null };
    const records = [record({ id: '1', name: 'Barker Plumage LLC', clues: { office } })];
    const alone = decide('Baker Plumage LLC', code, records);
    for (const address of [{ city }, { postalCode }, { city, postalCode }]) {
      const both = decide('Baker Plumage LLC', code, records, { evidence: { address } });
      expect(both).toMatchObject({
        match: {
          confidence: alone.kind === 'match' && alone.match.confidence,
          evidence: [{}, { kind: 'address', agrees: null, detail: expect.stringContaining('in this town') }],
        },
      });
    }
    const another = decide('Barker Plumage LLC', code, records, { evidence: { address: { city: 'Nowhere' } } });
    expect(another).toMatchObject({ match: { evidence: [{}, { agrees: false, detail: 'another town' }] } });
  });
});

describe('a seat in a town with two names', () => {
  const clues: Clues = {
    office: {
      line1: 'Imaginary Street 2',
      line2: null,
      city: 'Praha 1',
      region: null,
      postalCode: '11000',
      country: null,
    },
    isSeat: true,
  };
  const records = [record({ id: '1', name: 'Storybook Gear Works a.s.', clues })];
  it.each<[string, GivenEvidence['address']]>([
    ['in another language', { city: 'Prague' }],
    ['in another language, with its street', { street: 'Imaginary Street 2', city: 'Prague' }],
    ['in another language, with its code', { city: 'Prague', postalCode: '110 00' }],
    ['that no table knows, with its street and number', { street: 'Imaginary Street 2', city: 'Bohemian Capital' }],
  ])('is not elsewhere: %s', (_how, address) => {
    expect(decide('Storybook Gear Works a.s.', 'cz-10', records, { evidence: { address: address! } })).toMatchObject({
      match: { confidence: 100, review: false },
    });
  });
});

const detailsOf = (more: Partial<RecordDetails>): RecordDetails => ({ ...NOTHING_MORE, ...more });
const person = (name: string, endDate?: string) => ({ name, title: null, ...(endDate && { endDate }) });

describe('evidence beside a record that was read in full', () => {
  const weighed = (evidence: GivenEvidence, details: Partial<RecordDetails>, code = 'us-ct') => {
    const records = [{ ...record({ id: '1', name: NAME }), details: detailsOf(details) }];
    const decision = decide(NAME, code, records, { evidence, tier: 'deep' });
    return decision.kind === 'match' ? decision.match.evidence?.at(-1) : undefined;
  };

  it('compares the officers and the address that were read', () => {
    const officers = [person('Fictional Alder')];
    expect(weighed({ officer: 'Fictional Alder' }, { officers })).toMatchObject({ agrees: true });
    expect(weighed({ officer: 'Invented Birch' }, { officers })).toMatchObject({
      agrees: false,
      detail: 'the register names others',
    });
    const principalAddress = ASH.office!;
    expect(weighed({ address: '1 Ash St, Denver CO 80202' }, { principalAddress })).toMatchObject({ agrees: true });
    expect(weighed({ address: '9 Oak Ave, Boulder CO 80301' }, { principalAddress })).toMatchObject({ agrees: false });
  });

  it('does not count officers who have left as present', () => {
    const officers = [person('Fictional Alder', '2020-01-31'), person('Invented Birch')];
    expect(weighed({ officer: 'Fictional Alder' }, { officers })).toEqual({
      kind: 'officer',
      agrees: false,
      detail: 'the register names this person as one who left',
    });
    const left = cluesOf({}, detailsOf({ officers }));
    expect([left.officers?.length, left.formerOfficers.length]).toEqual([1, 1]);
  });

  it('reports the registered agent without counting it', () => {
    const registeredAgent = { name: 'Fictional Alder', address: ASH.office! };
    const twin = { ...record({ id: '2', name: NAME }), details: detailsOf({}) };
    for (const evidence of [{ officer: 'Fictional Alder' }, { address: '1 Ash St, Denver CO 80202' }]) {
      expect(weighed(evidence, { registeredAgent })).toMatchObject({
        agrees: true,
        detail: expect.stringContaining('agent'),
      });
      const records = [{ ...record({ id: '1', name: NAME }), details: detailsOf({ registeredAgent }) }, twin];
      expect(decide(NAME, 'us-ct', records, { evidence, tier: 'deep' })).toMatchObject({ match: { review: true } });
    }
  });

  it('chooses between two records of one name by the officers that were read', () => {
    const records = ['Fictional Alder', 'Invented Birch'].map((name, index) => ({
      ...record({ id: String(index), name: NAME }),
      details: detailsOf({ officers: [person(name)] }),
    }));
    const evidence = { officer: 'Invented Birch' };
    expect(decide(NAME, 'us-ct', records, { evidence, tier: 'deep' })).toMatchObject({
      record: { id: '1' },
      match: { review: false },
    });
    expect(decide(NAME, 'us-ct', records, { evidence, tier: 'quick' })).toMatchObject({ match: { review: true } });
    expect(decideByNumber(NAME, 'us-ct', records[0], { evidence, tier: 'deep' })).toMatchObject({
      match: { evidence: [{}, {}, { agrees: false }] },
    });
  });

  it('says that a register does not publish it only where it does not', () => {
    const officer = { officer: 'Fictional Alder' };
    const quick = decided([record({ id: '1', name: NAME })], officer);
    const unread = decide(NAME, 'us-ct', [record({ id: '1', name: NAME })], { evidence: officer, tier: 'deep' });
    const address = decided([record({ id: '1', name: NAME })], { address: 'Denver' });
    const details = [quick, unread, address].map((each) => each.kind === 'match' && each.match.evidence?.[1]?.detail);
    const none = 'the register does not publish one for this record';
    expect(details).toEqual(['the register does not publish it at this tier', 'it was not read for this record', none]);
    expect(weighed(officer, { officers: [] })).toMatchObject({ agrees: null, detail: none });
    expect(weighed(officer, { officers: null })).toMatchObject({ agrees: null, detail: none });
    const never = 'the register does not publish it';
    expect(weighed(officer, { officers: null }, 'us-co')).toMatchObject({ detail: never });
    expect(weighed({ address: 'Denver' }, {}, 'us-or')).toMatchObject({ detail: none });
    expect(weighed({ address: 'Denver' }, {}, 'ca-bc')).toMatchObject({ detail: never });
  });

  it('does not name a tier where the register publishes no officers and no agents at any', () => {
    const decision = decide(NAME, 'ca-bc', [record({ id: '1', name: NAME })], {
      evidence: { officer: 'Fictional Alder' },
    });
    expect(decision).toMatchObject({
      match: { evidence: [{}, { agrees: null, detail: 'the register does not publish it' }] },
    });
  });

  it('says that agents are compared at deep when a name is not among the officers at quick', () => {
    const officers = { clues: { officers: [person('Invented Birch')] } };
    const findingFor = (code: string, more: object = {}) => {
      const found = { ...record({ id: '1', name: NAME }), ...officers, ...more };
      const decision = decide(NAME, code, [found], { evidence: { officer: 'Fictional Alder' } });
      return decision.kind === 'match' ? decision.match.evidence?.at(-1) : undefined;
    };
    const unknown = 'not among the officers; agents are compared at deep';
    expect(findingFor('us-fl')).toEqual({ kind: 'officer', agrees: null, detail: unknown });
    expect(findingFor('no-03')).toMatchObject({ agrees: false });
    const details = detailsOf({ officers: [person('Invented Birch')] });
    expect(findingFor('us-fl', { details })).toMatchObject({ agrees: false, detail: 'the register names others' });
  });

  it('knows for each jurisdiction where officers are published', () => {
    const { facts } = REGISTERS.inForce([]);
    const known = facts.map(({ code }) => code).filter((code) => publishes('officer', code, 'deep'));
    expect(known.toSorted()).toEqual(
      'cz-10 fr-idf gb-eaw gb-nir gb-sct no-03 us-ct us-fl us-il us-ny us-or us-pa us-tx us-va'.split(' '),
    );
    expect(facts.filter(({ code }) => publishes('officer', code, 'quick'))).toMatchObject([{ code: 'us-fl' }]);
  });
});

const STREETS = ['Ash Street', 'Oak Avenue', 'Elm Road', 'Foundry Lane'];
const TOWNS = [
  ['Denver', '80202'],
  ['Boulder', '80301'],
  ['Pueblo', '81001'],
] as const;
const place = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(...STREETS), fc.constantFrom(...TOWNS))
  .map(([number, street, [town, code]]) => ({ line: `${number} ${street}`, town, code }));
const clues = fc
  .tuple(fc.option(place), fc.boolean())
  .map(([where, isSeat]) =>
    where ? at(where.line, where.town, where.code, isSeat ? { isSeat: true } : {}) : undefined,
  );
const names = fc.constantFrom(
  NAME,
  'Acorn Ridge, L.L.C.',
  'Acorn Rigde LLC',
  'Acorn Ridge Inc',
  'Acorn Bridge LLC',
  'Acorn Ridge 2 LLC',
  'Zephyr Quarry LLC',
);
const register = fc
  .array(fc.tuple(names, clues), { minLength: 1, maxLength: 6 })
  .map((rows) => rows.map(([name, given], id) => record({ id: `${id}`, name, ...(given && { clues: given }) })));

describe('matching in generated registers', () => {
  it('never returns a wrong record because of a wrong address', () => {
    fc.assert(
      fc.property(register, names, place, (records, asked, { line, town, code }) => {
        const alone = decide(asked, 'us-co', records);
        const decision = decided(records, { address: `${line}, ${town} CO ${code}` }, asked);
        if (decision.kind !== 'match' || decision.match.review) return;
        const isAnswered = alone.kind === 'match' && !alone.match.review && alone.record.id === decision.record.id;
        // Otherwise it must be the record at exactly that address, and no other may have a better
        // name.
        const own = decision.record.clues?.office;
        const isThere = own?.line1 === line && own.postalCode === code;
        const ranked = rank(asked, 'us-co', records);
        const byName = ranked.find((each) => each.record.id === decision.record.id)?.confidence ?? 0;
        expect(isAnswered || (isThere && byName >= Math.max(...ranked.map(({ confidence }) => confidence)))).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('keeps the match for an unknown address, and never turns a review into an answer', () => {
    fc.assert(
      fc.property(register, names, (records, asked) => {
        const alone = decide(asked, 'us-co', records);
        const decision = decided(records, { address: '4711 Nowhere Boulevard, Grand Junction CO 81501' }, asked);
        expect(decision.kind).toBe(alone.kind);
        if (decision.kind !== 'match' || alone.kind !== 'match') return;
        expect(decision.match.confidence).toBeGreaterThanOrEqual(60);
        expect(decision.match.review || !alone.match.review).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

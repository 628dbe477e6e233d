import { decide, rank } from '../../src/core/matching/decide.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import type { RegisterRecord } from '../../src/core/registries/record.js';

let lastId = 0;
function record(name: string, changes: Partial<RegisterRecord> = {}): RegisterRecord {
  return {
    id: `R${++lastId}`,
    name,
    aliases: [],
    status: 'active',
    statusDetail: null,
    goodStanding: null,
    entityType: null,
    formationDate: null,
    domestic: true,
    url: null,
    ...changes,
  };
}

function match(asked: string, records: RegisterRecord[]) {
  const decision = decide(asked, 'us-ny', records);
  if (decision.kind !== 'match') throw new Error(`no match for ${asked}`);
  return decision;
}

const rankedIds = (asked: string, records: RegisterRecord[]) =>
  rank(asked, 'us-ny', records).map((ranked) => ranked.record.id);

describe('decide', () => {
  it('returns the record with the requested legal form', () => {
    const [llc, inc] = [record('Acorn Ridge LLC'), record('Acorn Ridge Inc')];
    const decision = match('acorn ridge inc.', [llc, inc]);
    expect(decision.record).toBe(inc);
    expect(decision.match).toMatchObject({ method: 'normalised', review: false, alternatives: [] });
  });

  it('never returns a sibling with another number', () => {
    expect(decide('Acorn Ridge 2 LLC', 'us-ny', [record('Acorn Ridge 3 LLC')])).toEqual({
      kind: 'no_match',
      closest: ['Acorn Ridge 3 LLC'],
    });
  });

  it('prefers the record of the name to one with an extra word', () => {
    const own = record('Acorn Ridge LLC');
    expect(match('Acorn Ridge', [record('Acorn Ridge Holdings LLC'), own]).record).toBe(own);
  });

  it('sends two records of the same name to review, and shows the live one first', () => {
    const [old, live] = [record('ACORN RIDGE LLC', { status: 'dissolved' }), record('Acorn Ridge, LLC')];
    const decision = match('Acorn Ridge LLC', [old, live]);
    expect(decision.record).toBe(live);
    expect(decision.match.review).toBe(true);
    expect(decision.match.confidence).toBeLessThanOrEqual(75);
    expect(decision.match.alternatives.map(({ jurisdictionId }) => jurisdictionId)).toEqual([old.id]);
  });

  it('shows the home-registered record before its branch', () => {
    const [branch, home] = [record('Acorn Ridge LLC', { domestic: false }), record('Acorn Ridge LLC')];
    expect(match('acorn ridge llc', [branch, home]).record).toBe(home);
  });

  it('reports a previous name as such, and sends it to review when another record is close', () => {
    const renamed = record('Elm Valley LLC', { aliases: [{ name: 'Acorn Ridge LLC', kind: 'former' }] });
    const alone = match('Acorn Ridge LLC', [renamed]);
    expect(alone.match).toMatchObject({ method: 'alias', matchedName: 'Acorn Ridge LLC', review: false });
    const contested = match('Acorn Ridge LLC', [renamed, record('Acorn Ridges LLC')]);
    expect(contested.match.review).toBe(true);
  });

  it.each([
    { kind: 'former', from: '2001-02-03', until: '2019-06-30' } as const,
    { kind: 'trade', from: '2020-01-01' } as const,
    { kind: 'trade' } as const,
  ])('reports the kind and dates of a matched alias: %j', (alias) => {
    const bearer = record('Elm Valley LLC', { aliases: [{ name: 'Acorn Ridge LLC', ...alias }] });
    expect(match('acorn ridge llc', [bearer]).match).toMatchObject({ method: 'alias', alias });
    expect(match('elm valley llc', [bearer]).match).not.toHaveProperty('alias');
    expect(rank('acorn ridge llc', 'us-ny', [bearer])[0]).toMatchObject({ method: 'alias', alias });
  });

  it('sends a nearly matching previous name to review', () => {
    const renamed = record('Elm Valley LLC', { aliases: [{ name: 'Acorn Ridgee LLC', kind: 'former' }] });
    expect(match('Acorn Ridge LLC', [renamed]).match).toMatchObject({ method: 'alias', review: true });
  });

  it.each([
    ['the spelling of the form', 'acorn ridge & company llc', 'Acorn Ridge & Company, LLC', 'Acorn Ridge & Co., LLC'],
    ['a form written out', 'Acorn Ridge LLC', 'Acorn Ridge LLC', 'Acorn Ridge Limited Liability Company'],
    ['an article', 'The Acorn Ridge LLC', 'The Acorn Ridge LLC', 'Acorn Ridge LLC'],
    ['a missing form', 'Acorn Ridge LLC', 'Acorn Ridge LLC', 'Acorn Ridge'],
    ['a missing form and an article', 'Acorn Ridge', 'Acorn Ridge', 'The Acorn Ridge LLC'],
    ['an abbreviation', 'Acorn Ridge Svcs LLC', 'Acorn Ridge Svcs LLC', 'Acorn Ridge Services LLC'],
  ])('sends a match to review at 75 when two companies differ only in %s', (_what, asked, meant, twin) => {
    const [own, other, stranger] = [record(meant), record(twin), record('Acorn Ridges Dental LLC')];
    const decision = match(asked, [stranger, other, own]);
    expect(decision.record).toBe(own);
    expect(decision.match).toMatchObject({ review: true, confidence: 75 });
    expect(decision.match.alternatives.map(({ jurisdictionId }) => jurisdictionId)).toContain(other.id);
  });

  it('stays certain where the other has another form, number or second name', () => {
    const others = ['Acorn Ridge Inc', 'Acorn Ridge 2 LLC', 'Acorn Ridge LLC d/b/a Elm Valley'].map((name) =>
      record(name),
    );
    for (const other of others)
      expect(match('Acorn Ridge LLC', [record('Acorn Ridge LLC'), other]).match).toMatchObject({
        review: false,
        confidence: 100,
      });
  });

  it('reads a final COMPANY as part of the name when the register has a form after it', () => {
    const own = record('Acorn Ridge Company, LLC');
    expect(match('Acorn Ridge Company', [own, record('Acorn Ridge, LLC')]).record).toBe(own);
  });

  it('compares numbers that follow a legal form', () => {
    expect(decide('Acorn Inc Fund 2', 'us-ny', [record('Acorn Inc Fund 3')]).kind).toBe('no_match');
  });

  it('prefers the current bearer of a name to a previous one', () => {
    const renamed = record('Elm Valley LLC', { aliases: [{ name: 'Acorn Ridge LLC', kind: 'former' }] });
    const current = record('Acorn Ridge LLC');
    const decision = match('acorn ridge llc', [renamed, current]);
    expect(decision.record).toBe(current);
    expect(decision.match.review).toBe(false);
  });

  it('finds nothing among unrelated records or no records', () => {
    expect(decide('Acorn Ridge LLC', 'us-ny', [record('Zephyr Quarry Inc')])).toEqual({
      kind: 'no_match',
      closest: [],
    });
    expect(decide('Acorn Ridge LLC', 'us-ny', [])).toEqual({ kind: 'no_match', closest: [] });
  });

  it('counts a record once when the register returns it twice', () => {
    const own = record('Acorn Ridge LLC');
    expect(match('acorn ridge llc', [own, own]).match.review).toBe(false);
  });

  it('states no alternative as surer than the answer it cannot be told from', () => {
    const twins = [record('Acorn Ridge LLC'), record('Acorn Ridge LLC'), record('The Acorn Ridge LLC')];
    const { confidence, alternatives } = match('Acorn Ridge LLC', twins).match;
    expect([confidence, ...alternatives.map((each) => each.confidence)]).toEqual([75, 75, 75]);
  });

  it('returns at most three alternatives', () => {
    const twins = Array.from({ length: 6 }, () => record('Acorn Ridge LLC'));
    expect(match('Acorn Ridge LLC', twins).match.alternatives).toHaveLength(3);
  });

  it('orders equally likely records by name, whatever the case of its letters', () => {
    const [second, first] = [record('brook Lamps LLC'), record('ALDER LAMPS LLC')];
    const third = record('Cedar Lamps LLC');
    expect(rankedIds('Dune Lamps LLC', [third, second, first])).toEqual([first.id, second.id, third.id]);
  });

  it('ranks the same for any order of the records', () => {
    const records = ['Acorn Ridge LLC', 'Acorn Ridge LLC', 'Acorn Ridge Inc', 'Acorn'].map((name) => record(name));
    expect(rankedIds('Acorn Ridge', records.toReversed())).toEqual(rankedIds('Acorn Ridge', records));
  });
});

describe('nameQuery', () => {
  it('returns the words in order, and the distinctive ones', () => {
    const query = nameQuery(' The Quillfeather Medical Group, LLC', 'us-ny');
    expect(query.typed).toBe('The Quillfeather Medical Group, LLC');
    expect(query.words).toEqual(['QUILLFEATHER', 'MEDICAL', 'GROUP']);
    expect(query.distinctive).toEqual(['QUILLFEATHER']);
  });

  it.each(['Global Services Group Inc', 'The Company', 'A B', '1 2 3 LLC'])(
    'finds distinctive words even in %s',
    (name) => {
      expect(nameQuery(name, 'us-ny').distinctive.length).toBeGreaterThan(0);
    },
  );

  it('is satisfied by the name itself, not by a similar one', () => {
    const query = nameQuery('Acorn Ridge LLC', 'us-ny');
    expect(query.satisfiedBy([record('ACORN RIDGE, L.L.C.')])).toBe(true);
    expect(query.satisfiedBy([record('ACORN RIDGES LLC')])).toBe(false);
    expect(query.satisfiedBy([])).toBe(false);
  });
});

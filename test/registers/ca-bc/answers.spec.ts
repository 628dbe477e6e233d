import { nameQuery } from '../../../src/core/verification/name-query.js';
import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { adapter, reply, search, expectWithheld } = register;

describe('British Columbia', () => {
  const topic = (source_id: string, name: string, status = 'ACT') => ({
    source_id,
    type: 'registration.registries.ca',
    names: [{ text: name, type: 'entity_name' }],
    attributes: [{ type: 'entity_status', value: status }],
    inactive: false,
  });

  /** Returns one page of these names, ten per page. */
  const pageOf = (names: readonly string[], query: URLSearchParams) => {
    const from = (Number(query.get('page')) - 1) * 10;
    const results = names
      .slice(from, from + 10)
      .map((name, at) => topic(`BC90${String(from + at).padStart(5, '0')}`, name));
    return { total: names.length, results };
  };
  const others = (count: number, word: string) => Array.from({ length: count }, (_, at) => `NUMBER ${at} ${word} LTD.`);

  it('does not confirm an absence while each word of the name has too many hits to read', async () => {
    reply(({ query }) => pageOf(others(4_312, 'IMAGINARY SOMEWHERE'), query));
    const { complete } = await search(adapter('ca-bc'));
    expect(complete).toBe(false);
    expect(register.double.requests.filter(({ query }) => query.get('page') !== '1')).toEqual([]);
  });

  it('confirms an absence when all hits of one word were read, whatever the words find together', async () => {
    reply(({ query }) =>
      pageOf(query.get('q') === 'SOMETHING' ? others(25, 'SOMETHING') : others(900, 'IMAGINARY'), query),
    );
    const { complete } = await search(adapter('ca-bc'));
    expect(complete).toBe(true);
    const pages = register.double.requests.filter(({ query }) => query.get('q') === 'SOMETHING');
    expect([...new Set(pages.map(({ query }) => query.get('page')))]).toEqual(['1', '2', '3']);
  });

  it('reads further pages while names contain all words', async () => {
    const named = [...others(20, 'SOMETHING IMAGINARY'), ...others(880, 'IMAGINARY')];
    reply(({ query }) => pageOf(named, query));
    const { complete } = await search(adapter('ca-bc'));
    expect(complete).toBe(false);
    const pages = register.double.requests.filter(({ query }) => query.get('q') === 'IMAGINARY SOMETHING');
    expect(pages.map(({ query }) => query.get('page'))).toEqual(['1', '2', '3']);
  });

  /** The register indexes words as it writes them, dots and apostrophes included. */
  const wordsOf = (text: string): string[] => text.toUpperCase().match(/[A-Z0-9'.]*[A-Z0-9]/g) ?? [];
  const indexed = (names: readonly string[]) =>
    reply(({ query }) => {
      const asked = wordsOf(query.get('q') ?? '');
      const score = (name: string) => asked.filter((word) => wordsOf(name).includes(word)).length;
      const hits = names.filter((name) => score(name) > 0).toSorted((a, b) => score(b) - score(a));
      return pageOf(hits, query);
    });

  it.each(['HLF Images Ltd', 'H.L.F Images', 'H.L.F. IMAGES LTD.', 'H. L. F. Images Ltd'])(
    'finds initials with and without dots, behind other hits too: %s',
    async (name) => {
      indexed([...others(300, 'IMAGES'), 'H.L.F. IMAGES LTD.']);
      const query = nameQuery(name, 'ca-bc');
      const { records } = await adapter('ca-bc').search(query, never);
      expect(records.map((record) => record.name)).toContain('H.L.F. IMAGES LTD.');
    },
  );

  it.each([
    ['Quillmark Kings Ltd', "QUILLMARK KING'S LTD."],
    ['OBrannigan Quillmark Ltd', "O'BRANNIGAN QUILLMARK LTD."],
    ['QMK Quillmark Ltd', 'Q M K QUILLMARK LTD.'],
  ])('finds a word with punctuation by one without it: %s', async (name, registered) => {
    indexed([...others(300, 'QUILLMARK'), registered]);
    const { records } = await adapter('ca-bc').search(nameQuery(name, 'ca-bc'), never);
    expect(records.map((record) => record.name)).toContain(registered);
  });

  it('confirms an absence of initials only when all their spellings were read', async () => {
    indexed(others(300, 'IMAGES'));
    const query = nameQuery('HLF Images Ltd', 'ca-bc');
    await expect(adapter('ca-bc').search(query, never)).resolves.toMatchObject({ complete: true });
    const texts = new Set(register.double.requests.map(({ query: asked }) => asked.get('q')));
    expect([...texts]).toEqual(expect.arrayContaining(['IMAGES', 'HLF', 'H.L.F.', 'H L F']));
  });

  it('skips a topic without a name, and counts an unlisted status word', async () => {
    const nameless = { ...topic('BC9000009', ''), names: [{ text: '900000001', type: 'business_number' }] };
    reply(() => ({ total: 3, results: [topic('BC9000001', 'A'), nameless, topic('BC9000002', 'B', 'SUS')] }));
    const { records, complete } = await search(adapter('ca-bc'));
    expect(records).toMatchObject([
      { id: 'BC9000001' },
      { status: 'unknown', statusDetail: 'SUS', goodStanding: null },
    ]);
    expect(complete).toBe(false);
    expect(register.skipped[0]).toEqual({ source: 'ca-bc', reason: 'a topic without an entity_name' });
    expect(register.unknown[0]).toEqual({ source: 'ca-bc', status: 'SUS' });
  });

  it('finds by number that record alone, not the related ones', async () => {
    reply(() => ({ total: 2, results: [topic('BC9000001', 'A'), topic('FM9000002', 'B')] }));
    const registry = adapter('ca-bc');
    await expect(registry.findByNumber('FM9000002', never)).resolves.toMatchObject({ name: 'B' });
    await expect(registry.findByNumber('BC9000003', never)).resolves.toBeUndefined();
  });

  it('reports a nameless topic as withheld by number, also beside related ones', async () => {
    const nameless = { ...topic('BC9000009', ''), names: [{ text: '900000001', type: 'business_number' }] };
    reply(() => ({ total: 1, results: [nameless] }));
    await expectWithheld(adapter('ca-bc'), 'BC9000009', 'name');
    reply(() => ({ total: 3, results: [topic('BC9000001', 'A'), topic('BC9000002', 'B'), nameless] }));
    await expectWithheld(adapter('ca-bc'), 'BC9000009', 'name');
  });
});

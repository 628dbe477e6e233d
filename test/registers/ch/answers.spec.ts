import { nameQuery } from '../../../src/core/verification/name-query.js';
import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { adapter, reply, search, fetch, expectWithheld } = register;

describe('Zefix', () => {
  const company = (more: object = {}) => ({
    uid: 'CHE900000001',
    name: 'Imaginary Something AG',
    canton: 'ZH',
    status: 'ACTIVE',
    ...more,
  });

  it('skips a company without a UID, and is incomplete', async () => {
    const { uid: _, ...without } = company();
    reply(() => [without, company(), company({ uid: 'CHE900000002' })]);
    const { records, complete } = await search(adapter('ch-zh'), 'Imaginary Other AG');
    expect([records.length, complete]).toEqual([2, false]);
    expect(register.skipped[0]).toEqual({ source: 'ch-zh', reason: 'a record without uid' });
  });

  it.each([200, 400])('is incomplete for words that Zefix does not search for (HTTP %i)', async (status) => {
    const body = JSON.stringify({ error: { type: 'INVALID_QUERY_WORDS', message: 'invalid words' } });
    register.double.replyWith(() => ({ status, body }));
    await expect(search(adapter('ch-zh'))).resolves.toEqual({ records: [], complete: false });
  });

  it('gives no hint of standing for an unlisted status word', async () => {
    reply(() => [company({ status: 'SUSPENDED' })]);
    const { records } = await search(adapter('ch-zh'));
    expect(records).toMatchObject([{ status: 'unknown', statusDetail: 'SUSPENDED', goodStanding: null }]);
    expect(records[0]).not.toHaveProperty('standingHint');
    expect(register.unknown[0]).toEqual({ source: 'ch-zh', status: 'SUSPENDED' });
  });

  it('prefers the active entry of a UID to an older one', async () => {
    reply(() => [company({ status: 'CANCELLED', name: 'Older Something AG' }), company()]);
    const { records } = await search(adapter('ch-zh'));
    expect(records).toMatchObject([{ status: 'active', name: 'Imaginary Something AG' }]);
  });

  it('reports a missing canton or name as withheld by number, not as an absence', async () => {
    reply(() => [company({ canton: null })]);
    await expectWithheld(adapter('ch-zh'), 'CHE900000001', 'seat');
    const { name: _, ...nameless } = company();
    reply(() => [nameless]);
    await expectWithheld(adapter('ch-zh'), 'CHE900000001', 'name');
  });

  it('reports a company of another canton by number as moved, whatever entry it left here', async () => {
    const moved = { id: 'CHE900000001', movedTo: 'ch-zg', place: 'Zug' };
    const living = company({ canton: 'ZG', legalSeat: 'Zug' });
    for (const entries of [[living], [company({ status: 'CANCELLED' }), living]]) {
      reply(() => entries);
      await expect(adapter('ch-zh').findByNumber('CHE900000001', never)).resolves.toEqual(moved);
      await expect(adapter('ch-zh').fetch('CHE900000001', never)).resolves.toEqual(moved);
    }
    reply(() => [company(), { ...living, status: 'CANCELLED' }]);
    await expect(adapter('ch-zh').findByNumber('CHE900000001', never)).resolves.toMatchObject({ status: 'active' });
  });

  it('prefers by number the entry of the canton to an older one without a canton', async () => {
    const { canton: _, ...unplaced } = company({ status: 'CANCELLED', name: 'Older Something AG' });
    reply(() => [unplaced, company()]);
    await expect(adapter('ch-zh').findByNumber('CHE900000001', never)).resolves.toMatchObject({
      name: 'Imaginary Something AG',
    });
  });

  it('returns former and translated names by number', async () => {
    const oldNames = [{ name: 'Formerly Something AG', sequenceNr: 1, translation: [] }, { sequenceNr: 2 }];
    reply(() => [company({ oldNames, translation: ['Imaginary Something SA', 'Imaginary Something AG'] })]);
    await expect(adapter('ch-zh').findByNumber('CHE900000001', never)).resolves.toMatchObject({
      aliases: [
        { name: 'Formerly Something AG', kind: 'former' },
        { name: 'Imaginary Something SA', kind: 'trade' },
      ],
    });
  });
});

describe('LINDAS', () => {
  const binding = (name: string, uid = 'CHE900000001') => ({
    legalName: { value: name },
    uid: { value: uid },
    region: { value: 'ZH' },
  });

  it('returns one company when its name is listed in several languages', async () => {
    const bindings = [
      binding('Imaginary Something AG'),
      binding('Imaginary Something SA'),
      binding('Imaginary Something SA'),
    ];
    reply(() => ({ results: { bindings } }));
    const registry = adapter('ch-zh', { credentials: {} });
    const aliases = [{ name: 'Imaginary Something SA', kind: 'trade' }];
    for (const asked of ['Imaginary Something AG', 'Imaginary Other AG']) {
      const { records } = await search(registry, asked);
      expect(records).toEqual([expect.objectContaining({ name: 'Imaginary Something AG', aliases })]);
    }
    await expect(fetch(registry, 'CHE900000001')).resolves.toMatchObject({ aliases });
  });
  const queries = () => register.double.requests.map(({ query }) => query.get('query') ?? '');

  it('searches inside names and for their beginning, with each filter in a limited subquery', async () => {
    reply(() => ({ results: { bindings: [binding('The Imaginary Something AG')] } }));
    await search(adapter('ch-zh', { credentials: {} }));
    for (const filter of ['STRSTARTS', 'CONTAINS']) {
      const query = queries().find((each) => each.includes(filter));
      expect(query).toMatch(/\{ SELECT \?company WHERE \{[^]*FILTER\([^]*\} ORDER BY \?company LIMIT \d+/);
    }
    for (const query of queries()) expect(query.indexOf('OPTIONAL')).toBeGreaterThan(query.indexOf('LIMIT'));
  });

  it('returns a row for every company found, so that fewer rows than the limit are all of them', async () => {
    reply(() => ({ results: { bindings: [] } }));
    await search(adapter('ch-zh', { credentials: {} }));
    for (const query of queries()) {
      const demanded = query.replace(/OPTIONAL \{[^{}]*\}/g, '');
      expect(demanded).not.toMatch(/additionalType|CompanyUID/);
      expect(query).toMatch(/OPTIONAL \{[^{}]*additionalType[^{}]*\}[^]*OPTIONAL \{[^{}]*CompanyUID[^{}]*\}/);
    }
    const { uid: _, ...unnumbered } = binding('Imaginary Something AG');
    reply(() => ({ results: { bindings: [unnumbered, binding('Imaginary Otherwise AG')] } }));
    const query = nameQuery('Imaginary Something AG', 'ch-zh');
    await expect(adapter('ch-zh', { credentials: {} }).search(query, never)).resolves.toMatchObject({
      complete: false,
    });
    expect(register.skipped).toContainEqual({ source: 'ch-zh', reason: 'a company without uid' });
  });

  it('searches for every legal form at once, inside names and at their beginning', async () => {
    const names = [binding('Imaginary Something AG'), binding('Imaginary Something', 'CHE900000002')];
    reply(() => ({ results: { bindings: names } }));
    const query = nameQuery('Imaginary Something AG', 'ch-zh');
    const { records, complete } = await adapter('ch-zh', { credentials: {} }).search(query, never);
    expect([records.length, complete, register.double.requests.length]).toEqual([2, true, 2]);
    expect(queries().join('\n')).toContain('STRSTARTS(LCASE(?legalName), "imaginary something")');
  });

  it('starts from the identifier, without any filter, when searching by number', async () => {
    reply(() => ({ results: { bindings: [binding('Imaginary Something AG in Liquidation')] } }));
    const found = await adapter('ch-zh', { credentials: {} }).findByNumber('CHE900000001', never);
    expect(found).toMatchObject({ id: 'CHE900000001', goodStanding: null, standingHint: { goodStanding: false } });
    expect(queries()[0]).toContain('schema:value "CHE900000001"');
    expect(queries()[0]).not.toContain('FILTER');
  });

  it.each([
    ['a name', [{ region: { value: 'ZH' } }], { withholds: 'name' }],
    ['a canton', [{ legalName: { value: 'Imaginary Something AG' } }], { withholds: 'seat' }],
    ['anything', [{}], { withholds: 'seat' }],
    ['its canton being Zürich', [{ region: { value: 'ZG' } }], { movedTo: 'ch-zg' }],
    ['being there', [], undefined],
  ])('reports by number what is withheld of a company without %s', async (_, bindings, told) => {
    reply(() => ({ results: { bindings } }));
    const registry = adapter('ch-zh', { credentials: {} });
    const expected = told && { id: 'CHE900000001', ...told };
    await expect(registry.findByNumber('CHE900000001', never)).resolves.toEqual(expected);
    await expect(registry.fetch('CHE900000001', never)).resolves.toEqual(expected);
  });

  it('skips a company without a UID, and is incomplete', async () => {
    const bindings = [{ legalName: { value: 'X AG' } }, binding('A AG'), binding('B AG', 'CHE900000002')];
    reply(() => ({ results: { bindings } }));
    const { records, complete } = await search(adapter('ch-zh', { credentials: {} }), 'Imaginary Other AG');
    expect([records.length, complete]).toEqual([2, false]);
  });
});

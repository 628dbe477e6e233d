import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { adapter, reply, search, fetch } = register;

describe('Companies House', () => {
  const item = (company_number: string) => ({
    title: 'IMAGINARY SOMETHING LTD',
    company_number,
    company_status: 'active',
  });

  it.each([
    ['gb-eaw', ['00000001', 'OC000002', 'SE000003', 'FC000004', 'BR000005', 'RS000006', 'CE000007', 'OE000008']],
    ['gb-sct', ['SC000001', 'SO000002', 'SL000003', 'CS000004', 'ES000005', 'GS000006', 'SF000007', 'SP000008']],
    ['gb-nir', ['NI000001', 'NC000002', 'R0000003', 'GN000004', 'EN000005', 'NF000006', 'NL000007']],
  ])('recognises %s by its prefixes', async (code, own) => {
    const all = ['00000001', 'OC000002', 'SE000003', 'FC000004', 'BR000005', 'RS000006', 'CE000007', 'OE000008'].concat(
      ['SC000001', 'SO000002', 'SL000003', 'CS000004', 'ES000005', 'GS000006', 'SF000007', 'SP000008'],
      ['NI000001', 'NC000002', 'R0000003', 'GN000004', 'EN000005', 'NF000006', 'NL000007'],
    );
    reply(({ path }) => (path === '/search/companies' ? { items: all.map(item) } : undefined));
    const { records } = await search(adapter(code), 'Imaginary Other LTD');
    expect(records.map(({ id }) => id).toSorted()).toEqual(own.toSorted());
  });

  it('reads the ranked search too when a name has too many hits, and is incomplete', async () => {
    const named = (id: string) => ({ ...item(id), company_name: 'IMAGINARY SOMETHING LTD' });
    reply(({ path }) =>
      path === '/search/companies' ? { items: [item('00000002')] } : { items: [named('00000001')], hits: '2001' },
    );
    const { records, complete } = await search(adapter('gb-eaw'), 'Imaginary Something LTD');
    expect(records.map(({ id }) => id).toSorted()).toEqual(['00000001', '00000002']);
    expect(complete).toBe(false);
    expect(register.double.requests).toHaveLength(2);
  });

  it('is incomplete when the ranked search alone returns a full hundred hits', async () => {
    const ranked = (count: number) => Array.from({ length: count }, (_, at) => item(String(at + 1).padStart(8, '0')));
    for (const [count, isWhole] of [
      [99, true],
      [100, false],
    ] as const) {
      reply(({ path }) => (path === '/search/companies' ? { items: ranked(count) } : { items: [], hits: 0 }));
      const { complete } = await search(adapter('gb-eaw'), 'Imaginary Something LTD');
      expect(complete).toBe(isWhole);
    }
  });

  it('skips an unreadable hit of the ranked search, and is incomplete', async () => {
    const { title: _, ...untitled } = item('00000002');
    reply(({ path }) => (path === '/search/companies' ? { items: [item('00000001'), untitled] } : undefined));
    const { records, complete } = await search(adapter('gb-eaw'), 'Imaginary Other LTD');
    expect(records.map(({ id }) => id)).toEqual(['00000001']);
    expect(complete).toBe(false);
    expect(register.skipped).toContainEqual({ source: 'gb-eaw', reason: 'a record without title' });
  });

  it('does not confirm an absence when the only ranked hit cannot be read', async () => {
    const { title: _, ...untitled } = item('00000002');
    reply(({ path }) => (path === '/search/companies' ? { items: [untitled] } : undefined));
    await expect(search(adapter('gb-eaw'), 'Imaginary Other LTD')).resolves.toEqual({ records: [], complete: false });
  });

  it('reads officers to the last page', async () => {
    const officer = (at: number) => ({ name: `FICTIONAL, Officer ${at}`, officer_role: 'director' });
    reply(({ path, query }) => {
      if (path.endsWith('/filing-history')) return { items: [], total_count: 0 };
      if (!path.endsWith('/officers')) return { ...item('00000001'), company_name: 'X LTD', type: 'ltd' };
      const start = Number(query.get('start_index') ?? 0);
      const items = Array.from({ length: Math.min(100, 230 - start) }, (_, at) => officer(start + at));
      return { items, total_results: 230 };
    });
    const record = await fetch(adapter('gb-eaw'), '00000001');
    expect(new Set(record!.details.officers!.map(({ name }) => name)).size).toBe(230);
  });

  it.each([
    ['dissolved', '2022-06-30', ['2022-06-30', '2015-01-02']],
    ['converted-closed', '2022-06-30', ['2022-06-30', '2015-01-02']],
    ['dissolved', undefined, [undefined, '2015-01-02']],
    ['active', '2022-06-30', [undefined, '2015-01-02']],
    ['liquidation', undefined, [undefined, '2015-01-02']],
  ])('ends an office with the company: %s on %s', async (company_status, date_of_cessation, ends) => {
    const items = [{ name: 'FICTIONAL, One' }, { name: 'FICTIONAL, Two', resigned_on: '2015-01-02' }];
    reply(({ path }) => {
      if (path.endsWith('/filing-history')) return { items: [], total_count: 0 };
      if (path.endsWith('/officers')) return { items, total_results: 2 };
      return { ...item('00000001'), company_name: 'X LTD', type: 'ltd', company_status, date_of_cessation };
    });
    const record = await fetch(adapter('gb-eaw'), '00000001');
    expect(record!.details.officers!.map(({ endDate }) => endDate)).toEqual(ends);
  });

  it('returns former names with their days by number', async () => {
    const previous_company_names = [
      { name: 'FORMERLY SOMETHING LTD', effective_from: '2001-02-03', ceased_on: '2016-05-20' },
    ];
    reply(() => ({ ...item('00000001'), company_name: 'X LTD', type: 'ltd', previous_company_names }));
    await expect(adapter('gb-eaw').findByNumber('00000001', never)).resolves.toMatchObject({
      aliases: [{ name: 'FORMERLY SOMETHING LTD', kind: 'former', from: '2001-02-03', until: '2016-05-20' }],
    });
    expect(register.double.requests).toHaveLength(1);
  });

  it('sends two requests for a name that it does not have', async () => {
    reply(({ path }) => (path === '/search/companies' ? { items: [] } : undefined));
    const answer = await search(adapter('gb-eaw'), 'Imaginary Umbrella Repairs of Nowhere LTD');
    expect(answer).toEqual({ records: [], complete: true });
    expect(register.double.requests).toHaveLength(2);
  });

  it('hints at bad standing from overdue papers, and says why', async () => {
    reply(() => ({ ...item('00000001'), company_name: 'X LTD', type: 'ltd', accounts: { overdue: true } }));
    await expect(adapter('gb-eaw').findByNumber('00000001', never)).resolves.toMatchObject({
      goodStanding: null,
      standingHint: { goodStanding: false, because: expect.stringContaining('overdue') },
    });
  });
});

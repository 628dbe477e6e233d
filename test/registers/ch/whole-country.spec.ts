import { REGISTERS } from '../../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../../src/adapters/registries/configured-registries.js';
import type { Registry } from '../../../src/core/registries/ports.js';
import type { RegisterRecord } from '../../../src/core/registries/record.js';
import type { DoubleRequest } from '../../registries/register-double.js';
import { asking } from '../../registries/registry.suite.js';
import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const UID = 'CHE900000001';
const register = askedRegister();

const search = (registry: Registry, name = 'Imaginary Something') =>
  registry.search(asking(name, / (?:AG|GmbH|SA)$/), never);

describe('Zefix, asked for the whole country', () => {
  const company = (more: object = {}) => ({
    uid: UID,
    name: 'Imaginary Something SA',
    canton: 'GE',
    legalSeat: 'Genève',
    status: 'ACTIVE',
    address: { street: 'Imaginary Street', houseNumber: '1', city: 'Genève', swissZipCode: '1201' },
    ...more,
  });
  const SEAT = { place: 'Genève', region: 'Genève', country: 'ch', jurisdiction: 'ch-ge' };
  const zefix = (code: string) => register.connect(code).of(code);
  const answering = (...entries: object[]) => register.double.replyWith(() => ({ body: JSON.stringify(entries) }));

  it('names no canton in a search, and takes the town of the seat from its results', async () => {
    const { name, uid, status, legalSeat } = company();
    answering({ name, uid, status, legalSeat });
    const { records, complete } = await search(zefix('ch'), name);
    expect(complete).toBe(true);
    expect(records).toMatchObject([{ id: UID, isBrief: true, seat: { place: 'Genève' } }]);
    expect(records[0]!.clues).toEqual({
      office: expect.objectContaining({ city: 'Genève', region: null }),
      isSeat: true,
    });
    expect(register.double.requests.map(({ body }) => Object.keys(body))).toEqual([['name', 'activeOnly']]);
  });

  it('finds a company of any canton by number, with its seat and its address', async () => {
    answering(company());
    await expect(zefix('ch').findByNumber(UID, never)).resolves.toMatchObject({ id: UID, seat: SEAT });
    await expect(zefix('ch').fetch(UID, never)).resolves.toMatchObject({
      seat: SEAT,
      details: { principalAddress: { city: 'Genève', region: 'GE', country: 'CH' } },
    });
    await expect(zefix('ch-zh').findByNumber(UID, never)).resolves.toMatchObject({ movedTo: 'ch-ge' });
  });

  it('reads a company of a canton as its own register does, and its seat', async () => {
    answering(company({ canton: 'ZH', legalSeat: 'Zürich' }));
    const part = (await zefix('ch-zh').findByNumber(UID, never)) as RegisterRecord;
    expect(part).not.toHaveProperty('seat');
    const seat = { place: 'Zürich', region: 'Zürich', country: 'ch', jurisdiction: 'ch-zh' };
    await expect(zefix('ch').findByNumber(UID, never)).resolves.toEqual({ ...part, seat });
  });

  it.each([
    ['without a canton', { canton: null }, { place: 'Genève', country: 'ch' }],
    ['without a seat', { canton: null, legalSeat: null, address: null }, null],
    ['of a canton that nobody knows', { canton: 'XX' }, { place: 'Genève', country: 'ch' }],
    ['without a town', { legalSeat: null, address: null }, { ...SEAT, place: undefined }],
  ])('finds a company %s', async (_, more, seat) => {
    answering(company(more));
    const found = (await zefix('ch').findByNumber(UID, never)) as RegisterRecord;
    expect([found.id, found.seat]).toEqual([UID, seat]);
  });

  it('withholds a company without a name', async () => {
    answering(company({ name: null }));
    await expect(zefix('ch').findByNumber(UID, never)).resolves.toEqual({ id: UID, withholds: 'name' });
  });

  it('takes the old entry in another canton for the same company', async () => {
    answering(company({ canton: 'ZH', status: 'CANCELLED' }), company());
    await expect(zefix('ch').findByNumber(UID, never)).resolves.toMatchObject({ status: 'active', seat: SEAT });
    const { records } = await search(zefix('ch'), 'Imaginary Something SA');
    expect(records).toMatchObject([{ id: UID, status: 'active' }]);
  });

  const tooMany = { status: 400, body: JSON.stringify({ error: { type: 'RESULTLIST_TO_LARGE' } }) };

  it('finds the whole name among too many that contain its words, and calls the search incomplete', async () => {
    const names = ({ body }: DoubleRequest) => String(body['name']);
    register.double.replyWith((request) =>
      names(request).includes('*') ? tooMany : { body: JSON.stringify([company()]) },
    );
    const { records, complete } = await search(zefix('ch'), 'Imaginary Something SA');
    expect([records.map(({ id }) => id), complete]).toEqual([[UID], false]);
    expect(names(register.double.requests.at(-1)!)).toBe('Imaginary Something SA');
  });

  it('confirms no absence while there are too many', async () => {
    register.double.replyWith(() => tooMany);
    await expect(search(zefix('ch'))).resolves.toEqual({ records: [], complete: false });
  });
});

describe('LINDAS, asked for the whole country', () => {
  let registries: ConfiguredRegistries;
  beforeEach(() => {
    registries = new ConfiguredRegistries({
      registers: REGISTERS,
      mode: 'live',
      urls: { ch: register.double.origin, 'ch-zh': register.double.origin },
      credentials: {},
      pace: {},
      timeoutMs: 2_000,
      log: { warn: () => undefined },
    });
  });
  afterEach(() => registries.close());

  const row = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }]));
  const GENEVA = { legalName: 'Imaginary Something SA', locality: 'Genève', region: 'GE', uid: UID };
  const SEAT = { place: 'Genève', region: 'Genève', country: 'ch', jurisdiction: 'ch-ge' };
  const answering = (...rows: Record<string, string>[]) =>
    register.double.replyWith(() => ({ body: JSON.stringify({ results: { bindings: rows.map(row) } }) }));
  const queries = () => register.double.requests.map(({ query }) => query.get('query') ?? '');

  it('names no canton in its queries, and reads the one of each company', async () => {
    answering(GENEVA);
    const { records, complete } = await search(registries.of('ch'), 'Imaginary Something SA');
    expect([records.map(({ seat }) => seat), complete]).toEqual([[SEAT], true]);
    expect(records[0]!.clues?.office).toMatchObject({ city: 'Genève', region: 'GE' });
    expect(queries().filter((query) => /"(?:ZH|GE)"|addressRegion "/.test(query))).toEqual([]);
    await search(registries.of('ch-zh'));
    expect(queries().filter((query) => query.includes('addressRegion "ZH"')).length).toBeGreaterThan(1);
  });

  it('lists the shortest names of a beginning first, so that the name itself is among them', async () => {
    answering();
    await search(registries.of('ch'));
    const beginnings = queries().filter((query) => query.includes('STRSTARTS'));
    expect(beginnings).toEqual([expect.stringContaining('ORDER BY STRLEN(?legalName) ?company LIMIT')]);
  });

  it('reads a company of a canton as its own register does, and its seat', async () => {
    answering({ ...GENEVA, locality: 'Zürich', region: 'ZH' });
    const part = await registries.of('ch-zh').findByNumber(UID, never);
    expect(part).not.toHaveProperty('seat');
    const seat = { place: 'Zürich', region: 'Zürich', country: 'ch', jurisdiction: 'ch-zh' };
    await expect(registries.of('ch').findByNumber(UID, never)).resolves.toEqual({ ...part, seat });
  });

  it('finds by number what another canton has, and what has no address', async () => {
    answering(GENEVA);
    await expect(registries.of('ch').fetch(UID, never)).resolves.toMatchObject({
      seat: SEAT,
      details: { principalAddress: { city: 'Genève', region: 'GE' } },
    });
    answering({ legalName: 'Imaginary Something SA' });
    await expect(registries.of('ch').findByNumber(UID, never)).resolves.toMatchObject({ id: UID, seat: null });
    answering({ region: 'GE' });
    await expect(registries.of('ch').findByNumber(UID, never)).resolves.toEqual({ id: UID, withholds: 'name' });
  });
});

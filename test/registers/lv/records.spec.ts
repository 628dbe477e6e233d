import { Witness } from '../../../src/core/registries/witness.js';
import { nameQuery } from '../../../src/core/verification/name-query.js';
import { askedRegister, itCountsUnknownStatuses, told } from '../asked-register.js';

const register = askedRegister();
const { adapter, listed, reply } = register;
const never = new AbortController().signal;

const FORMER = 'ad772b8b-76e4-4334-83d9-3beadf513aa6';
const OFFICERS = 'e665114a-73c2-4375-9470-55874b4cfa6b';

/** As recorded. */
const GLORY = {
  regcode: 40_008_234_596,
  name: '"House of Glory"',
  type: 'BDR',
  type_text: 'Biedrība',
  registered: '2015-03-02',
  terminated: null,
  closed: ' ',
  address: 'Rīga, Latgales iela 180 - 5',
  index: '1019',
  atvk: '0001000',
};
const answer = (...records: object[]) => ({ success: true, result: { total: records.length, records } });
const resources = (rows: Record<string, object[]>, main: object[] = [GLORY]) =>
  reply(({ query }) => answer(...(rows[query.get('resource_id') ?? ''] ?? main)));

describe('Latvia', () => {
  it('reads a record, its former names and its officers', async () => {
    resources({
      [FORMER]: [{ regcode: GLORY.regcode, name: '"Old Glory"', date_to: '2019-02-03T00:00:00' }],
      [OFFICERS]: [
        { at_legal_entity_registration_number: GLORY.regcode, name: 'Izdomāta Persona', position: 'CHAIR_OF_BOARD' },
      ],
    });
    await expect(register.fetch(adapter('lv'), '40008234596')).resolves.toMatchObject({
      id: '40008234596',
      name: '"House of Glory"',
      aliases: [{ name: '"Old Glory"', kind: 'former', until: '2019-02-03' }],
      entityType: 'Biedrība',
      formationDate: '2015-03-02',
      seat: { place: 'Rīga', country: 'lv' },
      details: {
        officers: [{ name: 'Izdomāta Persona', title: 'Valdes priekšsēdētājs' }],
        principalAddress: { line1: 'Latgales iela 180 - 5', city: 'Rīga', postalCode: '1019' },
      },
    });
    const asked = register.double.requests.map(({ query }) => query.get('fields'));
    expect(asked.join()).not.toMatch(/birth|identity/);
  });

  it.each([
    [{}, ['active', null, null]],
    [{ closed: 'L' }, ['dissolved', 'Likvidēts', false]],
    [{ closed: 'R' }, ['dissolved', 'Reorganizēts', false]],
    [{ terminated: '2018-05-06T00:00:00' }, ['dissolved', 'Izslēgts 2018-05-06', false]],
    [{ terminated: '2999-05-06T00:00:00' }, ['active', null, null]],
  ])('reads status and standing of %j', async (more, expected) => {
    const [record] = await listed('lv', answer({ ...GLORY, ...more }));
    expect(told(record!)).toEqual(expected);
  });

  itCountsUnknownStatuses(register, 'lv', (word) => answer({ ...GLORY, closed: word }));

  it('finds a business by its former name', async () => {
    const named = JSON.stringify({ regcode: [GLORY.regcode] });
    reply(({ query }) => {
      if (query.get('resource_id') === FORMER) return answer({ regcode: GLORY.regcode, name: '"Old Glory"' });
      return query.get('filters') === named ? answer(GLORY) : answer();
    });
    const { records, complete } = await adapter('lv').search(nameQuery('Old Glory', 'lv'), never);
    expect([complete, records]).toMatchObject([true, [{ id: '40008234596', aliases: [{ name: '"Old Glory"' }] }]]);
  });

  it.each(['IK', 'ZEM'])('leaves out a person of the type %s, withholds it, and keeps no body', async (type) => {
    const person = { ...GLORY, regcode: 40_000_000_001, name: 'Izdomāta Persona', type };
    resources({ [FORMER]: [], [OFFICERS]: [] }, [person]);
    const witness = new Witness();
    const { records, complete } = await adapter('lv')
      .heardBy(witness)
      .search(nameQuery('Izdomāta Persona', 'lv'), never);
    expect([records, complete]).toEqual([[], true]);
    expect(witness.exchanges[0]?.isPrivate).toBe(true);
    await register.expectWithheld(adapter('lv'), '40000000001', 'name');
  });

  it('asks for every writing with accents, and is incomplete where the portal refuses that', async () => {
    reply(() => answer());
    const absent = () => adapter('lv').search(nameQuery('SIA "Kede"', 'lv'), never);
    await expect(absent()).resolves.toEqual({ records: [], complete: true });
    const [wide] = register.double.requests.filter(({ query }) => query.get('plain') === 'false');
    expect(JSON.parse(wide?.query.get('q') ?? '{}')).toEqual({
      name: '(kede | kedē | kēde | kēdē | ķede | ķedē | ķēde | ķēdē)',
    });
    register.double.replyWith(({ query }) =>
      query.get('plain') === 'false' ? { status: 409, body: '{}' } : { body: JSON.stringify(answer()) },
    );
    await expect(absent()).resolves.toEqual({ records: [], complete: false });
  });
});

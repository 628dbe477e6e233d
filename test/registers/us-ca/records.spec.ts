import { OwnFault, RefusedQuery } from '../../../src/adapters/registries/http/failures.js';
import { readRecordNumber, requireRecordNumber } from '../../../src/core/registries/record-numbers.js';
import { asking } from '../../registries/registry.suite.js';
import { askedRegister, DENIED, itCountsUnknownStatuses, told } from '../asked-register.js';
import { connectedAs } from '../contract.js';

const register = askedRegister();
const { fetched, listed } = register;
const never = new AbortController().signal;
const ID = '209900000001';

const GOOD = { StandingSOS: 'Good', StandingFTB: 'Good', StandingAgent: 'Good', StandingVCFCF: 'Good' };
const entity = (more: object = {}) => ({
  EntityID: ID,
  EntityName: 'IMAGINARY SOMETHING',
  EntityType: 'Limited Liability Company - CA',
  StatusDescription: 'Active',
  FilingDate: '2021-05-28T00:00:00',
  Jurisdiction: 'CALIFORNIA',
  ...GOOD,
  ...more,
});
const found = (...entities: object[]) => ({ RecordCount: entities.length, EntityData: entities });
const asked = () => register.connect('us-ca').of('us-ca');
const replying = (status: number, body: unknown) =>
  register.double.replyWith(() => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) }));

itCountsUnknownStatuses(register, 'us-ca', (word) => found(entity({ StatusDescription: word })));

describe('California', () => {
  it.each([
    ['Active', ['active', 'Active', true]],
    ['Suspended - FTB', ['suspended', 'Suspended - FTB', false]],
    ['Suspended - SOS & FTB', ['suspended', 'Suspended - SOS & FTB', false]],
    ['Forfeited - SOS', ['suspended', 'Forfeited - SOS', false]],
    ['Delinquent', ['suspended', 'Delinquent', false]],
    ['Terminated', ['dissolved', 'Terminated', false]],
    ['Merged Out', ['merged', 'Merged Out', false]],
    ['Surrendered', ['inactive', 'Surrendered', false]],
  ])('reads the status %s', async (word, expected) => {
    const [record] = await listed('us-ca', found(entity({ StatusDescription: word })));
    expect(told(record!)).toEqual(expected);
    expect(register.unknown).toEqual([]);
  });

  it.each([
    [{}, true],
    [{ StandingFTB: 'Not Good' }, false],
    [{ StandingVCFCF: null }, null],
    [{ StandingVCFCF: undefined }, null],
    [{ StandingVCFCF: 'N/A' }, null],
    [{ StandingVCFCF: null, StandingFTB: 'Not Good' }, DENIED],
  ])('reads the standing of %j', async (more, expected) => {
    const record = await fetched('us-ca', ID, { BusinessEntityDetails: found(entity(more)) });
    expect(told(record!)[2]).toEqual(expected);
  });

  it('reads a record again by number if its search result states fewer standings', async () => {
    const [whole] = await listed('us-ca', found(entity()));
    const [brief] = await listed('us-ca', found(entity({ StandingSOS: undefined })));
    expect([whole!.isBrief, brief!.isBrief]).toEqual([undefined, true]);
  });

  it('reads the details of a number, in a list or alone, with the agent', async () => {
    const answer = entity({ Jurisdiction: 'DELAWARE', AgentName: 'Fictional Agents LLC', AgentCity: 'Nowhere' });
    for (const body of [found(answer), answer]) {
      const record = await fetched('us-ca', ID, { BusinessEntityDetails: body });
      expect(record).toMatchObject({
        ...{ formationDate: '2021-05-28', domestic: false, home: { jurisdiction: 'us-de' } },
        details: { registeredAgent: { name: 'Fictional Agents LLC', address: { city: 'Nowhere' } }, officers: null },
      });
    }
  });

  it('takes another number than the one asked for as no record', async () => {
    replying(200, found(entity({ EntityID: '209900000002' })));
    await expect(asked().findByNumber(ID, never)).resolves.toBeUndefined();
  });

  it('takes a 400 for an absence only if it says so', async () => {
    replying(400, { message: 'No business entities were found.' });
    await expect(asked().search(asking('Imaginary Something'), never)).resolves.toEqual({
      ...{ records: [], complete: true },
    });
    await expect(asked().findByNumber(ID, never)).resolves.toBeUndefined();
    for (const body of ['', 'Bad Request', { message: 'Invalid request: entity-number not found.' }]) {
      replying(400, body);
      await expect(asked().findByNumber(ID, never)).rejects.toBeInstanceOf(RefusedQuery);
      await expect(asked().search(asking('Imaginary Something'), never)).rejects.toBeInstanceOf(RefusedQuery);
    }
  });

  it('tells a refused key from an outage, both of which are 503', async () => {
    replying(503, { message: 'Access denied due to invalid subscription key.' });
    const refused = await asked()
      .findByNumber(ID, never)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OwnFault);
    expect(refused).toMatchObject({ failure: 'unavailable', detail: { ours: true }, httpStatus: 503 });
    replying(503, { message: 'Service unavailable' });
    const failed = await asked()
      .findByNumber(ID, never)
      .catch((error: unknown) => error);
    expect(failed).not.toBeInstanceOf(OwnFault);
    expect(failed).toMatchObject({ failure: 'unavailable' });
  });

  it('calls a full answer incomplete, and asks for names that begin with the words', async () => {
    const many = Array.from({ length: 150 }, (_, at) =>
      entity({ EntityID: String(209_900_000_100 + at), EntityName: `ANOTHER IMAGINARY SOMETHING ${at}` }),
    );
    register.double.replyWith(({ query }) => ({
      body: JSON.stringify(query.get('begins-with') === 'true' ? found(entity()) : found(...many)),
    }));
    const { records, complete } = await asked().search(asking('Imaginary Something'), never);
    expect([records[0]!.id, records.length, complete]).toEqual([ID, 151, false]);
  });

  it('calls an answer with fewer records than it counts incomplete', async () => {
    replying(200, { ...found(entity()), RecordCount: 2 });
    await expect(asked().search(asking('Imaginary Something'), never)).resolves.toMatchObject({ complete: false });
  });

  it('sends its key in a header, and is unavailable without one', async () => {
    const { registry, close } = connectedAs('us-ca').connect(register.double.origin, 2_000);
    replying(200, found(entity()));
    await registry.findByNumber(ID, never);
    await close();
    expect(register.double.requests.at(-1)!.headers['ocp-apim-subscription-key']).toBe('test-key');
    expect(() => connectedAs('us-ca', {}).connect(register.double.origin, 2_000)).toThrow('CALICO_API_KEY');
  });

  it.each([
    ['c1234567', 'C1234567'],
    ['2021 5001 0654', '202150010654'],
    ['B20250012345', 'B20250012345'],
  ])('reads the number %s', (typed, number) => {
    expect(requireRecordNumber('us-ca', typed)).toBe(number);
  });

  it.each(['C123456', '1234567', 'B2025001234', 'D1234567', '20215001065'])('refuses the number %s', (typed) => {
    expect(readRecordNumber('us-ca', typed)).toMatchObject({ problem: expect.stringContaining('C and seven digits') });
  });
});

import { asking } from '../../registries/registry.suite.js';
import { published } from '../../support/published.js';
import { askedRegister } from '../asked-register.js';
import { socrataPortal } from '../socrata-portal.js';

const never = new AbortController().signal;
const CO = {
  entityid: '20019000001',
  entityname: 'Imaginary Lanterns LLC',
  entitystatus: 'Good Standing',
  entitytype: 'DLLC',
};

const register = askedRegister();
const { adapter, recordOf, detailsOf } = socrataPortal(register, 'us-co');

describe('Colorado', () => {
  it.each([
    ['Good Standing', 'active', true],
    ['Exists', 'active', null],
    ['Delinquent', 'suspended', false],
    ['Noncompliant', 'suspended', false],
    ['Registered Agent Resigned', 'suspended', false],
    ['Effectiveness Prevented', 'suspended', false],
    ['Voluntarily Dissolved', 'dissolved', false],
    ['Administratively Dissolved', 'dissolved', false],
    ['Judicially Dissolved', 'dissolved', false],
    ['Dissolved (Term Expired)', 'dissolved', false],
    ['Revoked', 'revoked', false],
    ['Withdrawn', 'inactive', false],
    ['Converted', 'inactive', false],
    ['Merged', 'merged', false],
    ['Consolidated', 'merged', false],
    ['Some New Word', 'unknown', null],
  ])('reads %j as %s, in good standing: %s', async (word, status, goodStanding) => {
    const record = await recordOf('4ykn-tg5h', { ...CO, entitystatus: word });
    expect(record).toMatchObject({ status, goodStanding, statusDetail: word });
  });

  it.each([
    ['Fable LLC, Delinquent May 1, 2022', 'Fable LLC'],
    ['SILVER FABLE MINING COMPANY, Dissolved January 1, 1880', 'SILVER FABLE MINING COMPANY'],
    ['Fable, Inc., Colorado Authority Relinquished June 3, 2010', 'Fable, Inc.'],
    ['Fable LLC, Dissolved (Term Expired) June 13, 2010', 'Fable LLC'],
    ['Founded, July 4, 1976', 'Founded, July 4, 1976'],
    ['Dissolved Sugar, Inc.', 'Dissolved Sugar, Inc.'],
  ])('reads the name %j as %j', async (entityname, name) => {
    await expect(recordOf('4ykn-tg5h', { ...CO, entityname })).resolves.toMatchObject({ name });
  });

  it('reads dates in each format, as calendar dates', async () => {
    const formed = async (entityformdate: string) =>
      (await recordOf('4ykn-tg5h', { ...CO, entityformdate }))?.formationDate;
    await expect(formed('2001-02-03T00:00:00.000')).resolves.toBe('2001-02-03');
    await expect(formed('1886-03-29')).resolves.toBe('1886-03-29');
    await expect(formed('07/01/1891')).resolves.toBe('1891-07-01');
    await expect(formed('soon')).resolves.toBeNull();
  });

  it('publishes agent, address and filings, and no officers', async () => {
    const { details, aliases } = await detailsOf(CO.entityid, {
      '4ykn-tg5h': [
        {
          ...CO,
          principaladdress1: '1 Imaginary Street',
          principalcity: 'Nowhere',
          agentfirstname: 'FICTIONAL',
          agentlastname: 'AGENT',
        },
      ],
      'casm-dbbj': [
        { entityid: CO.entityid, historydes: 'Periodic Report', receiveddate: '2025-03-01T00:00:00.000' },
        { entityid: CO.entityid, historydes: 'Articles of Organization', effectivedate: '2001-02-03T00:00:00.000' },
      ],
      'u7sb-g482': [{ entityid: CO.entityid, tradenamedescription: 'Nowhere Lights' }],
    });
    expect(details).toEqual({
      registeredAgent: { name: 'FICTIONAL AGENT', address: null },
      officers: null,
      principalAddress: expect.objectContaining({ line1: '1 Imaginary Street', city: 'Nowhere', country: null }),
      filingHistorySummary: {
        totalFilings: 2,
        lastFilingDate: '2025-03-01',
        recentFilings: [
          { date: '2025-03-01', type: 'Periodic Report' },
          { date: '2001-02-03', type: 'Articles of Organization' },
        ],
      },
    });
    expect(aliases).toEqual([{ name: 'Nowhere Lights', kind: 'trade' }]);
  });

  it('lists former names from its name changes, and trade names that have not ended', async () => {
    register.double.replyWith(({ path, query }) => {
      if (path.includes('u7sb-g482')) {
        return {
          body: JSON.stringify([
            {
              tradenamedescription: 'Nowhere Lights',
              entitystatus: 'Effective',
              effectivedate: '2010-04-05T00:00:00.000',
            },
            { tradenamedescription: 'Gone Lights', entitystatus: 'Expired' },
          ]),
        };
      }
      const changes = query.get('$where')!.includes("historydes='Entity Name Change'");
      const history = [{ entityid: CO.entityid, historydes: 'Entity Name Change', name: 'Former Lanterns LLC' }];
      if (path.includes('casm-dbbj')) return { body: JSON.stringify(changes ? history : []) };
      return { body: JSON.stringify([CO]) };
    });
    const record = await published(adapter().fetch(CO.entityid, never));
    expect(record?.aliases).toEqual([
      { name: 'Nowhere Lights', kind: 'trade', from: '2010-04-05' },
      { name: 'Former Lanterns LLC', kind: 'former' },
    ]);
  });

  it('skips former names when the history lacks their column, after one query', async () => {
    const refusal = { errorCode: 'query.soql.no-such-column', message: 'No such column: name' };
    register.double.replyWith(({ path }) =>
      path.includes('casm-dbbj') ? { status: 400, body: JSON.stringify(refusal) } : { body: '[]' },
    );
    const registry = adapter();
    for (const name of ['Imaginary Lanterns', 'Imaginary Teapots']) {
      await expect(registry.search(asking(name), never)).resolves.toEqual({ records: [], complete: true });
    }
    expect(register.double.requests.filter(({ path }) => path.includes('casm-dbbj'))).toHaveLength(1);
  });

  it('leaves out only the history when it has lost a column, and fails when the history fails', async () => {
    const history = (reply: object) =>
      register.double.replyWith(({ path }) =>
        path.includes('casm-dbbj')
          ? { status: 400, body: JSON.stringify(reply) }
          : { body: JSON.stringify(path.includes('4ykn-tg5h') ? [{ ...CO, principalcity: 'Nowhere' }] : []) },
      );
    history({ errorCode: 'query.soql.no-such-column', message: 'No such column: receiveddate' });
    const record = await published(adapter().fetch(CO.entityid, never));
    expect(record?.details).toMatchObject({ principalAddress: { city: 'Nowhere' }, filingHistorySummary: null });
    history({ code: 'query.execution.error', message: 'Internal error' });
    await expect(adapter().fetch(CO.entityid, never)).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it('returns null for every detail that the register lacks', async () => {
    const { details } = await detailsOf(CO.entityid, { '4ykn-tg5h': [CO] });
    expect(details).toEqual({
      registeredAgent: null,
      officers: null,
      principalAddress: null,
      filingHistorySummary: null,
    });
  });

  it('lists the ten newest filings of many', async () => {
    const filings = Array.from({ length: 30 }, (_, at) => ({
      historydes: 'Report',
      receiveddate: `${2025 - at}-01-01`,
    }));
    const { details } = await detailsOf(CO.entityid, { '4ykn-tg5h': [CO], 'casm-dbbj': filings });
    expect(details.filingHistorySummary?.totalFilings).toBe(30);
    expect(details.filingHistorySummary?.recentFilings.map(({ date }) => date?.slice(0, 4))).toEqual(
      Array.from({ length: 10 }, (_, at) => String(2025 - at)),
    );
  });
});

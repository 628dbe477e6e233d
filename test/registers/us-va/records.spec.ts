import { REGISTERS } from '../../../src/registers/registers.js';
import { UNCOUNTED } from '../../../src/adapters/registries/bulk/formats/bulk-format.js';
import { read, unknownIn, itReportsUnknownStatuses } from '../file-rows.js';

const US_VA = REGISTERS.format('us-va')!;

describe('the Virginia file', () => {
  const HEADER = 'EntityID,Name,Status,StatusReason,Status Date,IncorpDate,IncorpState,RA-Name';

  it('may have ids behind tabs, padded cells, sentinel dates and an extra comma', async () => {
    const bytes = Buffer.from(
      `${HEADER}\r\n"\t11683582  ",Fable League,INACTIVE  ,Void - Office Correct,2024-04-15,9999-12-31,VA        ,,\r\n`,
    );
    const rows = await read(US_VA, 'Corp.csv', bytes, 5);
    expect(US_VA.toRecord({ corp: rows }, UNCOUNTED)).toMatchObject({
      id: '11683582',
      name: 'Fable League',
      status: 'inactive',
      statusDetail: 'INACTIVE: Void - Office Correct',
      goodStanding: false,
      formationDate: null,
      domestic: true,
      entityType: 'Corporation',
    });
  });

  it('may mix encodings line by line', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER}\n1,Café Latin,ACTIVE,,,,,\n`, 'latin1'),
      Buffer.from('2,Café Universal,ACTIVE,,,,,\n', 'utf8'),
    ]);
    const rows = await read(US_VA, 'LLC.csv', bytes);
    expect(rows.map(({ Name }) => Name)).toEqual(['Café Latin', 'Café Universal']);
  });

  it.each([
    ['ACTIVE', 'Active and In Good Standing', 'active', true],
    ['ACTIVE', 'Fee Delinquent', 'active', false],
    ['INACTIVE', 'Merged', 'merged', false],
    ['INACTIVE', 'Auto Revoked', 'revoked', false],
    ['INACTIVE', 'Involuntarily Dissolved', 'dissolved', false],
    ['INACTIVE', 'Converted', 'inactive', false],
    ['ACTIVE', '', 'active', null],
    ['ACTIVE', 'Pending Inactive', 'active', null],
    ['ACTIVE', 'Not in Good Standing', 'active', false],
    ['ACTIVE', 'Dissolving', 'active', null],
    ['INACTIVE', 'Some New Reason', 'inactive', false],
    ['DISSOLVING', '', 'active', null],
    ['TERMINATED', '', 'inactive', false],
    ['Some New Word', '', 'unknown', null],
    ['00', '', 'active', null],
    ['01', '', 'active', false],
    ['02', '', 'active', false],
    ['14', '', 'active', null],
    ['16', '', 'dissolved', false],
    ['20', '', 'merged', false],
    ['21', '', 'merged', false],
    ['99', '', 'inactive', false],
    ['77', '', 'unknown', null],
    ['', '', 'unknown', null],
  ])('reads status %s, %s as %s', (word, reason, status, goodStanding) => {
    const row = { EntityID: '1', Name: 'A', Status: word, StatusReason: reason };
    expect(US_VA.toRecord({ llc: [row] }, UNCOUNTED)).toMatchObject({ status, goodStanding });
  });

  it.each(['08', '09', '12', '17', '22', '23', '24', '25', '44', '67', '76', '98'])(
    'reads code %s as ended, not unknown',
    (code) => {
      const row = { EntityID: '1', Name: 'A', Status: code };
      expect(US_VA.toRecord({ corp: [row] }, UNCOUNTED)).toMatchObject({ status: 'inactive', goodStanding: false });
    },
  );

  it.each(['50', '51'])('reads code %s as an LLP status only, not as one of the entity', (code) => {
    const row = { EntityID: '1', Name: 'A', Status: code };
    expect(US_VA.toRecord({ lp: [row] }, UNCOUNTED)).toMatchObject({
      status: 'unknown',
      goodStanding: null,
      statusDetail: expect.stringMatching(/^LLP status/),
    });
  });

  it.each([
    ['a column that is gone', 'EntityID,Status\n1,ACTIVE\n', 'Corp.csv, line 1: the header has no column Name'],
    ['a row that is cut short', `${HEADER}\n1,A,ACTIVE,,,,,\n2,B\n`, 'Corp.csv, line 3: 2 cells under 8 columns'],
    [
      'a quote that is never closed',
      `${HEADER}\n1,"A,ACTIVE,,,,,\n2,B,ACTIVE,,,,,\n`,
      'a quotation mark is never closed',
    ],
    ['a row without its id', `${HEADER}\n ,A,ACTIVE,,,,,\n`, 'Corp.csv, line 2: a row without EntityID'],
    ['a web page', '<html><body>Cookie consent</body></html>', 'Corp.csv, line 1: an HTML page'],
  ])('is refused for %s, with file, line and reason', async (_, text, message) => {
    await expect(read(US_VA, 'Corp.csv', Buffer.from(text))).rejects.toThrow(message);
  });

  it('distinguishes former names and fictitious ones, each with its day', () => {
    const names = [
      { EntityName: 'Former Fable LLC', NameStatus: '70', NameEffDate: '2001-02-03' },
      { EntityName: 'Fable Trading', NameStatus: '50', NameEffDate: '9999-12-31' },
      { EntityName: 'A', NameStatus: '70' },
    ];
    const row = { EntityID: '1', Name: 'A', Status: 'ACTIVE' };
    expect(US_VA.toRecord({ llc: [row], namehistory: names }, UNCOUNTED)?.aliases).toEqual([
      { name: 'Former Fable LLC', kind: 'former', from: '2001-02-03' },
      { name: 'Fable Trading', kind: 'trade' },
    ]);
  });

  it('ignores reserved names', () => {
    expect(US_VA.layoutOf('ReservedName.csv')).toBeUndefined();
    expect(US_VA.layoutOf('NameHistory.csv')).toBeDefined();
  });
});

const FABLE = { EntityID: '1', Name: 'Fable' };
itReportsUnknownStatuses(US_VA, [
  ['Paused', (status) => ({ llc: [{ ...FABLE, Status: status, StatusReason: 'A Whim' }] })],
  ['77', (status) => ({ corp: [{ ...FABLE, Status: status }] })],
]);

it('a code without a meaning for the entity is not an unknown status', () => {
  expect(unknownIn(US_VA, { lp: [{ ...FABLE, Status: '50' }] })).toEqual([]);
});

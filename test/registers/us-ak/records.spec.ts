import { REGISTERS } from '../../../src/registers/registers.js';
import { UNCOUNTED } from '../../../src/adapters/registries/bulk/formats/bulk-format.js';
import { read, itReportsUnknownStatuses } from '../file-rows.js';

const US_AK = REGISTERS.format('us-ak')!;

describe('the Alaska file', () => {
  const HEADER = 'CORPTYPE,ENTITYNUMBER,LEGALNAME,ASSUMEDNAME,STATUS,AKFORMEDDATE,HOMESTATE';

  it('reads standing and assumed names, and leaves out names that are not entities', async () => {
    const text = [
      HEADER,
      'Limited Liability Company,72D,Fable Fishing LLC,Fable Boats,Good Standing,11/12/2003,ALASKA',
      'Business Corporation,73D,Late Fable Inc,,Non-Compliant,01/02/2010,CALIFORNIA',
      'Foreign Corporate Name Registration,8021,Only A Name,,Active Name,,',
      ',8022,Only Another Name,,Active Name,,',
    ].join('\r\n');
    const rows = await read(US_AK, 'CorporationsDownload.csv', Buffer.from(text));
    expect(rows.map((row) => US_AK.toRecord({ entity: [row] }, UNCOUNTED))).toMatchObject([
      {
        id: '72D',
        status: 'active',
        goodStanding: true,
        domestic: true,
        formationDate: '2003-11-12',
        aliases: [{ name: 'Fable Boats', kind: 'trade' }],
      },
      { id: '73D', status: 'active', goodStanding: false, domestic: false },
      undefined,
      undefined,
    ]);
  });
});

const FABLE = { ENTITYNUMBER: '1', LEGALNAME: 'Fable' };
itReportsUnknownStatuses(US_AK, [['Paused', (status) => ({ entity: [{ ...FABLE, STATUS: status }] })]]);

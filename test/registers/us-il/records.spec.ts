import { REGISTERS } from '../../../src/registers/registers.js';
import { UNCOUNTED, type Parts } from '../../../src/adapters/registries/bulk/formats/bulk-format.js';
import { read, itReportsUnknownStatuses } from '../file-rows.js';

const US_IL = REGISTERS.format('us-il')!;

describe('Illinois', () => {
  const framed = (lines: string[], stated = lines.length) =>
    Buffer.from(
      ['RUN DATE = 20260110 FILE: CDXALLMST', ...lines, `END OF FILE RECORD COUNT= ${stated}`, ''].join('\r\n'),
      'latin1',
    );
  const master = '123456782001020300000000IL001004';

  it('joins its lists by the file number, with or without trailing blanks', async () => {
    const corporation = await read(US_IL, 'cdxallmst.txt', framed([master]));
    const name = await read(US_IL, 'cdxallnam.txt', framed(['12345678FABLE WORKS, INC.']));
    const agent = await read(
      US_IL,
      'cdxallagt.txt',
      framed([`12345678${'NOWHERE AGENTS INC'.padEnd(60)}${'1 FABLE ST'.padEnd(45)}NOWHERE`]),
    );
    const parts: Parts = { corporation, name, agent };
    expect(US_IL.toRecord(parts, UNCOUNTED)).toMatchObject({
      id: '12345678',
      name: 'FABLE WORKS, INC.',
      status: 'active',
      statusDetail: 'Good standing',
      goodStanding: true,
      entityType: 'Domestic Corporation',
      formationDate: '2001-02-03',
      domestic: true,
    });
    expect(US_IL.details(parts).registeredAgent).toMatchObject({
      name: 'NOWHERE AGENTS INC',
      address: { city: 'NOWHERE' },
    });
  });

  it('reads a reinstated corporation as a hint of good standing only', async () => {
    const corporation = await read(US_IL, 'cdxallmst.txt', framed([`${master.slice(0, 29)}01${master.slice(31)}`]));
    const name = await read(US_IL, 'cdxallnam.txt', framed(['12345678FABLE WORKS, INC.']));
    expect(US_IL.toRecord({ corporation, name }, UNCOUNTED)).toMatchObject({
      status: 'active',
      statusDetail: 'Reinstated',
      goodStanding: null,
      standingHint: { goodStanding: true },
    });
  });

  it.each([
    ['without their trailer', Buffer.from('RUN DATE = 20260110\n12345678\n'), 'cut short'],
    ['without their header', Buffer.from('12345678\n'), 'line 1: the header line is missing'],
    ['with another count than stated', framed([master], 2), 'line 3: the trailer states 2 records, there are 1'],
    ['with a line that is no record', framed(['ABC']), 'line 2: "ABC" is no file number'],
  ])('refuses lists %s', async (_, bytes, message) => {
    await expect(read(US_IL, 'cdxallmst.txt', bytes)).rejects.toThrow(message);
  });
});

const NAME = [{ file: '12345678', name: 'FABLE' }];
itReportsUnknownStatuses(US_IL, [
  ['77', (status) => ({ corporation: [{ file: '12345678', status }], name: NAME })],
  ['02', (status) => ({ llc: [{ file: '12345678', status }], name: NAME })],
]);

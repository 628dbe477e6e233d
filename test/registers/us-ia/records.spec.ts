import { REGISTERS } from '../../../src/registers/registers.js';
import { UNCOUNTED } from '../../../src/adapters/registries/bulk/formats/bulk-format.js';
import { read } from '../file-rows.js';

const US_IA = REGISTERS.format('us-ia')!;

describe('the Iowa file', () => {
  const ROW = {
    corp_number: '1',
    legal_name: 'IMAGINARY LANTERNS LLC',
    corporation_type: 'DOMESTIC LIMITED LIABILITY COMPANY',
  };

  it('has one object per line, without empty columns, with numbers or texts', async () => {
    const lines = [
      JSON.stringify({ ...ROW, effective_date: '2021-03-26', ra_latitude: 1.5 }),
      JSON.stringify({ ...ROW, corp_number: 2 }),
    ];
    const rows = await read(US_IA, 'rows.json', Buffer.from(`${lines.join('\n')}\n`), 10);
    expect(rows.map(({ corp_number }) => corp_number)).toEqual(['1', '2']);
    expect(US_IA.toRecord({ entity: [rows[0]!] }, UNCOUNTED)).toMatchObject({
      status: 'active',
      formationDate: '2021-03-26',
      domestic: true,
    });
    expect(US_IA.details({ entity: [rows[0]!] })).toEqual({
      registeredAgent: null,
      officers: null,
      principalAddress: null,
      filingHistorySummary: null,
    });
  });

  it('is read as CSV too', async () => {
    const bytes = Buffer.from(
      'corp_number,legal_name,corporation_type,effective_date\n7,"FABLE, INC.",FOREIGN PROFIT,1992-09-09T00:00:00\n',
    );
    const rows = await read(US_IA, 'us-ia.csv', bytes);
    expect(US_IA.toRecord({ entity: rows }, UNCOUNTED)).toMatchObject({
      id: '7',
      name: 'FABLE, INC.',
      domestic: false,
      formationDate: '1992-09-09',
    });
  });

  it.each([
    [
      'JSON that breaks off',
      `${JSON.stringify(ROW)}\n{"corp_number":"2","legal`,
      'rows.json, line 2: not a JSON object',
    ],
    ['an array', `[${JSON.stringify(ROW)}]\n`, 'rows.json, line 1: not a JSON object'],
    ['a row without its number', '{"legal_name":"A"}\n', 'rows.json, line 1: a row without corp_number'],
    ['a row without its name', '{"corp_number":"1"}\n', 'rows.json, line 1: a row without legal_name'],
    ['a web page', '\n  <html><body>Denied</body></html>', 'rows.json, line 1: an HTML page'],
    ['nothing', '', 'rows.json: the file is empty'],
  ])('is refused when it holds %s, with file, line and reason', async (_, text, message) => {
    await expect(read(US_IA, 'rows.json', Buffer.from(text), 16)).rejects.toThrow(message);
  });

  it('is refused when it is not in UTF-8', async () => {
    const bytes = Buffer.from(`${JSON.stringify(ROW)}\n${JSON.stringify({ ...ROW, legal_name: 'CAFÉ' })}\n`, 'latin1');
    await expect(read(US_IA, 'rows.json', bytes)).rejects.toThrow('rows.json, line 2: not in UTF-8');
  });
});

import { UNCOUNTED } from '../../../src/adapters/registries/bulk/formats/bulk-format.js';
import { readRecordNumber } from '../../../src/core/registries/record-numbers.js';
import { REGISTERS } from '../../../src/registers/registers.js';
import { itReportsUnknownStatuses, read } from '../file-rows.js';

const LT = REGISTERS.format('lt')!;
const LIVE = 'JAR_IREGISTRUOTI.csv';
const STRUCK_OUT = 'JAR_ISREGISTRUOTI.csv';
const LIVE_HEADER =
  'ja_kodas|ja_pavadinimas|adresas|ja_reg_data|form_kodas|form_pavadinimas|stat_kodas|stat_pavadinimas|stat_data_nuo|formavimo_data';
const STRUCK_OUT_HEADER =
  'ja_kodas|ja_pavadinimas|adresas|ja_reg_data|form_kodas|form_pavadinimas|isreg_data|formavimo_data';
/** Recorded. */
const RECORDED =
  '110003978|"Uždaroji akcinė bendrovė ""Lietkompexim"""|Vilnius, S. Stanevičiaus g. 95, LT-07114|1991-04-25|310|Uždaroji akcinė bendrovė|0|Teisinis stat neįregistruotas|2025-03-04|2026-05-27';

const ROW = { ja_kodas: '900000001', ja_pavadinimas: 'UAB "Pramanas"', stat_kodas: '0', formavimo_data: '2026-05-27' };
const ENDED = { ...ROW, isreg_data: '2020-02-03' };

describe('the Lithuanian files', () => {
  it('has cells between bars and doubled quotation marks, as recorded', async () => {
    const registered = await read(LT, LIVE, Buffer.from(`\uFEFF${LIVE_HEADER}\r\n${RECORDED}\r\n`), 7);
    expect(LT.toRecord({ registered }, UNCOUNTED)).toMatchObject({
      id: '110003978',
      name: 'Uždaroji akcinė bendrovė "Lietkompexim"',
      status: 'active',
      statusDetail: null,
      goodStanding: null,
      entityType: 'Uždaroji akcinė bendrovė',
      formationDate: '1991-04-25',
      domestic: true,
      seat: { place: 'Vilnius', country: 'lt' },
      url: null,
    });
    expect(LT.details({ registered }).principalAddress).toEqual({
      line1: 'S. Stanevičiaus g. 95',
      line2: null,
      city: 'Vilnius',
      region: null,
      postalCode: 'LT-07114',
      country: null,
    });
  });

  it('tells the day on which a business was struck out', async () => {
    const row =
      '900000002|UAB „Buvęs Pramanas“|Kaunas, Pramano g. 1|1999-01-02|310|Uždaroji akcinė bendrovė|2020-02-03|';
    const struck_out = await read(LT, STRUCK_OUT, Buffer.from(`${STRUCK_OUT_HEADER}\n${row}\n`));
    expect(LT.toRecord({ struck_out }, UNCOUNTED)).toMatchObject({
      name: 'UAB „Buvęs Pramanas“',
      status: 'dissolved',
      statusDetail: 'Išregistruotas 2020-02-03',
      goodStanding: false,
    });
  });

  it.each([
    ['5', 'Bankrutuojantis', 'active', true],
    ['6', 'Bankrutavęs', 'active', true],
    ['26', 'Likviduojamas dėl bankroto', 'active', true],
    ['7', 'Likviduojama', 'active', true],
    ['9', 'Inicijuojamas likvidavimas', 'active', true],
    ['4', 'Restruktūrizuojamas', 'active', true],
    ['1', 'Reorganizuojamas', 'active', false],
    ['2', 'Dalyvaujantis reorganizavime', 'active', false],
    ['18', 'Europos bendrovė, kurios buveinė yra perkeliama', 'active', false],
    ['10', 'Išregistruotas', 'dissolved', false],
    ['11', 'Likviduotas', 'dissolved', false],
    ['12', 'Nepersiregistravęs', 'unknown', false],
    ['999', 'Nenustatytas', 'unknown', false],
  ])('reads status %s, %s as %s', (stat_kodas, stat_pavadinimas, status, isHinted) => {
    const record = LT.toRecord({ registered: [{ ...ROW, stat_kodas, stat_pavadinimas }] }, UNCOUNTED)!;
    expect(record).toMatchObject({ status, statusDetail: stat_pavadinimas });
    expect(record.standingHint?.goodStanding).toBe(isHinted ? false : undefined);
  });

  it.each([
    ['2026-05-27', '2026-05-28', 'dissolved'],
    ['2026-05-27', '2026-05-27', 'active'],
    ['2026-05-28', '2026-05-27', 'active'],
  ])('takes the newer of two files of %s and %s: %s', (live, ended, status) => {
    const parts = {
      registered: [{ ...ROW, formavimo_data: live }],
      struck_out: [{ ...ENDED, formavimo_data: ended }],
    };
    expect(LT.toRecord(parts, UNCOUNTED)).toMatchObject({ status });
  });

  it.each([
    [
      'Kauno r. sav., Garliavos sen., Garliava, Pramano g. 3, LT-53200',
      { line1: 'Pramano g. 3', line2: 'Garliavos sen.', city: 'Garliava', region: 'Kauno r. sav.' },
      { place: 'Garliava', region: 'Kauno r. sav.', country: 'lt' },
    ],
    ['Vilniaus m. sav. Pramano g. 2', { line1: 'Vilniaus m. sav. Pramano g. 2', city: null }, null],
    ['Vilnius', { line1: null, city: 'Vilnius' }, { place: 'Vilnius' }],
  ])('takes apart the address %s', (adresas, address, seat) => {
    const registered = [{ ...ROW, adresas }];
    expect(LT.details({ registered }).principalAddress).toMatchObject(address);
    expect(LT.toRecord({ registered }, UNCOUNTED)!.seat).toEqual(seat);
  });

  it.each([
    ['Užsienio juridinio asmens filialas', false, true],
    ['Filialas', null, true],
    ['Individuali įmonė', true, undefined],
    ['', null, undefined],
  ])('says of form "%s" whether it is domestic (%s) and a branch (%s)', (form_pavadinimas, domestic, isBranch) => {
    const record = LT.toRecord({ registered: [{ ...ROW, form_pavadinimas }] }, UNCOUNTED)!;
    expect([record.domestic, record.isBranch]).toEqual([domestic, isBranch]);
  });

  it.each([
    ['the struck-out file without its day', STRUCK_OUT, `${LIVE_HEADER}\n${RECORDED}\n`, 'no column isreg_data'],
    ['a row without its code', LIVE, `${LIVE_HEADER}\n${RECORDED.slice(9)}\n`, 'line 2: a row without ja_kodas'],
    ['a web page', LIVE, '<!DOCTYPE html><p>Nerasta</p>', 'an HTML page instead of data'],
  ])('is refused for %s', async (_, name, text, message) => {
    await expect(read(LT, name, Buffer.from(text))).rejects.toThrow(message);
  });

  it.each([
    ['lt.JAR_IREGISTRUOTI.csv', 'registered'],
    ['index.html?byla=JAR_ISREGISTRUOTI.csv', 'struck_out'],
    ['jar_isregistruoti (1).csv', 'struck_out'],
    ['JAR_FORMOS.csv', undefined],
  ])('tells by the name %s that it is %s', (name, part) => {
    expect(LT.layoutOf(name)?.part).toBe(part);
  });

  it.each(['110003978', '1234567', '12345678'])('accepts the code %s', (number) => {
    expect(readRecordNumber('lt', number)).toEqual({ number });
  });

  it.each(['123456', '1234567890', 'LT110003978'])('refuses the code %s', (number) => {
    expect(readRecordNumber('lt', number)).not.toHaveProperty('number');
  });
});

itReportsUnknownStatuses(LT, [
  ['Kitoks', (stat_pavadinimas) => ({ registered: [{ ...ROW, stat_kodas: '', stat_pavadinimas }] })],
]);

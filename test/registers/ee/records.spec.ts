import { UNCOUNTED } from '../../../src/adapters/registries/bulk/formats/bulk-format.js';
import { readRecordNumber } from '../../../src/core/registries/record-numbers.js';
import { REGISTERS } from '../../../src/registers/registers.js';
import { itReportsUnknownStatuses, read } from '../file-rows.js';

const EE = REGISTERS.format('ee')!;
const FILE = 'ettevotja_rekvisiidid__lihtandmed.csv';
const HEADER =
  'nimi;ariregistri_kood;ettevotja_oiguslik_vorm;ettevotja_oigusliku_vormi_alaliik;kmkr_nr;ettevotja_staatus;ettevotja_staatus_tekstina;ettevotja_esmakande_kpv;ettevotja_aadress;asukoht_ettevotja_aadressis;asukoha_ehak_kood;asukoha_ehak_tekstina;indeks_ettevotja_aadressis;ads_adr_id;ads_ads_oid;ads_normaliseeritud_taisaadress;teabesysteemi_link';
/** Recorded. */
const RECORDED =
  '001 Kinnisvara OÜ;12652512;Osaühing;;EE101721589;R;Registrisse kantud;25.04.2014;;Õismäe tee 78-9;0176;Haabersti linnaosa, Tallinn, Harju maakond;13513;2182337;;Harju maakond, Tallinn, Haabersti linnaosa, Õismäe tee 78-9;https://ariregister.rik.ee/est/company/12652512';

const ROW = {
  nimi: 'Pettekujutelm OÜ',
  ariregistri_kood: '50000012',
  ettevotja_oiguslik_vorm: 'Osaühing',
  ettevotja_staatus: 'R',
};

describe('the Estonian file', () => {
  it('has a byte order mark, semicolons and days with dots, as recorded', async () => {
    const entity = await read(EE, FILE, Buffer.from(`\uFEFF${HEADER}\r\n${RECORDED}\r\n`), 7);
    expect(EE.toRecord({ entity }, UNCOUNTED)).toMatchObject({
      id: '12652512',
      name: '001 Kinnisvara OÜ',
      status: 'active',
      statusDetail: 'Registrisse kantud',
      goodStanding: null,
      entityType: 'Osaühing',
      formationDate: '2014-04-25',
      domestic: true,
      seat: { place: 'Tallinn', region: 'Harju maakond', country: 'ee' },
      url: 'https://ariregister.rik.ee/est/company/12652512',
    });
    expect(EE.details({ entity }).principalAddress).toEqual({
      line1: 'Õismäe tee 78-9',
      line2: 'Haabersti linnaosa',
      city: 'Tallinn',
      region: 'Harju maakond',
      postalCode: '13513',
      country: null,
    });
  });

  it.each([
    ['R', 'Registrisse kantud', 'active', undefined],
    ['L', 'Likvideerimisel', 'active', false],
    ['N', 'Pankrotis', 'active', false],
    ['N', '', 'active', false],
    ['K', 'Kustutatud', 'unknown', undefined],
  ])('reads status %s, %s as %s', (ettevotja_staatus, ettevotja_staatus_tekstina, status, hint) => {
    const record = EE.toRecord({ entity: [{ ...ROW, ettevotja_staatus, ettevotja_staatus_tekstina }] }, UNCOUNTED)!;
    expect([record.status, record.goodStanding, record.standingHint?.goodStanding]).toEqual([status, null, hint]);
  });

  it('takes apart a place in the country', () => {
    const entity = [{ ...ROW, asukoha_ehak_tekstina: 'Muinasjutu küla, Viimsi vald, Harju maakond' }];
    const address = { line2: 'Viimsi vald', city: 'Muinasjutu küla', region: 'Harju maakond' };
    expect(EE.details({ entity }).principalAddress).toMatchObject(address);
    expect(EE.toRecord({ entity: [ROW] }, UNCOUNTED)!.seat).toBeNull();
  });

  it('says of the branch of a foreign business that it is one', () => {
    const entity = [{ ...ROW, ettevotja_oiguslik_vorm: 'Välismaa äriühingu filiaal' }];
    expect(EE.toRecord({ entity }, UNCOUNTED)).toMatchObject({ domestic: false, isBranch: true });
  });

  it.each([
    'Füüsilisest isikust ettevõtja',
    'FÜÜSILISEST ISIKUST ETTEVÕTJA',
    'Fu\u0308u\u0308silisest isikust ettevo\u0303tja',
    'FIE',
  ])('makes no record of a sole trader, %s', (ettevotja_oiguslik_vorm) => {
    const row = { ...ROW, ettevotja_oiguslik_vorm };
    expect(EE.toRecord({ entity: [row] }, UNCOUNTED)).toBeUndefined();
    const layout = EE.layoutOf(FILE)!;
    expect(layout.leavesOut!(layout.columns.map((column) => (row as Record<string, string>)[column] ?? ''))).toBe(true);
  });

  it.each([
    ['a row without a form, which may be of a person', `A;50000012;;;;R\n`, 'a row without ettevotja_oiguslik_vorm'],
    ['a row without its number', `A;;Osaühing;;;R\n`, 'a row without ariregistri_kood'],
  ])('is refused for %s', async (_, cells, message) => {
    const bytes = Buffer.from(`${HEADER}\n${cells.trim()}${';'.repeat(11)}\n`);
    await expect(read(EE, FILE, bytes)).rejects.toThrow(`line 2: ${message}`);
  });

  it('is refused without the column of forms', async () => {
    const bytes = Buffer.from('nimi;ariregistri_kood;ettevotja_staatus\nA;50000012;R\n');
    await expect(read(EE, FILE, bytes)).rejects.toThrow('no column ettevotja_oiguslik_vorm');
  });

  it.each(['12652512', '10060701', '10539549'])('accepts the number %s', (number) => {
    expect(readRecordNumber('ee', number)).toEqual({ number });
  });

  it.each(['12652513', '1265251', '126525120'])('refuses the number %s', (number) => {
    expect(readRecordNumber('ee', number)).not.toHaveProperty('number');
  });
});

itReportsUnknownStatuses(EE, [['U', (ettevotja_staatus) => ({ entity: [{ ...ROW, ettevotja_staatus }] })]]);

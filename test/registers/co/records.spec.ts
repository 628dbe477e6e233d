import { asking } from '../../registries/registry.suite.js';
import { askedRegister, itCountsUnknownStatuses, told } from '../asked-register.js';
import { requireRecordNumber, readRecordNumber } from '../../../src/core/registries/record-numbers.js';
import '../../../src/registers/registers.js';

const register = askedRegister();
const { listed, fetched } = register;
const never = new AbortController().signal;

const row = (more: object = {}) => ({
  codigo_camara: '04',
  camara_comercio: 'BOGOTA',
  matricula: '2856664',
  razon_social: 'IMAGINARY SOMETHING',
  nit: '901498512',
  digito_verificacion: '5',
  fecha_matricula: '20210702',
  ultimo_ano_renovado: '2025',
  codigo_organizacion_juridica: '16',
  organizacion_juridica: 'SOCIEDADES POR ACCIONES SIMPLIFICADAS SAS',
  codigo_categoria_matricula: '01',
  codigo_estado_matricula: '01',
  estado_matricula: 'ACTIVA',
  ...more,
});
const state = (codigo: string, estado: string) => ({ codigo_estado_matricula: codigo, estado_matricula: estado });
const cancelled = { ...state('03', 'CANCELADA'), fecha_cancelacion: '20240105' };
const ARMENIA = { codigo_camara: '01', camara_comercio: 'ARMENIA', matricula: '9249' };

itCountsUnknownStatuses(register, 'co', (word) => [row(state(word, word))]);

describe('Colombia', () => {
  it.each([
    ['01', 'ACTIVA', ['active', 'ACTIVA', null]],
    ['02', 'INACTIVA', ['inactive', 'INACTIVA', false]],
    ['03', 'CANCELADA', ['dissolved', 'CANCELADA', false]],
    ['10', 'CANCELADA POR TRASLADO', ['inactive', 'CANCELADA POR TRASLADO', false]],
    ['13', 'RECONSTITUIDA', ['active', 'RECONSTITUIDA', null]],
    ['04', 'NO ASIGNADO', ['unknown', 'NO ASIGNADO', null]],
  ])('reads status %s', async (code, word, expected) => {
    const [record] = await listed('co', [row(state(code, word))]);
    expect(told(record!)).toEqual(expected);
    expect(register.unknown).toEqual([]);
  });

  it('reads a registration as recorded, without a seat', async () => {
    const [record] = await listed('co', [row()]);
    expect(record).toMatchObject({ id: '901498512', formationDate: '2021-07-02', seat: null, domestic: true });
  });

  it('asks for main registrations of businesses alone, by name and by number', async () => {
    await listed('co', [row()]);
    await register.connect('co').of('co').findByNumber('901498512', never);
    expect(register.double.requests.length).toBeGreaterThan(2);
    for (const { query } of register.double.requests) {
      expect(query.get('$where')).toContain(
        "(codigo_categoria_matricula='01' and not (codigo_organizacion_juridica='01' ",
      );
    }
  });

  it('never answers a row of a person, whatever the register sends', async () => {
    const person = row({ codigo_organizacion_juridica: '01' });
    await expect(listed('co', [person])).resolves.toEqual([]);
    await expect(listed('co', [row({ codigo_categoria_matricula: '02' })])).resolves.toEqual([]);
  });

  it.each([
    ['the active one', row({ ...ARMENIA, ...cancelled }), row(), '2021-07-02'],
    ['the latest of two', row(), row({ ...ARMENIA, fecha_matricula: '20230101' }), '2023-01-01'],
    [
      'the latest of two that ended',
      row(cancelled),
      row({ ...cancelled, fecha_cancelacion: '20250101', fecha_matricula: '20200101' }),
      '2020-01-01',
    ],
    [
      'one written with other signs',
      row({ ...ARMENIA, ...cancelled, razon_social: 'IMAGINARY, SOMETHING.' }),
      row(),
      '2021-07-02',
    ],
  ])('lists one record for a NIT in several chambers: %s', async (_, one, other, formationDate) => {
    for (const rows of [
      [one, other],
      [other, one],
    ]) {
      await expect(listed('co', rows)).resolves.toMatchObject([{ id: '901498512', formationDate }]);
      await expect(register.connect('co').of('co').findByNumber('901498512', never)).resolves.toMatchObject({
        formationDate,
      });
    }
  });

  it('gives a NIT to the living name, and its registration under another name a number of its own', async () => {
    const other = row({ ...ARMENIA, ...cancelled, razon_social: 'IMAGINARY OTHER' });
    const records = await listed('co', [other, row()]);
    expect(records).toMatchObject([
      { id: '901498512', name: 'IMAGINARY SOMETHING', status: 'active' },
      { id: '01-9249', name: 'IMAGINARY OTHER', status: 'dissolved' },
    ]);
    const asked = register.connect('co').of('co');
    const named = (name: string) => asked.findByNumber('901498512', never, (record) => record.name === name);
    await expect(named('IMAGINARY OTHER')).resolves.toMatchObject({ id: '01-9249' });
    await expect(named('IMAGINARY NOTHING')).resolves.toMatchObject({ id: '901498512' });
    await expect(asked.fetch('01-9249', never)).resolves.toMatchObject({ id: '01-9249', name: 'IMAGINARY OTHER' });
    await expect(asked.fetch('901498512', never)).resolves.toMatchObject({ name: 'IMAGINARY SOMETHING' });
  });

  it.each([{ nit: '0' }, { nit: undefined }, { nit: '000' }])(
    'tells a record of %j by its registration',
    async (nit) => {
      await expect(listed('co', [row(nit)])).resolves.toMatchObject([{ id: '04-2856664' }]);
      register.double.requests.length = 0;
      const { records, complete } = await register.connect('co').of('co').search(asking('Imaginary Something'), never);
      expect([records, complete]).toMatchObject([[{ id: '04-2856664' }], true]);
      await expect(register.connect('co').of('co').findByNumber('04-2856664', never)).resolves.toMatchObject({
        id: '04-2856664',
      });
      expect(register.double.requests.at(-1)!.query.get('$where')).toMatch(
        / and \(codigo_camara='04' and matricula='2856664'\)\)$/,
      );
    },
  );

  it('names the legal representative, and takes 99991231 for no date', async () => {
    const answer = [row({ representante_legal: 'FICTIONAL OFFICER', fecha_matricula: '99991231' })];
    const record = await fetched('co', '901498512', { '.json': answer });
    expect(record).toMatchObject({
      formationDate: null,
      details: { officers: [{ name: 'FICTIONAL OFFICER', title: 'Representante legal' }], principalAddress: null },
    });
  });

  it.each([
    ['901498512', '901498512'],
    ['901.498.512', '901498512'],
    ['901.498.512-5', '901498512'],
    ['NIT 901498512-5', '901498512'],
    ['0000901498512', '901498512'],
    ['899.999.068-1', '899999068'],
    ['04-2856664', '04-2856664'],
    ['4-2856664', '04-2856664'],
    ['04-S0012345', '04-S0012345'],
  ])('reads the number %s', (typed, number) => {
    expect(requireRecordNumber('co', typed)).toBe(number);
  });

  it.each(['901498512-4', '901.498.512-6', '9014985125', '0', '000', '901.49.512', 'ACME', '12'])(
    'refuses the number %s, and tells the form',
    (typed) => {
      expect(readRecordNumber('co', typed)).toMatchObject({ problem: expect.stringContaining('a NIT: nine digits') });
    },
  );
});

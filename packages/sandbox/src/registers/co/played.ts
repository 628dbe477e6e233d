import type { FictionalCompany } from '../../companies/company.js';
import { sixDigits } from '../../companies/check-digits.js';
import type { Row } from '../../dialect.js';
import { portal, type SodaRegister } from '../../soda/portal.js';

/**
 * Colombia, Registro Único Empresarial y Social (https://www.datos.gov.co/d/c82u-588k): one row per
 * registration with a chamber of commerce. People and establishments are in the same dataset.
 */

const WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41];
const FORMS = {
  llc: ['16', 'SOCIEDADES POR ACCIONES SIMPLIFICADAS SAS'],
  corporation: ['04', 'SOCIEDAD ANONIMA'],
  nonprofit: ['32', 'FUNDACIONES'],
} as const;
const FOREIGN = ['08', 'SOCIEDADES EXTRANJERAS'] as const;
const STATES: Readonly<Record<string, string>> = { ACTIVA: '01', INACTIVA: '02', CANCELADA: '03' };
const BOGOTA = { codigo_camara: '04', camara_comercio: 'BOGOTA' };
const ARMENIA = { codigo_camara: '01', camara_comercio: 'ARMENIA' };
const NO_DATE = '99991231';

export const CO: SodaRegister = {
  code: 'co',
  vocabulary: {
    code: 'co',
    firstName: 'Duende Linternas LLC',
    otherStatuses: ['CANCELADA', 'INACTIVA'],
    notEntities: [],
    cities: ['Macondo', 'Nunca Jamás', 'El Dorado'],
    zipPrefix: '110',
    script: { ended: 'CANCELADA' },
    forms: { llc: 'S.A.S.', corporation: 'S.A.', nonprofit: 'LTDA' },
  },
  nameColumn: 'razon_social',
  datasets: [
    {
      id: 'c82u-588k',
      columns: [
        'codigo_camara',
        'camara_comercio',
        'matricula',
        'razon_social',
        'primer_apellido',
        'segundo_apellido',
        'primer_nombre',
        'segundo_nombre',
        'sigla',
        'codigo_clase_identificacion',
        'clase_identificacion',
        'numero_identificacion',
        'nit',
        'digito_verificacion',
        'cod_ciiu_act_econ_pri',
        'cod_ciiu_act_econ_sec',
        'fecha_matricula',
        'fecha_renovacion',
        'ultimo_ano_renovado',
        'fecha_vigencia',
        'fecha_cancelacion',
        'codigo_tipo_sociedad',
        'tipo_sociedad',
        'codigo_organizacion_juridica',
        'organizacion_juridica',
        'codigo_categoria_matricula',
        'categoria_matricula',
        'codigo_estado_matricula',
        'estado_matricula',
        'clase_identificacion_rl',
        'num_identificacion_representante_legal',
        'representante_legal',
        'fecha_actualizacion',
      ],
    },
  ],
  isLive: (row) =>
    row['codigo_estado_matricula'] === '01' &&
    row['codigo_categoria_matricula'] === '01' &&
    row['codigo_organizacion_juridica'] !== '01',

  oddRows: [
    // A company that has moved from one chamber to another.
    odd(910_001, 'CURIOSA MUDANZA S.A.S.', { ...state('CANCELADA'), fecha_cancelacion: '20190630' }),
    odd(910_001, 'CURIOSA MUDANZA SAS', { ...ARMENIA, matricula: '910001', fecha_matricula: '20190701' }),
    // One NIT under two names.
    odd(910_002, 'CURIOSA PRIMERA S.A.S.', { ...state('CANCELADA'), fecha_cancelacion: '20190630' }),
    odd(910_002, 'CURIOSA SEGUNDA S.A.S.', { ...ARMENIA, matricula: '910002' }),
    // Without a NIT.
    odd(910_003, 'CURIOSA SIN NIT S.A.S.', { nit: '0', digito_verificacion: '0' }),
    odd(910_004, 'CURIOSA CON NIT VACIO S.A.S.', { nit: undefined, digito_verificacion: undefined }),
    odd(910_005, 'CURIOSA MATRICULA S.A.S.', { codigo_estado_matricula: '04', estado_matricula: 'NO ASIGNADO' }),
    odd(910_006, 'CURIOSA PERSONA FICTICIA', {
      codigo_organizacion_juridica: '01',
      organizacion_juridica: 'PERSONA NATURAL',
      primer_apellido: 'PERSONA',
      primer_nombre: 'CURIOSA',
    }),
    odd(910_007, 'CURIOSO ESTABLECIMIENTO', {
      codigo_categoria_matricula: '02',
      categoria_matricula: 'ESTABLECIMIENTO',
    }),
    odd(910_008, 'CURIOSA SIN FECHA S.A.S.', { fecha_matricula: NO_DATE }),
  ],

  rowsOf(company) {
    const [form, words] = company.foreignTo === undefined ? FORMS[company.kind] : FOREIGN;
    const status = company.status ?? 'ACTIVA';
    return {
      '': [
        registration(company, {
          codigo_organizacion_juridica: form,
          organizacion_juridica: words,
          ...state(status),
          ...(status === 'CANCELADA' && { fecha_cancelacion: '20240115' }),
          ...(company.officers[0] && { representante_legal: company.officers[0].name.toUpperCase() }),
        }),
      ],
    };
  },
};

export const registers = [portal(CO)];

function state(word: string): Row {
  return { codigo_estado_matricula: STATES[word] ?? '04', estado_matricula: word };
}

function odd(serial: number, name: string, more: Partial<Record<string, string | undefined>>): Row {
  const row = { ...registration({ serial, name, formed: '2012-03-04' }, {}), ...more };
  return Object.fromEntries(Object.entries(row).filter((cell): cell is [string, string] => cell[1] !== undefined));
}

function registration({ serial, name, formed }: Pick<FictionalCompany, 'serial' | 'name' | 'formed'>, more: Row): Row {
  const nit = `990${sixDigits(serial)}`;
  const [form, words] = FORMS.llc;
  return {
    ...BOGOTA,
    matricula: String(serial).padStart(7, '0'),
    razon_social: name.toUpperCase(),
    clase_identificacion: 'NIT',
    numero_identificacion: nit,
    nit,
    digito_verificacion: checkDigit(nit),
    fecha_matricula: formed.replaceAll('-', ''),
    fecha_renovacion: '20250320',
    ultimo_ano_renovado: '2025',
    fecha_vigencia: NO_DATE,
    codigo_organizacion_juridica: form,
    organizacion_juridica: words,
    codigo_categoria_matricula: '01',
    categoria_matricula: 'SOCIEDAD O PERSONA JURIDICA PRINCIPAL O ESAL',
    ...state('ACTIVA'),
    ...more,
  };
}

function checkDigit(nit: string): string {
  const sum = [...nit].toReversed().reduce((total, digit, at) => total + Number(digit) * (WEIGHTS[at] ?? 0), 0);
  const rest = sum % 11;
  return String(rest > 1 ? 11 - rest : rest);
}

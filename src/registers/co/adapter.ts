import { readFields, readOnce } from '../../core/registries/reading.js';
import type { EntityStatus, RecordDetails, RegisterRecord } from '../../core/registries/record.js';
import {
  date,
  known,
  officer,
  required,
  text,
  type OnUnknownStatus,
  type Row,
} from '../../adapters/registries/http/fields.js';
import type { SocrataProfile } from '../../adapters/registries/socrata/profile.js';
import { all, equals } from '../../adapters/registries/socrata/soql.js';
import { APP_TOKEN, socrata } from '../../adapters/registries/socrata/socrata-registry.js';

export { CO as facts } from './register.js';

/**
 * Colombia, Registro Único Empresarial y Social (RUES) of the chambers of commerce, as published by
 * Confecámaras: every registration, refreshed continuously.
 *
 * Docs: https://dev.socrata.com/foundry/www.datos.gov.co/c82u-588k. Quota and protocol: see
 * SocrataRegistry. Licence: CC BY-SA 4.0. Quirks: a row is a registration with a chamber, so one
 * NIT has several rows, sometimes under several names. Of one name, the living registration counts,
 * then the latest. A NIT stands for the name of that one; a registration under another name is a
 * record of its own, as is one whose NIT is empty or 0: its id is chamber and number, `04-2856664`.
 * Rows of people, and those of their establishments, branches and agencies, are in the same dataset
 * and never asked for. Dates are `YYYYMMDD`, with 99991231 for none. The status is a code; some
 * codes say nothing about the business. A cancelled registration may have moved to another chamber.
 * No address is published, and a chamber is not a seat. The only officer is the legal
 * representative. Standing, agents, filings and former names are not published.
 */
const DATASET = 'c82u-588k';

const MAIN = '01';
const PERSON = '01';
/** Of a registration without a legal form, a surname shows that it is a person's. */
const NO_PERSON = `not (${equals('codigo_organizacion_juridica', PERSON)} and not (codigo_organizacion_juridica is null and primer_apellido is null))`;
const FOREIGN = '08';
const NO_NIT = /^0*$/;
const NO_DATE = '9999-12-31';
const REGISTRATION = /^(\d{2})-(\w+)$/;

const STATUSES: Readonly<Record<string, EntityStatus>> = {
  '01': 'active',
  '07': 'active',
  '13': 'active',
  '02': 'inactive',
  '16': 'inactive',
  '03': 'dissolved',
  '09': 'inactive',
  '10': 'inactive',
  '15': 'inactive',
  '04': 'unknown',
  '05': 'unknown',
  '06': 'unknown',
  '14': 'unknown',
};

const PROFILE: SocrataProfile = {
  code: 'co',
  parserVersion: 1,
  origin: 'https://www.datos.gov.co',
  dataset: DATASET,
  condition: all([equals('codigo_categoria_matricula', MAIN), NO_PERSON]),
  idColumn: 'nit',
  nameColumn: 'razon_social',
  statusColumn: 'codigo_estado_matricula',
  columns: [
    'codigo_camara',
    'matricula',
    'razon_social',
    'nit',
    'fecha_matricula',
    'fecha_renovacion',
    'fecha_cancelacion',
    'codigo_organizacion_juridica',
    'organizacion_juridica',
    'codigo_categoria_matricula',
    'codigo_estado_matricula',
    'estado_matricula',
  ],
  aliases: [],
  registrations: {
    ownNumber,
    ownCondition(number) {
      const [, chamber, registered] = REGISTRATION.exec(number) ?? [];
      if (chamber === undefined || registered === undefined) return undefined;
      return all([equals('codigo_camara', chamber), equals('matricula', registered)]);
    },
    compare: (a, b) =>
      Number(isActive(b)) - Number(isActive(a)) ||
      latest(b).localeCompare(latest(a)) ||
      (ownNumber(a) ?? '').localeCompare(ownNumber(b) ?? ''),
  },

  toRecord(row, { unknownStatus }) {
    if (!isBusiness(row)) return undefined;
    const status = readOnce(() => statusOf(row, unknownStatus));
    const form = () => text(row, 'codigo_organizacion_juridica');
    return readFields<RegisterRecord>({
      id: () => idOf(row),
      name: () => required(row, 'razon_social'),
      aliases: () => [],
      status,
      statusDetail: () => text(row, 'estado_matricula'),
      goodStanding: () => (status() === 'dissolved' || status() === 'inactive' ? false : null),
      entityType: () => text(row, 'organizacion_juridica'),
      formationDate: () => dateOf(row, 'fecha_matricula'),
      domestic: () => (form() === null ? null : form() !== FOREIGN),
      seat: () => null,
      url: () => null,
    });
  },

  details: (row) => {
    const officers = officer(
      () => known(row, 'representante_legal'),
      () => 'Representante legal',
    );
    const details = readFields<RecordDetails>({
      registeredAgent: () => null,
      officers: () => (officers.length === 0 ? null : officers),
      principalAddress: () => null,
      filingHistorySummary: () => null,
    });
    return Promise.resolve(details);
  },
};

export const credentials = [APP_TOKEN];
export const connect = socrata(PROFILE);

/** The register is asked for nothing else; a row of a person is never read, whatever it sends. */
function isBusiness(row: Row): boolean {
  const category = text(row, 'codigo_categoria_matricula');
  return text(row, 'codigo_organizacion_juridica') !== PERSON && (category === null || category === MAIN);
}

function idOf(row: Row): string {
  const nit = text(row, 'nit');
  if (nit !== null && !NO_NIT.test(nit)) return nit;
  return `${required(row, 'codigo_camara')}-${required(row, 'matricula')}`;
}

function ownNumber(row: Row): string | undefined {
  const [chamber, number] = [text(row, 'codigo_camara'), text(row, 'matricula')];
  return chamber === null || number === null ? undefined : `${chamber}-${number}`;
}

function statusOf(row: Row, unknown: OnUnknownStatus): EntityStatus {
  const code = text(row, 'codigo_estado_matricula');
  if (code === null) return 'unknown';
  const status = Object.hasOwn(STATUSES, code) ? STATUSES[code] : undefined;
  if (status === undefined) unknown(code);
  return status ?? 'unknown';
}

function isActive(row: Row): boolean {
  return STATUSES[text(row, 'codigo_estado_matricula') ?? ''] === 'active';
}

/** The last day on which a registration was made, renewed or cancelled. */
function latest(row: Row): string {
  const days = ['fecha_matricula', 'fecha_renovacion', 'fecha_cancelacion'].map((column) => dateOf(row, column));
  return (
    days
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? ''
  );
}

function dateOf(row: Row, column: string): string | null {
  const day = date(row, column);
  return day === NO_DATE ? null : day;
}

import { withClues } from '../../core/registries/clues.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type { Address, EntityStatus, RecordDetails, RegisterRecord, Seat } from '../../core/registries/record.js';
import { fold } from '../../core/text/fold.js';
import type { BulkFormat, PartLayout } from '../../adapters/registries/bulk/formats/bulk-format.js';
import { csv } from '../../adapters/registries/bulk/formats/csv.js';
import { soleRow } from '../../adapters/registries/bulk/formats/rows.js';
import {
  date,
  publishedSeat,
  required,
  text,
  type OnUnknownStatus,
  type Row,
} from '../../adapters/registries/http/fields.js';

export { EE as facts } from './register.js';

/**
 * Estonia, e-Business Register of RIK, basic data: a ZIP, made daily, with one CSV of UTF-8 cells
 * between `;`. Licence: RIK open data terms.
 *
 * Quirks: only live businesses are listed, those in liquidation and bankruptcy among them; days are
 * written `25.04.2014`; a place is one text of district, town and county. Sole traders (füüsilisest
 * isikust ettevõtja, FIE) are people: their rows are left out of an import.
 */
const FORM = 'ettevotja_oiguslik_vorm';
const NEEDED = ['nimi', 'ariregistri_kood', FORM, 'ettevotja_staatus'];
const STREET = 'asukoht_ettevotja_aadressis';
const PLACE = 'asukoha_ehak_tekstina';
const POSTAL_CODE = 'indeks_ettevotja_aadressis';
const COLUMNS = [
  ...NEEDED,
  ...['ettevotja_staatus_tekstina', 'ettevotja_esmakande_kpv'],
  ...[STREET, PLACE, POSTAL_CODE, 'teabesysteemi_link'],
];
const [NAME_AT, NUMBER_AT, FORM_AT] = [0, 1, 2] as const;

const SOLE_TRADER = /^FUUSILISEST ISIKUST|^FIE$/;

const BASICS: PartLayout = {
  part: 'entity',
  columns: COLUMNS,
  idColumn: 'ariregistri_kood',
  nameColumns: ['nimi'],
  read: csv(NEEDED, ';'),
  leavesOut: (cells) => isSoleTrader(cells[FORM_AT]!),
  fault(cells) {
    // Without its form, a row may be of a person.
    if (cells[FORM_AT] === '') return `a row without ${FORM}`;
    if (!cells[NUMBER_AT]) return 'a row without ariregistri_kood';
    return cells[NAME_AT] ? undefined : 'a row without nimi';
  },
};

/** `detail`: such a business is about to end, and not in good standing. */
const STATUSES: Readonly<Record<string, { status: EntityStatus; detail?: string }>> = {
  R: { status: 'active' },
  L: { status: 'active', detail: 'Likvideerimisel' },
  N: { status: 'active', detail: 'Pankrotis' },
};

export const format: BulkFormat = {
  code: 'ee',
  parserVersion: 1,
  publishes: 'a ZIP with ettevotja_rekvisiidid__lihtandmed.csv, or that CSV',
  published: {
    download: {
      origin: 'https://avaandmed.ariregister.rik.ee',
      files: [
        {
          path: '/sites/default/files/avaandmed/ettevotja_rekvisiidid__lihtandmed.csv.zip',
          name: 'ettevotja_rekvisiidid__lihtandmed.csv.zip',
        },
      ],
    },
  },
  layoutOf: (name) => (/\.csv$/i.test(name) ? BASICS : undefined),
  usualName: 'ettevotja_rekvisiidid__lihtandmed.csv',
  recordParts: ['entity'],

  toRecord(parts, { unknownStatus }) {
    const row = soleRow(parts, 'entity');
    if (!row || isSoleTrader(text(row, FORM) ?? '')) return undefined;
    const state = readOnce(() => stateOf(row, unknownStatus));
    const form = () => text(row, FORM);
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'ariregistri_kood'),
      name: () => required(row, 'nimi'),
      aliases: () => [],
      status: () => state().status,
      statusDetail: () => state().statusDetail,
      goodStanding: () => null,
      standingHint: () => state().standingHint,
      entityType: form,
      formationDate: () => estonianDay(row, 'ettevotja_esmakande_kpv'),
      domestic: () => (form() === null ? null : !isForeignBranch(form())),
      isBranch: () => (isForeignBranch(form()) ? true : undefined),
      seat: () => seatOf(row),
      url: () => text(row, 'teabesysteemi_link'),
    });
    return withClues(record, () => addressOf(row));
  },

  details(parts) {
    const row = soleRow(parts, 'entity') ?? {};
    return readFields<RecordDetails>({
      registeredAgent: () => null,
      officers: () => null,
      principalAddress: () => addressOf(row),
      filingHistorySummary: () => null,
    });
  },
};

function isSoleTrader(form: string): boolean {
  return SOLE_TRADER.test(fold(form).trim());
}

/** `Välismaa äriühingu filiaal`. */
function isForeignBranch(form: string | null): boolean {
  return form !== null && /filiaal/i.test(form);
}

function stateOf(
  row: Row,
  onUnknown: OnUnknownStatus,
): Pick<RegisterRecord, 'status' | 'statusDetail' | 'standingHint'> {
  const code = text(row, 'ettevotja_staatus');
  if (code === null) return { status: 'unknown', statusDetail: null };
  const known = Object.hasOwn(STATUSES, code) ? STATUSES[code] : undefined;
  const word = text(row, 'ettevotja_staatus_tekstina');
  if (!known) {
    onUnknown(code);
    return { status: 'unknown', statusDetail: word ?? code };
  }
  if (known.detail === undefined) return { status: known.status, statusDetail: word };
  const statusDetail = word ?? known.detail;
  const because = `The register says "${statusDetail}" of the business.`;
  return { status: known.status, statusDetail, standingHint: { goodStanding: false, because } };
}

/** `25.04.2014` */
function estonianDay(row: Row, column: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text(row, column) ?? '') ?? [];
  return date({ day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` }, 'day');
}

interface Place {
  district: string | null;
  town: string | null;
  county: string | null;
}

/** `Haabersti linnaosa, Tallinn, Harju maakond`; in the country `X küla, Y vald, Z maakond`. */
function placeOf(row: Row): Place {
  const pieces = (text(row, PLACE) ?? '')
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const take = (pattern: RegExp) => {
    const at = pieces.findIndex((piece) => pattern.test(piece));
    return at === -1 ? null : pieces.splice(at, 1)[0]!;
  };
  const county = take(/\bmaakond$/i);
  const part = take(/\blinnaosa$/i);
  const town = pieces.shift() ?? null;
  return { district: part ?? (pieces.join(', ') || null), town, county };
}

function seatOf(row: Row): Seat | null {
  const place = readOnce(() => placeOf(row));
  return publishedSeat({
    place: () => place().town ?? undefined,
    region: () => place().county ?? undefined,
    country: () => (place().county === null ? undefined : 'ee'),
    jurisdiction: () => undefined,
  });
}

function addressOf(row: Row): Address | null {
  const place = readOnce(() => placeOf(row));
  const found = readFields<Address>({
    line1: () => text(row, STREET),
    line2: () => place().district,
    city: () => place().town,
    region: () => place().county,
    postalCode: () => text(row, POSTAL_CODE),
    country: () => null,
  });
  return Object.values(found).every((value) => value === null) ? null : found;
}

import { withClues } from '../../core/registries/clues.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type {
  Address,
  EntityStatus,
  RecordDetails,
  RegisterRecord,
  Seat,
  StandingHint,
} from '../../core/registries/record.js';
import type { BulkFormat, PartLayout, Parts } from '../../adapters/registries/bulk/formats/bulk-format.js';
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

export { LT as facts } from './register.js';

/**
 * Lithuania, Register of Legal Entities (JAR) of Registrų centras: two files, made daily, of UTF-8
 * cells between `|`: the registered ones, and those struck out of the register. Only both together
 * say whether a business was ever registered. Licence: CC BY 4.0.
 *
 * Quirks: codes have nine digits, older ones seven or eight; status 0 means that no legal status
 * was entered, which is the normal case; names carry their form, before a name in quotation marks;
 * an address is one text. An individuali įmonė (IĮ) is a business form of one owner, registered by
 * a name of its own. The lookup on the website has a captcha and is never asked.
 */
const REGISTERED = 'registered';
const STRUCK_OUT = 'struck_out';
const COMMON = ['ja_kodas', 'ja_pavadinimas', 'adresas', 'ja_reg_data', 'form_kodas', 'form_pavadinimas'];
const STATUS = ['stat_kodas', 'stat_pavadinimas'];

const LAYOUTS: Readonly<Record<string, PartLayout>> = {
  [REGISTERED]: layout(REGISTERED, [...COMMON, ...STATUS, 'stat_data_nuo', 'formavimo_data'], STATUS),
  [STRUCK_OUT]: layout(STRUCK_OUT, [...COMMON, 'isreg_data', 'formavimo_data'], ['isreg_data']),
};

/** No legal status was entered. */
const NORMAL = '0';

/** `hint`: such a business is not in good standing. */
interface Meaning {
  status: EntityStatus;
  hint?: true;
}

/**
 * Status words by their first words, since adjectives follow the gender of the form. Those that are
 * not listed have no certain meaning ("Nepersiregistravęs", "Nenustatytas").
 */
const WORDS: readonly (readonly [RegExp, Meaning])[] = [
  [/^bankrutuojant|^bankrutav/i, { status: 'active', hint: true }],
  [/^likviduojam|^inicijuojamas likvidavimas/i, { status: 'active', hint: true }],
  [/^restruktūrizuojam/i, { status: 'active', hint: true }],
  [/^likviduota|^išregistruota/i, { status: 'dissolved' }],
  [/^reorganizuojam|^pertvarkom|^jungiam|^skaidom|^atskiriam/i, { status: 'active' }],
  [/^dalyvaujant|^inicijuojant|^perkeliant|^europos .*perkeliama$/i, { status: 'active' }],
];

export const format: BulkFormat = {
  code: 'lt',
  parserVersion: 1,
  publishes: 'two files, JAR_IREGISTRUOTI.csv and JAR_ISREGISTRUOTI.csv',
  published: {
    download: {
      origin: 'https://www.registrucentras.lt',
      files: [
        { path: '/aduomenys/?byla=JAR_IREGISTRUOTI.csv', name: 'JAR_IREGISTRUOTI.csv' },
        { path: '/aduomenys/?byla=JAR_ISREGISTRUOTI.csv', name: 'JAR_ISREGISTRUOTI.csv' },
      ],
    },
  },
  layoutOf(name) {
    const [, struckOut] = /JAR_I(S?)REGISTRUOTI.*\.csv$/i.exec(name) ?? [];
    return struckOut === undefined ? undefined : LAYOUTS[struckOut === '' ? REGISTERED : STRUCK_OUT];
  },
  usualName: 'JAR_IREGISTRUOTI.csv',
  recordParts: [REGISTERED, STRUCK_OUT],
  together: { [REGISTERED]: 'JAR_IREGISTRUOTI.csv', [STRUCK_OUT]: 'JAR_ISREGISTRUOTI.csv' },

  toRecord(parts, { unknownStatus }) {
    const main = mainRow(parts);
    if (!main) return undefined;
    const { row } = main;
    const state = readOnce(() => (main.isStruckOut ? struckOutState(row) : stateOf(row, unknownStatus)));
    const form = () => text(row, 'form_pavadinimas');
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'ja_kodas'),
      name: () => required(row, 'ja_pavadinimas'),
      aliases: () => [],
      status: () => state().status,
      statusDetail: () => state().statusDetail,
      goodStanding: () => (state().status === 'dissolved' ? false : null),
      standingHint: () => state().standingHint,
      entityType: form,
      formationDate: () => date(row, 'ja_reg_data'),
      domestic: () => isDomestic(form()),
      isBranch: () => (isBranch(form()) ? true : undefined),
      seat: () => seatOf(row),
      url: () => null,
    });
    return withClues(record, () => addressOf(row));
  },

  details(parts) {
    const row = mainRow(parts)?.row ?? {};
    return readFields<RecordDetails>({
      registeredAgent: () => null,
      officers: () => null,
      principalAddress: () => addressOf(row),
      filingHistorySummary: () => null,
    });
  },
};

function layout(part: string, columns: readonly string[], needed: readonly string[]): PartLayout {
  return {
    part,
    columns,
    idColumn: 'ja_kodas',
    nameColumns: ['ja_pavadinimas'],
    read: csv(['ja_kodas', 'ja_pavadinimas', ...needed], '|'),
    fault([number, name]) {
      if (!number) return 'a row without ja_kodas';
      return name ? undefined : 'a row without ja_pavadinimas';
    },
  };
}

/** Of files made on two days, the newer one tells whether a business is still registered. */
function mainRow(parts: Parts): { row: Row; isStruckOut: boolean } | undefined {
  const live = soleRow(parts, REGISTERED);
  const ended = soleRow(parts, STRUCK_OUT);
  if (!live) return ended && { row: ended, isStruckOut: true };
  const isStruckOut = ended !== undefined && madeOn(ended) > madeOn(live);
  return { row: isStruckOut ? ended : live, isStruckOut };
}

function madeOn(row: Row): string {
  return date(row, 'formavimo_data') ?? '';
}

type State = Pick<RegisterRecord, 'status' | 'statusDetail' | 'standingHint'>;

function struckOutState(row: Row): State {
  const day = date(row, 'isreg_data');
  return { status: 'dissolved', statusDetail: day === null ? 'Išregistruotas' : `Išregistruotas ${day}` };
}

function stateOf(row: Row, onUnknown: OnUnknownStatus): State {
  if (text(row, 'stat_kodas') === NORMAL) return { status: 'active', statusDetail: null };
  const word = text(row, 'stat_pavadinimas');
  if (word === null) return { status: 'unknown', statusDetail: null };
  const [, meaning] = WORDS.find(([pattern]) => pattern.test(word)) ?? [];
  if (!meaning) onUnknown(word);
  const hint: StandingHint = { goodStanding: false, because: `The register says "${word}" of the business.` };
  return { status: meaning?.status ?? 'unknown', statusDetail: word, ...(meaning?.hint && { standingHint: hint }) };
}

const ABROAD = /užsienio/i;
const BRANCH = /filialas|atstovybė/i;

/** A branch whose form does not say so may be of a foreign business. */
function isDomestic(form: string | null): boolean | null {
  if (form === null) return null;
  if (ABROAD.test(form)) return false;
  return BRANCH.test(form) ? null : true;
}

function isBranch(form: string | null): boolean {
  return form !== null && BRANCH.test(form);
}

function seatOf(row: Row): Seat | null {
  return publishedSeat({
    place: () => addressOf(row)?.city ?? undefined,
    region: () => addressOf(row)?.region ?? undefined,
    country: () => (codeOf(row) === null ? undefined : 'lt'),
    jurisdiction: () => undefined,
  });
}

function codeOf(row: Row): string | null {
  return addressOf(row)?.postalCode ?? null;
}

const MUNICIPALITY = /\bsav\.?$/i;
const ELDERSHIP = /\bsen\.?$/i;
const POSTAL_CODE = /^LT-\d{5}$/i;

/**
 * `Vilnius, S. Stanevičiaus g. 95, LT-07114`, or with the municipality and the eldership in front:
 * `Kauno r. sav., Garliavos sen., Garliava, Vytauto g. 1, LT-53200`.
 */
function addressOf(row: Row): Address | null {
  if (text(row, 'adresas') === null) return null;
  const parts = readOnce(() => partsOf(text(row, 'adresas') ?? ''));
  return readFields<Address>({
    line1: () => parts().street,
    line2: () => parts().eldership,
    city: () => parts().town,
    region: () => parts().municipality,
    postalCode: () => parts().code,
    country: () => null,
  });
}

function partsOf(written: string) {
  const pieces = written
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const take = (pattern: RegExp) => {
    const at = pieces.findIndex((piece) => pattern.test(piece));
    return at === -1 ? null : pieces.splice(at, 1)[0]!;
  };
  const code = take(POSTAL_CODE);
  const municipality = take(MUNICIPALITY);
  const eldership = take(ELDERSHIP);
  // A text without commas, as in older records, is no town.
  const isTown = pieces[0] !== undefined && !/\d/.test(pieces[0]);
  const town = isTown ? pieces.shift()! : null;
  return { code, municipality, eldership, town, street: pieces.join(', ') || null };
}

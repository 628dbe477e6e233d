import { ckan } from '../../adapters/registries/ckan/ckan-registry.js';
import type { CkanProfile } from '../../adapters/registries/ckan/profile.js';
import {
  date,
  known,
  publishedSeat,
  required,
  statusOfWord,
  text,
  type Row,
} from '../../adapters/registries/http/fields.js';
import { withClues } from '../../core/registries/clues.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type { Address, EntityStatus, RegisterRecord, Seat, StandingHint } from '../../core/registries/record.js';

export { IE as facts } from './register.js';

/** In lower case. Some words have a blank behind them in the register. */
const STATUSES: Readonly<Record<string, EntityStatus>> = {
  normal: 'active',
  'strike off listed': 'active',
  liquidation: 'active',
  receivership: 'active',
  dissolved: 'dissolved',
};
const LINES = ['company_address_1', 'company_address_2', 'company_address_3', 'company_address_4'];
const NO_ADDRESS = /^\**\s*NO ADDRESS DETAILS\b/i;
const COUNTY = /^(?:CO\.? ?|COUNTY )(?=[A-Z])/i;
/** A return may be late by weeks, and the data by days. */
const LONG_PAST_DAYS = 365;
const DAY_MS = 86_400_000;

/**
 * Ireland, Companies Registration Office: one row for each company, living or dissolved, daily.
 *
 * Docs: https://opendata.cro.ie/dataset/companies. Quota: none published; we keep to two requests a
 * second. Protocol: see CkanRegistry. Licence: CC BY 4.0. Quirks: numbers are JSON numbers without
 * leading zeros; `Normal` has a blank behind it; companies dissolved long ago have no date of
 * registration, the type `Unknown` and stars around NO ADDRESS DETAILS, twice on one line; lines of
 * an address repeat each other. Good standing is not published: a hint comes from the status, and
 * from an annual return (`nard`) that was due more than a year ago. Former names, officers, agents
 * and filings are not published.
 */
const PROFILE: CkanProfile = {
  parserVersion: 1,
  origin: 'https://opendata.cro.ie',
  path: '/api/3/action/datastore_search',
  pace: { concurrency: 2, spacingMs: 500 },
  resource: '3fef41bc-b8f4-4b10-8434-ce51c29b1bba',
  idColumn: 'company_num',
  idIsNumber: true,
  nameColumn: 'company_name',
  accents: 'áéíóú',
  columns: [
    'company_num',
    'company_name',
    'company_status',
    'company_type',
    'company_reg_date',
    'nard',
    ...LINES,
    'eircode',
  ],

  toRecord(row, { today, unknownStatus }) {
    const status = readOnce(() => statusOfWord(STATUSES, text(row, 'company_status'), unknownStatus));
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'company_num'),
      name: () => required(row, 'company_name'),
      aliases: () => [],
      status,
      statusDetail: () => text(row, 'company_status'),
      goodStanding: () => (status() === 'dissolved' ? false : null),
      standingHint: () => hintOf(row, status(), today),
      entityType: () => known(row, 'company_type'),
      formationDate: () => date(row, 'company_reg_date'),
      domestic: () => null,
      seat: () => seatOf(row),
      url: () => null,
    });
    return withClues(record, () => addressOf(row), { isSeat: true });
  },

  addressOf,
};

export const connect = ckan(PROFILE);

function hintOf(row: Row, status: EntityStatus, today: string): StandingHint | undefined {
  if (status !== 'active') return undefined;
  const word = text(row, 'company_status') ?? '';
  if (word.toLowerCase() !== 'normal') {
    return { goodStanding: false, because: `The register says "${word}" of the company.` };
  }
  const due = date(row, 'nard');
  const isLongPast = due !== null && Date.parse(today) - Date.parse(due) > LONG_PAST_DAYS * DAY_MS;
  return isLongPast ? { goodStanding: false, because: `An annual return has been due since ${due}.` } : undefined;
}

/** The filled lines, without those that the next one repeats. */
function linesOf(row: Row): (() => string | null)[] {
  const line = (column: string) => () => {
    const written = known(row, column);
    return written === null || NO_ADDRESS.test(written) ? null : written;
  };
  const filled = LINES.map(line).filter((read) => read() !== null);
  return filled.filter((read, at) => !filled[at + 1]?.()?.startsWith(read()!.replace(/\.$/, '')));
}

/** The last line is the town or the county. */
function addressOf(row: Row): Address | null {
  const lines = linesOf(row);
  const eircode = () => known(row, 'eircode');
  if (lines.length === 0 && eircode() === null) return null;
  const [first, ...others] = lines;
  const county = COUNTY.test(others.at(-1)?.() ?? '') ? others.pop() : undefined;
  const town = others.pop();
  return readFields<Address>({
    line1: () => first?.() ?? null,
    line2: () => others.map((read) => read()).join(', ') || null,
    city: () => town?.() ?? null,
    region: () => county?.() ?? null,
    postalCode: eircode,
    country: () => null,
  });
}

/** The town and the county, where the last lines tell them apart from the street. */
function seatOf(row: Row): Seat | null {
  const address = readOnce(() => addressOf(row));
  return publishedSeat({
    place: () => address()?.city ?? undefined,
    region: () => address()?.region?.replace(COUNTY, '') ?? undefined,
    country: () => undefined,
    jurisdiction: () => undefined,
  });
}

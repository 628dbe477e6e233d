import { withClues } from '../../core/registries/clues.js';
import { noteCell, readFields, readOnce } from '../../core/registries/reading.js';
import type {
  EntityStatus,
  Filing,
  FilingHistorySummary,
  RegisteredAgent,
  RegisterRecord,
} from '../../core/registries/record.js';
import {
  address,
  agent,
  alias,
  known,
  required,
  statusOfWord,
  text,
  type OnUnknownStatus,
  type Row,
} from '../../adapters/registries/http/fields.js';

const DAY_MS = 86_400_000;
const IN_UTC = daysIn('UTC');
const IN_WASHINGTON = daysIn('America/New_York');

export const OFFICE = {
  line1: 'BUSNIESS_ADDRESS_LINE1',
  line2: 'BUSNIESS_ADDRESS_LINE2',
  city: 'BUSINESS_CITY',
  region: 'BUSINESS_STATE',
  postalCode: 'ZIPCODE',
  country: 'BUSINESS_COUNTRY',
} as const;

const STATUSES: Readonly<Record<string, EntityStatus>> = {
  'active - in good standing': 'active',
  'active - not in good standing': 'active',
  revoked: 'revoked',
  dissolved: 'dissolved',
  terminated: 'inactive',
  'inactive - cancelled': 'inactive',
  withdrawn: 'inactive',
  merged: 'merged',
  consolidated: 'merged',
  converted: 'inactive',
  domesticated: 'inactive',
};

export function recordOf(row: Row, unknown: OnUnknownStatus): RegisterRecord {
  const statusDetail = () => text(row, 'ENTITY_STATUS');
  const status = readOnce(() => statusOfWord(STATUSES, statusDetail(), unknown));
  const record = readFields<RegisterRecord>({
    id: () => required(row, 'FILE_NUMBER'),
    name: () => withSuffix(required(row, 'BUSINESS_NAME'), known(row, 'SUFFIX')),
    aliases: () => [],
    status,
    statusDetail,
    goodStanding: () => (status() === 'unknown' ? null : isGood(statusDetail())),
    entityType: () => text(row, 'MODELTYPE'),
    formationDate: () => day(row, 'FOREIGN_DATEOF_ORGANIZATION') ?? day(row, 'EFFECTIVE_DATE'),
    domestic: () => isDomestic(text(row, 'LOCALE')),
    url: () => null,
  });
  return withClues(record, () => address(row, OFFICE));
}

function isGood(word: string | null): boolean {
  return /^active - in good standing$/i.test(word ?? '');
}

function isDomestic(locale: string | null): boolean | null {
  return locale === null ? null : /^domestic$/i.test(locale);
}

function withSuffix(name: string, suffix: string | null): string {
  return suffix === null || name.toUpperCase().endsWith(suffix.toUpperCase()) ? name : `${name} ${suffix}`;
}

/** `Active Trade Name` is the status of a name in use. The register lists the others forever. */
export function hasEnded(tradeName: Row): boolean {
  const status = text(tradeName, 'TRADENAME_STATUS');
  return status !== null && !/^active\b/i.test(status);
}

export function addTradeName(record: RegisterRecord, row: Row): void {
  const named = alias(
    'trade',
    () => text(row, 'TRADE_NAME'),
    () => day(row, 'EFFECTIVE_DATE'),
  );
  record.aliases.push(...named.filter(({ name }) => !record.aliases.some((other) => other.name === name)));
}

export function agentOf(row: Row): RegisteredAgent | null {
  return agent(
    () => known(row, 'RA_NAME'),
    () =>
      address(row, {
        line1: 'RA_ADDRESS1',
        line2: 'RA_ADDRESS2',
        city: 'RA_CITY',
        region: 'RA_STATE',
        postalCode: 'RA_ZIPCODE',
        country: undefined,
      }),
  );
}

export function lastReport(row: Row): FilingHistorySummary | null {
  const date = () => day(row, 'DATE_LAST_REPORT_FILED') ?? day(row, 'LATESTFILED_REPORTDATE');
  if (date() === null) return null;
  return readFields<FilingHistorySummary>({
    totalFilings: () => null,
    lastFilingDate: date,
    recentFilings: () => [readFields<Filing>({ date, type: () => 'Biennial Report' })],
  });
}

/** Formats as `YYYY-MM-DD`. Creating a formatter takes longer than using it a hundred times. */
function daysIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
}

/**
 * Returns milliseconds as a calendar day. Most values are midnight in Washington. Multiples of a
 * day are midnight in UTC and meant as that day.
 */
function day(row: Row, column: string): string | null {
  const value = row[column];
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  noteCell(row, column);
  return (value % DAY_MS === 0 ? IN_UTC : IN_WASHINGTON).format(value);
}

import type {
  EntityStatus,
  FilingHistorySummary,
  RegisteredAgent,
  RegisterRecord,
} from '../../../core/registries/record.js';
import { address, known, required, statusOfWord, text, type OnUnknownStatus, type Row } from '../http/fields.js';

const DAY_MS = 86_400_000;
const IN_UTC = daysIn('UTC');
const IN_WASHINGTON = daysIn('America/New_York');

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
  const statusDetail = text(row, 'ENTITY_STATUS');
  const status = statusOfWord(STATUSES, statusDetail, unknown);
  const locale = text(row, 'LOCALE');
  return {
    id: required(row, 'FILE_NUMBER'),
    name: withSuffix(required(row, 'BUSINESS_NAME'), known(row, 'SUFFIX')),
    aliases: [],
    status,
    statusDetail,
    goodStanding: status === 'unknown' ? null : /^active - in good standing$/i.test(statusDetail ?? ''),
    entityType: text(row, 'MODELTYPE'),
    formationDate: day(row, 'FOREIGN_DATEOF_ORGANIZATION') ?? day(row, 'EFFECTIVE_DATE'),
    domestic: locale === null ? null : /^domestic$/i.test(locale),
    url: null,
  };
}

function withSuffix(name: string, suffix: string | null): string {
  return suffix === null || name.toUpperCase().endsWith(suffix.toUpperCase()) ? name : `${name} ${suffix}`;
}

/**
 * `Active Trade Name` is the word for one that is borne; the register lists the others for good.
 */
export function hasEnded(tradeName: Row): boolean {
  const status = text(tradeName, 'TRADENAME_STATUS');
  return status !== null && !/^active\b/i.test(status);
}

export function addTradeName(record: RegisterRecord, row: Row): void {
  const name = text(row, 'TRADE_NAME');
  const from = day(row, 'EFFECTIVE_DATE');
  if (name !== null && !record.aliases.some((other) => other.name === name)) {
    record.aliases.push({ name, kind: 'trade', ...(from !== null && { from }) });
  }
}

export function agentOf(row: Row): RegisteredAgent | null {
  const name = known(row, 'RA_NAME');
  const agentAddress = address(row, {
    line1: 'RA_ADDRESS1',
    line2: 'RA_ADDRESS2',
    city: 'RA_CITY',
    region: 'RA_STATE',
    postalCode: 'RA_ZIPCODE',
    country: undefined,
  });
  return name === null && agentAddress === null ? null : { name, address: agentAddress };
}

export function lastReport(row: Row): FilingHistorySummary | null {
  const date = day(row, 'DATE_LAST_REPORT_FILED') ?? day(row, 'LATESTFILED_REPORTDATE');
  if (date === null) return null;
  return { totalFilings: null, lastFilingDate: date, recentFilings: [{ date, type: 'Biennial Report' }] };
}

/** As `YYYY-MM-DD`. To make one takes longer than to use it a hundred times. */
function daysIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
}

/**
 * Milliseconds as a calendar day. Most are midnight in Washington; whole days are midnight in UTC,
 * and meant as they stand.
 */
function day(row: Row, column: string): string | null {
  const value = row[column];
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return (value % DAY_MS === 0 ? IN_UTC : IN_WASHINGTON).format(value);
}

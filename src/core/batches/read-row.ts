import { requireAllowed, type Restrictions } from '../accounts/caller-limits.js';
import { priceVerification } from '../billing/pricing.js';
import { AppError } from '../errors.js';
import { MAX_ADDRESS_LENGTH, MAX_CUSTOM_ID_LENGTH, MAX_ENTITY_NAME_LENGTH, MAX_OFFICER_LENGTH } from '../limits.js';
import { addressFault, readAddress } from '../matching/addresses/given-address.js';
import type { GivenAddress } from '../matching/addresses/parse-address.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import { questionKey } from '../matching/parsing/name-key.js';
import { endWithMeant } from '../text/meant-field.js';
import { comparedText, isText, nameFault } from '../text/text.js';
import { codeOf, TIERS, type Tier } from '../registries/jurisdiction.js';
import { didYouMean } from '../registries/jurisdiction-hints.js';
import type { Jurisdictions } from '../registries/jurisdictions.js';
import { MAX_RECORD_NUMBER_LENGTH, readRecordNumber } from '../registries/record-numbers.js';
import type { Rejection } from './batch.js';

export const ROW_FIELDS = [
  'entity_name',
  'jurisdiction',
  'custom_id',
  'tier',
  'jurisdiction_id',
  'address',
  'officer',
] as const;
export type RowField = (typeof ROW_FIELDS)[number];
export const EXAMPLE_ROW: Readonly<Record<RowField, string>> = {
  entity_name: 'Imaginary Lanterns LLC',
  jurisdiction: 'us-co',
  custom_id: 'C-1',
  tier: 'quick',
  jurisdiction_id: '',
  address: '1 Example Street, Denver, CO 80202',
  officer: '',
};
export const REQUIRED_FIELDS: readonly RowField[] = ['entity_name', 'jurisdiction'];

/**
 * A parsed line: its cells by column, or why it could not be read. An empty or null cell counts as
 * left out.
 */
export type GivenRow = { line: number } & ({ cells: Readonly<Record<string, unknown>> } | { problem: string });

/**
 * The question of a row and its price. Equal questions have the same jurisdiction, tier, key and
 * number.
 */
export interface RowQuestion {
  entityName: string;
  jurisdiction: string;
  /** The tier charged and shown: quick where the register does not offer more. */
  tier: Tier;
  nameKey: string;
  recordNumber: string | undefined;
  evidence?: GivenEvidence | undefined;
  priceCredits: number;
}

export interface AcceptedRow extends RowQuestion {
  line: number;
  customId: string | undefined;
}

/** Includes as much of the row as could be stored. */
export interface RejectedRow extends Rejection {
  given: Partial<Record<RowField, string>>;
}

export type StagedRow = AcceptedRow | RejectedRow;

export function isRejected(row: StagedRow): row is RejectedRow {
  return 'message' in row;
}

const LONGEST: Readonly<Record<RowField, number>> = {
  entity_name: MAX_ENTITY_NAME_LENGTH,
  jurisdiction: 20,
  custom_id: MAX_CUSTOM_ID_LENGTH,
  tier: 10,
  jurisdiction_id: MAX_RECORD_NUMBER_LENGTH,
  address: MAX_ADDRESS_LENGTH,
  officer: MAX_OFFICER_LENGTH,
};

/** Accepts a row that verify would accept from this caller, or returns why it would not. */
export function readRow(given: GivenRow, jurisdictions: Jurisdictions, limits: Restrictions): StagedRow {
  const { line } = given;
  if ('problem' in given) return { line, field: undefined, message: given.problem, given: {} };
  const { cells, address, rejection } = readCells(given.cells);
  const reject = (field: RowField | undefined, message: string): RejectedRow => {
    return { line, field, message, given: cells };
  };
  if (rejection) return { line, ...rejection, given: cells };
  const missing = REQUIRED_FIELDS.find((field) => cells[field] === undefined);
  if (missing) return reject(missing, `${missing} is missing.`);
  const { entity_name: entityName = '', jurisdiction = '', tier: asked = 'quick' } = cells;
  if (!isTier(asked)) return reject('tier', `tier must be ${TIERS.join(' or ')}.`);
  const code = codeOf(jurisdiction);
  const offered = trying(() => jurisdictions.require(code));
  if (offered instanceof AppError) return reject('jurisdiction', whyNot(offered));
  const allowed = trying(() => requireAllowed(limits, [offered.code], asked));
  if (allowed instanceof AppError) {
    return reject(allowed.details?.['tier'] === undefined ? 'jurisdiction' : 'tier', allowed.message);
  }
  const reading =
    cells.jurisdiction_id === undefined ? undefined : readRecordNumber(offered.code, cells.jurisdiction_id);
  if (reading && 'problem' in reading) {
    return reject('jurisdiction_id', `jurisdiction_id is no record number of ${offered.code}: ${reading.problem}.`);
  }
  const { tier, amountCredits } = priceVerification({ tier: asked, forceRefresh: false }, offered.tiers);
  return {
    line,
    customId: cells.custom_id,
    entityName,
    jurisdiction: offered.code,
    tier,
    nameKey: questionKey(entityName, offered.code),
    recordNumber: reading?.number,
    ...evidenceOf(address, cells.officer),
    priceCredits: amountCredits,
  };
}

function evidenceOf(address: GivenAddress | undefined, officer: string | undefined): { evidence?: GivenEvidence } {
  if (address === undefined && officer === undefined) return {};
  return { evidence: { ...(address !== undefined && { address }), ...(officer !== undefined && { officer }) } };
}

type Cells = Partial<Record<RowField, string>>;

/**
 * Returns the trimmed cells that are valid text (`custom_id` untrimmed) and the first fault. Stops
 * at an unknown field: there may be very many.
 */
function readCells(given: Readonly<Record<string, unknown>>): {
  cells: Cells;
  address: GivenAddress | undefined;
  rejection: { field: string; message: string } | undefined;
} {
  const cells: Cells = {};
  let address: GivenAddress | undefined;
  let rejection: { field: string; message: string } | undefined;
  for (const field in given) {
    if (!isRowField(field)) {
      rejection ??= {
        field: shown(field),
        message: `"${shown(field)}" is not a field of a row${endWithMeant(field, ROW_FIELDS)}`,
      };
      break;
    }
    const value = given[field] ?? '';
    if (field === 'address' && value !== '') {
      address = readAddress(value);
      if (!address) rejection ??= { field, message: `address must ${addressFault(value)}.` };
      continue;
    }
    const fault = faultOf(field, value);
    if (fault !== undefined) rejection ??= { field, message: fault };
    else if (typeof value === 'string') {
      const cell = field === 'custom_id' ? value : comparedText(value);
      if (cell !== '') cells[field] = cell;
    }
  }
  return { cells, address, rejection };
}

function faultOf(field: RowField, value: unknown): string | undefined {
  if (typeof value !== 'string') return `${field} must be text.`;
  if (field === 'custom_id') return faultOfCustomId(value);
  const cell = value.trim();
  if (cell.length > LONGEST[field]) return `${field} has more than ${LONGEST[field]} characters.`;
  if (!isText(cell)) return `${field} holds control characters or half a surrogate pair.`;
  const fault = field === 'entity_name' && comparedText(cell) !== '' ? nameFault(cell) : undefined;
  return fault === undefined ? undefined : `${field} must ${fault}.`;
}

/**
 * Returned exactly as sent, so only a NUL and half a surrogate pair, which cannot be stored, are
 * faults.
 */
function faultOfCustomId(value: string): string | undefined {
  if (value.length > MAX_CUSTOM_ID_LENGTH) return `custom_id has more than ${MAX_CUSTOM_ID_LENGTH} characters.`;
  if (value.includes('\0')) return 'custom_id holds a NUL.';
  return value.isWellFormed() ? undefined : 'custom_id holds half a surrogate pair.';
}

function shown(field: string): string {
  return field
    .slice(0, 40)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed();
}

function whyNot({ message, details }: AppError): string {
  return [message, didYouMean((details?.['suggestions'] ?? []) as string[])].filter(Boolean).join(' ');
}

function isRowField(field: string): field is RowField {
  return (ROW_FIELDS as readonly string[]).includes(field);
}

function isTier(text: string): text is Tier {
  return (TIERS as readonly string[]).includes(text);
}

function trying<T>(work: () => T): T | AppError {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

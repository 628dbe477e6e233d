import type { Entity } from '../../../core/entities/entity.js';
import type { AnswerForName } from '../../../core/entities/ports.js';
import { fromUuid } from '../../../core/ids.js';
import type { Match } from '../../../core/matching/decide.js';
import type { Coverage } from '../../../core/registries/jurisdiction.js';
import { coverageOf } from '../../../core/registries/jurisdictions.js';
import type { Alias, RecordDetails, RegisterRecord } from '../../../core/registries/record.js';

export interface EntityRow {
  id: string;
  jurisdiction: string;
  record: RegisterRecord;
  url: string;
  sandbox: boolean;
  retrieved_at: Date;
  coverage: Coverage | null;
  details: RecordDetails | null;
  details_retrieved_at: Date | null;
  parser_version: number | null;
  details_parser_version: number | null;
  snapshots: number;
}

/** Columns of an entity. `e` is always its alias. */
export const ENTITY = `e.id, e.jurisdiction, e.record, e.url, e.sandbox, e.retrieved_at, e.coverage, e.details, e.details_retrieved_at, e.snapshots, e.parser_version, e.details_parser_version`;

export function toEntity(row: EntityRow): Entity {
  return {
    id: fromUuid('ent', row.id),
    jurisdiction: row.jurisdiction,
    record: fromStored(row.record),
    provenance: {
      url: row.url,
      retrievedAt: row.retrieved_at,
      coverage: coverageOf(row.coverage, row.jurisdiction),
      sandbox: row.sandbox,
      parserVersion: row.parser_version ?? undefined,
    },
    deep:
      row.details && row.details_retrieved_at
        ? {
            details: row.details,
            retrievedAt: row.details_retrieved_at,
            parserVersion: row.details_parser_version ?? undefined,
          }
        : undefined,
    snapshots: row.snapshots,
  };
}

/** Earlier versions stored aliases as `otherNames`, and a former name as `previous`. */
interface StoredRecord extends Omit<RegisterRecord, 'aliases'> {
  aliases?: Alias[];
  otherNames?: { name: string; kind: 'previous' | 'trade' }[];
}

export function fromStored(stored: RegisterRecord): RegisterRecord {
  const { otherNames, ...record }: StoredRecord = stored;
  if (otherNames === undefined) return stored;
  const aliases = otherNames.map(({ name, kind }): Alias => ({ name, kind: kind === 'previous' ? 'former' : kind }));
  return { ...record, aliases: record.aliases?.length ? record.aliases : aliases };
}

/** A row, and the positions (from 1) of the questions it answers. */
export interface Placed {
  places: number[];
}

export interface ReadAnswer {
  answer: AnswerForName;
  entity: Entity | undefined;
}

export type AnswerRow = EntityRow &
  Placed & {
    match: Match | null;
    rivals: string[] | null;
    asked_jurisdiction: string;
    closest: string[] | null;
    no_match_coverage: Coverage | null;
    no_match_evidence: string | null;
    answered_at: Date;
    complete: boolean;
  };

/** Converts each row once, even if several questions share it. */
export function byPlace<Row extends Placed, Answer>(
  rows: readonly Row[],
  toAnswer: (row: Row) => Answer,
): ReadonlyMap<number, Answer> {
  return new Map(
    rows.flatMap((row) => {
      const answer = toAnswer(row);
      return row.places.map((place) => [place - 1, answer] as const);
    }),
  );
}

export function toReadAnswer(row: AnswerRow): ReadAnswer {
  const entity = row.match ? toEntity(row) : undefined;
  const search = { searchedAt: row.answered_at, complete: row.complete };
  const answer: AnswerForName =
    row.match && entity
      ? {
          search,
          entityId: entity.id,
          match: row.match,
          ...(row.rivals && { rivals: row.rivals.map((id) => fromUuid('ent', id)) }),
        }
      : {
          search,
          entityId: undefined,
          closest: row.closest ?? [],
          coverage: coverageOf(row.no_match_coverage, row.asked_jurisdiction),
          ...(row.no_match_evidence && { evidenceId: fromUuid('evd', row.no_match_evidence) }),
        };
  return { answer, entity };
}

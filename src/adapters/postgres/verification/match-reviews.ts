import { toUuid, type Id } from '../../../core/ids.js';
import type { MatchReview } from '../../../core/verification/match-review.js';
import { MatchReviews } from '../../../core/verification/ports.js';
import type { Database } from '../client/database.js';
import { MeantRecordRow } from '../schema/verification.entities.js';

export interface MatchReviewRow {
  jurisdiction_id: string | null;
  note: string | null;
  recorded_at: Date;
}

export class PostgresMatchReviews extends MatchReviews {
  constructor(private readonly db: Database) {
    super();
  }

  async record(
    jobId: Id<'job'>,
    { recordNumber, note }: Pick<MatchReview, 'recordNumber' | 'note'>,
  ): Promise<Date | undefined> {
    const row = await this.db.row<{ recorded_at: Date }>(
      `insert into meant_records as known (job_id, jurisdiction_id, note) select id, $2::text, $3::text from jobs where id = $1
       on conflict (job_id) do update set jurisdiction_id = excluded.jurisdiction_id, note = excluded.note,
         recorded_at = case when (known.jurisdiction_id, known.note) is not distinct from (excluded.jurisdiction_id, excluded.note)
           then known.recorded_at else excluded.recorded_at end
       returning recorded_at`,
      [toUuid(jobId), recordNumber, note ?? null],
    );
    return row?.recorded_at;
  }

  async of(jobId: Id<'job'>): Promise<MatchReview | undefined> {
    const row = await this.db.table(MeantRecordRow, (meant) => meant.findOneBy({ jobId: toUuid(jobId) }));
    if (!row) return undefined;
    const { jurisdictionId: recordNumber, note, recordedAt } = row;
    return { recordNumber, note: note ?? undefined, recordedAt };
  }
}

export function toMatchReview({
  jurisdiction_id: recordNumber,
  note,
  recorded_at: recordedAt,
}: MatchReviewRow): MatchReview {
  return { recordNumber, note: note ?? undefined, recordedAt };
}

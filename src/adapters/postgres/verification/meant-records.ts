import { toUuid, type Id } from '../../../core/ids.js';
import type { Meant } from '../../../core/verification/meant.js';
import { MeantRecords } from '../../../core/verification/ports.js';
import type { Database } from '../client/database.js';
import { MeantRecordRow } from '../schema/verification.entities.js';

export interface MeantRow {
  jurisdiction_id: string | null;
  note: string | null;
  recorded_at: Date;
}

export class PostgresMeantRecords extends MeantRecords {
  constructor(private readonly db: Database) {
    super();
  }

  async record(
    jobId: Id<'job'>,
    { recordNumber, note }: Pick<Meant, 'recordNumber' | 'note'>,
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

  async of(jobId: Id<'job'>): Promise<Meant | undefined> {
    const row = await this.db.table(MeantRecordRow, (meant) => meant.findOneBy({ jobId: toUuid(jobId) }));
    if (!row) return undefined;
    const { jurisdictionId: recordNumber, note, recordedAt } = row;
    return { recordNumber, note: note ?? undefined, recordedAt };
  }
}

export function toMeant({ jurisdiction_id: recordNumber, note, recorded_at: recordedAt }: MeantRow): Meant {
  return { recordNumber, note: note ?? undefined, recordedAt };
}

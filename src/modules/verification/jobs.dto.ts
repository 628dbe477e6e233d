import { DecisionsSeenField } from '../http/input/decisions-seen-field.js';
import { BooleanField, DateField, Note, OneOf, Optional, StringField, ComparedText } from '../http/input/fields.js';
import { MAX_ENTITY_NAME_LENGTH, MAX_LABEL_LENGTH, MAX_NOTE_LENGTH } from '../../core/limits.js';
import { MAX_RECORD_NUMBER_LENGTH } from '../../core/registries/record-numbers.js';
import { JOB_STATUSES, type JobStatus } from '../../core/verification/job.js';
import type { JobsWanted } from '../../core/verification/ports.js';
import { parseId } from '../../core/ids.js';
import { invalid } from '../../core/invalid-request.js';
import { CursorQuery, cursorIn } from '../http/answers/paging.js';

export class JobsPageQuery extends CursorQuery {
  @Optional()
  @ComparedText(1, MAX_ENTITY_NAME_LENGTH, 'Only jobs whose requested name contains this text.', 'lanterns')
  text?: string;

  @Optional()
  @OneOf(JOB_STATUSES, { description: 'Only jobs with this status.' })
  status?: JobStatus;

  @Optional()
  @ComparedText(1, MAX_LABEL_LENGTH, 'Only jobs of this jurisdiction.', 'us-co')
  jurisdiction?: string;

  @Optional()
  @DateField({ description: 'Only jobs created on this day (UTC) or later.', example: '2026-01-01' })
  from?: string;

  @Optional()
  @DateField({ description: 'Only jobs created on this day (UTC) or earlier.', example: '2026-01-31' })
  to?: string;
}

export class JobsQuery extends JobsPageQuery {
  @Optional()
  @StringField({ description: 'Only the checks of this watch.', example: 'wch_01jzx3s2v7e4k9c0q8d5w6y7ab' })
  watch_id?: string;
}

/** Throws `VALIDATION_ERROR` for text that is not the id of a watch. */
export function jobsRequest({ cursor, watch_id, ...wanted }: JobsQuery): Omit<JobsWanted, 'withoutChecks'> {
  const watchId = watch_id === undefined ? undefined : parseId('wch', watch_id);
  if (watch_id !== undefined && !watchId) throw invalid('watch_id', 'must be the id of a watch');
  return { ...wanted, watchId, after: cursorIn('job', cursor) };
}

export class MeantBody {
  @StringField({
    maxLength: MAX_RECORD_NUMBER_LENGTH,
    nullable: true,
    description: 'Number of the chosen record: of the answer, or of one of match.alternatives. null: none of them.',
    example: '20149000014',
  })
  jurisdiction_id!: string | null;

  @Optional()
  @Note(MAX_NOTE_LENGTH, 'A note about the decision.', 'The address on their invoice is that of this one.')
  note?: string;

  @DecisionsSeenField()
  decisions_seen?: number;
}

export class RowMeantBody extends MeantBody {
  @Optional()
  @BooleanField({ description: 'Decide the rows of the file that ask the same, too.' })
  equal_rows?: boolean;
}

export class ReviewsQuery extends CursorQuery {
  @Optional()
  @ComparedText(
    1,
    MAX_ENTITY_NAME_LENGTH,
    'Only matches whose requested name, custom_id or reference contains this text.',
    'lanterns',
  )
  text?: string;

  @Optional()
  @BooleanField({ description: 'Only decided matches, or only open ones.' })
  decided?: boolean;
}

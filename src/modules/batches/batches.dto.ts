import { BooleanField, IntegerField, OneOf, Optional, StringField, Text, ComparedText } from '../http/input/fields.js';
import {
  BATCH_STATUSES,
  RESULT_OUTCOMES,
  ROW_ANSWERS,
  ROW_EVIDENCE,
  type BatchStatus,
  type ResultOutcome,
  type RowAnswer,
  type RowEvidence,
} from '../../core/batches/batch.js';
import { STANDINGS, type Standing } from '../../core/entities/verified-entity.js';
import {
  MAX_ENTITY_NAME_LENGTH,
  MAX_FILE_NAME_LENGTH,
  DEFAULT_LISTED,
  MAX_BATCH_BYTES,
  MAX_LISTED,
} from '../../core/limits.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../core/webhooks/public-address.js';
import { CursorQuery } from '../http/answers/paging.js';
import { RESULT_FORMATS, type ResultFormat } from './results-file.js';

export class RetryBatchQuery {
  @Optional()
  @IntegerField({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Maximum price of the batch; more is refused, and nothing is kept.',
    example: 100,
  })
  max_credits?: number;

  @Optional()
  @BooleanField({ description: 'Start the batch at once.' })
  start: boolean = false;
}

export class UploadBatchQuery extends RetryBatchQuery {
  @Optional()
  @Text(1, MAX_FILE_NAME_LENGTH, 'Name of the file; only the last part of a path is kept.', 'vendors.csv')
  file_name?: string;

  @Optional()
  @StringField({
    maxLength: MAX_WEBHOOK_URL_LENGTH,
    printable: true,
    description: 'The https address that receives batch.completed; it must resolve to public addresses.',
    example: 'https://hooks.example.com/standing',
  })
  webhook_url?: string;
}

export class StartBatchQuery {
  @Optional()
  @IntegerField({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Maximum price of the remaining rows.',
    example: 100,
  })
  max_credits?: number;
}

export class BatchesQuery extends CursorQuery {
  @Optional()
  @OneOf(BATCH_STATUSES, { description: 'Only batches with this status.' })
  status?: BatchStatus;
}

export class ResultRowsQuery {
  @Optional()
  @OneOf(RESULT_OUTCOMES, { description: 'Only rows with this outcome.' })
  outcome?: ResultOutcome;

  @Optional()
  @OneOf(ROW_EVIDENCE, {
    description: 'Only rows whose address or officer differs from the record, agrees with it, or cannot be compared.',
    example: 'differs',
  })
  evidence?: RowEvidence;

  @Optional()
  @OneOf(ROW_ANSWERS, {
    description: 'Only rows with this answer; a duplicate has the answer of the row that it repeats.',
    example: 'found',
  })
  answer?: RowAnswer;

  @Optional()
  @OneOf(STANDINGS, { description: 'Only rows whose business was found and has this standing.', example: 'not_good' })
  standing?: Standing;

  @Optional()
  @ComparedText(
    1,
    MAX_ENTITY_NAME_LENGTH,
    'Only rows whose name, official name or custom_id contains this text.',
    'lanterns',
  )
  text?: string;
}

/** Result rows by page, for the console; the API returns one file. */
export class ResultRowsPageQuery extends ResultRowsQuery {
  @Optional()
  @IntegerField({ minimum: 0, maximum: MAX_BATCH_BYTES, description: 'The line of the last row of the page before.' })
  cursor?: number;

  @Optional()
  @IntegerField({ minimum: 1, maximum: MAX_LISTED, description: 'Maximum entries.' })
  limit: number = DEFAULT_LISTED;
}

export class BatchResultsQuery extends ResultRowsQuery {
  @Optional()
  @OneOf(RESULT_FORMATS, {
    description: 'csv or ndjson; by default the Accept header decides, otherwise csv.',
    example: 'csv',
  })
  format?: ResultFormat;
}

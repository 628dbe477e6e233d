import { STANDINGS, type Standing } from '../../core/entities/verified-entity.js';
import { BooleanField, OneOf, Optional } from '../../modules/http/input/fields.js';
import { JobsQuery } from '../../modules/verification/jobs.dto.js';

/** Verifications in the console, where the checks of watches are hidden unless asked for. */
export class ShownJobsQuery extends JobsQuery {
  @Optional()
  @OneOf(STANDINGS, { description: 'Only answers about a business of this standing.' })
  standing?: Standing;

  @Optional()
  @BooleanField({ description: 'Also the checks of watches.' })
  checks?: boolean;
}

import { AppError } from '../errors.js';
import { recordOfJob, type Id } from '../ids.js';
import { Injectable } from '../injectable.js';
import { refused } from '../invalid-request.js';
import { DecideRecord, type Decided, type Decider, type DecisionAsked } from './decide-record.js';
import { Decisions } from './decision.js';
import { isUnfinished } from './job.js';
import type { MatchReview } from './match-review.js';
import { JobReader } from './ports.js';

const NOT_FOR_REVIEW = 'There is nothing to decide here: only a match that is for review can be decided.';

export type Decision = Pick<MatchReview, 'recordNumber' | 'note'> & Pick<DecisionAsked, 'seen'>;

@Injectable()
export class ReviewMatch {
  constructor(
    private readonly jobReader: JobReader,
    private readonly decisions: Decisions,
    private readonly decideRecord: DecideRecord,
  ) {}

  /**
   * Decides the record of a job; see `DecideRecord`. Throws `JOB_NOT_FOUND`, and `VALIDATION_ERROR`
   * for a record the job did not offer.
   */
  async run(caller: Decider, jobId: Id<'job'> | undefined, { recordNumber, ...about }: Decision): Promise<Decided> {
    const job = jobId && (await this.jobReader.find(caller.accountId, jobId));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    if (isUnfinished(job)) throw refused('jobId', NOT_FOR_REVIEW);
    await this.decisions.ensure({ jobId: job.id });
    return this.decideRecord.run(
      caller,
      recordOfJob(job.id),
      { choice: { recordNumber }, ...about },
      { record: 'jobId', choice: 'jurisdiction_id' },
    );
  }
}

import { Accounts } from '../accounts/ports.js';
import { requireOwn, type LimitedCaller } from '../accounts/caller-limits.js';
import type { Id } from '../ids.js';
import { invalid, refused } from '../invalid-request.js';
import type { MatchReview, ReviewSubject } from './match-review.js';
import { MatchReviews } from './ports.js';
import { Injectable } from '../injectable.js';

const NOT_FOR_REVIEW = 'There is nothing to decide here: only a match that is for review can be decided.';

export type Decision = Pick<MatchReview, 'recordNumber' | 'note'>;

export type Decider = LimitedCaller & { accountId: Id<'acc'> };

/**
 * Stores a decision, with the person and the key or application that sent it. The answer does not
 * change, and neither does the decision: a different one is refused, citing the first.
 */
@Injectable()
export class Reviews {
  constructor(
    private readonly records: MatchReviews,
    private readonly accounts: Accounts,
  ) {}

  /**
   * Returns `undefined` when the subject is gone. `field` is its name in the path of the request.
   * Throws `FORBIDDEN` for a limited caller that did not request it.
   */
  async decide(
    caller: Decider,
    { subject, field }: { subject: ReviewSubject; field: string },
    offered: readonly string[],
    { recordNumber, note }: Decision,
  ): Promise<MatchReview | undefined> {
    requireOwn(caller, await this.records.holderOf(subject));
    if (offered.length === 0) throw refused(field, NOT_FOR_REVIEW);
    if (recordNumber !== null && !offered.includes(recordNumber)) {
      const rule = 'must be the number of one of the candidates, or null for none of them';
      throw invalid('jurisdiction_id', rule, { details: { offered } });
    }
    const { accountId, keyId, grantId } = caller;
    const { email: decidedBy } = await this.accounts.profile(accountId);
    const decided = await this.records.record(subject, { recordNumber, note, decidedBy, keyId, grantId });
    if (decided && (decided.recordNumber !== recordNumber || decided.note !== note))
      throw decidedBefore(field, decided);
    return decided;
  }
}

function decidedBefore(field: string, { recordNumber, decidedBy, decidedWith, recordedAt }: MatchReview) {
  const what = recordNumber === null ? 'that none of the records is meant' : `for the record ${recordNumber}`;
  const when = recordedAt.toISOString();
  const sentence = `This was decided already ${what}${decidedBy ? ` by ${decidedBy}` : ''} at ${when}, and stays so.`;
  const details = {
    jurisdiction_id: recordNumber,
    decided_at: when,
    ...(decidedBy && { decided_by: decidedBy }),
    ...(decidedWith && { decided_with: decidedWith.name }),
  };
  return refused(field, sentence, { details });
}

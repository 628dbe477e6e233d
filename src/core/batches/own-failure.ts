import { failed, type Failed } from '../verification/job.js';

/** A row that fails so often by an error of ours ends as failed. */
export const MAX_TRIES = 3;

/** How a row ends that could not be answered for an error of ours. */
export function ownFailure(): Failed {
  return failed('unavailable', 'The row could not be answered for an error of this service.');
}

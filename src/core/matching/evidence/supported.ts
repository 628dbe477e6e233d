import { ACCEPTED, NEAR } from '../comparing/rules.js';
import type { Weighed } from './evidence.js';

const HIGHEST = 97;
const UNSURE = ACCEPTED - 1;
const LEAST_SHARE = 0.01;
/** Names with nothing in common are two businesses, wherever they are. */
const STRANGERS = 5;

/**
 * Adjusts a record's confidence by evidence beside the name. A record capped for review is not
 * raised to an answer, and an excluded one not at all: businesses often share an address. Nor does
 * the town or the postal code alone raise one to an answer. A seat in another town lowers a match
 * to review, and no further.
 */
export function supported(confidence: number, cap: number, weighed: Weighed): number {
  const { isElsewhere, isPlaceAlone, support } = weighed;
  const raised = support === 0 || cap < NEAR || confidence < STRANGERS ? confidence : raisedBy(support, confidence);
  const most = cap < ACCEPTED || isPlaceAlone ? UNSURE : HIGHEST;
  const stated = Math.max(confidence, Math.min(raised, most));
  return isElsewhere ? Math.min(stated, UNSURE) : stated;
}

function raisedBy(support: number, confidence: number): number {
  const share = Math.min(Math.max(confidence / 100, LEAST_SHARE), 1 - LEAST_SHARE);
  return Math.round(100 / (1 + Math.exp(-(Math.log(share / (1 - share)) + support))));
}

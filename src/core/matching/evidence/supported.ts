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
  if (weighed.isElsewhere && !weighed.isDecisive) return Math.min(confidence, UNSURE);
  if (weighed.support === 0 || cap < NEAR || confidence < STRANGERS) return confidence;
  const share = Math.min(Math.max(confidence / 100, LEAST_SHARE), 1 - LEAST_SHARE);
  const odds = Math.log(share / (1 - share)) + weighed.support;
  const raised = Math.round(100 / (1 + Math.exp(-odds)));
  return Math.max(confidence, Math.min(raised, cap < ACCEPTED || weighed.isPlaceAlone ? UNSURE : HIGHEST));
}

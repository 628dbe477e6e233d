import { ACCEPTED, NEAR } from '../comparing/rules.js';
import type { Weighed } from './evidence.js';

const HIGHEST = 97;
/** Not an answer yet. */
const UNSURE = ACCEPTED - 1;
const LEAST_SHARE = 0.01;
/** Names that share nothing are of two businesses, wherever they are. */
const STRANGERS = 5;

/**
 * The confidence of a record in the light of more than its name. One that a rule holds for review
 * is not raised to an answer, and one that it excludes not at all: two businesses share an address
 * every day. A seat in another town leaves a name for review, and no lower.
 */
export function supported(confidence: number, cap: number, weighed: Weighed): number {
  if (weighed.isElsewhere && !weighed.isDecisive) return Math.min(confidence, UNSURE);
  if (weighed.support === 0 || cap < NEAR || confidence < STRANGERS) return confidence;
  const share = Math.min(Math.max(confidence / 100, LEAST_SHARE), 1 - LEAST_SHARE);
  const odds = Math.log(share / (1 - share)) + weighed.support;
  const raised = Math.round(100 / (1 + Math.exp(-odds)));
  return Math.max(confidence, Math.min(raised, cap < ACCEPTED ? UNSURE : HIGHEST));
}

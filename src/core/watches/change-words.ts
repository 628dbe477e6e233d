import type { ChangeCode } from './comparison/compare.js';

/** What a change is called where people read it. */
export const CHANGE_WORDS: Readonly<Record<ChangeCode, string>> = {
  STATUS_CHANGED: 'its status changed',
  GOOD_STANDING_LOST: 'good standing was lost',
  GOOD_STANDING_REGAINED: 'good standing was regained',
  DISSOLVED: 'it was dissolved',
  REINSTATED: 'it was reinstated',
  NAME_CHANGED: 'its name changed',
  ADDRESS_CHANGED: 'its address changed',
  AGENT_CHANGED: 'its registered agent changed',
  OFFICERS_CHANGED: 'its officers changed',
  FILED: 'a new filing was made',
  RECORD_GONE: 'the register no longer lists it',
};

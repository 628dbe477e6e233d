import type { EntityStatus, StandingHint } from '../../core/registries/record.js';
import { known, type OnUnknownStatus, type Row } from '../../adapters/registries/http/fields.js';

/** The four standings, by the office that states them. */
const OFFICES = {
  StandingSOS: 'the Secretary of State',
  StandingFTB: 'the Franchise Tax Board',
  StandingAgent: 'the agent',
  StandingVCFCF: 'the Victims of Corporate Fraud Compensation Fund',
} as const;
const GOOD = /^good$/i;
const NOT_GOOD = /^not good$/i;

interface Standing {
  goodStanding: boolean | null;
  standingHint?: StandingHint;
  /** All four are stated. */
  isWhole: boolean;
}

/** Good standing is all four; with fewer stated it is not known. */
export function standingOf(entity: Row, status: EntityStatus, unknown: OnUnknownStatus): Standing {
  const stated = Object.entries(OFFICES).map(([column, office]) => ({ office, word: known(entity, column) }));
  for (const { word } of stated) if (word !== null && !GOOD.test(word) && !NOT_GOOD.test(word)) unknown(word);
  const isWhole = stated.every(({ word }) => word !== null);
  const bad = stated.filter(({ word }) => NOT_GOOD.test(word ?? ''));
  if (status === 'unknown') return { goodStanding: null, isWhole };
  if (status !== 'active' || (isWhole && bad.length > 0)) return { goodStanding: false, isWhole };
  if (bad[0]) {
    const because = `The register states that its standing with ${bad[0].office} is not good.`;
    return { goodStanding: null, standingHint: { goodStanding: false, because }, isWhole };
  }
  return { goodStanding: isWhole && stated.every(({ word }) => GOOD.test(word ?? '')) ? true : null, isWhole };
}

import { verifiedEntity } from '../entities/verified-entity.js';
import type { MatchedEntity } from '../entities/entity.js';
import { compareNames } from '../matching/compare.js';
import type { Match } from '../matching/decide.js';
import { readName } from '../matching/normalise.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Found } from './job.js';

/** The result for somebody who spelled the name as `asked` and paid for `tier`. */
export function found({ entity, match }: MatchedEntity, asked: string, tier: Tier): Found {
  return {
    kind: 'found',
    entityId: entity.id,
    data: verifiedEntity(entity, tier, asSpelled(match, asked, entity.jurisdiction)),
  };
}

/** A match may have been made for an equal name in another spelling: only the very same letters are exact. */
function asSpelled(match: Match, asked: string, jurisdiction: string): Match {
  if (match.method !== 'exact' && match.method !== 'normalised') return match;
  const method = match.matchedName === asked ? 'exact' : 'normalised';
  if (method === match.method) return match;
  // A confidence that a rival record has lowered stays where it is.
  if (match.review) return { ...match, method };
  const { confidence } = compareNames(readName(asked, jurisdiction), readName(match.matchedName, jurisdiction));
  return { ...match, method, confidence };
}

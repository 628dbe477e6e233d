import { verifiedEntity } from '../entities/verified-entity.js';
import type { MatchedEntity } from '../entities/entity.js';
import type { Match } from '../matching/decide.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Found } from './job.js';

/** The result for somebody who spelled the name as `asked` and paid for `tier`. */
export function found({ entity, match }: MatchedEntity, asked: string, tier: Tier): Found {
  return { kind: 'found', entityId: entity.id, data: verifiedEntity(entity, tier, asSpelled(match, asked)) };
}

/** A match may have been made for an equal name in another spelling: only the very same letters are exact. */
function asSpelled(match: Match, asked: string): Match {
  if (match.method !== 'exact' && match.method !== 'normalised') return match;
  const method = match.matchedName === asked ? 'exact' : 'normalised';
  return method === match.method ? match : { ...match, method };
}

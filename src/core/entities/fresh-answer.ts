import { decide } from '../matching/decide.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Entity } from './entity.js';
import type { AnswerForName, Entities, FreshAnswer } from './ports.js';

/** What is older than these has to be asked for again. */
export interface NotBefore {
  entity: Date;
  noMatch: Date;
}

/**
 * What was kept for a name, if it still counts. A no-match is as old as the search that found nothing. What was found is as old as the part of the
 * entity that the tier shows, no matter who asked for that; but a match that rests on likeness is no younger than the search it came from, because a business
 * that bears the very name may have been registered since.
 */
export function freshAnswer(
  answer: AnswerForName,
  entity: Entity | undefined,
  tier: Tier,
  notBefore: NotBefore,
): FreshAnswer | undefined {
  const { answeredAt } = answer;
  if (answer.entityId === undefined) {
    const { closest, coverage } = answer;
    return answeredAt > notBefore.noMatch ? { kind: 'no_match', closest, coverage, answeredAt } : undefined;
  }
  const { match } = answer;
  const retrievedAt = entity && (tier === 'deep' ? entity.deep?.retrievedAt : entity.provenance.retrievedAt);
  if (!retrievedAt || retrievedAt <= notBefore.entity) return undefined;
  const ofEqualNames = match.method === 'exact' || match.method === 'normalised';
  return ofEqualNames || answeredAt > notBefore.entity ? { kind: 'found', entity, match } : undefined;
}

/** What is known about a name without asking its register: what the name led to before; failing that, an entity that officially bears it. */
export async function knownAnswer(
  entities: Entities,
  asked: { entityName: string; jurisdiction: string; nameKey: string; tier: Tier },
): Promise<FreshAnswer | undefined> {
  const { entityName, jurisdiction, nameKey, tier } = asked;
  const answer = await entities.freshAnswer(jurisdiction, nameKey, tier);
  if (answer) return answer;
  const namesakes = await entities.freshNamesakes(jurisdiction, nameKey, tier);
  const decision = decide(
    entityName,
    jurisdiction,
    namesakes.map(({ record }) => record),
  );
  if (decision.kind === 'no_match') return undefined;
  const entity = namesakes.find(({ record }) => record.id === decision.record.id);
  return entity && { kind: 'found', entity, match: decision.match };
}

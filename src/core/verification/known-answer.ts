import type { Entities, FreshAnswer } from '../entities/ports.js';
import { decide } from '../matching/decide.js';
import type { Tier } from '../registries/jurisdiction.js';

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

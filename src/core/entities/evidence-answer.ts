import { decide, decideByNumber } from '../matching/decide.js';
import type { RegisterWords } from '../registries/register-words.js';
import type { Entity } from './entity.js';
import type { Question } from './fresh-answer.js';
import type { Entities, FreshAnswer } from './ports.js';

type Asked = Pick<Question, 'entityName' | 'jurisdiction' | 'tier' | 'evidence'>;
type Found = Extract<FreshAnswer, { kind: 'found' }>;

/**
 * A register's answer to a name in the light of what else the caller knows. Evidence decides among
 * the records that came near, and confirms or doubts the one that was certain. `unread`: it names a
 * record of which this tier has not been read.
 */
export function inLightOfEvidence(
  asked: Asked,
  answer: FreshAnswer,
  rivals: readonly Entity[],
  own: RegisterWords | undefined,
): FreshAnswer | 'unread' {
  const { evidence } = asked;
  if (!evidence || answer.kind === 'no_match') return answer;
  const entities = [answer.entity, ...(answer.match.review ? rivals : [])];
  const decision = decided(asked, answer, entities, own);
  const chosen = decision.kind === 'match' && entities.find(({ record }) => record.id === decision.record.id);
  if (!chosen) return answer;
  if (chosen !== answer.entity && asked.tier === 'deep' && !chosen.deep) return 'unread';
  return { ...answer, entity: chosen, match: decision.match };
}

/** The same with its rivals as they are kept; `undefined` where the register has to be asked. */
export async function keptInLightOfEvidence(
  entities: Entities,
  asked: Question,
  answer: FreshAnswer | undefined,
  own: RegisterWords | undefined,
): Promise<FreshAnswer | undefined> {
  if (!asked.evidence || answer?.kind !== 'found') return answer;
  const rivals = await Promise.all((answer.rivals ?? []).map((id) => entities.find(id)));
  const known = rivals.filter((rival) => rival !== undefined);
  const seen = inLightOfEvidence(asked, answer, known, own);
  if (seen === 'unread' || seen.kind === 'no_match' || seen.entity.id === answer.entity.id) return usable(seen);
  const { jurisdiction, tier } = asked;
  const fresh = await entities.freshRecord(jurisdiction, seen.entity.record.id, tier);
  return fresh && { ...seen, entity: fresh };
}

function usable(seen: FreshAnswer | 'unread'): FreshAnswer | undefined {
  return seen === 'unread' ? undefined : seen;
}

function decided(
  { entityName, jurisdiction, evidence }: Asked,
  { match, isIncomplete }: Found,
  entities: readonly Entity[],
  own: RegisterWords | undefined,
) {
  const known = { own, evidence, complete: !isIncomplete };
  if (match.method === 'number') return decideByNumber(entityName, jurisdiction, entities[0]?.record, known);
  return decide(
    entityName,
    jurisdiction,
    entities.map(({ record }) => record),
    known,
  );
}

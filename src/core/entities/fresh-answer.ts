import { decide, decideByNumber, type Decision } from '../matching/decide.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { RegisterRecord } from '../registries/record.js';
import type { Entity } from './entity.js';
import type { AnswerForName, Entities, FreshAnswer, Reading } from './ports.js';

/** A question whose answer is kept. */
export interface Question {
  entityName: string;
  jurisdiction: string;
  nameKey: string;
  /** The number of the record, in the form that `readRecordNumber` gives; `undefined` when the caller knows only the name. */
  recordNumber: string | undefined;
  tier: Tier;
}

/** What is older than these has to be asked for again. */
export interface NotBefore {
  entity: Date;
  noMatch: Date;
}

/**
 * What was kept for a name, if it still counts. A no-match is as old as the search that found nothing. What was found is as old as the part of the
 * entity that the tier shows, no matter who asked for that; but a match that rests on likeness is no younger than the search it came from, because a business
 * that bears the very name may have been registered since. A number belongs to one record for good.
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
  const lasting = match.method === 'exact' || match.method === 'normalised' || match.method === 'number';
  return lasting || answeredAt > notBefore.entity ? { kind: 'found', entity, match } : undefined;
}

/**
 * Under which the answer to a question is kept, and equal questions share a retrieval: the normalised name, and with a number that number too. No
 * normalised name has both a `#` and a digit.
 */
export function answerKey({ nameKey, recordNumber }: Pick<Question, 'nameKey' | 'recordNumber'>): string {
  return recordNumber === undefined ? nameKey : `${nameKey} #${recordNumber}`;
}

/** What is known about a name without asking its register: what the question led to before; failing that, an entity that officially bears it. */
export async function knownAnswer(
  entities: Entities,
  question: Question,
  reading: Reading = 'by itself',
): Promise<FreshAnswer | undefined> {
  const { jurisdiction, nameKey, tier } = question;
  const answer = await entities.freshAnswer(jurisdiction, answerKey(question), tier, reading);
  if (answer) return answer;
  const namesakes = await entities.freshNamesakes(jurisdiction, nameKey, tier, reading);
  const decision = decideAmong(
    question,
    namesakes.map(({ record }) => record),
  );
  if (decision.kind === 'no_match') return undefined;
  const entity = namesakes.find(({ record }) => record.id === decision.record.id);
  return entity && { kind: 'found', entity, match: decision.match };
}

function decideAmong({ entityName, jurisdiction, recordNumber }: Question, records: RegisterRecord[]): Decision {
  if (recordNumber === undefined) return decide(entityName, jurisdiction, records);
  return decideByNumber(
    entityName,
    jurisdiction,
    records.find(({ id }) => id === recordNumber),
  );
}

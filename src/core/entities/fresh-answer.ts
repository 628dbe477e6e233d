import { decideByNumber, type Match } from '../matching/decide.js';
import { nameKey as keyOfName } from '../matching/parsing/name-key.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Entity } from './entity.js';
import type { AnswerForName, Entities, FreshAnswer, ReadMode } from './ports.js';

/** A question whose answer is kept. */
export interface Question {
  entityName: string;
  jurisdiction: string;
  nameKey: string;
  /**
   * The number of the record, in the form that `readRecordNumber` gives; `undefined` when the
   * caller knows only the name.
   */
  recordNumber: string | undefined;
  tier: Tier;
  /** What else the caller knows; it decides after the register's answer. */
  evidence?: GivenEvidence | undefined;
}

/** What is older than these has to be asked for again. */
export interface NotBefore {
  entity: Date;
  noMatch: Date;
  /**
   * When the current edition of a mirrored register was published: it searched for every name anew.
   */
  edition?: Date | undefined;
}

/** What was kept for a name, if its search was complete and is recent enough. */
export function freshAnswer(
  answer: AnswerForName,
  entity: Entity | undefined,
  tier: Tier,
  notBefore: NotBefore,
): FreshAnswer | undefined {
  return answer.search.complete ? recentAnswer(answer, entity, tier, notBefore) : undefined;
}

/**
 * What was kept for a name, complete or not, if it is recent enough. A no-match is as old as the
 * search that found nothing. A match is as old as its search or as the part of the entity that the
 * tier shows, whichever is older: facts that were read by number since are shown, but which record
 * the name means is no more certain for them. A number belongs to one record for good, so there the
 * facts alone decide.
 */
export function recentAnswer(
  answer: AnswerForName,
  entity: Entity | undefined,
  tier: Tier,
  notBefore: NotBefore,
): FreshAnswer | undefined {
  const { searchedAt } = answer.search;
  const { edition } = notBefore;
  if (answer.entityId === undefined) {
    const { closest, coverage, evidenceId } = answer;
    const counts = searchedAt > notBefore.noMatch && isIn(edition, searchedAt);
    return counts ? { kind: 'no_match', closest, coverage, searchedAt, ...(evidenceId && { evidenceId }) } : undefined;
  }
  const { match, rivals } = answer;
  const retrievedAt = entity && (tier === 'deep' ? entity.deep?.retrievedAt : entity.provenance.retrievedAt);
  if (!retrievedAt || retrievedAt <= notBefore.entity) return undefined;
  const isCertain = match.method === 'number' || (searchedAt > notBefore.entity && isIn(edition, searchedAt));
  if (!isCertain) return undefined;
  const isNewer = entity.provenance.retrievedAt > searchedAt;
  return isNewer && !bears(entity, match)
    ? undefined
    : {
        kind: 'found',
        entity,
        match,
        ...(rivals && { rivals }),
        ...(!answer.search.complete && { isIncomplete: true }),
      };
}

function isIn(edition: Date | undefined, searchedAt: Date): boolean {
  return edition === undefined || searchedAt >= edition;
}

/** Whether the record still bears the name by which it was matched, in the same role. */
function bears({ record, jurisdiction }: Entity, { alias, matchedName }: Match): boolean {
  const names = alias ? record.aliases.filter(({ kind }) => kind === alias.kind) : [record];
  if (names.some(({ name }) => name === matchedName)) return true;
  const matchedKey = keyOfName(matchedName, jurisdiction);
  return names.some(({ name }) => keyOfName(name, jurisdiction) === matchedKey);
}

/**
 * Under which the answer to a question is kept, and equal questions share a retrieval: the name as
 * `questionKey` makes it, and with a number that number too. No such key has both a `#` and a
 * digit.
 */
export function answerKey({ nameKey, recordNumber }: Pick<Question, 'nameKey' | 'recordNumber'>): string {
  return recordNumber === undefined ? nameKey : `${nameKey} #${recordNumber}`;
}

/**
 * What is known without asking the register: what the question led to before; failing that, for a
 * number, its record.
 */
export async function knownAnswer(
  entities: Entities,
  question: Question,
  mode: ReadMode = 'by itself',
): Promise<FreshAnswer | undefined> {
  const { entityName, jurisdiction, recordNumber, tier } = question;
  const answer = await entities.freshAnswer(jurisdiction, answerKey(question), tier, mode);
  if (answer || recordNumber === undefined) return answer;
  const entity = await entities.freshRecord(jurisdiction, recordNumber, tier);
  const decision = decideByNumber(entityName, jurisdiction, entity?.record);
  return entity && decision.kind === 'match' ? { kind: 'found', entity, match: decision.match } : undefined;
}

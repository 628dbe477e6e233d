import { decideByNumber, type Match } from '../matching/decide.js';
import { nameKey as keyOfName } from '../matching/parsing/name-key.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Entity } from './entity.js';
import type { AnswerForName, Entities, FreshAnswer, ReadMode } from './ports.js';

export interface Question {
  entityName: string;
  jurisdiction: string;
  nameKey: string;
  /**
   * Record number in the form of `readRecordNumber`; `undefined` when the caller knows only the
   * name.
   */
  recordNumber: string | undefined;
  tier: Tier;
  /** Further facts from the caller, applied after the register's answer. */
  evidence?: GivenEvidence | undefined;
}

/** Older answers have to be retrieved again. */
export interface NotBefore {
  entity: Date;
  noMatch: Date;
  /**
   * Publication time of a mirrored register's current edition: earlier searches do not cover it.
   */
  edition?: Date | undefined;
}

/**
 * Returns the stored answer for a name if its search was complete and is recent enough, and the
 * record was not last seen in a brief listing, and not found gone since.
 */
export function freshAnswer(
  answer: AnswerForName,
  entity: Entity | undefined,
  tier: Tier,
  notBefore: NotBefore,
): FreshAnswer | undefined {
  if (!answer.search.complete || entity?.record.isBrief || entity?.record.isGone) return undefined;
  return recentAnswer(answer, entity, tier, notBefore);
}

/**
 * Returns the stored answer for a name, complete or not, if it is recent enough. A no-match is as
 * old as its search. A match is as old as its search or the entity's data for the tier, whichever
 * is older: facts read by number since then are shown, but do not make it more certain which record
 * the name means. For a number the facts alone decide, since it belongs to one record permanently.
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
  if (!retrievedAt || retrievedAt <= notBefore.entity || !isIn(edition, retrievedAt)) return undefined;
  const isCertain = match.method === 'number' || (searchedAt > notBefore.entity && isIn(edition, searchedAt));
  if (!isCertain) return undefined;
  // It was renamed, or its register gives its number to another business as well.
  return !bears(entity, match)
    ? undefined
    : {
        kind: 'found',
        entity,
        match,
        ...(rivals && { rivals }),
        ...(!answer.search.complete && { isIncomplete: true }),
      };
}

/** Returns whether a search or reading of that time knows the current edition. */
export function isIn(edition: Date | undefined, searchedAt: Date): boolean {
  return edition === undefined || searchedAt >= edition;
}

/** Returns whether the record still has the matched name, in the same role. */
function bears({ record, jurisdiction }: Entity, { alias, matchedName }: Match): boolean {
  const names = alias ? record.aliases.filter(({ kind }) => kind === alias.kind) : [record];
  if (names.some(({ name }) => name === matchedName) || record.clues?.listedAs === matchedName) return true;
  const matchedKey = keyOfName(matchedName, jurisdiction);
  return names.some(({ name }) => keyOfName(name, jurisdiction) === matchedKey);
}

/**
 * Returns the key under which an answer is stored and equal questions share a retrieval: the name
 * as made by `questionKey`, and the number if there is one. No such key has both a `#` and a digit.
 */
export function answerKey({ nameKey, recordNumber }: Pick<Question, 'nameKey' | 'recordNumber'>): string {
  return recordNumber === undefined ? nameKey : `${nameKey} #${recordNumber}`;
}

/**
 * Returns what is known without asking the register: the stored answer, or for a number its record.
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

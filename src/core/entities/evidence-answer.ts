import { decide, decideByNumber } from '../matching/decide.js';
import { isOnlyInDetails } from '../matching/evidence/evidence.js';
import type { RegisterWords } from '../registries/register-words.js';
import type { Entity } from './entity.js';
import type { Question } from './fresh-answer.js';
import type { Entities, FreshAnswer } from './ports.js';

type Asked = Pick<Question, 'entityName' | 'jurisdiction' | 'tier' | 'evidence'>;
type Found = Extract<FreshAnswer, { kind: 'found' }>;

/** An answer with the findings of the caller's evidence. */
export interface SeenAnswer {
  answer: FreshAnswer;
  /** The evidence points to a record, or may point to one, that has not been read at this tier. */
  isUnread?: true;
}

/** Rivals of an unsure match whose details are read to compare them with the caller's evidence. */
export const MAX_RIVALS_READ = 5;

/**
 * Applies the caller's evidence to a register's answer for a name: it selects among the records
 * that came near, or confirms or doubts the certain one.
 */
export function applyEvidence(
  asked: Asked,
  answer: FreshAnswer,
  rivals: readonly Entity[],
  own: RegisterWords | undefined,
): SeenAnswer {
  const { evidence } = asked;
  if (!evidence || answer.kind === 'no_match') return { answer };
  const entities = [answer.entity, ...(answer.match.review ? rivals : [])];
  const decision = decided(asked, answer, entities, own);
  const chosen = decision.kind === 'match' && entities.find(({ record }) => record.id === decision.record.id);
  if (!chosen) return { answer };
  if (asked.tier === 'deep' && !chosen.deep) {
    const alone = decided(asked, answer, [answer.entity], own);
    const told = alone.kind === 'match' ? { evidence: alone.match.evidence } : {};
    return { answer: { ...answer, match: { ...answer.match, ...told } }, isUnread: true };
  }
  const isOpen =
    asked.tier === 'deep' &&
    decision.match.review &&
    isOnlyInDetails(evidence, asked.jurisdiction) &&
    entities.slice(0, 1 + MAX_RIVALS_READ).some(({ deep }) => !deep);
  return { answer: { ...answer, entity: chosen, match: decision.match }, ...(isOpen && { isUnread: true }) };
}

/** Like `applyEvidence`, with the stored rivals; `undefined` when the register has to be asked. */
export async function applyEvidenceToStored(
  entities: Entities,
  asked: Question,
  answer: FreshAnswer | undefined,
  own: RegisterWords | undefined,
): Promise<FreshAnswer | undefined> {
  if (!asked.evidence || answer?.kind !== 'found') return answer;
  const rivals = await Promise.all((answer.rivals ?? []).map((id) => entities.find(id)));
  const known = rivals.filter((rival) => rival !== undefined);
  const { answer: seen, isUnread } = applyEvidence(asked, answer, known, own);
  if (isUnread) return undefined;
  if (seen.kind === 'no_match' || seen.entity.id === answer.entity.id) return seen;
  const { jurisdiction, tier } = asked;
  const fresh = await entities.freshRecord(jurisdiction, seen.entity.record.id, tier);
  return fresh && { ...seen, entity: fresh };
}

function decided(
  { entityName, jurisdiction, evidence, tier }: Asked,
  { match, isIncomplete }: Found,
  entities: readonly Entity[],
  own: RegisterWords | undefined,
) {
  const known = { own, evidence, tier, complete: !isIncomplete };
  const records = entities.map(({ record, deep }) => ({ ...record, details: deep?.details }));
  if (match.method === 'number') return decideByNumber(entityName, jurisdiction, records[0], known);
  return decide(entityName, jurisdiction, records, known);
}

import type { Alias, EntityStatus, RegisterRecord } from '../registries/record.js';
import { compareNames } from './comparing/compare.js';
import { differOnlyInForm, parseName, type NormalisedName } from './parsing/normalise.js';
import type { RegisterWords } from '../registries/register-words.js';
import { ACCEPTED, NEAR } from './comparing/rules.js';

export const MATCH_METHODS = ['exact', 'normalised', 'alias', 'fuzzy', 'number'] as const;
export type MatchMethod = (typeof MATCH_METHODS)[number];

export interface Alternative {
  entityName: string;
  jurisdictionId: string;
  status: EntityStatus;
  /** Integer, 0 to 100. */
  confidence: number;
}

export interface Match {
  method: MatchMethod;
  /** The name of the record that was matched: its current one, or a former or trade name. */
  matchedName: string;
  /**
   * What the matched name is to the record, and when it was borne; only where `method` is `alias`.
   */
  alias?: Omit<Alias, 'name'>;
  /** Integer, 0 to 100. */
  confidence: number;
  /**
   * The answer needs review: it is uncertain, or it cannot be distinguished from another record.
   */
  review: boolean;
  /** The next best records, at most three; only given for review. */
  alternatives: Alternative[];
}

export type Decision =
  | { kind: 'match'; record: RegisterRecord; match: Match }
  /** `closest`: up to three official names that came near. */
  | { kind: 'no_match'; closest: string[] };

export interface RankedRecord {
  record: RegisterRecord;
  method: MatchMethod;
  matchedName: string;
  /** See `Match`. */
  alias?: Omit<Alias, 'name'>;
  /** Integer, 0 to 100. */
  confidence: number;
  /** What was found alike and different, and the rules that fired, for people. */
  explanation: string[];
}

/**
 * A previous or trade name never outweighs a current one that fits as well; one that fits only
 * nearly stays below.
 */
const ALIAS_CAP = ACCEPTED - 1;
/** An alias that fits exactly while no other record comes near. */
const UNRIVALLED_ALIAS = 90;
/** Two records that cannot be distinguished: the answer may be either. */
const INDISTINCT_CAP = 75;
/** A fuzzy answer must lead the next record by this many points, or it is shown for review. */
const FUZZY_MARGIN = 4;
const MAX_SHOWN = 3;
/**
 * Below this a name is not worth showing as one that came near: siblings with another number lie
 * above it, strangers below.
 */
const WORTH_SHOWING = 5;

/**
 * All records, best first. The order is total and stable: confidence, then live, then domestic,
 * then name and id.
 */
export function rank(
  asked: string,
  jurisdiction: string,
  records: readonly RegisterRecord[],
  own?: RegisterWords,
): RankedRecord[] {
  const name = parseName(asked, jurisdiction, own);
  const unique = new Map(records.map((record) => [record.id, record]));
  return [...unique.values()]
    .map((record) => fit(name, record, (official) => parseName(official, jurisdiction, own)))
    .toSorted(byFit);
}

/**
 * Whether one of the records is the business asked for, and how sure that is. `own`: see
 * `parseName`. `complete`: no other record could be meant; otherwise one that was not read may bear
 * the same name, and no answer is accepted without review.
 */
export function decide(
  asked: string,
  jurisdiction: string,
  records: readonly RegisterRecord[],
  own?: RegisterWords,
  complete = true,
): Decision {
  const [best, ...others] = rank(asked, jurisdiction, records, own);
  if (!best || best.confidence < NEAR) {
    const near = (best ? [best, ...others] : []).filter(({ confidence }) => confidence >= WORTH_SHOWING);
    return { kind: 'no_match', closest: [...new Set(near.map(({ record }) => record.name))].slice(0, MAX_SHOWN) };
  }
  const rivals = others.filter(({ confidence }) => confidence >= NEAR);
  const settled = settle(best, rivals, jurisdiction);
  const confidence = complete ? settled : Math.min(settled, ACCEPTED - 1);
  const review = confidence < ACCEPTED;
  return {
    kind: 'match',
    record: best.record,
    match: {
      method: best.method,
      matchedName: best.matchedName,
      ...(best.alias && { alias: best.alias }),
      confidence,
      review,
      alternatives: review ? rivals.slice(0, MAX_SHOWN).map(toAlternative) : [],
    },
  };
}

/**
 * Whether the record that bears the number asked for is the business asked for: name and number
 * have to agree. The number leaves no rival, so the confidence is that of the name alone.
 * `record: undefined`: no record bears the number. Otherwise `closest` names the one that does.
 */
export function decideByNumber(
  asked: string,
  jurisdiction: string,
  record: RegisterRecord | undefined,
  own?: RegisterWords,
): Decision {
  const decision = decide(asked, jurisdiction, record ? [record] : [], own);
  if (decision.kind === 'match') return { ...decision, match: { ...decision.match, method: 'number' } };
  return { kind: 'no_match', closest: record ? [record.name] : [] };
}

function fit(asked: NormalisedName, record: RegisterRecord, read: (official: string) => NormalisedName): RankedRecord {
  const current = compareNames(asked, read(record.name));
  let best: RankedRecord = { record, matchedName: record.name, ...current };
  for (const { name, ...alias } of record.aliases) {
    const { confidence, method, explanation } = compareNames(asked, read(name));
    const capped = Math.min(confidence, method === 'fuzzy' ? ALIAS_CAP - 1 : ALIAS_CAP);
    if (capped <= best.confidence) continue;
    const reasons = [...explanation, `matched by a ${alias.kind} name`];
    best = { record, method: 'alias', matchedName: name, alias, confidence: capped, explanation: reasons };
  }
  return best;
}

/** The confidence of the best record in the light of those that come near it. */
function settle(best: RankedRecord, rivals: readonly RankedRecord[], jurisdiction: string): number {
  if (isAlias(best) && rivals.length === 0) return UNRIVALLED_ALIAS;
  const [next] = rivals;
  if (!next) return best.confidence;
  if (rivals.some((rival) => indistinct(best, rival, jurisdiction))) return Math.min(best.confidence, INDISTINCT_CAP);
  const narrow = best.confidence - next.confidence < FUZZY_MARGIN;
  return best.method === 'fuzzy' && (narrow || rivals.some(isAlias))
    ? Math.min(best.confidence, ACCEPTED - 1)
    : best.confidence;
}

/** A previous or trade name that is the name asked for. */
function isAlias({ method, confidence }: RankedRecord): boolean {
  return method === 'alias' && confidence === ALIAS_CAP;
}

/**
 * Nothing but an article, the spelling of the legal form or its absence stands between them, so the
 * caller may mean either. A current name is distinguished from a previous or trade name
 * nevertheless.
 */
function indistinct(best: RankedRecord, rival: RankedRecord, jurisdiction: string): boolean {
  if (best.confidence === rival.confidence) return true;
  if ((best.method === 'alias') !== (rival.method === 'alias')) return false;
  return differOnlyInForm(parseName(best.matchedName, jurisdiction), parseName(rival.matchedName, jurisdiction));
}

const HOME_ORDER = { true: 0, null: 1, false: 2 };

function byFit(a: RankedRecord, b: RankedRecord): number {
  return (
    b.confidence - a.confidence ||
    Number(b.record.status === 'active') - Number(a.record.status === 'active') ||
    HOME_ORDER[`${a.record.domestic}`] - HOME_ORDER[`${b.record.domestic}`] ||
    compareText(a.record.name, b.record.name) ||
    compareText(a.record.id, b.record.id)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function toAlternative({ record, confidence }: RankedRecord): Alternative {
  return { entityName: record.name, jurisdictionId: record.id, status: record.status, confidence };
}

import { compareText } from '../compare-text.js';
import type { Alias, EntityStatus, RegisterRecord } from '../registries/record.js';
import { compareNames } from './comparing/compare.js';
import { differOnlyInForm, parseName, type NormalisedName } from './parsing/normalise.js';
import type { RegisterWords } from '../registries/register-words.js';
import { ACCEPTED, NEAR } from './comparing/rules.js';
import { weighEvidence, type Finding, type GivenEvidence, type Weighed } from './evidence/evidence.js';
import { supported } from './evidence/supported.js';

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
  /** What spoke for the record and against it; only for review, or where it was looked for. */
  evidence?: Finding[];
}

export type Decision =
  | {
      kind: 'match';
      record: RegisterRecord;
      match: Match;
      /** The others that come near, the best first: with more evidence one of them may be meant. */
      rivals: RegisterRecord[];
    }
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
  /** What the name alone says, likewise. */
  nameConfidence: number;
  /** How far a rule lets the confidence go. */
  cap: number;
  /** What was found alike and different, and the rules that fired, for people. */
  explanation: string[];
  /** What else the caller gave comes to. */
  weighed?: Weighed;
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
const MAX_RIVALS = 20;
/**
 * Below this a name is not worth showing as one that came near: siblings with another number lie
 * above it, strangers below.
 */
const WORTH_SHOWING = 5;

/** What else is known than the name, and of the register. */
export interface Knowledge {
  /** See `parseName`. */
  own?: RegisterWords | undefined;
  evidence?: GivenEvidence | undefined;
  /**
   * No other record could be meant, unless it says `false`: then one that was not read may bear the
   * same name, and no answer is accepted without review.
   */
  complete?: boolean;
}

/**
 * All records, best first. The order is total and stable: confidence, then what other evidence
 * says, then live, then domestic, then name and id.
 */
export function rank(
  asked: string,
  jurisdiction: string,
  records: readonly RegisterRecord[],
  { own, evidence }: Knowledge = {},
): RankedRecord[] {
  const name = parseName(asked, jurisdiction, own);
  const unique = new Map(records.map((record) => [record.id, record]));
  return [...unique.values()]
    .map((record) => fit(name, record, (official) => parseName(official, jurisdiction, own)))
    .map((ranked) => (evidence ? inLightOf(evidence, ranked, jurisdiction) : ranked))
    .toSorted(byFit);
}

/** Whether one of the records is the business asked for, and how sure that is. */
export function decide(
  asked: string,
  jurisdiction: string,
  records: readonly RegisterRecord[],
  known: Knowledge = {},
): Decision {
  const { complete = true } = known;
  const ranked = rank(asked, jurisdiction, records, known);
  // Whatever else is known: a name that is far from the one asked for is another's.
  const [best, ...others] = ranked.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)));
  if (!best || !isNear(best)) {
    const near = (best ? [best, ...others] : []).filter((each) => each.nameConfidence >= WORTH_SHOWING);
    return { kind: 'no_match', closest: [...new Set(near.map(({ record }) => record.name))].slice(0, MAX_SHOWN) };
  }
  const rivals = others.filter(isNear);
  const settled = settle(best, rivals, jurisdiction);
  const confidence = complete ? settled : Math.min(settled, ACCEPTED - 1);
  const review = confidence < ACCEPTED;
  return {
    kind: 'match',
    record: best.record,
    rivals: rivals.slice(0, MAX_RIVALS).map(({ record }) => record),
    match: {
      method: best.method,
      matchedName: best.matchedName,
      ...(best.alias && { alias: best.alias }),
      confidence,
      review,
      alternatives: review ? rivals.slice(0, MAX_SHOWN).map(toAlternative) : [],
      ...((review || best.weighed) && { evidence: findings(best) }),
    },
  };
}

/** What speaks for a record and against it, its name first. */
export function findings({ nameConfidence, explanation, weighed }: RankedRecord): Finding[] {
  const name: Finding = { kind: 'name', agrees: nameConfidence >= ACCEPTED, detail: explanation.join('; ') };
  return [name, ...(weighed?.findings ?? [])];
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
  known: Knowledge = {},
): Decision {
  const decision = decide(asked, jurisdiction, record ? [record] : [], known);
  if (decision.kind === 'match') {
    const [name, ...others] = decision.match.evidence ?? [];
    const evidence = name && [name, BY_NUMBER, ...others];
    return { ...decision, match: { ...decision.match, method: 'number', ...(evidence && { evidence }) } };
  }
  return { kind: 'no_match', closest: record ? [record.name] : [] };
}

const BY_NUMBER: Finding = { kind: 'number', agrees: true, detail: 'the record bears the number' };

function inLightOf(evidence: GivenEvidence, ranked: RankedRecord, jurisdiction: string): RankedRecord {
  const weighed = weighEvidence(evidence, ranked.record, jurisdiction);
  return { ...ranked, weighed, confidence: supported(ranked.nameConfidence, ranked.cap, weighed) };
}

function fit(asked: NormalisedName, record: RegisterRecord, read: (official: string) => NormalisedName): RankedRecord {
  const current = compareNames(asked, read(record.name));
  let best: RankedRecord = { record, matchedName: record.name, ...current, nameConfidence: current.confidence };
  for (const { name, ...alias } of record.aliases) {
    const { confidence, method, explanation, cap } = compareNames(asked, read(name));
    const capped = Math.min(confidence, method === 'fuzzy' ? ALIAS_CAP - 1 : ALIAS_CAP);
    if (capped <= best.confidence) continue;
    const reasons = [...explanation, `matched by a ${alias.kind} name`];
    const found = { record, method: 'alias', matchedName: name, alias, explanation: reasons, cap } as const;
    best = { ...found, confidence: capped, nameConfidence: capped };
  }
  return best;
}

/**
 * The confidence of the best record in the light of those that come near it. Evidence beside the
 * name tells some of them from it, and puts none above a better name without review.
 */
function settle(best: RankedRecord, all: readonly RankedRecord[], jurisdiction: string): number {
  const rivals = all.filter((rival) => !toldApart(best, rival));
  const settled = settleAmong(best, rivals, jurisdiction);
  const isBetterNamed = rivals.some(({ nameConfidence }) => nameConfidence > best.nameConfidence);
  const isUnsure = isBetterNamed || (best.weighed?.isElsewhere === true && !best.weighed.isDecisive);
  return isUnsure ? Math.min(settled, ACCEPTED - 1) : settled;
}

function settleAmong(best: RankedRecord, rivals: readonly RankedRecord[], jurisdiction: string): number {
  if (isAlias(best) && rivals.length === 0) return Math.max(UNRIVALLED_ALIAS, best.confidence);
  const [next] = rivals;
  if (!next) return best.confidence;
  if (rivals.some((rival) => indistinct(best, rival, jurisdiction))) return Math.min(best.confidence, INDISTINCT_CAP);
  const narrow = best.confidence - next.confidence < FUZZY_MARGIN;
  return best.method === 'fuzzy' && (narrow || rivals.some(isAlias))
    ? Math.min(best.confidence, ACCEPTED - 1)
    : best.confidence;
}

/** Evidence names the one, speaks against the other, and says nothing that contradicts this. */
function toldApart(best: RankedRecord, rival: RankedRecord): boolean {
  if (!best.weighed || !rival.weighed || rival.nameConfidence > best.nameConfidence) return false;
  const isNamed = best.weighed.isDecisive && !best.weighed.contradicts;
  return isNamed && rival.weighed.contradicts && !rival.weighed.isDecisive;
}

/** A previous or trade name that is the name asked for. */
function isAlias({ method, nameConfidence }: RankedRecord): boolean {
  return method === 'alias' && nameConfidence === ALIAS_CAP;
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
    standing(b) - standing(a) ||
    Number(b.record.status === 'active') - Number(a.record.status === 'active') ||
    HOME_ORDER[`${a.record.domestic}`] - HOME_ORDER[`${b.record.domestic}`] ||
    compareText(a.record.name, b.record.name) ||
    compareText(a.record.id, b.record.id)
  );
}

/** How evidence beside the name speaks of a record. */
function standing({ weighed }: RankedRecord): number {
  if (!weighed) return 0;
  return 2 * Number(weighed.isDecisive) + Number(weighed.support > 0) - Number(weighed.contradicts);
}

function isNear({ nameConfidence }: RankedRecord): boolean {
  return nameConfidence >= NEAR;
}

function toAlternative({ record, confidence }: RankedRecord): Alternative {
  return { entityName: record.name, jurisdictionId: record.id, status: record.status, confidence };
}

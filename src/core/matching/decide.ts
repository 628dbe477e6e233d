import { collateNames, compareText } from '../compare-text.js';
import type { ReadRecord } from '../registries/clues.js';
import type { Tier } from '../registries/jurisdiction.js';
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
  /** The matched name of the record: its current, a former or a trade name. */
  matchedName: string;
  /** Kind and period of the matched name; only if `method` is `alias`. */
  alias?: Omit<Alias, 'name'>;
  /** Integer, 0 to 100. */
  confidence: number;
  /** Needs review: uncertain, or indistinguishable from another record. */
  review: boolean;
  /** The next best records, at most three; only for review. */
  alternatives: Alternative[];
  /** Findings for and against the record; only for review, or if evidence was weighed. */
  evidence?: Finding[];
}

export type Decision =
  | {
      kind: 'match';
      record: RegisterRecord;
      match: Match;
      /** Other near records, best first: further evidence may select one of them. */
      rivals: RegisterRecord[];
    }
  /** `closest`: up to three official names that came near. */
  | { kind: 'no_match'; closest: string[] };

export interface RankedRecord {
  record: RegisterRecord;
  method: MatchMethod;
  matchedName: string;
  alias?: Omit<Alias, 'name'>;
  /** Integer, 0 to 100. */
  confidence: number;
  /** Of the name alone; integer, 0 to 100. */
  nameConfidence: number;
  /** Maximum confidence allowed by a rule. */
  cap: number;
  explanation: string[];
  weighed?: Weighed;
}

/**
 * A former or trade name never outweighs a current one that fits as well; one that fits only nearly
 * stays below.
 */
const ALIAS_CAP = ACCEPTED - 1;
/** An alias that fits exactly, with no other record near. */
const UNRIVALLED_ALIAS = 90;
/** Two records that cannot be distinguished: the answer may be either. */
const INDISTINCT_CAP = 75;
/** Minimum lead of a fuzzy answer over the next record; otherwise it goes to review. */
const FUZZY_MARGIN = 4;
const MAX_SHOWN = 3;
const MAX_RIVALS = 20;
/**
 * Minimum confidence of a name to list as near: siblings with another number are above it,
 * strangers below.
 */
const WORTH_SHOWING = 5;

export interface Knowledge {
  /** See `parseName`. */
  own?: RegisterWords | undefined;
  evidence?: GivenEvidence | undefined;
  /**
   * The tier that was asked: the details of a record count at deep only. Defaults to deep for a
   * record with details.
   */
  tier?: Tier | undefined;
  /**
   * Set to `false` when a record that was not read may have the same name: then every answer goes
   * to review.
   */
  complete?: boolean;
}

/**
 * Sorts the records, best first. The order is total and stable: confidence, other evidence, live,
 * domestic, name, id.
 */
export function rank(
  asked: string,
  jurisdiction: string,
  records: readonly ReadRecord[],
  { own, evidence, tier }: Knowledge = {},
): RankedRecord[] {
  const name = parseName(asked, jurisdiction, own);
  // A register may give one number to several records.
  const unique = new Map(records.map((record) => [`${record.id}\n${record.name}`, record]));
  return [...unique.values()]
    .map((record) => fit(name, record, (official) => parseName(official, jurisdiction, own)))
    .map((ranked) => (evidence ? inLightOf(evidence, ranked, jurisdiction, tier) : ranked))
    .toSorted(byFit);
}

/** Decides which record, if any, is the requested business, and with what confidence. */
export function decide(
  asked: string,
  jurisdiction: string,
  records: readonly ReadRecord[],
  known: Knowledge = {},
): Decision {
  const { complete = true } = known;
  const ranked = rank(asked, jurisdiction, records, known);
  // Regardless of other evidence, a record with a distant name is another business.
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
      alternatives: review ? rivals.slice(0, MAX_SHOWN).map((rival) => toAlternative(rival, confidence)) : [],
      ...((review || best.weighed) && { evidence: findings(best) }),
    },
  };
}

/** Lists the findings for and against a record, its name first. */
export function findings({ nameConfidence, explanation, weighed }: RankedRecord): Finding[] {
  const name: Finding = { kind: 'name', agrees: nameConfidence >= ACCEPTED, detail: explanation.join('; ') };
  return [name, ...(weighed?.findings ?? [])];
}

/**
 * Decides whether the record with the requested number is the requested business: name and number
 * have to agree. The number leaves no rival, so the confidence is that of the name alone. `record:
 * undefined`: no record has the number. Otherwise `closest` names the one that has it.
 */
export function decideByNumber(
  asked: string,
  jurisdiction: string,
  record: ReadRecord | undefined,
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

function inLightOf(
  evidence: GivenEvidence,
  ranked: RankedRecord,
  jurisdiction: string,
  tier: Tier | undefined,
): RankedRecord {
  const weighed = weighEvidence(evidence, ranked.record, jurisdiction, tier);
  return { ...ranked, weighed, confidence: supported(ranked.nameConfidence, ranked.cap, weighed) };
}

function fit(asked: NormalisedName, record: RegisterRecord, read: (official: string) => NormalisedName): RankedRecord {
  const name = read(record.name);
  const current = compareNames(asked, name);
  let best: RankedRecord = { record, matchedName: record.name, ...current, nameConfidence: current.confidence };
  for (const { name: other, ...alias } of record.aliases) {
    const { confidence, method, explanation, cap } = compareNames(asked, read(other));
    const capped = Math.min(confidence, method === 'fuzzy' ? ALIAS_CAP - 1 : ALIAS_CAP);
    if (capped <= best.confidence) continue;
    const reasons = [...explanation, `matched by a ${alias.kind} name`];
    const found = { record, method: 'alias', matchedName: other, alias, explanation: reasons, cap } as const;
    best = { ...found, confidence: capped, nameConfidence: capped };
  }
  const isLonger = asked.letters.length > name.letters.length && asked.letters.startsWith(name.letters);
  return (isLonger ? asListed(asked, record, read) : undefined) ?? best;
}

/** The text of a register with a state and a date names one record, and no other of its name. */
function asListed(
  asked: NormalisedName,
  record: RegisterRecord,
  read: (official: string) => NormalisedName,
): RankedRecord | undefined {
  const listed = record.clues?.listedAs;
  const compared = listed === undefined ? undefined : compareNames(asked, read(listed));
  if (listed === undefined || compared === undefined || compared.method === 'fuzzy') return undefined;
  return { record, matchedName: listed, ...compared, nameConfidence: compared.confidence };
}

/**
 * Returns the confidence of the best record given the near ones. Other evidence may exclude some of
 * them, but never puts a record above a better name without review.
 */
function settle(best: RankedRecord, all: readonly RankedRecord[], jurisdiction: string): number {
  const rivals = all.filter((rival) => !toldApart(best, rival));
  const settled = settleAmong(best, rivals, jurisdiction);
  const isBetterNamed = rivals.some(({ nameConfidence }) => nameConfidence > best.nameConfidence);
  const isUnsure = isBetterNamed || best.weighed?.isElsewhere === true;
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

/**
 * Returns whether the evidence identifies the best record, speaks against the rival, and
 * contradicts neither conclusion.
 */
function toldApart(best: RankedRecord, rival: RankedRecord): boolean {
  if (!best.weighed || !rival.weighed || rival.nameConfidence > best.nameConfidence) return false;
  const isNamed = best.weighed.isDecisive && !best.weighed.contradicts;
  return isNamed && rival.weighed.contradicts && !rival.weighed.isDecisive;
}

/** Returns whether the requested name is a former or trade name of the record. */
function isAlias({ method, nameConfidence }: RankedRecord): boolean {
  return method === 'alias' && nameConfidence === ALIAS_CAP;
}

/**
 * Returns whether the records differ only by an article or by the spelling or absence of the legal
 * form, so the caller may mean either. A current name is still distinct from a former or trade
 * name.
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
    collateNames(a.record.name, b.record.name) ||
    compareText(a.record.id, b.record.id)
  );
}

/** Ranks a record by its evidence beside the name. */
function standing({ weighed }: RankedRecord): number {
  if (!weighed) return 0;
  return 2 * Number(weighed.isDecisive) + Number(weighed.support > 0) - Number(weighed.contradicts);
}

function isNear({ nameConfidence }: RankedRecord): boolean {
  return nameConfidence >= NEAR;
}

/** A record that ranks below the answer is no surer than it is, such as one of two twins. */
function toAlternative({ record, confidence }: RankedRecord, most: number): Alternative {
  const stated = Math.min(confidence, most);
  return { entityName: record.name, jurisdictionId: record.id, status: record.status, confidence: stated };
}

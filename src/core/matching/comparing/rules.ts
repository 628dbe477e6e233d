import type { AlignedPair, PairRelation } from './align.js';
import { tells, type Evidence } from './evidence.js';
import type { Path } from './path.js';
import type { ParsedName } from '../parsing/normalise.js';
import type { Token } from '../parsing/token.js';

/** At or above this confidence, a record is the answer without review. */
export const ACCEPTED = 85;
/** At or above this confidence, a record is shown for review. */
export const NEAR = 60;

export interface Rule {
  cap: number;
  reason: string;
  /**
   * Other facts about the business, such as its address, may settle it: where a letter is wrong,
   * say.
   */
  yieldsToEvidence?: true;
}

const NO_MATCH = 10;
/**
 * Enough for review, not for an answer. See `STATED` in `calibration.ts` for other pairs that are
 * right as often.
 */
const REVIEW = 83;
/** A number only in another language, or only by its position, is more likely another business. */
const POSSIBLE = 75;
const SHORT_NAME_LETTERS = 4;
/** Up to this length, a changed letter is as likely to make another word. */
const SHORT_WORD_LETTERS = 7;
/** Words up to this weight occur in one name of a few hundred. */
const COMMON_WEIGHT = 0.45;

/** Sister companies differ only in a number. */
const NUMBER_CONFLICT: Rule = { cap: NO_MATCH, reason: 'the numbers differ: never the same business' };

/**
 * The end of the name may have been left out (`ACME TRADING` for `ACME TRADING COMPANY LLC`), or it
 * is another company.
 */
export const COMPANY_LEFT_OUT: Rule = { cap: REVIEW, reason: 'only one name has COMPANY before its legal form' };
/** `SOCIETE GENERALE` is not `GENERALE`. */
export const SOCIETY_LEFT_OUT: Rule = { cap: REVIEW, reason: 'only one name begins with a word for a business' };
/** The part after the legal form may be a place, a brand or another company. */
export const TAIL_LEFT_OUT: Rule = { cap: REVIEW, reason: 'only one name continues after its legal form' };

export function applicableRules(a: ParsedName, b: ParsedName, { alignment, forms }: Path, evidence: Evidence): Rule[] {
  const { pairs, onlyA, onlyB, reordered } = alignment;
  const rules: Rule[] = [];
  const numbers = numberRule(onlyA, onlyB);
  if (numbers) rules.push(numbers);
  if (onlyA.some(isLetter) && onlyB.some(isLetter)) {
    rules.push({ cap: NO_MATCH, reason: 'the single letters differ: never the same business' });
  }
  if (forms === 'conflict' || forms === 'kin') {
    rules.push({ cap: REVIEW, reason: `the legal forms differ: ${[a.form, b.form].toSorted().join(', ')}` });
  }
  if (a.standing === null ? b.standing !== null : b.standing === null) {
    rules.push({ cap: REVIEW, reason: `only one name says ${a.standing ?? b.standing}` });
  }
  const exchanged = onlyA.length > 0 && onlyB.length > 0;
  if (exchanged || onlyA.some(tells) || onlyB.some(tells)) {
    rules.push({ cap: REVIEW, reason: 'one name has a word that the other lacks' });
  }
  if (reordered) rules.push({ cap: REVIEW, reason: 'the words are in a different order', yieldsToEvidence: true });
  const alone = evidence.noRareWordShared !== undefined;
  for (const pair of pairs) {
    const doubt = pair.relation === 'equal' ? undefined : doubtOf(pair, alone);
    if (doubt) rules.push(doubt);
  }
  if ((isShort(a) || isShort(b)) && pairs.some(({ slips }) => slips > 0)) {
    rules.push({ cap: REVIEW, reason: 'a name this short must match letter by letter' });
  }
  if ((isCommonplace(a) || isCommonplace(b)) && pairs.some(({ relation }) => relation !== 'equal')) {
    rules.push({ cap: REVIEW, reason: 'a name made only of common words must match word by word' });
  }
  return rules;
}

const ONE_SIDED: Rule = { cap: REVIEW, reason: 'only one name has a number' };

/** Considers tokens without a counterpart: a different number is a different business. */
function numberRule(onlyA: readonly Token[], onlyB: readonly Token[]): Rule | undefined {
  const [inA, inB] = [onlyA.some(bearsNumber), onlyB.some(bearsNumber)];
  if (!inA && !inB) return undefined;
  const isConflict = (inA && onlyB.some(mayBeNumber)) || (inB && onlyA.some(mayBeNumber));
  return isConflict ? NUMBER_CONFLICT : ONE_SIDED;
}

const HAS_DIGIT = /\d/;

function bearsNumber({ kind, text }: Token): boolean {
  return kind === 'number' || (kind === 'word' && HAS_DIGIT.test(text));
}

function mayBeNumber(token: Token): boolean {
  return bearsNumber(token) || token.readings?.some(({ kind }) => kind === 'number') === true;
}

/**
 * Returns the rule for a doubtful reading of a word. `alone`: the name has no other rare word in
 * common.
 */
function doubtOf(pair: AlignedPair, alone: boolean): Rule | undefined {
  const { relation, reading } = pair;
  if (reading?.isPossible) return { cap: POSSIBLE, reason: `${readingIn(pair)}: ${reading.doubt}` };
  if (reading) return { cap: REVIEW, reason: `${readingIn(pair)}: ${reading.doubt}`, yieldsToEvidence: true };
  if (!isDoubtful(pair, alone)) return undefined;
  const rule = { cap: REVIEW, reason: `${readingIn(pair)} (${relation})` };
  return relation === 'kindred' ? rule : { ...rule, yieldsToEvidence: true };
}

const DOUBTFUL = new Set<PairRelation>(['abbreviated', 'exchanged', 'initials', 'damaged', 'kindred']);

function isDoubtful({ a, b, relation, slips }: AlignedPair, alone: boolean): boolean {
  if (DOUBTFUL.has(relation)) return true;
  const isTelling = alone && !a.some(isUsual) && !b.some(isUsual);
  if (slips > 0) return isTelling || Math.max(lengthOf(a), lengthOf(b)) <= SHORT_WORD_LETTERS;
  return relation === 'inflected' && isTelling;
}

function readingIn({ a, b }: AlignedPair): string {
  const [read, as] = [a, b].map((tokens) => tokens.map(({ text, written }) => written ?? text).join(' '));
  return `${read} is read as ${as}`;
}

function isUsual({ usual }: Token): boolean {
  return usual;
}

function lengthOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { text }) => sum + text.length, 0);
}

function isShort({ tokens }: ParsedName): boolean {
  return lengthOf(tokens) <= SHORT_NAME_LETTERS;
}

function isCommonplace({ tokens }: ParsedName): boolean {
  return tokens.every(({ kind, weight }) => kind !== 'word' || weight <= COMMON_WEIGHT);
}

function isLetter(token: Token): boolean {
  return token.kind === 'letter';
}

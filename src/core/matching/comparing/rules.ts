import type { Alignment } from './align.js';
import { tells } from './evidence.js';
import { relateForms } from '../parsing/legal-forms.js';
import type { ParsedName } from '../parsing/normalise.js';
import { relateNumbers } from '../parsing/numbers.js';
import type { Token } from '../parsing/tokens.js';

/** From here on a record is the answer without a second look. */
export const ACCEPTED = 85;
/** From here on a record comes near enough to be shown for review. */
export const NEAR = 60;

/** A rule that holds whatever the evidence says: the confidence goes no higher than `cap`. */
export interface Rule {
  cap: number;
  reason: string;
}

const NO_MATCH = 10;
/**
 * Enough for review, not for an answer; among what comes true as often, see `STATED` in
 * `calibration.ts`.
 */
const REVIEW = 83;
const SHORT_NAME_LETTERS = 4;
/** Words up to this weight are met in one name of a few hundred. */
const COMMON_WEIGHT = 0.45;

/** Sister companies differ in nothing but a number. */
export const NUMBER_CONFLICT: Rule = { cap: NO_MATCH, reason: 'the numbers differ: never the same business' };

/**
 * `ACME TRADING` for `ACME TRADING COMPANY LLC`: the end of the name may have been left out, or the
 * company is another one.
 */
export const COMPANY_LEFT_OUT: Rule = { cap: REVIEW, reason: 'only one name has COMPANY before its legal form' };

/** The rules that two parsed names and their alignment set off. */
export function applicableRules(a: ParsedName, b: ParsedName, alignment: Alignment): Rule[] {
  const rules: Rule[] = [];
  const numbers = relateNumbers(a.numbers, b.numbers);
  if (numbers === 'conflict') rules.push(NUMBER_CONFLICT);
  if (numbers === 'one_sided') rules.push({ cap: REVIEW, reason: 'only one name has a number' });
  if (alignment.onlyA.some(isLetter) && alignment.onlyB.some(isLetter)) {
    rules.push({ cap: NO_MATCH, reason: 'the single letters differ: never the same business' });
  }
  const forms = relateForms(a.form, b.form);
  if (forms === 'conflict' || forms === 'kin') {
    rules.push({ cap: REVIEW, reason: `the legal forms differ: ${[a.form, b.form].toSorted().join(', ')}` });
  }
  const exchanged = alignment.onlyA.length > 0 && alignment.onlyB.length > 0;
  if (exchanged || alignment.onlyA.some(tells) || alignment.onlyB.some(tells)) {
    rules.push({ cap: REVIEW, reason: 'one name has a word that the other lacks' });
  }
  if (alignment.pairs.some(({ relation }) => relation === 'kindred')) {
    rules.push({ cap: REVIEW, reason: 'words look alike but are known to differ' });
  }
  if ((isShort(a) || isShort(b)) && alignment.pairs.some(({ slips }) => slips > 0)) {
    rules.push({ cap: REVIEW, reason: 'a name this short must match letter by letter' });
  }
  if ((isCommonplace(a) || isCommonplace(b)) && alignment.pairs.some(({ relation }) => relation !== 'equal')) {
    rules.push({ cap: REVIEW, reason: 'a name made only of common words must match word by word' });
  }
  return rules;
}

function isShort({ tokens }: ParsedName): boolean {
  return tokens.reduce((sum, { text }) => sum + text.length, 0) <= SHORT_NAME_LETTERS;
}

function isCommonplace({ tokens }: ParsedName): boolean {
  return tokens.every(({ kind, weight }) => kind !== 'word' || weight <= COMMON_WEIGHT);
}

function isLetter(token: Token): boolean {
  return token.kind === 'letter';
}
